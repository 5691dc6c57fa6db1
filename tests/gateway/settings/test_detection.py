from __future__ import annotations

from pathlib import Path

import pytest

from gateway.detection.attributes import ATTRIBUTES
from gateway.detection.patterns import PATTERNS
from gateway.settings import ALL_ROLES, DetectionSettings, SettingsError, load
from gateway.settings.detection import LANGUAGES
from gateway.types import Action, EntityType


def mistakes(text: str) -> list[tuple[int | None, str, str]]:
    with pytest.raises(SettingsError) as refused:
        load(text, {}, ALL_ROLES)
    return [(mistake.line, mistake.place, mistake.message) for mistake in refused.value.mistakes]


def detection(section: str) -> DetectionSettings:
    return load(f"detection: {{{section}}}", {}, ALL_ROLES).detection


def test_without_a_section_all_languages_and_the_shipped_model_count_and_nothing_is_slow() -> None:
    settings = load(None, {}, ALL_ROLES).detection
    assert settings == DetectionSettings()
    assert (settings.languages, settings.names_model, settings.second_look) == (LANGUAGES, None, None)
    assert settings.recognizers == ()


def test_all_of_the_section_is_read() -> None:
    settings = detection(
        "languages: [de, en], names_model: /m.npz, second_look: {model: /look}, "
        "cache_bytes: 0, seconds: 1, queue: 8, processes: 3"
    )
    assert settings.languages == {"de", "en"}
    assert settings.names_model == Path("/m.npz")
    assert settings.second_look is not None
    assert (settings.second_look.model, settings.second_look.spacy) == (Path("/look"), None)
    assert (settings.cache_bytes, settings.seconds, settings.queue, settings.processes) == (0, 1.0, 8, 3)


@pytest.mark.parametrize(("cores", "processes"), [(None, 1), (1, 1), (2, 1), (4, 3), (5, 4), (64, 4)])
def test_one_core_is_left_to_the_event_loop(cores: int | None, processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert DetectionSettings().processes == processes


def test_every_language_of_a_pattern_can_be_named() -> None:
    spoken = {language for each in (*PATTERNS, *ATTRIBUTES) for language in each.languages}
    assert spoken
    assert spoken <= LANGUAGES


@pytest.mark.parametrize(
    ("section", "place", "message"),
    [
        ("languages: [en, tlh]", "detection.languages[1]", "should be one of ar, bn"),
        ("second_look: {}", "detection.second_look", "should have either model"),
        ("second_look: {model: /m, spacy: s}", "detection.second_look", "should have either model"),
        ("seconds: 0", "detection.seconds", "greater than 0"),
        ("seconds: 3600", "detection.seconds", "less than or equal"),
        ("queue: 0", "detection.queue", "greater than or equal to 1"),
        ("processes: 0", "detection.processes", "greater than or equal to 1"),
        ("cache_bytes: -1", "detection.cache_bytes", "greater than or equal to 0"),
        ("langauges: [en]", "detection.langauges", "did you mean languages?"),
    ],
)
def test_an_invalid_value_is_refused_and_its_place_named(section: str, place: str, message: str) -> None:
    ((line, told, why),) = mistakes(f"metrics: {{}}\ndetection: {{{section}}}")
    assert (line, told) == (2, place)
    assert message in why


@pytest.mark.parametrize("sentences", ["doubtful", "always"])
def test_a_second_look_needs_a_model(sentences: str) -> None:
    policies = f"policies:\n  strict: {{second_look: {sentences}}}\n"
    message = "needs a model: name one in detection.second_look"
    assert mistakes(policies) == [(2, "policies.strict.second_look", message)]
    settings = load(f"{policies}detection: {{second_look: {{spacy: en_core_web_sm}}}}", {}, ALL_ROLES)
    assert settings.policies["strict"].second_look == sentences


def test_no_second_look_needs_no_model() -> None:
    assert load("policies: {default: {second_look: never}}", {}, ALL_ROLES).policies["default"].second_look == "never"


def test_a_denied_term_may_name_its_type() -> None:
    text = "policies: {default: {deny_list: [Falcon, {term: X-1, entity_type: PRODUCT}]}}"
    denied = load(text, {}, ALL_ROLES).policies["default"].deny_list
    assert denied == {"Falcon": EntityType.AFFILIATION, "X-1": EntityType.PRODUCT}


def test_types_are_named_in_one_way_everywhere() -> None:
    policy = load("policies: {default: {ignore: [TIME], actions: {IBAN: RETAIN}}}", {}, ALL_ROLES).policies["default"]
    assert policy.ignore == {EntityType.TIME}
    assert policy.action(EntityType.IBAN) is Action.RETAIN


@pytest.mark.parametrize(
    ("section", "place"),
    [
        ("ignore: [TIM]", "ignore[0]"),
        ("ignore: ['*']", "ignore[0]"),
        ("actions: {TIM: REDACT}", "actions.TIM"),
        ("deny_list: [{term: X, entity_type: TIM}]", "deny_list[0].entity_type"),
    ],
)
def test_an_unknown_type_is_refused(section: str, place: str) -> None:
    ((_, told, message),) = mistakes(f"policies: {{default: {{{section}}}}}")
    assert told == f"policies.default.{place}"
    assert message.startswith("no entity type of that name")


@pytest.mark.parametrize("term", ["''", "'--'", "{term: '!', entity_type: NAME}"])
def test_a_denied_term_needs_a_letter_or_a_digit(term: str) -> None:
    ((_, place, message),) = mistakes(f"policies: {{default: {{deny_list: [Falcon, {term}]}}}}")
    assert place.startswith("policies.default.deny_list[1]")
    assert message == "should hold a letter or a digit"
