"""Analytics is off without its section, and values that rule each other out are refused at start."""

from __future__ import annotations

import secrets

import pytest

from gateway.settings import ALL_ROLES, Role, SettingsError, effective, load, trial
from gateway.types import Surface

KEYS = "analytics: {key: os.environ/A, noise_key: os.environ/N}\naudit: {key: os.environ/U}\n"
REST = "broker: {bootstrap: 'a:1'}\nsealing: {keys: os.environ/S}\nhashing: {key: os.environ/H}\n"
LONG = "a secret of at least 32 characters"
TELLER = "trusted_models: [{model_name: teller, litellm_params: {model: openai/t}}]\n"
RING = "k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="


def refused(text: str) -> dict[str, str]:
    with pytest.raises(SettingsError) as error:
        load(text, {}, ALL_ROLES)
    return {mistake.place: mistake.message for mistake in error.value.mistakes}


def test_a_publication_of_nothing_is_a_mistake() -> None:
    assert refused("publication: {audit: none}") == {
        "publication": "does nothing without analytics: write that section as well"
    }


@pytest.mark.parametrize(
    ("analytics", "publication", "place", "said"),
    [
        ("k_min: 51", "", "publication.sensitive_k_min", "less than analytics.k_min"),
        ("k_min: 10", "sensitive_k_min: 9", "publication.sensitive_k_min", "less than analytics.k_min"),
        ("", "epsilon: 2, epsilon_budget: 1.5", "publication.epsilon", "not even one window"),
        ("window_hours: 1, grace_seconds: 3600", "", "analytics.grace_seconds", "as long as a window"),
        ("window_hours: 0.1", "", "publication.retention_days", "more than 10000 windows"),
        ("", "review: sensitive, sensitive_topics: []", "publication.review", "sensitive_topics names none"),
        ("trusted_tenants: [default, nobody]", "", "analytics.trusted_tenants[1]", "the tenant of no API key"),
        ("", "writer: teller", "publication.writer", "names no model of `trusted_models`"),
    ],
)
def test_values_that_rule_each_other_out_are_refused(analytics: str, publication: str, place: str, said: str) -> None:
    mistakes = refused(f"analytics: {{{analytics}}}\npublication: {{{publication}}}")
    assert list(mistakes) == [place]
    assert said in mistakes[place]


@pytest.mark.parametrize(
    ("analytics", "publication"),
    [
        ("k_min: 50", ""),
        ("", "epsilon: 2, epsilon_budget: 2"),
        ("window_hours: 1, grace_seconds: 3599", ""),
        ("window_hours: 0.1", "retention_days: 41"),
        ("", "sensitive_topics: []"),
        ("", "review: none, sensitive_topics: []"),
        ("trusted_tenants: [default]", ""),
    ],
)
def test_values_at_their_limits_are_accepted(analytics: str, publication: str) -> None:
    assert load(f"analytics: {{{analytics}}}\npublication: {{{publication}}}", {}, ALL_ROLES).analytics


@pytest.mark.parametrize(("section", "place"), [("k_min: many", "k_min"), ("window_hours: []", "window_hours")])
def test_what_is_no_number_is_one_mistake_and_no_contradiction(section: str, place: str) -> None:
    assert list(refused(f"analytics: {{{section}}}")) == [f"analytics.{place}"]


def test_a_writer_without_analytics_has_nothing_to_tell() -> None:
    assert refused(f"{TELLER}publication: {{writer: teller}}") == {
        "publication": "does nothing without analytics: write that section as well"
    }


@pytest.mark.parametrize(
    "publication", ["writer_seconds: 600", "audit_seconds: 60", "audit: required, audit_seconds: 1"]
)
def test_a_writer_must_leave_the_audit_time(publication: str) -> None:
    (place,) = refused(f"{TELLER}analytics: {{}}\npublication: {{writer: teller, {publication}}}")
    assert place == "publication.writer_seconds"


@pytest.mark.parametrize(
    "publication",
    ["writer: teller, writer_seconds: 599", "writer: teller, audit: none, audit_seconds: 1", "audit_seconds: 1"],
)
def test_a_writer_that_leaves_it_or_need_not_is_accepted(publication: str) -> None:
    assert load(f"{TELLER}analytics: {{}}\npublication: {{{publication}}}", {}, ALL_ROLES).analytics


def test_trusted_tenants_are_those_of_the_api_keys() -> None:
    keys = 'api_keys: [{name: bot, hash: "sha256:%s", tenant: support}]\n' % ("0" * 64)
    assert load(f"{keys}analytics: {{trusted_tenants: [support]}}", {}, ALL_ROLES)
    assert list(refused(f"{keys}analytics: {{trusted_tenants: [default]}}")) == ["analytics.trusted_tenants[0]"]


def test_a_file_without_api_keys_says_nothing_of_tenants_on_a_real_broker() -> None:
    text = f"{REST}analytics: {{noise_key: os.environ/N, trusted_tenants: [support]}}"
    assert load(text, {"N": LONG}, [Role.ANALYST]).analytics


