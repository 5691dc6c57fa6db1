"""Which words are common: most of what a model takes for a name and is none."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.features import frequency
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.words import Words

_OFTEN: Final = 8  # on the Zipf scale in halves: once in ten thousand words


def are_common(words: Words, lexicon: Lexicon) -> NDArray[np.bool_]:
    """Of each word, whether it is a frequent one in lower case."""
    return np.array([form.islower() and _is_frequent(form, lexicon) for form in words.forms], dtype=np.bool_)


def _is_frequent(form: str, lexicon: Lexicon) -> bool:
    return frequency(lexicon.entry(form)) >= _OFTEN
