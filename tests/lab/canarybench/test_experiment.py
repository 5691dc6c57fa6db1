"""A run measures what section 4.3 of the paper defines, and the defences do what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.errors import BadRequest
from lab.canarybench.conversations import Conversation
from lab.canarybench.experiment import Experiment
from lab.canarybench.generating import CorpusPlan, conversations
from lab.canarybench.metrics import RunResult
from lab.canarybench.options import Clustering, CountBy, Options, Redaction, Summarizer
from streams.canaries.forms import Canary

MADE = list(conversations(CorpusPlan(n=600, seed=4), Random(4)))
EXAMPLE = Options(summarizer=Summarizer.EXAMPLE)
DEFENDED = Options(summarizer=Summarizer.EXAMPLE, k_min=25, redact_pii=Redaction.REGEX)
OURS = Options(summarizer=Summarizer.VOCABULARY, k_min=10, k_by=CountBy.CONTRIBUTORS, redact_pii=Redaction.FULL)
CONFIGURATIONS = st.builds(
    Options,
    cluster=st.sampled_from(Clustering),
    clusters=st.integers(1, 30),
    summarizer=st.sampled_from(Summarizer),
    k_min=st.integers(0, 40),
    k_by=st.sampled_from(CountBy),
    merge_small=st.booleans(),
    redact_pii=st.sampled_from(Redaction),
    seed=st.integers(0, 5),
)


def talks(*texts: str) -> list[Conversation]:
    return [Conversation(str(number), f"p{number}", text) for number, text in enumerate(texts)]


def naive(data: Sequence[Conversation], outcome: RunResult, members: Sequence[Sequence[int]]) -> tuple[float, float]:
    """Both leak rates, counted as the paper's formulas are written."""
    leaked = instances = with_canaries = leaking = 0
    for entry in outcome.entries:
        if entry.summary is None:
            continue
        pairs = [canary.value for row in members[entry.cluster] for canary in data[row].canaries]
        instances += len(pairs)
        leaked += sum(value in entry.summary for value in pairs)
        with_canaries += bool(pairs)
        leaking += any(value in entry.summary for value in pairs)
    return leaked / max(1, instances), leaking / max(1, with_canaries)


@settings(max_examples=40, deadline=None)
@given(CONFIGURATIONS)
def test_both_leak_rates_equal_a_naive_recount(options: Options) -> None:
    outcome = Experiment(MADE).run(options)
    rates = naive(MADE, outcome, outcome.members)
    assert (outcome.metrics.lr_canary, outcome.metrics.lr_cluster) == pytest.approx(rates, abs=1e-6)


@settings(max_examples=20, deadline=None)
@given(CONFIGURATIONS)
def test_the_same_options_give_the_same_outcome(options: Options) -> None:
    assert msgspec.json.encode(Experiment(MADE).run(options)) == msgspec.json.encode(Experiment(MADE).run(options))


@settings(max_examples=40, deadline=None)
@given(CONFIGURATIONS)
def test_nothing_is_published_of_fewer_than_k_min(options: Options) -> None:
    for entry in Experiment(MADE).run(options).entries:
        if entry.summary is not None:
            counted = entry.contributors if options.k_by is CountBy.CONTRIBUTORS else entry.conversations
            assert counted is not None
            assert counted >= options.k_min


def test_examples_leak_and_the_papers_defence_stops_it() -> None:
    leaky, defended = Experiment(MADE).run(EXAMPLE).metrics, Experiment(MADE).run(DEFENDED).metrics
    assert leaky.lr_cluster > 0.8
    assert leaky.published == leaky.clusters == 24
    assert (defended.lr_canary, defended.lr_cluster, sum(defended.pii_hits.values())) == (0, 0, 0)
    assert 0 < defended.published < leaky.published


def test_without_redaction_or_with_three_expressions_alone_the_defence_leaks() -> None:
    none, regex_only, full = (
        Experiment(MADE).run(msgspec.structs.replace(DEFENDED, redact_pii=redaction)).metrics.lr_cluster
        for redaction in (Redaction.NONE, Redaction.REGEX_ONLY, Redaction.FULL)
    )
    assert none >= regex_only > full


def test_a_supported_vocabulary_leaks_nothing_and_singles_nobody_out() -> None:
    metrics = Experiment(MADE).run(OURS).metrics
    assert metrics.published > 10
    assert sum(metrics.leaks.values()) == 0
    assert metrics.reidentification.alone == 0


def test_what_stands_for_something_redacted_singles_nobody_out() -> None:
    data = talks(*["mail email garden"] * 2, *["mail a@corp.example garden hedge"] * 30)
    options = Options(clusters=1, summarizer=Summarizer.EXAMPLE, redact_pii=Redaction.FULL)
    outcome = Experiment(data).run(options)
    assert "[EMAIL]" in str(outcome.entries[0].summary)
    assert outcome.metrics.reidentification.exposed == 0


