"""Ages in words in French, Spanish, Italian and Portuguese: "trente-deux ans", "sulla quarantina"."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.ages_of_languages import FIGURE, age

_FRENCH: Final = (
    "(?:(?:vingt|trente|quarante|cinquante|soixante|quatre-vingts?|septante|huitante"
    "|nonante)(?:[- ](?:et[- ])?(?:une?|deux|trois|quatre|cinq|six|sept|huit|neuf"
    "|dix(?:-(?:sept|huit|neuf))?|onze|douze|treize|quatorze|quinze|seize))?|dix-(?:sept|huit|neuf)|une?|deux"
    "|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze"
    "|treize|quatorze|quinze|seize|cent)"
)
_SPANISH_TENS: Final = "(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)"
_SPANISH_ONES: Final = "(?:un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)"
_SPANISH: Final = (
    f"(?:{_SPANISH_TENS}(?: y {_SPANISH_ONES})?|veint(?:e|i[a-zúóé]{{2,6}})|dieci[a-zéó]{{3,6}}|{_SPANISH_ONES}"
    f"|diez|once|doce|trece|catorce|quince|cien)"
)
_ITALIAN_TENS: Final = "(?:vent|trent|quarant|cinquant|sessant|settant|ottant|novant)"
_ITALIAN: Final = (
    f"(?:{_ITALIAN_TENS}(?:[aio]?(?:un[oa]?|due|tré|tre|quattro|cinque|sei|sette|otto|nove)?)|dici(?:a"
    f"|as)?(?:sette|otto|nove)|(?:un|do|tre|quattor|quin|se)dici"
    "|un|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|cento)"
)
_PORTUGUESE: Final = (
    "(?:(?:vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa)(?: e (?:uma?|dois|duas|três"
    "|quatro|cinco|seis|sete|oito|nove))?|d[ei]z[ae](?:sseis|ssete"
    "|sete|seis|oito|nove)|dezoito|onze|doze|treze|quatorze|catorze|quinze|uma?|dois|duas|três|quatro|cinco"
    "|seis|sete|oito|nove|dez|cem)"
)

PATTERNS: Final = (
    age(
        "fr",
        f"(?:(?<!y )ai|(?<!y )as?|avait|avais|aura|auras?|ont|avons|fête|fêtera|de|à|eu) (?:maintenant |déjà "
        f"|presque |bientôt |environ |à peine |seulement )?"
        f"(?P<value>(?:{_FRENCH}|{FIGURE}) (?:ans|mois)(?: et demi)?)(?! (?:de (?!la)|d['’]|pour|avant|après"
        f"|plus|qu|que|avec sursis|ferme))",
        f"(?:ai|as?|avait|avais|aura|auras|ont|avons|fête|fêtera|de|à|eu) (?:[a-zéàê]+ ){{0,2}}(?:{_FRENCH}"
        f"|[0-9]{{1,2}}) (?:ans|mois)",
    ),
    age(
        "fr",
        "(?:la |sa )?(?:vingtaine|trentaine|quarantaine|cinquantaine|soixantaine)(?! de| d['’])|(?:quinqua"
        "|sexa|septua|octo|nona)génaire",
        "taine|zaine|génaire",
        "by_tens",
    ),
    age(
        "es",
        "(?:tengo|tienes?|tenía|tenia|tenemos|tienen|cumpl[a-zóí]{1,5}|cumplir|con|de|a los|los) (?:ya |casi "
        "|solo |unos |apenas )?"
        f"(?P<value>(?:{_SPANISH}|{FIGURE}) (?:años|añitos|meses)(?: y medio)?)(?! (?:de (?!edad)|en "
        f"|trabajando|más|que |sin ))",
        f"(?:{_SPANISH}|[0-9]{{1,2}}) (?:años|añitos|meses)",
    ),
    age(
        "es",
        f"(?:ronda|rondando|pasa de|cerca de|cumplir|cumple|cumplió) (?P<value>los {_SPANISH_TENS})(?! [a-z]+s\\b)",
        f"los {_SPANISH_TENS}",
        "by_tens",
    ),
    age(
        "es",
        "(?:veinte|treint|cuarent|cincuent|sesent|setent|ochent)(?:añer|on|ón|ón)[oa]?[s]?",
        "añer|treint[oó]n|cuarent[oó]n|cincuent[oó]n",
        "of_tens",
    ),
    age(
        "it",
        "(?:ho|hai|ha|aveva|avevo|hanno|compi[eròàut]{1,4}|compiuto|di|a) (?:quasi |già |solo |circa |appena )?"
        f"(?P<value>(?:{_ITALIAN}|{FIGURE}) (?:anni|annetti|mesi)(?: e mezzo)?)(?! (?:di (?!età)|fa\\b|d['’]"
        f"|che |per ))",
        f"(?:{_ITALIAN}|[0-9]{{1,2}}) (?:anni|annetti|mesi)",
    ),
    age(
        "it",
        f"(?:sulla|sui|una) (?:{_ITALIAN_TENS}(?:ina|enne|i|a))(?! di)|{_ITALIAN_TENS}(?:enne|enni|un?enne)"
        f"|(?:sessan|settan|ottan|novan)tenne",
        "ntina|enne|enni|sui ",
        "by_tens",
    ),
    age(
        "pt",
        "(?:tenho|tem|tens|tinha|têm|temos|fez|fiz|completou|completa|com|de|aos|idade:) (?:já |quase |só "
        "|apenas |uns )?"
        f"(?P<value>(?:{_PORTUGUESE}|{FIGURE}) (?:anos|aninhos|meses)(?: e meio)?)(?! (?:de (?!idade)|atrás"
        f"|d['’]|que |a trabalhar|em ))",
        f"(?:{_PORTUGUESE}|[0-9]{{1,2}}) (?:anos|aninhos|meses)",
    ),
    age(
        "pt",
        "na casa dos (?:vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa)(?: anos)?"
        "|(?:quarent|cinquent|sexagen|septuagen|octogen)(?:ões|ão|ona|ári[oa])",
        "casa dos|quarent|cinquent|genári",
        "by_tens",
    ),
)
