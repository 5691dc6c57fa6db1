"""Numbers that something or somebody was given, after the word for it: orders, cases, devices, members, staff.

After a word for a number ("serial no.", "Aktenzeichen", "n° de commande") it may have digits alone; after the word for
the thing itself ("member", "commande", "zamówienie") it has letters or signs too, as versions and standards do not.
"""

import re
from typing import Final

from gateway.detection.identifiers import numbered
from gateway.detection.recognizer import Pattern, whole_if
from gateway.detection.words import at_word_start, somewhere
from gateway.types import EntityType

_NUMBERS: Final = (
    # English
    "serial|serial number|serial no|s/n|asset tag|asset no|asset number|service tag|inventory no|inventory number"
    "|imei|order no|order number|order id|case no|case number|docket|docket no|claim no|claim number|claim id"
    "|ticket no|ticket id|ticket number|invoice no|invoice number|policy no|policy number|contract no|contract number"
    "|member no|member id|member number|membership|membership no|membership number|customer no|customer number"
    "|customer id|client no|client id|client number|account ref|employee no|employee id|employee number|staff no"
    "|staff id|staff number|payroll no|payroll number|badge|badge no|badge number|student no|student id"
    "|student number|matric no|matriculation number|candidate number|exam number|roll number|roll no|patient no"
    "|patient id|patient number|hospital number|chart number|file no|file number|file ref|reference|reference no"
    "|reference number|our ref|your ref|ref no|booking ref|booking reference|reservation code|booking code"
    "|confirmation code|confirmation number|tracking code|tracking no|tracking number|tracking id|permit no"
    "|permit number|residence permit no|licence no|license no|registration no|registration number|transaction id"
    "|transaction no|incident no|incident number|card no|library card|loyalty card|loyalty number|meter number"
    "|meter no|voter id|visa number|visa no|warranty number|cust no|cust id|acct|acct no|a/c|a/c no|tax ref"
    "|tax reference"
    "|utr|case ref|claim ref|policy ref|order ref|job no|job number|job ref|emp no|emp id|emp code|reg no|car reg"
    "|payroll id"
    "|account no|account number|pin no|nmc pin|service no|service number|crn|mpan|mprn|unique ref|remita reference|rrr"
    # German
    "|seriennummer|seriennr|inventarnummer|inventarnr|bestellnummer|bestellnr|auftragsnummer|auftragsnr|kundennummer"
    "|kundennr|vorgangsnummer|vorgangsnr|aktenzeichen|az\\.|geschäftszeichen|rechnungsnummer|rechnungsnr|vertragsnummer"
    "|vertragsnr|personalnummer|personalnr|matrikelnummer|matrikelnr|mitgliedsnummer|mitgliedsnr|versicherungsnummer"
    "|versicherungsnr|schadennummer|schadensnummer|fallnummer|ticketnummer|sendungsnummer|patientennummer|patientennr"
    "|ausweisnummer|zählernummer|gerätenummer|buchungsnummer|mandatsreferenz|kassenzeichen"
    # French
    "|numéro de commande|numéro de dossier|numéro de série|numéro client|numéro de client|numéro de contrat"
    "|numéro de facture|numéro d'adhérent|numéro d'étudiant|numéro étudiant|numéro de suivi|numéro de police"
    "|n° client|n° de série|n° de commande|n° de dossier|n° adhérent|n° de contrat|n° de facture|matricule|réf"
    "|référence|sinistre"
    # Spanish
    "|número de pedido|número de cliente|número de serie|número de expediente|número de póliza|número de factura"
    "|número de socio|nº de cliente|nº de pedido|nº de serie|nº de socio|nº de expediente|expediente|legajo|matrícula"
    "|número de matrícula|localizador"
    # Italian
    "|numero d'ordine|numero ordine|numero di serie|numero cliente|codice cliente|numero di pratica|numero pratica"
    "|matricola|numero polizza|numero di polizza|numero di tessera|codice prenotazione|protocollo"
    # Dutch
    "|bestelnummer|ordernummer|klantnummer|klantnr|dossiernummer|dossiernr|serienummer|polisnummer|personeelsnummer"
    "|lidnummer|zaaknummer|factuurnummer|studentnummer|kenmerk|relatienummer|patiëntnummer|reserveringsnummer"
    # Portuguese
    "|número do pedido|número de encomenda|número de série|nº de série|número do processo|número da apólice"
    "|nº de cliente|nº do pedido|número de aluno|matrícula do aluno|código de cliente|código de reserva"
    # Polish
    "|numer zamówienia|nr zamówienia|numer klienta|nr klienta|numer seryjny|nr seryjny|numer sprawy|sygnatura|sygn\\."
    "|sygn\\. akt|numer polisy|nr polisy|numer umowy|nr umowy|nr albumu|numer albumu|numer legitymacji|nr ewidencyjny"
    "|numer faktury"
    # Turkish
    "|sipariş no|sipariş numarası|müşteri no|müşteri numarası|dosya no|seri no|seri numarası|öğrenci no|sicil no"
    "|poliçe no|fatura no|sözleşme no|üye no|abone no|kargo takip no|takip numarası|esas no"
    # Russian and Ukrainian
    "|номер заказа|номер договора|номер дела|номер полиса|номер клиента|табельный номер|серийный номер"
    "|инвентарный номер|студенческий билет|зачётная книжка|зачетная книжка|трек-номер|номер замовлення|номер справи"
    "|номер договору|серійний номер|табельний номер|інвентарний номер|номер клієнта"
    # Greek
    "|αριθμός παραγγελίας|αριθμός πελάτη|αριθμός φακέλου|αριθμός μητρώου|αριθμός συμβολαίου|σειριακός αριθμός"
    "|αριθμός σειράς"
)
# Hyperscan takes no longer expression than one of the words' beginnings.
_THINGS: Final = (
    "order|case|claim|ticket|incident|invoice|contract|policy|member|customer|client|employee|staff|student|patient"
    "|applicant|booking|reservation|parcel|shipment|asset|laptop|device|phone|tablet|monitor|vehicle|deal|permit"
    "|licence|license|transaction|charge|payment|refund|subscription|complaint|request|file|folder|dossier|account"
    "|card|policyholder|docket|bestellung|auftrag|vertrag|rechnung|vorgang|akte|kunde|mitglied|gerät"
    "|commande|contrat|facture|adhérent|client|colis|salarié|étudiant|pedido|factura|póliza|contrato|socio|cliente"
    "|reserva|siniestro|ordine|pratica|fattura|polizza|contratto|tessera|prenotazione|bestelling|factuur|polis"
    "|contract|klant|encomenda|processo|fatura|apólice|zamówienie|zamówienia|faktura|faktury|polisa|umowa"
    "|klient|sipariş|fatura|poliçe|sözleşme|müşteri|заказ|заказа|дело|договор|договора|полис|клиент|замовлення|справа"
    "|договір|поліс|παραγγελία|παραγγελίας|συμβόλαιο|τιμολόγιο"
)
_SIGN: Final = (
    "(?: ?(?:number|no|nr|num|id|code|n|nº|n°|№|ref)\\.?[ º°]?)?(?: (?:is|was|ist|lautet|est|es|è|é|to|είναι))?"
    "[ :.#№°º]{1,3}[\"'`(]?#?$"
)
# What may stand before it is asked first: most numbers of a log have another sign or a number there.
_WITH_DIGIT: Final = "(?<=[ :.#№°º\"'`(])(?<![0-9][ :.])(?!(?:no|nr|num|n|ref|id)[.:])(?=[A-Za-z/.-]{0,12}[0-9])"
_BEGINNING: Final = 6  # letters: enough to pass over texts without a word
_MIXED: Final = "(?=[A-Za-z0-9/#-]{0,12}[0-9]{3}|(?:[A-Za-z]{0,6}[0-9]{1,2}){3})"
_VALUE: Final = "(?P<value>[A-Za-z0-9](?:[A-Za-z0-9]|[/.-](?=[A-Za-z0-9])){3,28})(?![A-Za-z0-9_%€$£@]|[.,][0-9])"
_CASE: Final = "(?P<value>(?:[0-9]{1,4}|[IVX]{1,5}) [A-Z][A-Za-z]{0,3} [0-9]{1,6}/[0-9]{2,4})(?![A-Za-z0-9/])"