def test_what_one_person_repeats_is_no_supported_term() -> None:
    loud = [Conversation(f"l{n}", "loud", "garden hedge zanzibar", canaries=()) for n in range(30)]
    many = [Conversation(f"m{n}", f"p{n}", "garden hedge") for n in range(30)]
    options = Options(clusters=1, summarizer=Summarizer.VOCABULARY, k_min=25, k_by=CountBy.CONTRIBUTORS)
    (entry,) = Experiment(loud + many).run(options).entries
    assert entry.summary == "Topics: garden hedge"
    keyword = msgspec.structs.replace(options, summarizer=Summarizer.KEYWORD)
    assert "zanzibar" in str(Experiment(loud + many).run(keyword).entries[0].summary)


def test_thirty_conversations_of_one_person_count_as_one_contributor() -> None:
    loud = [Conversation(f"l{n}", "loud", "garden hedge") for n in range(30)]
    options = Options(clusters=1, summarizer=Summarizer.KEYWORD, k_min=25)
    assert Experiment(loud).run(options).metrics.published == 1
    by_contributors = msgspec.structs.replace(options, k_by=CountBy.CONTRIBUTORS)
    assert Experiment(loud).run(by_contributors).metrics.published == 0


def test_a_withheld_cluster_keeps_its_summary_and_its_size_to_itself() -> None:
    (entry,) = Experiment(talks("a rare garden", "a rare garden")).run(Options(clusters=1, k_min=25)).entries
    assert msgspec.to_builtins(entry) == {"cluster": 0, "withheld": "few_conversations"}


def test_a_leak_names_cluster_kind_and_form_and_no_value() -> None:
    planted = Conversation(
        "1", "ann", "the code is AMBER basil cobalt", canaries=(Canary("phrase", "amber basil cobalt"),)
    )
    outcome = Experiment([planted]).run(EXAMPLE)
    assert [msgspec.to_builtins(leak) for leak in outcome.leaks] == [
        {"cluster": 0, "kind": "phrase", "form": "normalised"}
    ]
    assert outcome.metrics.lr_canary == 0


def test_joining_small_clusters_publishes_more_of_the_conversations() -> None:
    alone = Experiment(MADE).run(msgspec.structs.replace(DEFENDED, k_min=20)).metrics
    joined = Experiment(MADE).run(msgspec.structs.replace(DEFENDED, k_min=20, merge_small=True)).metrics
    assert joined.covered > alone.covered
    assert joined.published >= alone.published


def test_the_reidentification_score_counts_who_used_a_rare_term() -> None:
    texts = ["garden hedge"] * 30 + ["garden rose"] * 3 + ["garden tulip"]
    outcome = Experiment(talks(*texts)).run(Options(clusters=1, summarizer=Summarizer.KEYWORD))
    exposed = outcome.metrics.reidentification
    assert (exposed.members, exposed.exposed, exposed.alone) == (34, 3, 0)


def test_the_words_that_every_summary_begins_with_single_nobody_out() -> None:
    texts = ["garden hedge"] * 30 + ["garden topics", "garden topics"]
    options = Options(clusters=1, summarizer=Summarizer.VOCABULARY, k_min=25)
    assert Experiment(talks(*texts)).run(options).metrics.reidentification.exposed == 0


@pytest.mark.parametrize("cluster", Clustering)
@pytest.mark.parametrize("data", [talks("only one"), talks(*["all the same"] * 40), talks("", "…", "the of")])
def test_odd_data_is_clustered_all_the_same(data: list[Conversation], cluster: Clustering) -> None:
    metrics = Experiment(data).run(Options(cluster=cluster)).metrics
    assert (metrics.n, metrics.lr_canary, metrics.lr_cluster) == (len(data), 0.0, 0.0)


def test_no_conversation_and_more_clusters_than_conversations_are_refused() -> None:
    with pytest.raises(BadRequest, match="no conversation"):
        Experiment([]).run(Options())
    with pytest.raises(BadRequest, match="--clusters asks for 3 clusters of 2 conversations"):
        Experiment(talks("one", "two")).run(Options(clusters=3))


def test_forms_add_up_to_the_leaks() -> None:
    outcome = Experiment(MADE).run(EXAMPLE)
    assert Counter(leak.form.value for leak in outcome.leaks) == +Counter(outcome.metrics.leaks)


@settings(max_examples=15, deadline=None)
@given(st.lists(CONFIGURATIONS, min_size=2, max_size=5))
def test_a_run_gives_the_same_whatever_ran_on_the_same_conversations_before(several: list[Options]) -> None:
    shared = Experiment(MADE)
    for options in several:
        assert msgspec.json.encode(shared.run(options)) == msgspec.json.encode(Experiment(MADE).run(options))
