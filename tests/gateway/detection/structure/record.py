"""A made-up record of 68 fields, in two wordings, and the formats in which it is written.

``python -m tests.gateway.detection.structure.record`` prints what stays readable, format by format. One wording of the
labels and one half of the formats were never tuned on (``is_held_out``).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from typing import Final, NamedTuple
from urllib.parse import quote, quote_plus

from gateway.detection.assembly import full_detector, pattern_detector
from gateway.detection.detector import Detector
from gateway.detection.names.installed import load
from gateway.settings import DetectionSettings

# label and value as tuned; label and value as held out
_ROWS: Final = """
first_name | Will | given_name | Esra
last_name | Grant | family_name | Okonjo
middle_name | Hope | second_name | Joy
full_name | Will Hope Grant | legal_name | Esra Joy Okonjo
maiden_name | Marsh | birth_name | Reed
nickname | Billy | preferred_name | Essie
email | will.grant@fernbank.example | email_address | e.okonjo@quillby.example
phone | +1 415 555 0134 | phone_number | 020 7946 0155
mobile | 415-555-0177 | cell_phone | 07700 900812
fax | (415) 555-0190 | fax_number | 020 7946 0177
address | 12 Elm Street, Apt 4 | home_address | 7 Mill Lane, Flat 2
street | 12 Elm Street | street_address | 7 Mill Lane
city | Fresno | town | Leeds
postal_code | 93701 | postcode | LS1 4AP
country_of_birth | Wales | birthplace | Izmir
date_of_birth | 1984-03-17 | birth_date | 23/11/1979
age | 41 | patient_age | 46
gender | male | sex | F
nationality | Welsh | citizenship | Turkish
ethnicity | Hispanic | ethnic_group | Kurdish
religion | Quaker | faith | Alevi
marital_status | divorced | relationship_status | widowed
sexual_orientation | gay | sexuality | bisexual
occupation | welder | job_title | Loss Adjuster
employer | Fernbank Tools | company_name | Quillby Ltd
school | Mesa High | university | Leeds Beckett
degree | BSc Botany | highest_degree | MA Dance
gpa | 3.41 | grade_point_average | 2.87
salary | 61250 | annual_income | 48,900
account_balance | 1043.77 | credit_limit | 7500
credit_score | 712 | loan_amount | 23000
ssn | 219-09-4471 | social_security_number | 457-55-5462
passport_number | K4471920 | passport_no | 533401822
driver_license | D1234567 | drivers_license_number | OKONJ711239EJ9AB
national_id | 84-221-9045 | national_insurance_number | QQ123456C
tax_id | 91-4471208 | tax_number | 1123581321
student_id | S2209471 | student_number | 20174432
employee_id | E-40921 | employee_number | 77120
mrn | 00447128 | medical_record_number | MR-553120
insurance_id | XHK-4471-220 | policy_number | HP88120443
member_id | 5520-1189 | membership_number | M-77120
patient_id | P-118840 | patient_number | 9920311
diagnosis | scabies | medical_condition | celiac disease
medication | lithium 300 mg | current_medications | warfarin 5 mg
allergies | penicillin | allergy | peanuts
blood_type | AB negative | blood_group | O+
disability | deaf | disabilities | low vision
iban | GB82WEST12345698765432 | iban_number | DE89370400440532013000
account_number | 440129873 | bank_account_number | 55210093
routing_number | 121000358 | sort_code | 20-44-91
credit_card | 4111 1111 1111 1111 | card_number | 5500 0000 0000 0004
cvv | 471 | security_code | 8813
pin | 4471 | pin_code | 9035
swift | WFBIUS6SXXX | swift_code | BARCGB22
username | wgrant_85 | user_name | esra.ok
password | hunter2! | passwd | Tulpen&Gras
passphrase | bluesky42moon | secret | zilverling7
api_key | 9f86d081884c7d659a2feaa0c55ad015 | apikey | 4e07408562bedb8b60ce05c1decfe3ad
access_token | q7Rt2LmVx0Pd8KsWz4Yb | auth_token | h2Jf9QwXn5TzLb7RkVm3
secret_key | kD93mfL20xPqa81Z | client_secret | vN4rT8yK1bWq60Ms
session_id | 7bde0a9c41f2e8d3 | session_token | c90fe1d27ab84653
ip_address | 203.0.113.77 | client_ip | 198.51.100.23
mac_address | 00:1B:44:11:3A:B7 | mac | 3C:5A:B4:1E:77:09
license_plate | 7KXR421 | vehicle_plate | LB19 KTV
vin | 1HGCM82633A004352 | vehicle_identification_number | WVWZZZ1JZ3W386752
latitude | 36.737797 | lat | 53.800755
emergency_contact | Rosa Ibarra | next_of_kin | Deniz Okonjo
security_answer | Biscuit the 2nd | mothers_maiden_name | Yildiz
"""


class Field(NamedTuple):
    """A label in words, and its value."""

    words: tuple[str, ...]
    value: str

    @property
    def snake(self) -> str:
        return "_".join(self.words)

    @property
    def camel(self) -> str:
        return self.words[0] + "".join(map(str.title, self.words[1:]))

    @property
    def pascal(self) -> str:
        return "".join(map(str.title, self.words))

    @property
    def upper(self) -> str:
        return self.snake.upper()

    @property
    def kebab(self) -> str:
        return "-".join(self.words)

    @property
    def title(self) -> str:
        return " ".join(map(str.title, self.words))

    @property
    def phrase(self) -> str:
        return " ".join(self.words).capitalize()


Record = Sequence[Field]
Format = Callable[[Record], str]


def record(wording: int) -> Record:
    """Returns the record in its first wording, which was tuned on, or the second, which was not."""
    rows = [[cell.strip() for cell in row.split(" | ")] for row in _ROWS.strip().splitlines()]
    return [Field(tuple(row[2 * wording].split("_")), row[2 * wording + 1]) for row in rows]


def _lines(template: str) -> Format:
    """Returns a format that writes each field with a template over its label's styles and its value."""

    def write(fields: Record) -> str:
        return "\n".join(
            template.format(
                snake=each.snake, camel=each.camel, pascal=each.pascal, upper=each.upper, kebab=each.kebab,
                title=each.title, phrase=each.phrase, value=each.value, single=each.value.replace("'", "''"),
                html=escape(each.value), percent=quote(each.value),
            )
            for each in fields
        )  # fmt: skip

    return write


