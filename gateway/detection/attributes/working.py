"""Occupations after words for work, in twelve languages; ``occupation`` has those of English.

What follows "works as" may be any word, so that jobs count that no list has. Words that say how or when somebody
works are left out.
"""

from typing import Final

from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

# By language, in the order of the patterns; in Arabic and Hebrew what goes on from a letter that is no "as".
_NO_JOBS: Final = """
ذلك ثيرا ثيرًا امل املا املة لها لهم أنه أنها أنهم لاهما لتاهما
উদাহরণ মানুষ মাধ্যম দল মূল প্রধান
ομάδα συνήθως σήμερα τώρα αργά πρέπει μόνος μόνη όλοι σύνολο εθελοντικά
אשר הלכה יום יחידה מעט משפחה נגד צוות קבוצה ראוי רגע רגיל שורה נדרש צפוי מובן תמיד ולם יוון פיים מותו מותה
उदाहरण समूह टीम विकल्प साधन मुख्य सामान्य नियमित व्यक्ति इंसान
образом методом способом вечером днём днем днями утром летом временем примером центром чином дном разом темпом
командой группой сменой семьёй семьей неделей ночью зимой весной осенью порой парой головой быстрей медленней
сильней лучшей той этой одной другой целой всей своей моей нашей сервером драйвером контейнером таймером фоном
тем чем этим целым потом почём почем этом домом двигателем фильтром мотором насосом
командою групою зміною родиною неділею вночі влітку цим цілим часом ранком
Team Teil Gruppe Einheit Ganzes Ersatz Beispiel Vorlage Paar Duo Backup Treiber Filter Schnittstelle Familie Proxy
prévu avant jamais toujours souvent promis convenu attendu habituellement convenablement équipe groupe serveur filtre
fou folle malade binôme tampon proxy suit celui celle ceux dans pour
siempre antes nunca esperado previsto debe debería equipo grupo servidor filtro loco loca burro todos nadie puente
proxy corresponde respaldo cuando
sempre prima previsto dovrebbe sperato squadra gruppo matto matta pazzo pazza tutti ponte quando
team groep geheel eenheid voorbeeld paar duo gek filter server verwacht altijd voorheen normaal
antes nunca esperado deve deveria equipe grupo servidor filtro louco louca todos ponte quando
"""
_LEFT_OUT: Final = frozenset(_NO_JOBS.split())
_IS_JOB: Final = whole_if(lambda word: word not in _LEFT_OUT)
_START: Final = "(?<![^\\W_])"
_HINDI: Final = "[\u0901-\u0963]"
_BENGALI: Final = "[\u0981-\u09e3]"
_YA: Final = "(?:\u09df|\u09af\u09bc)"

_ARABIC_WORKS: Final = "(?:[يتأا]عمل|عملت?|[يتأا]شتغل) كـ?"
_BENGALI_WORKS: Final = "হিসেবে (?:কাজ|চাকরি|কর্মরত|যোগ)|হিসাবে (?:কাজ|চাকরি|কর্মরত|যোগ)|পদে (?:কাজ|চাকরি|কর্মরত|যোগ|আছ)"
_GREEK_WORKS: Final = (
    "(?:ργάζομαι|ργάζεται|ργάζονται|ργαζόμουν|ουλεύω|ουλεύει|ούλευα|ούλευε|ργάστηκα|ργάστηκε) (?:ως|σαν) "
)
_HEBREW_WORKS: Final = (
    "(?:עובד|עובדת|עבד|עבדה|עבדתי|מועסק|מועסקת|משמש|משמשת|שימש|שימשה|מכהן|מכהנת) (?:בתור |בתפקיד |כ-?)"
)
_HINDI_WORKS: Final = (
    "(?:के रूप में|के तौर पर|के पद पर) (?:काम|कार्य|कार्यरत|नौकरी|नियुक्त)|की नौकरी (?:करता|करती|करते|कर रह|मिली)"
)
_HINDI_KINDS: Final = "(?:वीडियो|डेटा|मुख्य|वरिष्ठ|सहायक|पशु|बैंक|स्कूल|निजी|सिविल|ग्राफिक|सरकारी|बस|ट्रक|टैक्सी) "
_RUSSIAN_WORKS: Final = (
    "(?:абота(?:ю|ет|ем|л|ла|ли)|одрабатыва(?:ю|ет|л|ла)|руди(?:тся|лся|лась)|луж(?:у|ит|ил|ила)|строил(?:ся|ась)) "
)
_UKRAINIAN_WORKS: Final = "(?:рацю(?:ю|є|вав|вала)|ідробля(?:ю|є|в|ла)|луж(?:у|ить|ив|ила)|лаштува(?:вся|лася)) "
# Without their initials, like those above: the search skips to these.
_GERMAN_WORKS: Final = "rbeite(?:te|t|n|ten)?|obbe?t?|at gearbeitet"
_GERMAN_HIRED: Final = "tätig|angestellt|beschäftigt|eingestellt"
_FRENCH_WORKS: Final = "ravaill(?:e|es|ais|ait|é|er)|mbauchée?s?|ngagée?|ecrutée?"
_SPANISH_WORKS: Final = "rabaj(?:o|a|aba|é|ó|ando|ado|ar)|ontratad[oa]|mplead[oa]"
_ITALIAN_WORKS: Final = "avor(?:o|a|avo|ava|ato|are|ando)|ssunt[oa]|mpiegat[oa]"
_DUTCH_WORKS: Final = "erk(?:t|te|en)?|angenomen"
_PORTUGUESE_WORKS: Final = "rabalh(?:o|a|ava|ei|ou|ar|ando)|ontratad[oa]|mpregad[oa]"
_END: Final = "(?![^\\W_])"
_LATIN: Final = "[a-zà-öø-ÿœß'’-]"