def _has_letters_or_signs(candidate: str) -> bool:
    return not candidate.isdigit() and bool(numbered(candidate))


def _beginnings(words: str) -> str:
    begun = {re.split(r"['\\]", each)[0][:_BEGINNING] for each in words.split("|")}
    return somewhere("|".join(sorted(begun)))


_COURTS: Final = "cv|cr|mj|mc|md|bk|ap|civ|fam|pr|dr"

PATTERNS: Final = (
    Pattern(
        name="docket_american",
        entity_type=EntityType.ID_NUMBER,
        expression=f"(?<![\\w-])(?:[0-9]:)?[0-9]{{2,4}}-?(?i:{_COURTS})-[0-9]{{3,7}}(?:-[A-Z]{{2,4}}){{0,2}}(?![\\w-])",
        score=0.8,
        prefilter=f"[0-9]{{2}}-?(?:{somewhere(_COURTS)})-[0-9]{{3}}",
    ),
    Pattern(
        name="number_after_its_word",
        entity_type=EntityType.ID_NUMBER,
        expression=_WITH_DIGIT + _VALUE,
        score=0.7,
        judge=numbered,
        context=f"(?-i:{at_word_start(_NUMBERS)}){_SIGN}",
        hint=_beginnings(_NUMBERS),
        prefilter=f"(?:^|[^A-Za-z])(?:{_beginnings(_NUMBERS)})",
    ),
    Pattern(
        name="number_of_thing",
        entity_type=EntityType.ID_NUMBER,
        expression=_WITH_DIGIT + _MIXED + _VALUE,
        score=0.65,
        judge=whole_if(_has_letters_or_signs),
        context=f"(?-i:{at_word_start(_THINGS)}){_SIGN}",
        hint=_beginnings(_THINGS),
        prefilter=f"(?:^|[^A-Za-z])(?:{_beginnings(_THINGS)})",
    ),
    Pattern(
        name="number_of_case",
        entity_type=EntityType.ID_NUMBER,
        expression=f"(?<![\\w/]){_CASE}",
        score=0.7,
        prefilter="[0-9IVX] [A-Z][A-Za-z]{0,3} [0-9]{1,6}/[0-9]{2}",
    ),
    Pattern(
        name="number_of_payment",
        entity_type=EntityType.ID_NUMBER,
        expression=(
            "(?<![A-Za-z0-9_])(?:ch|py|pi|cus|sub|in|txn|re|pm|seti|cs|acct|tr|po|card|src|tok|dp|ba|si|ii|evt)_"
            "(?:test_|live_)?[A-Za-z0-9]{12,64}(?![A-Za-z0-9_])"
        ),
        score=0.75,
        judge=whole_if(lambda value: bool(numbered(value)) and value != value.lower()),
        prefilter="[a-z]_[A-Za-z0-9]{12}",
    ),
)
