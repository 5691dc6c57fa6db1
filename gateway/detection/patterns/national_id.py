"""National identity, tax and health numbers: those whose check digits ``python-stdnum`` knows, and a few without.

Numbers of digits only need a word before them, because every tenth random number has a valid check digit. Numbers with
a distinctive form, letters or a date of birth count without one, and a word raises their score.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from stdnum import get_cc_module

from gateway.detection.checksums import is_nric
from gateway.detection.recognizer import Pattern, whole_if
from gateway.detection.words import somewhere
from gateway.types import EntityType


@dataclass(frozen=True)
class NationalId:
    """A kind of number: its module in ``stdnum``, its form, words for it, and its score without a word (0: never).

    ``has_checksum`` is false if the module only checks ranges and dates.
    """

    country: str
    kind: str
    form: str
    words: str
    score: float = 0.0
    has_checksum: bool = True


_SIX: Final = "[0-9]{2}(?:0[1-9]|1[0-2])[0-3][0-9]"  # a date of birth, year first
_SIX_DAY_FIRST: Final = "[0-3][0-9](?:0[1-9]|1[0-2])[0-9]{2}"
_ELEVEN: Final = "[0-9]{3}[ .-]?[0-9]{3}[ .-]?[0-9]{3}[ .-]?[0-9]{2}"
_IN_THREES: Final = "[0-9]{3}[ .-]?[0-9]{3}[ .-]?[0-9]{3}"
_OF_MBI: Final = "[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]"  # no letter that looks like a digit
_OLD: Final = "[0-9LMNPQRSTUVlmnpqrstuv]"

NUMBERS: Final = (
    NationalId("ar", "cuit", "(?:20|2[3-7]|3[034])-[0-9]{8}-[0-9]", "\\bcui[tl]\\b", 0.7),
    NationalId("ar", "dni", "[0-9]{1,2}\\.?[0-9]{3}\\.?[0-9]{3}", "\\bdni\\b|documento", has_checksum=False),
    NationalId("at", "vnr", "[0-9]{4} ?[0-9]{6}", "\\bsvnr\\b|versicherungsnummer|\\bsv-nummer"),
    NationalId("au", "abn", "[0-9]{2} ?[0-9]{3} ?[0-9]{3} ?[0-9]{3}", "\\babn\\b|business number"),
    NationalId("au", "tfn", "[0-9]{3} ?[0-9]{3} ?[0-9]{2,3}", "\\btfn\\b|tax file"),
    NationalId(
        "be",
        "nn",
        "[0-9]{2}\\.?[0-9]{2}\\.?[0-9]{2}[ -]?[0-9]{3}[ .]?[0-9]{2}",
        "rijksregister|registre national|\\binsz\\b|\\bniss\\b",
    ),
    NationalId("bg", "egn", "[0-9]{10}", "\\begn\\b|егн"),
    NationalId("br", "cnpj", "[0-9]{2}\\.?[0-9]{3}\\.?[0-9]{3}/[0-9]{4}-?[0-9]{2}", "\\bcnpj\\b", 0.9),
    NationalId("br", "cpf", "[0-9]{3}\\.[0-9]{3}\\.[0-9]{3}-[0-9]{2}", "\\bcpf\\b", 0.9),
    NationalId("br", "cpf", "[0-9]{11}", "\\bcpf\\b"),
    NationalId("ca", "sin", _IN_THREES, "\\bsin\\b|social insurance|\\bnas\\b|assurance sociale"),
    NationalId("ch", "ssn", "756[. ]?[0-9]{4}[. ]?[0-9]{4}[. ]?[0-9]{2}", "\\bahv\\b|\\bavs\\b", 0.9),
    NationalId("cl", "rut", "[0-9]{1,2}\\.?[0-9]{3}\\.?[0-9]{3}-[0-9Kk]", "\\bru[tn]\\b", 0.6),
    NationalId("cn", "ric", "[1-8][0-9]{5}(?:19|20)[0-9]{9}[0-9Xx]", "身份证", 0.9),
    NationalId("co", "nit", "[0-9]{3}\\.?[0-9]{3}\\.?[0-9]{3}-[0-9]", "\\bnit\\b"),
    NationalId("cz", "rc", "[0-9]{2}[0156][0-9][0-3][0-9]/[0-9]{3,4}", "rodné|\\brč\\b|birth number", 0.7),
    NationalId(
        "de",
        "idnr",
        "[0-9]{2} ?[0-9]{3} ?[0-9]{3} ?[0-9]{3}",
        "steuer|identifikationsnummer|\\btax id|\\btin\\b|\\bidnr\\b",
    ),
    NationalId("dk", "cpr", f"{_SIX_DAY_FIRST}[ -]?[0-9]{{4}}", "\\bcpr\\b|personnummer", has_checksum=False),
    NationalId("do", "cedula", "[0-9]{3}-[0-9]{7}-[0-9]", "cédula|cedula", 0.8),
    NationalId("ec", "ci", "[0-9]{10}", "cédula|cedula"),
    NationalId("ee", "ik", "[1-6][0-9]{10}", "isikukood|asmens kodas|personal code"),
    NationalId("es", "cif", "[ABCDEFGHJNPQRSUVW][ -]?[0-9]{7}[ -]?[0-9A-J]", "\\bcif\\b|\\bnif\\b"),
    NationalId("es", "dni", "[0-9]{2}\\.?[0-9]{3}\\.?[0-9]{3}[ -]?[A-Za-z]", "\\bdni\\b|\\bnif\\b|documento", 0.7),
    NationalId("es", "nie", "[XYZxyz][ -]?[0-9]{7}[ -]?[A-Za-z]", "\\bnie\\b|extranjero", 0.8),
    NationalId("fi", "hetu", f"{_SIX_DAY_FIRST}[-+A-FU-Y][0-9]{{3}}[0-9A-FHJ-NPR-Y]", "\\bhetu\\b|henkilötunnus", 0.85),
    NationalId(
        "fr",
        "nir",
        "[12][ .]?[0-9]{2}[ .]?[0-9]{2}[ .]?[0-9][0-9AB](?:[ .]?[0-9]{3}){2}[ .]?[0-9]{2}",
        "sécu|\\bnir\\b|\\binsee\\b",
        0.85,
    ),
    NationalId("gb", "nhs", "[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}", "\\bnhs\\b|health service"),
    NationalId("gb", "utr", "[0-9]{5} ?[0-9]{5}", "\\butr\\b|taxpayer reference"),
    NationalId("gr", "amka", "[0-9]{11}", "\\bamka\\b|αμκα"),
    NationalId("hr", "oib", "[0-9]{11}", "\\boib\\b"),
    NationalId("ie", "pps", "[0-9]{7}[A-W][A-IW]?", "\\bpps[n]?\\b|public service", 0.7),
    NationalId("id", "nik", "[0-9]{16}", "\\bnik\\b|\\bktp\\b"),
    NationalId("il", "idnr", "[0-9]{8}-?[0-9]", "teudat|\\bid (?:number|no)|תעודת זהות|ת\\.ז"),
    NationalId("in", "aadhaar", "[2-9][0-9]{3}([ -]?)[0-9]{4}\\1[0-9]{4}", "aadhaa?r|\\buidai\\b|आधार"),
    NationalId("in", "gstin", "[0-3][0-9][A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]", "\\bgst", 0.9),
    NationalId(
        "in", "pan", "[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]", "\\bpan\\b|permanent account", 0.7, has_checksum=False
    ),
    NationalId("is", "kennitala", f"{_SIX_DAY_FIRST}-?[0-9]{{4}}", "kennitala"),
    NationalId(
        "it",
        "codicefiscale",
        f"[A-Za-z]{{6}}{_OLD}{{2}}[A-Za-z]{_OLD}{{2}}[A-Za-z]{_OLD}{{3}}[A-Za-z]",
        "codice fiscale",
        0.95,
    ),
    NationalId("jp", "in_", "[0-9]{4} ?[0-9]{4} ?[0-9]{4}", "my number|マイナンバー|個人番号"),
    NationalId("ke", "pin", "[AP][0-9]{9}[A-Z]", "\\bkra\\b", 0.6, has_checksum=False),
    NationalId("kr", "brn", "[0-9]{3}-[0-9]{2}-[0-9]{5}", "사업자", has_checksum=False),
    NationalId("kr", "rrn", f"{_SIX}-[0-9]{{7}}", "주민등록|resident registration", 0.9),
    NationalId("lt", "asmens", "[3-6][0-9]{10}", "asmens kod"),
    NationalId("mx", "curp", "[A-Z]{4}[0-9]{6}[HMX][A-Z]{5}[0-9A-Z][0-9]", "\\bcurp\\b", 0.95),
    NationalId("mx", "rfc", "[A-ZÑ&]{3,4}[ -]?[0-9]{6}[ -]?[0-9A-Z]{3}", "\\brfc\\b", has_checksum=False),
    NationalId(
        "my", "nric", f"{_SIX}-[0-9]{{2}}-[0-9]{{4}}", "mykad|\\bnric\\b|kad pengenalan", 0.7, has_checksum=False
    ),
    NationalId("my", "nric", f"{_SIX}[0-9]{{6}}", "mykad|\\bnric\\b|kad pengenalan", has_checksum=False),
    NationalId(
        "nl",
        "bsn",
        "[0-9]{4}[ .]?[0-9]{2}[ .]?[0-9]{2,3}|[0-9]{3}[ .][0-9]{3}[ .][0-9]{3}",
        "\\bbsn\\b|burgerservice|sofinummer",
    ),
    NationalId("no", "fodselsnummer", f"{_SIX_DAY_FIRST}[ -]?[0-9]{{5}}", "fødselsnummer|personnummer", 0.5),
    NationalId("nz", "ird", "[0-9]{2,3}[ -]?[0-9]{3}[ -]?[0-9]{3}", "\\bird\\b|inland revenue"),
    NationalId("pe", "ruc", "[12][0-9]{10}", "\\bruc\\b"),
    NationalId("pk", "cnic", "[1-7][0-9]{4}-[0-9]{7}-[0-9]", "\\bcnic\\b|\\bnicop\\b", 0.8, has_checksum=False),
    NationalId("pl", "pesel", "[0-9]{11}", "\\bpesel\\b"),
    NationalId("pt", "nif", _IN_THREES, "\\bnif\\b|contribuinte"),
    NationalId("ro", "cnp", "[1-8][0-9]{12}", "\\bcnp\\b"),
    NationalId("ru", "inn", "[0-9]{12}|[0-9]{10}", "\\binn\\b|инн"),
    NationalId("se", "personnummer", f"(?:19|20)?{_SIX}[-+][0-9]{{4}}", "personnummer", 0.6),
    NationalId("se", "personnummer", f"(?:19|20)?{_SIX}[0-9]{{4}}", "personnummer"),
    NationalId("si", "emso", "[0-3][0-9][01][0-9]{10}", "emšo|emso|jmbg|јмбг|matični"),
    NationalId("sk", "rc", "[0-9]{2}[0156][0-9][0-3][0-9]/?[0-9]{3,4}", "rodné|\\brč\\b"),
    NationalId("tr", "tckimlik", "[1-9][0-9]{10}", "\\bt\\.?c\\.? ?(?:kimlik|no)|kimlik"),
    NationalId("tw", "ubn", "[0-9]{8}", "統一編號|統編"),
    NationalId("ua", "rntrc", "[0-9]{10}", "рнокпп|іпн|ідентифікаційний"),
    NationalId("us", "ein", "[0-9]{2}-[0-9]{7}", "\\bein\\b|employer id|\\bfein\\b|tax id|federal", has_checksum=False),
    NationalId(
        "us",
        "itin",
        "9[0-9]{2}([ -]?)[0-9]{2}\\1[0-9]{4}",
        "\\bitin\\b|taxpayer id|tax id|\\btin\\b",
        has_checksum=False,
    ),
    NationalId("us", "itin", "9[0-9]{2}-[0-9]{2}-[0-9]{4}", "\\bitin\\b|taxpayer", 0.7, has_checksum=False),
    NationalId("uy", "rut", "21[0-9]{10}", "\\brut\\b"),
    NationalId("ve", "rif", "[VEJPG]-?[0-9]{8}-?[0-9]", "\\brif\\b", 0.6),
    NationalId("vn", "mst", "[0-9]{10}(?:-?[0-9]{3})?", "\\bmst\\b|mã số thuế"),
    NationalId("za", "idnr", f"{_SIX}[ ]?[0-9]{{4}}[ ]?[01][0-9]{{2}}", "\\bid\\b|identity", 0.5),
)


def _validator(number: NationalId) -> Callable[[str], bool]:
    module = get_cc_module(number.country, number.kind)
    assert module is not None, f"stdnum has no {number.country}.{number.kind}"
    return module.is_valid


def _pattern(number: NationalId) -> Pattern:
    suffix = "" if number.score else "_labelled"
    return Pattern(
        name=f"{number.country}_{number.kind.strip('_')}{suffix}",
        entity_type=EntityType.ID_NUMBER,
        expression=f"(?<![A-Za-z0-9])(?<![0-9][./-])(?:{number.form})(?![A-Za-z0-9]|[./-][0-9])",
        score=number.score or 0.9,
        judge=whole_if(_validator(number)),
        has_checksum=number.has_checksum,
        prefilter=number.form.replace("\\1", "[ -]?") if number.score else "",
        context="" if number.score else number.words,
        raises=number.words if number.score else "",
    )


_REFERENCES: Final = "order|ticket|case|booking|reservation|invoice|claim|tracking|docket|complaint|incident|reference"

PATTERNS: Final = (
    *map(_pattern, NUMBERS),
    Pattern(
        name="codice_fiscale_by_form",
        entity_type=EntityType.ID_NUMBER,
        expression="(?<![A-Za-z0-9])[A-Z]{6}[0-9]{2}[A-EHLMPRST][0-7][0-9][A-Z][0-9]{3}[A-Z](?![A-Za-z0-9])",
        score=0.7,
        prefilter="[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z]",
    ),
    Pattern(
        name="ae_emirates_id",
        entity_type=EntityType.ID_NUMBER,
        expression="(?<![A-Za-z0-9-])784-?(?:19|20)[0-9]{2}-?[0-9]{7}-?[0-9](?![A-Za-z0-9-])",
        score=0.8,
        prefilter="784-?(?:19|20)[0-9]{2}-?[0-9]{7}-?[0-9]",
    ),
    Pattern(
        name="sg_nric",
        entity_type=EntityType.ID_NUMBER,
        expression="(?<![A-Za-z0-9])[STFGM][0-9]{7}[A-Z](?![A-Za-z0-9])",
        score=0.8,
        judge=whole_if(is_nric),
        has_checksum=True,
        prefilter="[STFGM][0-9]{7}[A-Z]",
    ),
    Pattern(
        name="us_mbi",
        entity_type=EntityType.ID_NUMBER,
        expression=f"(?<![A-Za-z0-9-])[1-9]{_OF_MBI}[0-9]-?{_OF_MBI}[0-9]-?[AC-HJKMNP-RT-Y]{{2}}[0-9]{{2}}(?![A-Za-z0-9-])",
        score=0.6,
        prefilter=f"[1-9]{_OF_MBI}[0-9]-?{_OF_MBI}[0-9]-?[AC-HJKMNP-RT-Y]{{2}}[0-9]{{2}}",
        raises="medicare|\\bmbi\\b|beneficiary",
    ),
    Pattern(
        name="parcel_ups",
        entity_type=EntityType.ID_NUMBER,
        expression="(?<![A-Za-z0-9])1Z[0-9A-Z]{6}[0-9]{10}(?![A-Za-z0-9])",
        score=0.7,
        prefilter="1Z[0-9A-Z]{6}[0-9]{10}",
    ),
    Pattern(
        name="gb_nino",
        entity_type=EntityType.ID_NUMBER,
        expression=(
            "(?<![A-Za-z0-9])(?!BG|GB|KN|NK|NT|TN"
            "|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D](?![A-Za-z0-9])"
        ),
        score=0.7,
        prefilter="[A-Z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]",
        raises="national insurance|\\bnino?\\b|\\bni number",
    ),
    Pattern(
        name="id_number_labelled",
        entity_type=EntityType.ID_NUMBER,
        expression=(
            "(?<![A-Za-z0-9-])(?=[A-Za-z-]{0,6}(?:[0-9][ -]?){4})[A-Z0-9](?:[ -]?[A-Z0-9]{1,12}){1,4}"
            "(?<=[0-9A-Z]{2})(?![A-Za-z0-9])"
        ),
        score=0.6,
        context=(
            "(?:national id|identity (?:card|number)|id card|student id|employee (?:id|number)|patient (?:id"
            "|number)|member(?:ship)? (?:id|number)"
            "|customer (?:id|number)|case (?:number|no)|medical record|\\bmrn\\b|policy (?:number|no)|tax (?:id"
            "|number)|social security|insurance (?:id|number)"
            "|medicare|medicaid|personalausweis|ausweisnummer|carte d'identité|documento|carta d'identità"
            "|identiteitskaart)"
        ),
    ),
    Pattern(
        name="reference_labelled",
        entity_type=EntityType.ID_NUMBER,
        expression=(
            "(?<![\\w#/,-])(?<![0-9] )#?"
            "(?P<value>(?!(?:19|20)[0-9]{2}(?![0-9-]))(?:[A-Z]{1,6}-?)?[0-9]{4,12}(?:-[0-9]{1,8}){0,2})"
            "(?![\\w-]|[.,][0-9])"
        ),
        score=0.6,
        prefilter=f"(?:{somewhere(_REFERENCES)})[a-zA-Z .]{{0,10}}[:# ][^0-9]{{0,24}}[0-9]{{4}}",
        context=f"\\b(?:{_REFERENCES}) ?(?:(?:number|no|nr|id)\\.?(?: is|:)? ?#?|:? ?#|: ?)$",
    ),
)
