"""Messages in HL7, X12 and EDIFACT: what stands where, and what is no message."""

from __future__ import annotations

import re
from functools import partial

import pytest

from gateway.detection.structure.formats.segments import PLACES, read
from gateway.detection.structure.vocabulary import meaning
from gateway.types import EntityType
from tests.gateway.detection.structure.reading import labelled_values, typed_values

ISA = "ISA|00|          |00|          |ZZ|MEADOW         |ZZ|HERON          |240115|1030|^|00501|000000007|0|P|>~"


said = partial(labelled_values, read)


HL7: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "a patient": (
        "PID|1||554433^^^HOSP^MR~9001122^^^X||QUILL^MARGIT^TESS^JR||19610615|F",
        [
            ("patient id", "554433"), ("patient id", "9001122"), ("last name", "QUILL"), ("first name", "MARGIT"),
            ("middle name", "TESS"), ("birth date", "19610615"), ("sex", "F"),
        ],
    ),
    "an address, without country and type": (
        "NK1|1|||9 HOLLY LN^APT 4B^DURHAM^NC^27701^USA^H",
        [
            ("street address", "9 HOLLY LN"), ("address line", "APT 4B"), ("city", "DURHAM"), ("county", "NC"),
            ("zip code", "27701"),
        ],
    ),
    "phones of old and new": (
        "NK1|1||||3365550142~(336)5550143^PRN^PH~^NET^Internet^mq@quill.example~^WPN^PH^^1^336^5550144",
        [
            ("phone number", "3365550142"), ("phone number", "(336)5550143"), ("email", "mq@quill.example"),
            ("phone number", "5550144"),
        ],
    ),
    "doctors": (
        "PV1|1|I|||||4471^BRANDT^ILSE^K^^DR~4472^ORR^BO",
        [
            ("staff id", "4471"), ("last name", "BRANDT"), ("first name", "ILSE"), ("middle name", "K"),
            ("staff id", "4472"), ("last name", "ORR"), ("first name", "BO"),
        ],
    ),
    "subcomponents": ("MRG|||||||VAN DYL&VAN&DYL^ANN", [
        ("last name", "VAN DYL"), ("last name", "VAN"), ("last name", "DYL"), ("first name", "ANN")]),
    "a diagnosis": ("DG1|1||E11.9^Type 2 diabetes^I10", [("icd code", "E11.9"), ("diagnosis", "Type 2 diabetes")]),
    "an allergy": ("AL1|1|DA|70618^PENICILLIN", [("allergy", "70618"), ("allergy", "PENICILLIN")]),
    "a result in words": ("OBX|1|ST|600-7^Culture||Staphylococcus", [("test result", "Staphylococcus")]),
    "a result in numbers": ("OBX|1|NM|718-7^Hemoglobin||13.2", []),
    "what is deleted": ('PID|1||""||""^ANN', [("first name", "ANN")]),
    "ends that are escaped": (
        r'{"m": "MSH|^~\\&|A\rPID|1||7712^^^MR\rNK1|1|ORR^BO"}',
        [("patient id", "7712"), ("last name", "ORR"), ("first name", "BO")],
    ),
    "a value with an escape": (r"DG1|1||^Fall \T\ruptured disc|", [("diagnosis", r"Fall \T\ruptured disc")]),
    "carriage returns": ("PID|1||7712^^^MR\rNK1|1|ORR^", [("patient id", "7712"), ("last name", "ORR")]),
    "a quotation": ("> > PID|1||7712^^^MR", [("patient id", "7712")]),
    "code in a sentence": ("Why is `PID|1||7712^^^MR||ORR^BO` wrong?", [
        ("patient id", "7712"), ("last name", "ORR"), ("first name", "BO")]),
}  # fmt: skip
X12: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "a member": (
        "NM1*IL*1*QUILL*MARGIT*T***MI*W889912~N3*9 HOLLY LN*APT 4B~\nN4*DURHAM*NC*277011020~\nDMG*D8*19610615*F*M~",
        [
            ("last name", "QUILL"), ("first name", "MARGIT"), ("middle name", "T"), ("member id", "W889912"),
            ("street address", "9 HOLLY LN"), ("address line", "APT 4B"), ("city", "DURHAM"), ("county", "NC"),
            ("zip code", "277011020"), ("birth date", "19610615"), ("gender", "F"), ("marital status", "M"),
        ],
    ),
    "an organisation": ("NM1*85*2*MEADOW CLINIC*****XX*1234567893~", [
        ("organization", "MEADOW CLINIC"), ("npi", "1234567893")]),
    "a member's SSN": ("NM1*QC*1*ORR*BO****34*123456780~REF*SY*123456780~", [
        ("last name", "ORR"), ("first name", "BO"), ("ssn", "123456780"), ("ssn", "123456780")]),
    "who may be asked": (
        "PER*IC*ANSELM QUILL*TE*3365550142*EM*aq@quill.example*EX*12~",
        [("full name", "ANSELM QUILL"), ("phone number", "3365550142"), ("email", "aq@quill.example")],
    ),
    "who gets an order, and who sells": ("N1*ST*ANN LEE*92*0071~N1*SE*HERON TOOLS~", [
        ("full name", "ANN LEE"), ("company", "HERON TOOLS")]),
    "a claim": (
        "CLM*26463774*100***11:B:1~HI*ABK:E119*ABF:J45909*BE:01~DTP*472*D8*20240115~DTP*291*D8*20240101~",
        [("patient number", "26463774"), ("icd code", "E119"), ("icd code", "J45909"), ("date of service", "20240115")],
    ),
    "separators of the header": (f"{ISA}\nNM1|QC|1|ORR|BO~HI|ABK>E119~", [
        ("last name", "ORR"), ("first name", "BO"), ("icd code", "E119")]),
    "lines without an end": ("NM1*QC*1*ORR*BO\nREF*SY*123456780", [
        ("last name", "ORR"), ("first name", "BO"), ("ssn", "123456780")]),
    "code in a sentence": ("Is NM1*QC*1*ORR~ valid?", [("last name", "ORR")]),
    "numbers of nobody": ("REF*87*004010X098A1~REF*LU*77~", []),
}  # fmt: skip
EDIFACT: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "a buyer": (
        "NAD+BY+4471882::92++MARGIT QUILL+12 HOLLY LANE+LEEDS++LS1 4AP+GB'",
        [
            ("customer number", "4471882"), ("full name", "MARGIT QUILL"), ("street address", "12 HOLLY LANE"),
            ("city", "LEEDS"), ("postal code", "LS1 4AP"),
        ],
    ),
    "a seller": ("NAD+SU+++HERON TOOLS'", [("company", "HERON TOOLS")]),
    "a passenger": (
        "NAD+FL+++QUILL:MARGIT:T'ATT+2++F'DTM+329:19610615:102'LOC+180+AUT:::GRAZ'DOC+P:110:111+P7712340'DTM+137:2024:102'",
        [
            ("last name", "QUILL"), ("first name", "MARGIT"), ("middle name", "T"), ("gender", "F"),
            ("birth date", "19610615"), ("birth place", "GRAZ"), ("passport number", "P7712340"),
        ],
    ),
    "a patient": (
        "PNA+PAT+NHS7712:OPI+++SU:QUILL+FO:MARGIT+TI:MRS'\n"
        "NAD+PAT++HOLLY COTTAGE:12 LONG LANE::LEEDS:YORKS+++++LS1  4AP'",
        [
            ("id number", "NHS7712"), ("last name", "QUILL"), ("first name", "MARGIT"),
            ("street address", "HOLLY COTTAGE"), ("street address", "12 LONG LANE"), ("city", "LEEDS"),
            ("county", "YORKS"), ("postal code", "LS1  4AP"),
        ],
    ),
    "who may be asked": ("CTA+IC+:ANN LEE'COM+01134960123:TE+al@lee.example:EM+x:CA'", [
        ("full name", "ANN LEE"), ("phone number", "01134960123"), ("email", "al@lee.example")]),
    "escaped separators": ("CTA+IC+:MEG O?'DAY?+SON'RFF+VA:GB77120'", [
        ("full name", "MEG O?'DAY?+SON"), ("vat number", "GB77120")]),
    "lines without an end": ("NAD+BY+++ANN LEE\nRFF+ON:77120", [("full name", "ANN LEE")]),
}  # fmt: skip
FOUND = [*HL7.values(), *X12.values(), *EDIFACT.values()]
NAMED = [f"{name}, {at}" for name, texts in (("HL7", HL7), ("X12", X12), ("EDIFACT", EDIFACT)) for at in texts]


