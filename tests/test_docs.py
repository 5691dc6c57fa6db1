"""What the documentation says is checked against the code: links, paths, test names, commands, settings, metrics."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from gateway import metrics
from gateway.cli import parser
from gateway.logs import FIELDS
from gateway.roles import ANSWERING, Role
from gateway.settings import load_file
from gateway.settings.schema import File
from gateway.settings.yaml_lines import parse
from streams.topics.table import topics_of

ROOT: Final = Path(metrics.__file__).parents[1]
PAGES: Final = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted(ROOT.glob("docs/*.md")),
    *sorted(ROOT.glob("deploy/**/*.md")),
]
FOLDERS: Final = ("deploy", "helm", "gateway", "streams", "lab", "tests", "docs", ".ci")
ROOT_FILES: Final = frozenset(path.name for path in ROOT.iterdir() if path.is_file())

# What a fragment of a configuration leaves to the rest of the file.
REST: Final = {
    "sealing": "{keys: os.environ/CANARYGATE_SEALING_KEYS}",
    "hashing": "{key: os.environ/CANARYGATE_HASHING_KEY}",
    "model_list": "[{model_name: gpt-4.1, litellm_params: {model: openai/gpt-4.1}}]",
}
ENVIRONMENT: Final = {"KAFKA_PASSWORD": "the broker's password"}


def blocks(page: Path, language: str) -> list[str]:
    """The fenced code blocks of a page in one language; without a language those that name none."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as the common renderers of Markdown make them."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> Iterator[str]:
    return (target for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)) if "://" not in target)


def paths(page: Path) -> Iterator[str]:
    """What stands in backticks and is written as a path of the repository, maybe with the name of a test."""
    for quoted in re.findall(r"`([^`\s]+)`", prose(page)):
        first, slash, _ = quoted.partition("/")
        if (slash and first in FOLDERS) or quoted in ROOT_FILES:
            yield quoted


def is_there(quoted: str) -> bool:
    path, colons, test = quoted.partition("::")
    found = list(ROOT.glob(path.rstrip("/")))
    return bool(found) and (not colons or f"def {test}(" in found[0].read_text(encoding="utf-8"))


def commands(page: Path) -> Iterator[str]:
    """What a page tells people to type after ``canarygate``, without comments and what is optional."""
    for block in blocks(page, ""):
        for line in block.splitlines():
            if match := re.search(r"(?:^|\| |\.env\) )(?:\.venv/bin/)?canarygate (\w.*)", line):
                yield re.sub(r"\[[^]]*\]|\s#.*", "", match[1])


@dataclass(frozen=True)
class Setting:
    """A setting of the schema: its path, with ``[]`` for each item of a list and ``*`` for each key of a mapping."""

    path: str
    default: object = None
    required: bool = False


def settings(node: dict[str, Any], schemas: dict[str, Any], setting: Setting) -> Iterator[Setting]:
    """Every setting below one."""
    node = schemas[node["$ref"].rpartition("/")[2]] if "$ref" in node else node
    if choices := [each for each in (*node.get("anyOf", ()), *node.get("oneOf", ())) if each != {"type": "null"}]:
        yield from {below for choice in choices for below in settings(choice, schemas, setting)}
    elif "properties" in node:
        for name, child in node["properties"].items():
            path, required = f"{setting.path}.{name}".removeprefix("."), name in node.get("required", ())
            yield from settings(child, schemas, Setting(path, _scalar(child.get("default")), required))
    elif _holds_sections(node.get("items")):
        yield from settings(node["items"], schemas, Setting(f"{setting.path}[]"))
    elif _holds_sections(node.get("additionalProperties")):
        yield from settings(node["additionalProperties"], schemas, Setting(f"{setting.path}.*"))
    else:
        yield setting


def _holds_sections(node: object) -> bool:
    return isinstance(node, dict) and bool({"$ref", "oneOf", "anyOf"} & node.keys())


def _scalar(default: object) -> object:
    return default if isinstance(default, str | int | float) else None


def known_settings() -> dict[str, Setting]:
    schema = File.model_json_schema()
    return {setting.path: setting for setting in settings(schema, schema["$defs"], Setting(""))}


