"""Finds common words: most words that a model wrongly takes for names are common ones."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.features import frequency
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.words import Words

_OFTEN: Final = 8  # in half steps of the Zipf scale: once in ten thousand words


def are_common(words: Words, lexicon: Lexicon) -> NDArray[np.bool_]:
    """Returns for each word whether it is in lower case and frequent."""
    return np.array([form.islower() and _is_frequent(form, lexicon) for form in words.forms], dtype=np.bool_)


def _is_frequent(form: str, lexicon: Lexicon) -> bool:
    return frequency(lexicon.entry(form)) >= _OFTEN