@pytest.mark.parametrize(("text", "fields"), FOUND, ids=NAMED)
def test_places_say_what_values_are(text: str, fields: list[tuple[str, str]]) -> None:
    assert said(text) == fields


KEPT = {
    "a Markdown table": "| PID | Name |\n|-----|------|\n| 1 | init |\n|PID||Ann|",
    "a table of processes": "PID|USER|UID|GID|Command\n1|root|0|0|init",
    "a shell": 'kill "$PID"||exit 1; wait $PID||exit 123',
    "bits": "int area = N3*N4;\ny = ~N1 & (N2*b);\nc = a*N4*~b;",
    "a comment in C": "/***PER***/ int *REF*2; /* ~ */",
    "a quotation": "She said 'a+b+c' and it's NAD+ that helps; CTA+b+c",
    "a sum": "x = 'NAD+' + y + 'COM+'\nz = a+COM+b'",
    "base64": "'aGVsbG8/NAD+BY+QUILL+abc'",
    "names of segments": "The PID segment, the NM1 segment and the NAD segment name people.",
    "empty segments": "PID||\nNM1*~\nNAD+'\nPID|||||||\n",
}


@pytest.mark.parametrize("text", KEPT.values(), ids=list(KEPT))
def test_what_is_no_message_has_no_fields(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    "text", ["y = N3*N4; z = ~x", "N1*N2*N3 is their product", "HI*there*you~", "PID||exit 1||exit 2"]
)
def test_values_that_do_not_look_like_it_are_refused(text: str) -> None:
    assert typed_values(read, text) == []


