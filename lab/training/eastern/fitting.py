"""Trains the small network over units, deterministically and in a few minutes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.eastern.dictionary import FLAGS, Dictionary
from gateway.detection.eastern.network import WINDOW, Network, gram_rows
from gateway.detection.eastern.units import REACH, Codes, split
from gateway.detection.sequences import HIGHEST, Floats, shares
from gateway.types import EntityType
from lab.training.networks import AdamWeights, rounded
from lab.training.rows import Row

TYPES: Final = (EntityType.NAME, EntityType.GEOLOCATION, EntityType.AFFILIATION, EntityType.ADDRESS)
_CLASSES: Final = 1 + 2 * len(TYPES)


@dataclass(frozen=True)
class EasternRecipe:
    """The hyperparameters: the size of the network and its regularization.

    ``gram_dropout`` is the share of runs of units dropped in each step, ``name_dropout`` the share of rows whose names
    are looked up in no list: names that no list has must be found too.
    """

    rows: int = 1 << 15
    size: int = 24
    hidden: int = 48
    epochs: int = 4
    batch: int = 4096
    rate: float = 0.004
    gram_dropout: float = 0.35
    hidden_dropout: float = 0.3
    name_dropout: float = 0.35
    nothing: float = 1.0


@dataclass(frozen=True, repr=False)
class _Design:
    """The units of many rows one behind the other: rows of runs, flags, and labels."""

    grams: NDArray[np.int32]
    flags: NDArray[np.uint8]
    gold: NDArray[np.int8]


def fit(rows: Sequence[Row], dictionary: Dictionary, names: int, recipe: EasternRecipe) -> Network:
    """Returns a network trained on rows; ``names`` are the classes of the dictionary that dropout hides."""
    random = np.random.default_rng(0)
    design = _design(rows, dictionary, names, recipe, random)
    learner = _Learner(recipe, random)
    learner.learn(design)
    return learner.packed(dictionary)


def _design(
    rows: Sequence[Row], dictionary: Dictionary, names: int, recipe: EasternRecipe, random: np.random.Generator
) -> _Design:
    hidden = np.tile(np.unpackbits(np.array([names], dtype=np.uint8), bitorder="little"), FLAGS // 8).astype(bool)
    grams: list[NDArray[np.int32]] = []
    flags: list[NDArray[np.uint8]] = []
    gold: list[NDArray[np.int8]] = []
    for row in rows:
        codes, labels = labelled(row)
        grams.append(np.stack(gram_rows(codes, recipe.rows), axis=1).astype(np.int32))
        known = dictionary.flags(codes).astype(np.uint8)
        if random.random() < recipe.name_dropout:
            known[:, hidden] = 0
        flags.append(known)
        gold.append(labels)
    return _Design(np.concatenate(grams), np.concatenate(flags), np.concatenate(gold))


def labelled(row: Row) -> tuple[Codes, NDArray[np.int8]]:
    """Returns the units of a row and the class of each."""
    units = split(row.text)
    labels = np.zeros(len(units.codes), dtype=np.int8)
    for start, end, kind in row.spans:
        inside = np.flatnonzero((units.starts < end) & (units.ends > start))
        labels[inside] = 2 + 2 * TYPES.index(kind)
        labels[inside[:1]] -= 1
    return units.codes, labels


class _Learner:
    """The network while it learns: hidden units are between 0 and 1."""

    def __init__(self, recipe: EasternRecipe, random: np.random.Generator) -> None:
        self._recipe = recipe
        self._random = random
        size, hidden = recipe.size, recipe.hidden
        self.grams = AdamWeights(random.normal(0, 0.05, (recipe.rows, size)))
        self.flags = AdamWeights(random.normal(0, 0.1, (FLAGS, size)))
        self.bias = AdamWeights(np.full(size, 0.3))
        self.window = AdamWeights(random.normal(0, (WINDOW * size) ** -0.5, (WINDOW * size, hidden)))
        self.window_bias = AdamWeights(np.full(hidden, 0.3))
        self.out = AdamWeights(random.normal(0, hidden**-0.5, (hidden, _CLASSES)))
        self.out_bias = AdamWeights(2.0 * (np.arange(_CLASSES) == 0))

    def learn(self, design: _Design) -> None:
        """Trains on all units in random order of blocks."""
        batches = list(self._batches(len(design.gold)))
        for number, at in enumerate(batches):
            rate = self._recipe.rate * (1 - number / len(batches)) * min(1, number / 200 + 0.05)
            until = at + self._recipe.batch
            self._step(design.grams[at:until], design.flags[at:until], design.gold[at:until], rate)

    def _batches(self, count: int) -> Iterator[int]:
        starts = np.arange(0, max(1, count - self._recipe.batch), self._recipe.batch)
        for _ in range(self._recipe.epochs):
            shift = int(self._random.integers(0, self._recipe.batch))
            yield from (int(at) for at in np.minimum(self._random.permutation(starts) + shift, count - 1))

    def _step(self, grams: NDArray[np.int32], flags: NDArray[np.uint8], gold: NDArray[np.int8], rate: float) -> None:
        from scipy.sparse import csr_matrix  # noqa: PLC0415 - only training needs it

        count, size = len(gold), self._recipe.size
        kept = self._mask(grams.shape, self._recipe.gram_dropout)
        starts = np.arange(0, grams.size + 1, grams.shape[1])
        chosen = csr_matrix((kept.ravel(), grams.ravel(), starts), shape=(count, self._recipe.rows))
        known = flags.astype(np.float32)
        sums = np.asarray(chosen @ self.grams.array) + known @ self.flags.array + self.bias.array
        first = np.clip(sums, 0, 1)
        padded = np.zeros((count + 2 * REACH, size), dtype=np.float32)
        padded[REACH : REACH + count] = first
        seen = np.concatenate([padded[place : place + count] for place in range(WINDOW)], axis=1)
        sums_2 = seen @ self.window.array + self.window_bias.array
        passed = self._mask(sums_2.shape, self._recipe.hidden_dropout)
        second = np.clip(sums_2, 0, 1) * passed
        error = shares(second @ self.out.array + self.out_bias.array)
        error[np.arange(count), gold] -= 1
        error *= np.where(gold == 0, self._recipe.nothing, 1)[:, None].astype(np.float32) / count
        back_2 = error @ self.out.array.T * passed * ((sums_2 > 0) & (sums_2 < 1))
        back_seen = back_2 @ self.window.array.T
        back = np.zeros_like(padded)
        for place in range(WINDOW):
            back[place : place + count] += back_seen[:, place * size : (place + 1) * size]
        back_1 = back[REACH : REACH + count] * ((sums > 0) & (sums < 1))
        self.out.step(second.T @ error, rate)
        self.out_bias.step(error.sum(axis=0), rate)
        self.window.step(seen.T @ back_2, rate)
        self.window_bias.step(back_2.sum(axis=0), rate)
        self.flags.step(known.T @ back_1, rate)
        self.bias.step(back_1.sum(axis=0), rate)
        self.grams.step(np.asarray(chosen.T @ back_1), rate)

    def _mask(self, shape: tuple[int, ...], dropout: float) -> Floats:
        return (self._random.random(shape, dtype=np.float32) >= dropout).astype(np.float32) / np.float32(1 - dropout)

    def packed(self, dictionary: Dictionary) -> Network:
        """Returns the network with a byte for each weight."""
        first = np.concatenate([self.grams.array, self.flags.array])
        whole, scale = rounded(first)
        window, window_scale = rounded(self.window.array)
        out, out_scale = rounded(self.out.array)
        return Network(
            types=TYPES,
            dictionary=dictionary,
            grams=whole[: self._recipe.rows],
            flags=whole[self._recipe.rows :],
            bias=self.bias.array * HIGHEST,
            window=window.reshape(WINDOW, self._recipe.size, self._recipe.hidden),
            window_bias=self.window_bias.array * HIGHEST,
            out=out,
            out_bias=self.out_bias.array,
            scales=np.array([scale * HIGHEST, window_scale, out_scale / HIGHEST], dtype=np.float32),
            thresholds=np.full(len(TYPES), 0.5, dtype=np.float32),
        )