def _working(language: str, expression: str, prefilter: str) -> Pattern:
    return Pattern(
        name=f"working_as_{language}",
        entity_type=EntityType.OCCUPATION,
        expression=expression,
        score=0.6,
        judge=_IS_JOB,
        prefilter=prefilter,
        languages=(language,),
    )


def _as(initials: str, works: str, as_a: str) -> str:
    return f"{_START}[{initials}](?:{works}) {as_a}(?P<value>{_LATIN}{{4,24}}){_END}"


PATTERNS: Final = (
    _working("ar", f"{_START}و?{_ARABIC_WORKS}(?P<value>[ء-ي]{{4,12}}){_END}", _ARABIC_WORKS),
    _working(
        "bn",
        f"(?:(?<=পেশা\u09df )|(?<=পেশা\u09af\u09bc ))(?!একজন|কী){_BENGALI}{{3,20}}(?!{_BENGALI})"
        f"|(?<!{_BENGALI}){_BENGALI}{{3,20}}(?= (?:{_BENGALI_WORKS}))",
        f"পেশা{_YA} |{_BENGALI_WORKS}",
    ),
    _working(
        "el",
        f"{_START}[εΕδΔ]{_GREEK_WORKS}(?:ο |η |ένας |μια |μία )?(?P<value>[α-ωάέήίόύώϊϋΐΰ]{{4,20}}){_END}",
        _GREEK_WORKS,
    ),
    _working("he", f"{_START}[וש]?{_HEBREW_WORKS}(?P<value>[א-ת]{{3,12}}){_END}", _HEBREW_WORKS),
    _working(
        "hi",
        f"(?<=पेशे से )(?!एक|क्या)(?:{_HINDI_KINDS})?{_HINDI}{{3,20}}(?!{_HINDI})"
        f"|(?<!{_HINDI})(?:{_HINDI_KINDS})?{_HINDI}{{3,20}}(?= (?:{_HINDI_WORKS}))",
        f"पेशे से |{_HINDI_WORKS}",
    ),
    _working(
        "ru",
        f"{_START}[рРпПтТсСуУ]{_RUSSIAN_WORKS}(?P<value>[а-яё-]{{3,20}}(?:ом|ем|ём|ой|ей)){_END}",
        _RUSSIAN_WORKS,
    ),
    _working(
        "uk",
        f"{_START}[пПсСвВ]{_UKRAINIAN_WORKS}(?P<value>[а-яіїєґ'’-]{{3,20}}(?:ом|ем|єм|ою|ею|єю)){_END}",
        _UKRAINIAN_WORKS,
    ),
    _working(
        "de",
        f"{_START}(?:(?:[aA]|[jJ]|[hH])(?:{_GERMAN_WORKS})(?: [a-zäöüß]{{2,12}}){{0,2}} als "
        f"|als (?=(?:eine? )?[A-ZÄÖÜ]{_LATIN}{{3,30}} (?:{_GERMAN_HIRED})))"
        f"(?:eine? |leitende[rn]? |selbst(?:st)?ändige[rn]? )?(?P<value>[A-ZÄÖÜ]{_LATIN}{{3,30}}){_END}",
        f"(?:{_GERMAN_WORKS})(?: [a-zäöüß]{{2,12}}){{0,2}} als |{_GERMAN_HIRED}",
    ),
    _working("fr", _as("tTeErR", _FRENCH_WORKS, "comme (?:une? )?"), f"(?:{_FRENCH_WORKS}) comme "),
    _working("es", _as("tTcCeE", _SPANISH_WORKS, "como (?:una? )?"), f"(?:{_SPANISH_WORKS}) como "),
    _working("it", _as("lLaAiI", _ITALIAN_WORKS, "come (?:una? |un['’])?"), f"(?:{_ITALIAN_WORKS}) come "),
    _working("nl", _as("wWaA", _DUTCH_WORKS, "als (?:een )?"), f"(?:{_DUTCH_WORKS}) als "),
    _working("pt", _as("tTcCeE", _PORTUGUESE_WORKS, "como (?:uma? )?"), f"(?:{_PORTUGUESE_WORKS}) como "),
)