def _between(begin: str, line: str, end: str) -> Format:
    return lambda fields: f"{begin}\n{_lines(line)(fields)}\n{end}"


def _delimited(delimiter: str, style: str = "snake") -> Format:
    def write(fields: Record) -> str:
        cells = [f'"{each.value}"' if delimiter in each.value else each.value for each in fields]
        return delimiter.join(getattr(each, style) for each in fields) + "\n" + delimiter.join(cells) + "\n"

    return write


def _markdown(fields: Record) -> str:
    tables = []
    for at in range(0, len(fields), 8):
        some = fields[at : at + 8]
        head, values = (" | ".join(cells) for cells in ([x.title for x in some], [x.value for x in some]))
        tables.append(f"| {head} |\n|{'---|' * len(some)}\n| {values} |")
    return "\n\n".join(tables)


def _psql(fields: Record) -> str:
    rows = ([each.snake for each in fields], [each.value for each in fields])
    head, values = (" | ".join(cell.ljust(40) for cell in row) for row in rows)
    return f" {head}\n-{'-+-'.join('-' * 40 for _ in fields)}-\n {values}\n(1 row)"


def _aligned(write: Callable[[list[str], list[str]], str]) -> Format:
    """Returns a format that writes eight columns at a time, which spaces align."""

    def columns(fields: Record) -> str:
        some = (fields[at : at + 8] for at in range(0, len(fields), 8))
        return "\n\n".join(write([x.snake for x in each], [x.value for x in each]) for each in some)

    return columns


