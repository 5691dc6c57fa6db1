"""The formats in which the record is written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from typing import Final
from urllib.parse import quote, quote_plus

from tests.gateway.detection.structure.record_fields import Record

Format = Callable[[Record], str]


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