def documented_settings() -> dict[str, str]:
    """The settings in the tables of the page, with what it says of their defaults."""
    page = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([a-z_]+(?:[.\[][^`]*)?)`[^|]*\|[^|]*\| ([^|]*) \|", page, re.MULTILINE))


def metric_names() -> list[str]:
    families = metrics.REGISTRY.collect()
    names = [f"{family.name}_total" if family.type == "counter" else family.name for family in families]
    return [name for name in names if not name.startswith(("process_", "python_"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_relative_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for target in links(page):
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_and_every_test_that_is_named_exists(page: Path) -> None:
    assert [quoted for quoted in paths(page) if not is_there(quoted)] == []


def test_a_path_or_a_test_that_does_not_exist_is_seen() -> None:
    assert is_there("gateway/types.py")
    assert is_there("tests/test_docs.py::test_a_path_or_a_test_that_does_not_exist_is_seen")
    assert not is_there("gateway/no_such_file.py")
    assert not is_there("tests/test_docs.py::test_that_nobody_wrote")


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 200


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_is_one_that_the_program_takes(page: Path) -> None:
    for command in commands(page):
        parser().parse_args(shlex.split(command.split(" | ")[0].split(" > ")[0]))


def test_the_table_of_metrics_lists_every_metric_and_no_other() -> None:
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `(canarygate_[a-z_]+)` \|", page, re.MULTILINE)) == sorted(metric_names())


def documented_events() -> dict[str, set[str]]:
    """The events in the table of the logs, several of them in one row, each with its fields."""
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    table = page.partition("| event | fields | when |\n")[2].partition("\n\n")[0]
    rows = [row.split("|") for row in table.splitlines()[1:]]
    quoted = re.compile(r"`([^`]+)`")
    return {event: {*quoted.findall(row[2])} for row in rows for event in quoted.findall(row[1])}


def test_every_event_of_the_logs_that_is_documented_is_said_somewhere_with_fields_that_exist() -> None:
    code = [
        path.read_text(encoding="utf-8") for folder in ("gateway", "streams") for path in ROOT.glob(f"{folder}/**/*.py")
    ]
    events = documented_events()
    assert len(events) >= 15
    assert [event for event in events if not any(f'"{event}"' in text for text in code)] == []
    assert {field for fields in events.values() for field in fields} <= FIELDS


def test_the_clusterer_works_alone_as_the_readme_shows() -> None:
    (example,) = (block for block in blocks(ROOT / "README.md", "python") if "river" in block)
    exec(compile(example, "README.md", "exec"), {})


def test_every_setting_is_documented_and_no_other() -> None:
    known, documented = known_settings(), documented_settings()
    assert [path for path in sorted(known) if not any(_covers(name, path) for name in documented)] == []
    assert [name for name in sorted(documented) if not any(_covers(name, path) for path in known)] == []


def test_every_default_is_the_one_that_the_documentation_names() -> None:
    known = known_settings()
    said = [(known[path], default) for path, default in documented_settings().items() if path in known]
    assert [setting.path for setting, default in said if setting.required and default != "required"] == []
    defaults = [(setting, default.strip('`"')) for setting, default in said if setting.default is not None]
    assert len(defaults) >= 20
    assert [setting.path for setting, default in defaults if default not in _spellings(setting.default)] == []


def _spellings(default: object) -> set[str]:
    return {str(default), f"{default:g}"} if isinstance(default, float) else {str(default)}


def _covers(documented: str, path: str) -> bool:
    return path == documented or path.startswith((f"{documented}.", f"{documented}["))


@pytest.mark.parametrize(
    "example",
    [example for page in PAGES for example in blocks(page, "yaml")],
    ids=lambda example: example.strip().splitlines()[0][:40],
)
def test_every_example_of_a_configuration_is_accepted(example: str) -> None:
    said = parse(example).value
    load_file(
        "\n".join([example, *(f"{name}: {value}" for name, value in REST.items() if name not in said)]), ENVIRONMENT
    )


OPTIONAL = {Role.ANALYST: {Role.ANALYST}, Role.AUDITOR: {Role.ANALYST, Role.AUDITOR}}


@pytest.mark.parametrize("role", Role)
def test_operators_are_told_what_each_role_reads_and_writes(role: Role) -> None:
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    told = re.search(rf"^\| `{role}` \| (`conversations[^|]*) \| ([^|]*) \|$", page, re.MULTILINE)
    assert told is not None
    specs = topics_of({role}, ANSWERING | {Role.SEARCHER} | OPTIONAL.get(role, set()))
    assert set(re.findall(r"`([^`]+)`", told[1])) == {spec.topic.value for spec in specs if role in spec.readers}
    assert set(re.findall(r"`([^`]+)`", told[2])) == {spec.topic.value for spec in specs if role in spec.writers}


@pytest.mark.parametrize("place", ["README.md", "docs/operations.md", "deploy/image/install.sh", "Makefile"])
def test_the_oldest_python_is_the_same_everywhere(place: str) -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"].removeprefix(">=")
    said = re.findall(
        r"([\d.]+) or later, python3|Python ([\d.]+) or later", (ROOT / place).read_text(encoding="utf-8")
    )
    assert {version for found in said for version in found if version} == {needed}
