"""The plurals and possessives of a word, by the language of the text that it stands in.

Words come and go folded: without case and diacritics, so that "Arzt" and "Ärzte" differ in an ending only. A rule is a
pair of endings, of which one takes the other's place; it is applied in both directions. Rules are few and plain: what
is no word in any language is never met in a text, and does no harm.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

DEFAULT: Final = "en"

_LEAST: Final = 3  # letters in front of an ending that is added; one fewer in front of one that changes
_READ: Final = 400  # characters of a text that tell its language
_WORD: Final = re.compile(r"[^\W\d_]+")

_RULES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "en": (("", "s"), ("", "es"), ("y", "ies"), ("man", "men"), ("f", "ves"), ("fe", "ves")),
    "de": (("", "s"), ("", "es"), ("", "e"), ("", "n"), ("", "en"), ("", "er"), ("", "ern"), ("", "nen")),
    "fr": (("", "s"), ("", "x"), ("al", "aux"), ("ail", "aux")),
    "es": (("", "s"), ("", "es"), ("z", "ces")),
    "it": (("o", "i"), ("e", "i"), ("a", "e"), ("a", "i"), ("co", "chi"), ("ca", "che"), ("ga", "ghe"), ("go", "ghi")),
    "nl": (("", "s"), ("", "en"), ("", "n"), ("", "eren")),
    "pt": (("", "s"), ("", "es"), ("ao", "oes"), ("ao", "aes"), ("l", "is"), ("m", "ns")),
    "pl": (("", "a"), ("", "u"), ("", "y"), ("", "i"), ("", "ow"), ("", "em"), ("", "owi"), ("a", "y"), ("a", "i"),
           ("a", "e"), ("a", "ie"), ("k", "cy"), ("a", "o"), ("y", "ego"), ("y", "ych"), ("a", "ej"), ("a", "ach")),
}  # fmt: skip
_FREQUENT: Final[Mapping[str, str]] = {
    "en": "the and of to in is was that for with my his her have has i you it on are be this not he she we they",
    "de": "der die das und ist nicht ich mit ein eine einen zu den dem von auf fur sich bin wir sie hat habe im",
    "fr": "le la les et est un une des du je pas pour dans que qui avec sur mon ma mes il elle nous vous au ce",
    "es": "el la los las y es un una de que en por con para no mi su se lo como yo del al mas pero",
    "it": "il lo la gli e di che un una per con non sono mi del della nel alla ho ha come piu anche",
    "nl": "de het een en van ik is niet met voor dat op zijn te aan bij mijn hij zij wij heeft heb naar",
    "pt": "o a os as e de um uma que nao em por com para meu minha do da no na se eu mais sao foi",
    "pl": "i w nie na jest z sie do to ze jak za od po co ale mam moj moja przez dla tak czy ja",
}
_LANGUAGES: Final[Mapping[str, tuple[str, ...]]] = {
    word: tuple(language for language, words in _FREQUENT.items() if word in words.split())
    for words in _FREQUENT.values()
    for word in words.split()
}


def language_of(text: str) -> str:
    """Return the code of the language of a text, judged by the frequent words in its first 400 characters.

    English where no language has more of them than the others.

    >>> language_of("Ich bin nicht der Arzt"), language_of("Asthma"), language_of("Je suis dans la ville")
    ('de', 'en', 'fr')
    """
    votes: Counter[str] = Counter({DEFAULT: 0})
    for word in _WORD.findall(text[:_READ].casefold()):
        votes.update(_LANGUAGES.get(word, ()))
    return votes.most_common(1)[0][0]


def inflections(word: str, language: str) -> Iterator[str]:
    """Yield the word, then what may be its singulars and plurals in a language; some may come twice.

    >>> list(inflections("nurse", "en")), "city" in inflections("cities", "en"), "arzte" in inflections("arzt", "de")
    (['nurse', 'nurses', 'nursees'], True, True)
    """
    yield word
    if not word.isalpha():
        return
    for ending, other in _RULES.get(language, _RULES[DEFAULT]):
        yield from _with_other_ending(word, ending, other)
        yield from _with_other_ending(word, other, ending)


def _with_other_ending(word: str, ending: str, other: str) -> Iterator[str]:
    stem = word.removesuffix(ending)
    if word.endswith(ending) and len(stem) >= _LEAST - bool(ending):
        yield stem + other