def _pandas(labels: list[str], values: list[str]) -> str:
    widths = [max(map(len, column)) for column in zip(labels, values, strict=True)]
    lines = (" ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in (labels, values))
    return "\n".join(f"{index} {line}" for index, line in zip(" 0", lines, strict=True))


def _ruled(labels: list[str], values: list[str]) -> str:
    widths = [max(map(len, column)) for column in zip(labels, values, strict=True)]
    rows = (labels, ["-" * width for width in widths], values)
    return "\n".join(" ".join(x.ljust(width) for x, width in zip(row, widths, strict=True)) for row in rows)


def _html_table(fields: Record) -> str:
    head = "".join(f"<th>{each.title}</th>" for each in fields)
    row = "".join(f"<td>{escape(each.value)}</td>" for each in fields)
    return f"<table>\n<tr>{head}</tr>\n<tr>{row}</tr>\n</table>"


def _insert(fields: Record) -> str:
    values = ", ".join("'" + each.value.replace("'", "''") + "'" for each in fields)
    return f"INSERT INTO people ({', '.join(each.snake for each in fields)}) VALUES ({values});"


def _insert_without_columns(fields: Record) -> str:
    columns = ",\n  ".join(f"{each.snake} VARCHAR(80) NOT NULL" for each in fields)
    values = ", ".join("'" + each.value.replace("'", "''") + "'" for each in fields)
    return f"CREATE TABLE people (\n  {columns}\n);\nINSERT INTO people VALUES ({values});"


def _update(fields: Record) -> str:
    return "UPDATE people SET " + ", ".join(f"{each.snake} = '{each.value}'" for each in fields) + " WHERE id = 7;"


def _document(fields: Record) -> dict[str, str]:
    return {each.snake: each.value for each in fields}


def _prose_pairs(fields: Record) -> str:
    return "Please check this record. " + "; ".join(f"{each.phrase}: {each.value}" for each in fields) + "."


def _name_value(fields: Record) -> str:
    return json.dumps([{"name": each.upper, "value": each.value} for each in fields], indent=1)


def _log(fields: Record) -> str:
    pairs = " ".join(
        f'{each.snake}="{each.value}"' if " " in each.value else f"{each.snake}={each.value}" for each in fields
    )
    return f'ts=2026-03-01T10:22:31Z level=info msg="signed up" {pairs}'


def _json_in_string(fields: Record) -> str:
    return 'payload = "' + json.dumps(_document(fields)).replace('"', '\\"') + '"'


ALIGNED: Final[dict[str, Format]] = {"pandas": _aligned(_pandas), "columns with a rule": _aligned(_ruled)}
FORMATS: Final[dict[str, Format]] = {
    **ALIGNED,
    "JSON": lambda fields: json.dumps(_document(fields), indent=2),
    "JSON in one line after a question": lambda fields: "What is this? " + json.dumps(_document(fields)),
    "JSON in a code fence": lambda fields: f"Fix it:\n```json\n{json.dumps(_document(fields), indent=2)}\n```",
    "JSON in a string": _json_in_string,
    "JSON cut in half": lambda fields: "Here: " + json.dumps(_document(fields), indent=1)[:-2],
    "JSON nested": lambda fields: (
        "See " + json.dumps({"data": {"customer": {each.camel: each.value for each in fields}}})
    ),
    "JSON with printed quotation marks": lambda fields: re.sub(
        '"(.*?)"', "“\\1”", json.dumps(_document(fields), indent=1)
    ),
    "JSON with quotation marks of German print": _between("{", "  „{camel}“: „{value}“,", "}"),
    "JSON list of names and values": _name_value,
    "JSON5": _between("const person = {", "  {camel}: '{value}',", "};"),
    "YAML": _lines("{snake}: {value}"),
    "YAML nested": lambda fields: "data:\n  customer:\n" + _lines("    {snake}: {value}")(fields),
    "YAML quoted list": lambda fields: "people:\n  - id: 1\n" + _lines('    {camel}: "{value}"')(fields),
    "YAML with tabs": lambda fields: "user:\n" + _lines("\t{snake}: {value}")(fields),
    "Kubernetes env": lambda fields: "env:\n" + _lines('  - name: {upper}\n    value: "{value}"')(fields),
    "env": lambda fields: "Here is my env:\n" + _lines("{upper}={value}")(fields),
    "shell export": _lines('export {upper}="{value}"'),
    "Dockerfile": lambda fields: "FROM alpine\n" + _lines("ENV {upper}={value}")(fields),
    "PowerShell": _lines('$env:{upper} = "{value}"'),
    "INI": lambda fields: "[customer]\n" + _lines("{snake} = {value}")(fields),
    "TOML": lambda fields: "[customer]\n" + _lines('{snake} = "{value}"')(fields),
    "properties": _lines("customer.{camel}={value}"),
    "CSV": _delimited(","),
    "CSV with titles": _delimited(",", "title"),
    "TSV": _delimited("\t"),
    "semicolons": _delimited(";", "title"),
    "bars": _delimited("|"),
    "Markdown table": _markdown,
    "Markdown table of labels": _lines("| {title} | {value} |"),
    "Markdown list": _lines("- **{title}:** {value}"),
    "notes with equals signs": _lines("{title} = {value}"),
    "notes with arrows": _lines("* {title} -> {value}"),
    "notes with dashes": _lines("{title} – {value}"),
    "psql": _psql,
    "XML": _between("<customer>", "  <{camel}>{html}</{camel}>", "</customer>"),
    "XML attributes": lambda fields: "<customer " + " ".join(f'{x.camel}="{escape(x.value)}"' for x in fields) + "/>",
    "XML properties": _between("<bean>", '  <property name="{camel}" value="{html}"/>', "</bean>"),
    "HTML table": _html_table,
    "HTML table of labels": _between("<table>", "<tr><th>{title}</th><td>{html}</td></tr>", "</table>"),
    "HTML form": _between("<form>", '<label>{title}</label><input name="{snake}" value="{html}">', "</form>"),
    "HTML definitions": _between("<dl>", "<dt>{title}:</dt><dd>{html}</dd>", "</dl>"),
    "SQL INSERT": _insert,
    "SQL INSERT without columns": _insert_without_columns,
    "SQL UPDATE": _update,
    "logfmt": _log,
    "query string": lambda fields: (
        "GET /signup?" + "&".join(f"{x.snake}={quote(x.value)}" for x in fields) + " HTTP/1.1"
    ),
    "form body": lambda fields: "&".join(f"{x.camel}={quote_plus(x.value)}" for x in fields),
    "cookies": lambda fields: "Cookie: " + "; ".join(f"{x.snake}={quote(x.value)}" for x in fields),
    "HTTP headers": _lines("X-{kebab}: {value}"),
    "curl form": lambda fields: (
        "curl -X POST https://api.example/users \\\n" + _lines("  -F '{snake}={single}' \\")(fields)
    ),
    "command options": lambda fields: "./signup " + " ".join(f'--{x.kebab} "{x.value}"' for x in fields),
    "Python": _lines('{snake} = "{value}"'),
    "Python keyword arguments": _between("create_user(", '    {snake}="{value}",', ")"),
    "Python dictionary": _between("row = {{".replace("{{", "{"), "    '{snake}': '{single}',", "}"),
    "JavaScript": _lines("const {camel} = '{value}';"),
    "TypeScript": _lines('let {camel}: string = "{value}";'),
    "Java setters": _lines('user.set{pascal}("{value}");'),
    "Go struct": _between("u := User{{".replace("{{", "{"), '\t{pascal}: "{value}",', "}"),
    "C defines": _lines('#define {upper} "{value}"'),
    "PHP define": _lines("define('{upper}', '{single}');"),
    "Ruby hash": _between("person = {{".replace("{{", "{"), "  :{snake} => '{single}',", "}"),
    "a form in prose": _lines("{phrase}: {value}"),
    "a form with the value below": _lines("{title}:\n{value}"),
    "pairs in a sentence": _prose_pairs,
    "pairs with bars": lambda fields: " | ".join(f"{each.title}: {each.value}" for each in fields),
    "columns of spaces": _lines("{title}    {value}"),
    "a pasted form": _lines("{title}\n{value}"),
    "a pasted form with blank lines": _lines("{title}\n\n{value}\n"),
    "print_r": _between("Array\n(", "    [{snake}] => {value}", ")"),
    "var_dump": _between("array(68) {{".replace("{{", "{"), '  ["{snake}"]=>\n  string(9) "{value}"', "}"),
    "serialize": lambda fields: "".join(f's:9:"{x.snake}";s:9:"{x.value}";' for x in fields),
    "Go with the names of fields": lambda fields: "{" + " ".join(f"{x.pascal}:{x.value}" for x in fields) + "}",
    "SAML": _lines('<Attribute Name="{camel}"><AttributeValue>{html}</AttributeValue></Attribute>'),
    "Clojure": lambda fields: "{" + ", ".join(f':{x.kebab} "{x.value}"' for x in fields) + "}",
    "LaTeX commands": _lines("\\newcommand{{\\{camel}}}{{{value}}}"),
    "LaTeX table": _between("\\begin{tabular}{ll}", "{title} & {value} \\\\", "\\end{tabular}"),
}
"""How a record is written, by the format's name."""


def is_held_out(name: str) -> bool:
    """Returns whether a format was never tuned on."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 1


def left(detector: Detector, fields: Record, name: str) -> list[str]:
    """Returns the labels of the fields of which a letter or digit is not covered, in their order."""
    text = FORMATS[name](fields)
    covered = bytearray(len(text))
    for span in detector.detect(text):
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    regions = zip(fields, _regions(text, fields, name), strict=True)
    return [each.snake for each, places in regions if any(text[at].isalnum() and not covered[at] for at in places)]


def _regions(text: str, fields: Record, name: str) -> list[range]:
    """Returns where the format put each value: a text of markers has the same pieces between its values.

    In aligned columns these depend on the values, which stand there in order and as they are.
    """
    if name in ALIGNED:
        found, at = list[range](), 0
        for each in fields:
            at = text.index(each.value, at)
            found.append(range(at, at := at + len(each.value)))
        return found
    marked = [Field(each.words, f"zq{at:03}qz") for at, each in enumerate(fields)]
    first, *pieces = re.split(r"zq\d{3}qz", FORMATS[name](marked))
    begin, regions = len(first), []
    for piece in pieces:
        end = text.index(piece.strip(" ") or piece, begin) if piece else len(text)
        regions.append(range(begin, end))
        begin = end + len(piece.strip(" ") or piece)
    return regions


def load_detector() -> Detector:
    """Returns the detector with all languages."""
    return full_detector((), DetectionSettings().languages, load())


def main(arguments: Sequence[str]) -> int:
    """Prints the fields that stay readable, by format; always 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.gateway.detection.structure.record", description=__doc__)
    parser.add_argument("--held-out", action="store_true", help="the other formats and the other wording")
    parser.add_argument("--all", action="store_true", help="every format in both wordings, figures only")
    parser.add_argument("--patterns", action="store_true", help="without the names model")
    options = parser.parse_args(arguments)
    languages = DetectionSettings().languages
    detector = pattern_detector((), languages) if options.patterns else full_detector((), languages, load())
    for wording, held in ((0, False), (1, False), (0, True), (1, True)) if options.all else ((options.held_out,) * 2,):
        fields = record(wording)
        names = [name for name in FORMATS if is_held_out(name) == held]
        remaining = {name: left(detector, fields, name) for name in names}
        if not options.all:
            for name, labels in remaining.items():
                print(f"{name:34} {len(labels):3}  {' '.join(labels)}")
            print(Counter(label for labels in remaining.values() for label in labels).most_common())
        count, whole = sum(map(len, remaining.values())), len(names) * len(fields)
        kind = f"{'held-out' if held else 'tuned'} formats, {'held-out' if wording else 'tuned'} wording"
        print(f"{kind}: {count} of {whole} fields readable ({count / whole:.1%}), {len(names)} formats")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
