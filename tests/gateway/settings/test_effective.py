from gateway.settings import ALL_ROLES, effective, load
from gateway.types import EntityType
from tests.gateway.settings.samples import EMBEDDED, ENVIRONMENT


def test_the_summary_shows_the_configuration_in_force() -> None:
    text = EMBEDDED + "router_settings: {fallbacks: [{gpt-4.1: [spare]}]}"
    text = text.replace("model_list:", "model_list:\n  - {model_name: spare, litellm_params: {model: openai/s}}")
    shown = effective(load(text, ENVIRONMENT, ALL_ROLES)).splitlines()
    assert "  gpt-4.1 -> openai/gpt-4.1 at https://…" in shown
    assert "  gpt-4.1, when it fails: spare" in shown
    assert "  support-bot: tenant support, policy default" in shown
    assert any(line.split() == ["TIME", "RETAIN"] for line in shown)
    assert any(line.split() == ["NAME", "REDACT", "from", "a", "score", "of", "0.5"] for line in shown)
    assert any(line.startswith("warning: the embedded broker") for line in shown)


def test_every_policy_lists_every_entity_type() -> None:
    shown = effective(load("policies: {other: {actions: {FINANCIAL_INFORMATION: RETAIN}}}", {}, ALL_ROLES))
    treatments = [line.split() for line in shown.splitlines()]
    assert all(treatments.count([entity_type, "REDACT"]) >= 1 for entity_type in EntityType)
    assert treatments.count(["IBAN", "RETAIN"]) == 1


def test_neither_hashes_nor_allowed_forms_are_shown() -> None:
    settings = load(EMBEDDED, ENVIRONMENT, ALL_ROLES)
    shown = effective(settings)
    assert settings.api_keys[0].hash not in shown
    assert "Acme" not in shown


def test_detection_is_described_without_the_terms_of_a_deny_list() -> None:
    shown = effective(
        load(
            "detection: {languages: [en, de], second_look: {spacy: en_core_web_sm}, cache_bytes: 0, processes: 3}\n"
            "policies: {default: {deny_list: [Falcon], ignore: [TIME], second_look: doubtful}}",
            {},
            ALL_ROLES,
        )
    )
    assert "detection the names model that is shipped; own recognizers: none" in shown
    assert "languages of patterns: de, en" in shown
    assert "second look: spaCy's en_core_web_sm" in shown
    assert "3 processes for long requests" in shown
    assert "; second look: doubtful" in shown
    assert "terms in the deny list: 1" in shown
    assert any(line.split() == ["TIME", "ignored"] for line in shown.splitlines())
    assert "Falcon" not in shown
