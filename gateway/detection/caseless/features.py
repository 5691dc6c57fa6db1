"""The features of words in scripts without letter case; training and run time share them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gateway.detection.caseless.affixes import Attached, readings, roots
from gateway.detection.caseless.letters import folded, script
from gateway.detection.names.features import Described, frequency, group, kind, shape
from gateway.detection.names.lexicon import CLASS_BITS, FREQUENCY_SHIFT, Lexicon, WordClass

_CLASSES: Final = tuple((int(each), each.name) for each in WordClass)
_ADVERBIAL: Final = "\u064b"  # this sign stands at the end of Arabic nouns and adverbs, hardly ever in a name
_LONGEST: Final = 16  # letters whose triples count: the sums of all features must stay below 2 ** 15


def describe(form: str, lexicon: Lexicon) -> Described:
    """Returns what the model sees of a word: of one in another script only its shape.

    >>> from gateway.detection.names.installed import load
    >>> describe("وأحمد", load().lexicon).features[:4]
    ['script arabic', 'length 5', 'prefix وا', 'suffix حمد']
    """
    of = script(form)
    if not of:
        cased = shape(form)
        return Described(kind(cased, 0), [f"shape {cased}", f"length {min(len(form), 12)}"])
    word = folded(form)
    entry, under = lexicon.entry(word), attached(form, lexicon)
    beneath = lexicon.entry(under.word) if under else 0
    common = max(frequency(lexicon.entry(root)) for root in roots(form))
    seen = (entry & CLASS_BITS or beneath & CLASS_BITS) | common << FREQUENCY_SHIFT
    features = [f"script {of}", f"length {min(len(word), 12)}", *_spelling(word)]
    features += [f"frequency {frequency(entry)}", f"frequency {frequency(entry)} {of}"]
    features += [f"root {common}", f"root {common} {of}"]
    features += _listed("class", entry), *_each("class", entry), *_each("beneath", beneath)
    if _ADVERBIAL in form:
        features.append("adverbial")
    if under:
        features += [f"before {under.before}", f"after {under.after}", _listed("beneath", beneath)]
    return Described(3 * group(seen) + bool(beneath and not entry & CLASS_BITS), [*features, f"word {word}"])


def attached(form: str, lexicon: Lexicon) -> Attached | None:
    """Returns the first way to take a word apart whose word is in a list, of names or places for example, or None."""
    return next((each for each in readings(form) if lexicon.entry(each.word) & CLASS_BITS), None)


def _spelling(word: str) -> Iterator[str]:
    yield f"prefix {word[:2]}"
    yield f"suffix {word[-3:]}"
    yield f"suffix {word[-2:]}"
    marked = f"^{word[:_LONGEST]}$"
    yield from sorted({f"letters {marked[at : at + 3]}" for at in range(len(marked) - 2)})


def _listed(where: str, entry: int) -> str:
    return f"{where} {entry & CLASS_BITS}"


def _each(where: str, entry: int) -> Iterator[str]:
    return (f"{where} {name}" for bit, name in _CLASSES if entry & bit)