@pytest.mark.parametrize(
    ("role", "missing"),
    [(Role.MINIMIZER, {"analytics.key", "audit.key"}), (Role.ANALYST, {"analytics.noise_key"}), (Role.EDGE, set())],
)
def test_on_a_real_broker_analytics_needs_the_keys_of_its_roles(role: Role, missing: set[str]) -> None:
    text = f"{REST}model_list: []\nanalytics: {{}}"
    environment = {"S": RING, "H": LONG} if role is not Role.ANALYST else {}
    with_keys = f"{REST}model_list: []\n{KEYS}"
    found = set()
    try:
        load(text, environment, [role])
    except SettingsError as error:
        found = {mistake.place for mistake in error.mistakes}
    assert found == missing
    own = {"A": LONG, "U": LONG} if role is Role.MINIMIZER else {"N": LONG} if role is Role.ANALYST else {}
    assert load(with_keys, environment | own, [role])


def test_an_analyst_without_analytics_has_nothing_to_do() -> None:
    with pytest.raises(SettingsError, match="without it the analyst has nothing to do"):
        load(REST, {}, [Role.ANALYST])


def test_an_audit_that_nobody_can_answer_is_warned_about() -> None:
    text = f"{REST}analytics: {{noise_key: os.environ/N}}\n"
    (warning,) = load(text, {"N": LONG}, [Role.ANALYST]).warnings
    assert "no auditor answers" in warning
    assert load(f"{text}publication: {{audit: none}}", {"N": LONG}, [Role.ANALYST]).warnings == ()


def test_a_trial_counts_in_minutes_and_warns_that_it_hides_nobody() -> None:
    settings = load(None, {}, ALL_ROLES)
    assert any("k-min 2, which hides nobody" in warning for warning in settings.warnings)
    made = trial(settings, secrets.token_bytes).settings
    assert made.analytics
    assert (made.analytics.window_ms, made.publication.audit) == (180_000, "none")
    assert None not in (made.analytics.key, made.analytics.noise_key, made.audit.key)


def test_a_trial_keeps_the_analytics_of_its_file() -> None:
    made = trial(load("analytics: {k_min: 5}\npublication: {audit: none}", {}, ALL_ROLES), secrets.token_bytes).settings
    assert made.analytics
    assert (made.analytics.k_min, made.publication.review) == (5, "sensitive")
    assert made.analytics.key


def test_what_is_in_force_is_shown_without_keys() -> None:
    assert "analytics none: nothing is counted of conversations" in effective(load(None, {}, ALL_ROLES))
    keys = 'api_keys: [{name: bot, hash: "sha256:%s", tenant: support}]\n' % ("0" * 64)
    analytics = "analytics: {trusted_tenants: [support], key: os.environ/A}\n"
    shown = effective(load(f"{keys}{analytics}publication: {{sensitive_topics: [legal]}}", {"A": LONG}, ALL_ROLES))
    assert "analytics windows of 24 h, closed 60 s after their end\n          k-min 25, up to 3 conversations" in shown
    assert "contributors are whom requests of support name, else API keys" in shown
    assert "publish   audited within 600 s; review: sensitive; kept for 90 d" in shown
    assert "sensitive, from 50 contributors on: legal" in shown
    assert "sentences: none" in shown
    assert LONG not in shown


def test_who_writes_sentences_and_in_what_time_is_shown() -> None:
    text = f"{TELLER}analytics: {{}}\npublication: {{writer: teller, writer_seconds: 45}}"
    assert "sentences: teller writes them, from released terms, in 45 s a window" in effective(
        load(text, {}, ALL_ROLES)
    )


def test_an_auditor_on_its_own_names_all_that_it_lacks() -> None:
    with pytest.raises(SettingsError) as refused:
        load(REST, {}, [Role.AUDITOR])
    wanted = {f"audit.{name}" for name in ("key", "model", "clients", "edge")}
    assert wanted <= {mistake.place for mistake in refused.value.mistakes}


def test_what_is_planted_needs_a_key_also_on_the_embedded_broker() -> None:
    with pytest.raises(SettingsError, match=r"probes for audit\.model are sent as these clients"):
        load("audit: {model: echo}", {}, [])


@pytest.mark.parametrize("setting", ["kinds: [emails]", "kinds: []", "surfaces: [disk]", "edge: edge:8080"])
def test_a_kind_a_surface_or_an_address_that_does_not_exist_is_refused(setting: str) -> None:
    with pytest.raises(SettingsError):
        load(f"audit: {{{setting}}}", {}, [])


@pytest.mark.parametrize("rate", ["0", "1", "few"])
def test_an_objective_is_a_rate_between_0_and_1(rate: str) -> None:
    with pytest.raises(SettingsError, match=r"audit\.objectives\.egress"):
        load(f"audit: {{objectives: {{egress: {rate}}}}}", {}, [])


def test_an_objective_for_what_nobody_judges_is_refused() -> None:
    with pytest.raises(SettingsError, match="no canary is bound to pass this surface"):
        load("audit: {objectives: {dead_letters: 0.1}}", {}, [])
    with pytest.raises(SettingsError, match=r"not among audit\.surfaces"):
        load("audit: {surfaces: [egress], objectives: {replies: 0.1}}", {}, [])
    assert load("audit: {surfaces: [egress]}", {}, []).audit.objectives[Surface.EGRESS] == 0.01
