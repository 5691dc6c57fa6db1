"""The same run over conversations that others published: slot values and entities are natural canaries."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.canarybench.conversations import Conversation, read
from lab.canarybench.experiment import Experiment
from lab.canarybench.options import Clustering, Options, Redaction, Summarizer

DATA = Path(__file__).parents[4] / "shared" / "data"
PROMPTS = tuple(f"minimization/{name}.jsonl" for name in ("wildchat", "sharegpt", "medqa", "casehold"))
OURS = Options(summarizer=Summarizer.VOCABULARY, k_min=25, redact_pii=Redaction.FULL)


def published(*names: str) -> list[Conversation]:
    for name in names:
        if not (DATA / name).exists():
            pytest.skip(f"needs ../shared/data/{name}")
    return read([DATA / name for name in names])


@pytest.mark.parametrize("names", [("conversations/sgd.jsonl",), ("conversations/clinc150.jsonl", *PROMPTS)])
def test_examples_of_real_conversations_leak_and_a_supported_vocabulary_does_not(names: tuple[str, ...]) -> None:
    data = published(*names)
    leaky, ours = Experiment(data).run(Options()).metrics, Experiment(data).run(OURS).metrics
    assert leaky.canary_instances > 1000
    assert leaky.lr_cluster > 0.5
    assert (ours.lr_canary, ours.leaks["verbatim"]) == (0, 0)
    assert ours.published > 0


@pytest.mark.parametrize(("cluster", "least"), [(Clustering.KMEANS, 0.8), (Clustering.ONLINE, 0.65)])
def test_clusters_of_dialogues_agree_with_their_intents(cluster: Clustering, least: float) -> None:
    metrics = Experiment(published("conversations/sgd.jsonl")).run(Options(cluster=cluster)).metrics
    assert metrics.agreement is not None
    assert metrics.agreement["v"] > least
