"""The plurals and possessives of a word, by the language of the text around it.

Words are folded, without case and diacritics, so "Arzt" and "Ärzte" differ only in their endings. A rule is a pair of
endings that replace each other, in both directions. The rules are few and simple: an inflection that is not a real word
does no harm, because it does not occur in a text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

DEFAULT: Final = "en"

_MIN_STEM: Final = 3  # letters before an ending that is added; one fewer before one that is replaced
_SAMPLE_CHARACTERS: Final = 400  # of a text, to tell its language

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
    DEFAULT: "the and of to in is was that for with my his her have has i you it on are be this not he she we they",
    "de": "der die das und ist nicht ich mit ein eine einen zu den dem von auf für sich bin wir sie hat habe im",
    "fr": "le la les et est un une des du je pas pour dans que qui avec sur mon ma mes il elle nous vous au ce être",
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
    """Returns the language code of a text, by the frequent words in its first 400 characters.

    It is English unless another language has more of them.

    >>> language_of("Ich bin nicht der Arzt"), language_of("Asthma"), language_of("Je suis dans la ville")
    ('de', 'en', 'fr')
    """
    votes = dict.fromkeys(_FREQUENT, 0)
    for word in text[:_SAMPLE_CHARACTERS].casefold().split():
        for language in _LANGUAGES.get(word, ()):
            votes[language] += 1
    return max(votes, key=votes.__getitem__)


def inflections(word: str, language: str) -> Iterator[str]:
    """Yields the word, then its possible singulars and plurals in a language; some may come twice.

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
    if word.endswith(ending) and len(stem) >= _MIN_STEM - bool(ending):
        yield stem + other
