"""A setting that nothing reads promises what nobody keeps, so it is no setting: each is read outside the settings."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import gateway
from gateway.policy import Policy
from gateway.settings import AnalyticsSettings, Settings
from gateway.settings.policies import PolicySection, TypedTerm
from gateway.settings.recognizers import Examples, RecognizerSection
from gateway.settings.schema import File
from gateway.settings.sections import Section

ROOT = Path(gateway.__file__).parents[1]
CONVERTED = [PolicySection, TypedTerm, RecognizerSection, Examples]


@dataclass(frozen=True)
class Module:
    """What a module names at all, and what it reads as an attribute."""

    names: frozenset[str]
    attributes: frozenset[str]


@cache
def modules(of_settings: bool) -> list[Module]:
    """The modules that work beside traffic: those of the settings, or all others."""
    paths = [*ROOT.glob("gateway/**/*.py"), *ROOT.glob("streams/**/*.py")]
    return [module(path) for path in paths if ("settings" in path.parts) == of_settings]


def module(path: Path) -> Module:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    made = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    return Module(frozenset(names | made | attributes), frozenset(attributes))


def held_in(annotation: object) -> Iterator[type]:
    """The sections, and the policies made of them, that a value of this type holds."""
    if isinstance(annotation, type) and issubclass(annotation, (Section, Policy)):
        yield annotation
    for part in get_args(annotation):
        yield from held_in(part)


def keys_of(section: type) -> list[str]:
    return [each.name for each in fields(section)] if is_dataclass(section) else list(section.model_fields)  # type: ignore[attr-defined]


def sections(root: type) -> dict[type, set[str]]:
    """Every section that the settings hold, with the words that name it: its class, and the keys that it stands at."""
    found: defaultdict[type, set[str]] = defaultdict(set, {root: {"Settings", "settings"}})
    waiting = [root]
    while waiting:
        hints = get_type_hints(waiting[0], include_extras=True)
        for key in keys_of(waiting.pop(0)):
            for section in held_in(hints[key]):
                waiting += [] if section in found else [section]
                found[section] |= {key, section.__name__}
    return found


def inert(root: type) -> list[str]:
    """The settings that no module outside the settings reads, of those that name their section."""
    return [
        f"{section.__name__}.{key}"
        for section, words in sections(root).items()
        for key in keys_of(section)
        if not any(
            words & module.names and module.attributes & {key, *properties_of(section, key)}
            for module in modules(of_settings=False)
        )
    ]


def properties_of(section: type, key: str) -> Iterator[str]:
    """The properties of a section that are made of one of its keys."""
    for name, member in vars(section).items():
        if isinstance(member, property) and member.fget and key in member.fget.__code__.co_names:
            yield name


class Beacon(Section):
    """A section that nobody reads, with a key that many others have."""

    timeout: int = 1


class SettingsWithABeacon(Settings):
    """Settings that promise what nothing does."""

    beacon: Beacon = Beacon()


def test_every_setting_is_read_by_the_code_that_it_is_for() -> None:
    assert {section.__name__ for section in sections(Settings)} >= {"EdgeSettings", "Kafka", "LitellmParams", "Policy"}
    assert inert(Settings) == []


def test_a_key_that_is_read_as_a_property_made_of_it_is_read() -> None:
    assert list(properties_of(AnalyticsSettings, "window_hours")) == ["window_ms"]
    assert list(properties_of(AnalyticsSettings, "k_min")) == []


def test_every_section_is_one_that_the_settings_hold_or_becomes_something_that_they_hold() -> None:
    made = {each for each in Section.__subclasses__() if each.__module__.startswith("gateway.")}
    assert made - set(sections(Settings)) == {File, *CONVERTED}


def test_a_setting_that_nothing_reads_is_found_even_where_its_key_is_a_common_one() -> None:
    assert inert(SettingsWithABeacon) == ["SettingsWithABeacon.beacon", "Beacon.timeout"]


@pytest.mark.parametrize("section", CONVERTED)
def test_a_section_that_becomes_something_else_is_read_as_a_whole_where_it_does(section: type[Section]) -> None:
    read = {key for module in modules(of_settings=True) for key in module.attributes}
    assert set(section.model_fields) <= read
