"""Names that a sentence introduces: "my name is amer", "ich heiße Wiebke", "a boy called kwento"; closings of letters.

Whoever says what somebody is called names them, in whatever case and with whatever word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from gateway.detection.letter_case import in_any_case
from gateway.detection.names.introduced import named, named_each
from gateway.detection.patterns.introductions import introduction
from gateway.detection.recognizer import Judge, Pattern
from gateway.types import EntityType

_WORD: Final = r"[^\W\d_]{1,30}(?:['’-][^\W\d_]{1,30}){0,3}"
_NAME: Final = rf"(?P<value>{_WORD}(?:(?:\.(?<=\b[^\W\d_]\.))? {_WORD}){{0,3}})(?![\w@]|\.\w)"
_NAMES: Final = rf"(?P<value>{_WORD}(?: {_WORD}){{0,3}}(?:(?:, ?| & ){_WORD}(?: {_WORD}){{0,3}}){{0,9}})(?![\w@]|\.\w)"

_PEOPLE: Final = (
    "(?:man|woman|boy|girl|guy|person|friend|colleague|coworker|client|customer|patient|kid|child|son|daughter|brother"
    "|sister|neighbou?r|student|teacher|employee|manager|boss|baby|cousin|aunt|uncle|husband|wife|partner|boyfriend"
    "|girlfriend|fianc[eé]e?|grandson|granddaughter|nephew|niece|lady|gentleman|candidate|intern|doctor|nurse"
    "|landlord|tenant|lawyer|mother|father|mom|mum|dad)"
)

# By language: what says that a name follows, whatever follows; and what says so where few words follow.
_SAID: Final = {
    "en": (
        f"(?:my|his|her|their|{_PEOPLE}['’]?s) (?:full |first |last )?name(?:['’]s| is| was)"
        f"|(?:{_PEOPLE}s?|someone|somebody) (?:is |was |who is )?named"
    ),
    "de": "(?:mein|sein|ihr|unser) (?:voller )?(?:vor|nach)?name (?:ist|lautet|war)|ich hei(?:ß|ss)e"
    "|(?:mein|unser|sein|ihr)e? [a-zäöüß]{2,20} hei(?:ß|ss)t",
    "fr": "(?:mon|son|leur) (?:pré)?nom (?:est|était|c['’]est)|je m['’]appelle|(?:il|elle|on) s['’]appelle"
    "|(?:mon|ma|son|sa|notre) [a-zéèêàâç]{2,20} s['’]appelle",
    "es": "(?:mi|su) (?:nombre|apellido)(?: completo)? es|me llamo|(?:mi|su|nuestr[oa]) [a-zñáéíóú]{2,20} se llama",
    "it": "(?:il )?(?:mio|suo) (?:nome|cognome) (?:è|e['’])|mi chiamo"
    "|(?:mi[oa]|su[oa]|nostr[oa]) [a-zàèéìòù]{2,20} si chiama",
    "pt": "(?:o )?(?:meu|seu) nome(?: completo)? é|o nome del[ea] é|me chamo|chamo-me|el[ea] se chama"
    "|(?:meu|minha|seu|sua|noss[oa]) [a-zãõáéíóúâêôç]{2,20} (?:se chama|chama-se)",
    "nl": "(?:mijn|zijn|haar) (?:volledige )?(?:voor|achter)?naam is|ik heet|(?:hij|zij|ze) heet"
    "|(?:mijn|onze?|zijn|haar) [a-zëïé]{2,20} heet",
    "pl": "(?:moje|jego|jej) (?:imię|nazwisko) (?:to|brzmi)|nazywam się|mam na imię|ma na imię",
    "ru": "меня зовут|(?:его|её|ее|их) зовут|моя фамилия|мо[её] имя|(?:мо[йяю]|нашу?|моего) [а-яё]{2,20} зовут",
    "uk": "мене (?:звати|звуть)|(?:його|її|їх) (?:звати|звуть)|моє прізвище|моє ім['’]я",
    "tr": "(?:benim )?(?:adım|ismim|soyadım)|(?:onun )(?:adı|ismi)",
    "el": "με λένε|(?:τον|την) λένε|ονομάζομαι|το όνομά μου είναι",
}
_SAID_IN_FEW: Final = {
    "en": f"call me|calls? me|(?:i am|i['’]m) called|i go by|(?:{_PEOPLE}s?|someone|somebody) called",
    "de": "nenn(?:t|en)? mich|(?:er|sie) hei(?:ß|ss)t"
    "|(?:mann|frau|typ|junge|mädchen|kind|freund|freundin|kollege|kollegin|kunde|kundin|nachbar|nachbarin) namens",
    "fr": "appel(?:le|ez)-moi|m['’]appellent|une? certaine?|(?:mec|type|homme|femme|fille|garçon|ami|amie) nommée?",
    "es": "ll[aá]mame|me (?:llaman|dicen|conocen como)|una? tal|(?:hombre|mujer|chic[oa]|niñ[oa]|amig[oa]) llamad[oa]",
    "it": "chiam(?:a|ate)mi|mi (?:chiamano|dicono)|un cert[oa]|(?:uomo|donna|ragazz[oa]|tizi[oa]|amic[oa]) di nome",
    "pt": "me chame de|me chamam(?: de)?|me conhecem? (?:por|como)|(?:homem|mulher|rapaz|moça|amig[oa]) chamad[oa]",
    "nl": "noem(?:t|en)? (?:me|mij)|(?:man|vrouw|jongen|meisje|kerel|vriend|vriendin|collega|klant) genaamd",
    "pl": "mów(?:cie)? mi|(?:mężczyzna|kobieta|chłopak|dziewczyna|facet|kole[sż]|kolega|koleżanka) o imieniu",
    "ru": "(?:зови(?:те)?|называ(?:й|йте|ют)) меня|(?:мужчина|женщина|парень|девушка|мальчик|девочка|друг) по имени",
    "uk": "(?:клич|кличте|називай|називають) мене|(?:чоловік|жінка|хлопець|дівчина|друг) на ім['’]я",
}
_SAID_OF_SEVERAL: Final = {
    "en": f"(?:my|his|her|our|their|{_PEOPLE}s['’]) (?:first |last )?names are",
    "de": "(?:ihre|unsere|die) (?:vor)?namen (?:sind|lauten)|sie hei(?:ß|ss)en",
    "fr": "(?:leurs|nos) (?:pré)?noms sont|(?:ils|elles) s['’]appellent",
    "es": "(?:sus|nuestros) nombres son",
    "it": "i (?:loro|nostri) nomi sono",
    "pt": "os nomes del[ea]s são",
    "nl": "(?:ze|zij) heten|(?:hun|onze) namen zijn",
    "pl": "mają na imię",
    "ru": "их зовут",
    "uk": "їх (?:звати|звуть)",
}
_CLOSINGS: Final = (
    "(?:(?:kind|best|warm|warmest|many) )?regards|yours (?:sincerely|truly|faithfully)|sincerely(?: yours)?"
    "|mit freundlichen grü(?:ß|ss)en|(?:viele|liebe|beste|herzliche) grü(?:ß|ss)e|(?:bien )?cordialement"
    "|(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|(?:cordiali |distinti )?saluti|un saluto"
    "|atenciosamente|met vriendelijke groet(?:en)?|groetjes?|pozdrawiam|z poważaniem|с уважением|з повагою"
    "|saygılarımla|με εκτίμηση"
)


def _patterns(name: str, said: Mapping[str, str], value: str, judge: Judge) -> Iterator[Pattern]:
    for language, words in said.items():
        yield introduction(name, language, EntityType.NAME, words, value=value, judge=judge)


PATTERNS: Final = (
    *_patterns("name_introduced", _SAID, _NAME, partial(named, in_few=False)),
    *_patterns("name_in_few_words", _SAID_IN_FEW, _NAME, partial(named, in_few=True)),
    *_patterns("names_introduced", _SAID_OF_SEVERAL, _NAMES, named_each),
    Pattern(
        name="name_signed",
        entity_type=EntityType.NAME,
        expression=(
            rf"(?<!\w)(?:{in_any_case(_CLOSINGS)})[,.!]?[ \t]{{0,3}}\n\s{{0,8}}"
            rf"(?P<value>{_WORD}(?: {_WORD}){{0,2}})(?=[.!](?:\s|$)|[ \t]{{0,3}}(?:\n|$))"
        ),
        score=0.7,
        judge=partial(named, in_few=True),
        prefilter=in_any_case(_CLOSINGS),
    ),
)