MESSAGES = {
    "HL7": (
        "PID|1||554433||QUILL^MARGIT||19610615|F||2106-3^White|1200 N ELM STREET^^DURHAM^NC^27401-1020||"
        "(336)555-0142|||M^Married|LUT^Lutheran|77120|123-45-6780|NC8811220^NC\nDG1|1||E11.9^Diabetes",
        [
            EntityType.ID_NUMBER, EntityType.NAME, EntityType.NAME, EntityType.BIRTH_DATE, EntityType.GENDER,
            EntityType.ETHNICITY, EntityType.ADDRESS, EntityType.GEOLOCATION, EntityType.GEOLOCATION,
            EntityType.ADDRESS, EntityType.PHONE_NUMBER, EntityType.MARITAL_STATUS, EntityType.RELIGION,
            EntityType.RELIGION, EntityType.ID_NUMBER, EntityType.SSN, EntityType.DRIVER_LICENSE,
            EntityType.HEALTH_INFORMATION, EntityType.HEALTH_INFORMATION,
        ],
    ),
    "X12": (
        "NM1*IL*1*QUILL*MARGIT****34*123456780~N3*9 HOLLY LN~N4*DURHAM*NC*277011020~DMG*D8*19610615*F~"
        "PER*IC*ANN LEE*TE*3365550142*EM*al@lee.example~HI*ABK:E119~BPR*I*9*C*ACH*CCP*01*061000010*DA*77120448~",
        [
            EntityType.NAME, EntityType.NAME, EntityType.SSN, EntityType.ADDRESS, EntityType.GEOLOCATION,
            EntityType.GEOLOCATION, EntityType.ADDRESS, EntityType.BIRTH_DATE, EntityType.GENDER, EntityType.NAME,
            EntityType.PHONE_NUMBER, EntityType.EMAIL, EntityType.HEALTH_INFORMATION, EntityType.BANK_ACCOUNT,
            EntityType.BANK_ACCOUNT,
        ],
    ),
    "EDIFACT": (
        "NAD+BY+4471882::92++ANN LEE+12 HOLLY LANE+LEEDS++LS1 4AP+GB'COM+01134960123:TE'DTM+329:19610615:102'"
        "DOC+P:110:111+P7712340'",
        [
            EntityType.ID_NUMBER, EntityType.NAME, EntityType.ADDRESS, EntityType.GEOLOCATION, EntityType.ADDRESS,
            EntityType.PHONE_NUMBER, EntityType.BIRTH_DATE, EntityType.PASSPORT,
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "types"), MESSAGES.values(), ids=list(MESSAGES))
def test_fields_are_judged_by_their_labels(text: str, types: list[EntityType]) -> None:
    assert [entity_type for _, entity_type in typed_values(read, text)] == types


def test_the_fields_of_one_party_are_one_record() -> None:
    text = "PID|1||7712||ORR^BO\nDG1|1||^Asthma\nNK1|1|LEE^ANN\n\nNM1*IL*1*ROE*CY~N3*9 ELM ST~NM1*QC*1*DAY*MO~"
    groups = [field.group for field in read(text)]
    assert [groups.index(each) for each in groups] == [0, 0, 0, 0, 4, 4, 6, 6, 6, 9, 9]


def test_every_line_of_the_table_says_where_and_what() -> None:
    lines = [line for line in PLACES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    form = re.compile(r"\[\w+\]|\w{3}|N1|X\w\w\.\d+  [a-z ]+|\w+-[\d*]+(\.\d+)?(\[[\d*]+(\.\d)?=[\w,]+\])?  [\w ]+")
    assert [line for line in lines if not form.fullmatch(line)] == []


def test_every_label_of_the_table_means_something_alone() -> None:
    labels = set(re.findall(r"^[^#\s]+  ([a-z ]+)$", PLACES.read_text(encoding="utf-8"), re.MULTILINE))
    assert len(labels) > 50
    assert {label: said for label in labels if (said := meaning(label)) is None or said.is_ambiguous} == {}
