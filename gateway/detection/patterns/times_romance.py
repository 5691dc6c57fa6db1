"""Times in words in French, Spanish, Italian and Portuguese: "l'été 2016", "hace dos meses"."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.times_of_languages import YEAR, TimeWords, times

_CLOCK: Final = "[0-2]?[0-9](?:[:.h][0-5][0-9])?"
_FRENCH_MONTH: Final = "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
_FRENCH_NUMBER: Final = (
    "(?:une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|quelques|[0-9]{1,2})"
)
_SPANISH_MONTH: Final = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre"
_SPANISH_NUMBER: Final = (
    "(?:una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|unos|unas|[0-9]{1,2})"
)
_ITALIAN_MONTH: Final = "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre"
_ITALIAN_NUMBER: Final = (
    "(?:una?|un|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|mezzogiorno|mezzanotte|[0-9]{1,2})"
)
_PORTUGUESE_MONTH: Final = "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro"
_PORTUGUESE_NUMBER: Final = "(?:uma?|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|uns|umas|[0-9]{1,2})"

PATTERNS: Final = (
    *times(
        "fr",
        TimeWords(
            into="en|à|au|depuis|dès|jusqu'en|vers|le|la|l['’]|courant|pour|dans",
            part="(?:(?:au |le )?début|(?:la |à la )?fin|(?:à la )?mi|(?:au )?milieu)[ -]",
            month=_FRENCH_MONTH,
            of="de |d['’]",
            season="(?:l['’]|à l['’]|cet )?(?:été|automne|hiver)|(?:le |au )?printemps",
            last="dernier|prochain",
            day="lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|hier|après-demain|avant-hier|aujourd'hui",
            daytime="matin|midi|après-midi|aprem|soir|dernier|prochain|en huit",
            at="à|vers|dès|avant|après|aux alentours de|sur les coups de",
            hour=(
                f"(?:{_CLOCK}(?: ?h(?:eures?)?)?|{_FRENCH_NUMBER} heures?(?: et (?:demie|quart)| moins le quart)?"
                f"|midi|minuit)"
            ),
            others=(
                f"il y a (?:environ |à peine |plus de |presque )?{_FRENCH_NUMBER} (?:jours?|semaines?|mois"
                f"|ans?|années|heures?)",
                f"(?:dans )?la nuit du [0-3]?[0-9] au [0-3]?[0-9](?: (?:{_FRENCH_MONTH}))?",
                f"(?:le )?premier (?:{_FRENCH_MONTH})(?: {YEAR}| dernier| prochain)?",
                f"(?:le )?(?:premier|1er|deuxième|2e|troisième|3e|quatrième|4e|dernier) (?:trimestre"
                f"|semestre) (?:de )?{YEAR}",
                "(?:la |à la )?(?:veille|veillée|semaine|vacances|matin|soir|lendemain|nuit) (?:du |de la "
                "|de )?(?:noël|nouvel an|pâques|l['’]aïd|la toussaint"
                "|saint-sylvestre|la pentecôte|l['’]ascension|premier de l['’]an)|(?:à|depuis|avant|après"
                "|pour) (?:noël|pâques|la toussaint|l['’]aïd"
                "|la pentecôte|l['’]ascension|la chandeleur|la saint-valentin)(?: dernier| dernière| prochain"
                "| (?:19|20)[0-9]{2})?",
                "(?:l['’](?:été|automne|hiver|an)|le (?:printemps|mois)|la semaine) (?:dernier|dernière"
                "|prochain|prochaine|d['’]avant|passée?)",
            ),
        ),
    ),
    *times(
        "es",
        TimeWords(
            into="en|a|al|el|la|desde|hasta|para|sobre|por",
            part="(?:principios|comienzos|inicios|mediados|finales|fines|fin) de ",
            month=_SPANISH_MONTH,
            of="de |del |del año ",
            season="(?:(?:el|la) )?(?:primavera|verano|otoño|invierno)",
            last="(?:el|la) (?:pasad[oa]|próxim[oa]|últim[oa])|este|esta|aquel",
            day=(
                "(?:el |este |los )?(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)|mañana|ayer|anteayer"
                "|anoche|pasado mañana|hoy"
            ),
            daytime="(?:por|en|de) la (?:mañana|tarde|noche|madrugada)|al mediodía|pasado|próximo|que viene",
            at="a las?|sobre las?|a eso de las?|desde las?|hacia las?|antes de las?",
            hour=(
                f"(?:{_CLOCK}(?: ?h(?:oras)?)?|{_SPANISH_NUMBER}(?: y (?:media|cuarto|diez|veinte)"
                f"| menos (?:cuarto|diez|veinte))?)"
            ),
            others=(
                f"hace (?:unos |unas |casi |más de |como )?{_SPANISH_NUMBER} (?:días?|semanas?|mes(?:es)?"
                f"|años?|horas?)",
                f"(?:en )?la (?:noche|madrugada) del [0-3]?[0-9](?: al [0-3]?[0-9])?(?: de (?:{_SPANISH_MONTH}))?",
                f"(?:el )?(?:primero|uno|1º) de (?:{_SPANISH_MONTH})(?: de(?:l)? {YEAR})?",
                "(?:en|desde|por|para|antes de|después de|hasta) (?:nochebuena|nochevieja|navidad(?:es)?"
                "|semana santa|reyes|año nuevo|pascua"
                f"|fallas|carnaval|el día de (?:la madre|muertos))(?: de {YEAR}| pasada| pasado)?|(?:navidad"
                f"|semana santa|nochevieja) de {YEAR}",
                f"(?:el )?(?:primer|segundo|tercer|cuarto|último) (?:trimestre|semestre) de(?:l)? {YEAR}",
                "(?:el|la) (?:verano|otoño|invierno|primavera|mes|semana|año|navidad) (?:pasad[oa]|que viene"
                "|antepasad[oa])",
            ),
        ),
    ),
    *times(
        "it",
        TimeWords(
            into="in|a|ad|al|alla|dal|dalla|il|la|l['’]|per|fino a|entro|verso|da",
            part="(?:(?:l['’]|all['’])?inizio|(?:la )?metà|(?:la )?fine)(?: di)? ",
            month=_ITALIAN_MONTH,
            of="del |di |dell['’]anno ",
            season=(
                "(?:(?:l['’]|nell['’]|dell['’])(?:estate|autunno|inverno)|(?:la |nella |in )?primavera|estate"
                "|autunno|inverno)"
            ),
            last="(?:la |l['’])?(?:scors[oa]|prossim[oa]|ultim[oa])",
            day=(
                "(?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)|domani|ieri|dopodomani"
                "|l['’]altro ieri|oggi"
            ),
            daytime="mattina|pomeriggio|sera|notte|scors[oa]|prossim[oa]",
            at="alle|alle ore|ore|verso le|dalle|intorno alle|prima delle|a|all['’]",
            hour=f"(?:{_CLOCK}|{_ITALIAN_NUMBER}(?: e (?:mezza|mezzo|un quarto)| meno un quarto)?)",
            others=(
                f"(?:circa )?{_ITALIAN_NUMBER} (?:giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|or[ae]) fa",
                f"(?:nella )?notte (?:tra|fra) (?:il )?[0-3]?[0-9] e (?:il )?[0-3]?[0-9](?: (?:{_ITALIAN_MONTH}))?",
                f"(?:il |dal )?(?:primo|1°) (?:{_ITALIAN_MONTH})(?: {YEAR})?",
                "(?:la )?vigilia di (?:natale|capodanno|ferragosto)|(?:a|da|dopo|prima di|per) (?:natale"
                "|pasqua|pasquetta|capodanno|ferragosto"
                f"|carnevale|ognissanti|l['’]epifania)(?: (?:del )?{YEAR}| scorso)?",
                f"(?:il |nel )?(?:primo|secondo|terzo|quarto|ultimo) (?:trimestre|semestre) (?:del )?{YEAR}",
                "(?:l['’](?:estate|autunno|inverno|anno)|la (?:primavera|settimana)|il mese) (?:scors[oa]|prossim[oa])",
            ),
        ),
    ),
    *times(
        "pt",
        TimeWords(
            into="em|no|na|desde|até|para|a|ao|por",
            part="(?:(?:n?o )?(?:início|começo|princípio|fim|final)|meados|finais|inícios) (?:de |do |do mês de )",
            month=_PORTUGUESE_MONTH,
            of="de |do ano de ",
            season="(?:(?:n?o|n?a) )?(?:primavera|verão|outono|inverno)(?: de)?",
            last="(?:n?o |n?a )?(?:passad[oa]|próxim[oa]|últim[oa])",
            day="(?:(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|sábado|domingo)|amanhã|ontem|anteontem|hoje",
            daytime="(?:de|à|pela|da) (?:manhã|tarde|noite|madrugada)|passad[oa]|que vem",
            at="às?|pelas|por volta das|a partir das|antes das",
            hour=f"(?:{_CLOCK}(?: ?h(?:oras)?)?|{_PORTUGUESE_NUMBER}(?: e (?:meia|um quarto)| horas)?|meio-dia)",
            others=(
                f"há (?:cerca de |quase |mais de |uns |umas )?{_PORTUGUESE_NUMBER} (?:dias?|semanas?"
                f"|m[eê]s(?:es)?|anos?|horas?)(?: atrás)?",
                f"{_PORTUGUESE_NUMBER} (?:dias?|semanas?|m[eê]s(?:es)?|anos?|horas?) atrás",
                f"(?:na )?(?:noite|madrugada) (?:de"
                f"|do dia) [0-3]?[0-9](?: para [0-3]?[0-9])?(?: de (?:{_PORTUGUESE_MONTH}))?",
                f"(?:n?o )?(?:dia )?primeiro de (?:{_PORTUGUESE_MONTH})(?: de {YEAR})?",
                "(?:na )?véspera d[eoa] (?:natal|ano novo|páscoa|são joão)|(?:no|na|desde o|até ao?|antes do"
                "|depois do|pelo) (?:natal|réveillon"
                f"|carnaval|páscoa|ano novo|dia dos pais|dia das mães)(?: de {YEAR}| passad[oa])?",
                f"(?:n?o )?(?:primeiro|segundo|terceiro|quarto|último) (?:trimestre|semestre) de {YEAR}",
                "(?:n?o|n?a) (?:verão|outono|inverno|primavera|mês|semana|ano) (?:passad[oa]|que vem|retrasad[oa])",
            ),
        ),
    ),
)
