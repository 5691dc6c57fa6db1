"""One run of the benchmark: conversations in, published summaries and what leaked through them out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from gateway.detection.assembly import full_detector
from gateway.detection.detector import Detector
from gateway.detection.names.installed import load
from gateway.errors import BadRequest
from gateway.settings.detection import LANGUAGES
from lab.canarybench.clustering import features, kmeans
from lab.canarybench.conversations import Conversation
from lab.canarybench.metrics import Corpus, RunResult, measure
from lab.canarybench.options import Clustering, CountBy, Options, Summarizer
from lab.canarybench.publication import Candidate, reason_to_withhold, vocabulary
from lab.canarybench.redaction import redactor
from lab.canarybench.summarizers import Cluster, example, keyword
from streams.analytics.clustering import Assignment, default_clusters, merge_small, renumbered
from streams.analytics.features import TermMatrix
from streams.analytics.mini_batch import MiniBatchKMeans

LEAST_BATCH: Final = 256
ROWS_A_CLUSTER: Final = 4
# What a supported vocabulary goes by where there is no k-min.
DEFAULT_K: Final = 25


Done = Callable[[str], None]
"""Called with the name of each stage when it is done."""


class Experiment:
    """Runs over the same conversations; what several runs share, features and clusters, is computed once.

    The same options and conversations give the same outcome, in whatever order they are run.
    """

    def __init__(self, conversations: Sequence[Conversation]) -> None:
        self._conversations = conversations
        self._clustered: dict[tuple[Clustering, int, int], Assignment] = {}

    def run(self, options: Options, done: Done = lambda stage: None) -> RunResult:
        """Return the outcome of one run; raises BadRequest for no conversations, or fewer than clusters asked for."""
        wanted = _wanted(len(self._conversations), options)
        found = self._features
        done("features")
        people = self._people
        units = people if options.k_by is CountBy.CONTRIBUTORS else np.arange(len(people))
        assignment = self._assign(units, wanted, options)
        done("clustering")
        clusters = [Cluster(rows, units[rows]) for rows in _members(assignment)]
        corpus = Corpus(self._conversations, found, people, clusters)
        candidates = list(_candidates(corpus, options))
        reasons = [reason_to_withhold(each, options.k_min, options.k_by) for each in candidates]
        done("summaries")
        outcome = measure(corpus, candidates, reasons)
        done("measures")
        return outcome

    @cached_property
    def _features(self) -> TermMatrix:
        return features([each.text for each in self._conversations])

    @cached_property
    def _people(self) -> NDArray[np.int64]:
        """The number of each conversation's contributor."""
        contributors = [each.contributor for each in self._conversations]
        return np.unique(contributors, return_inverse=True)[1].astype(np.int64)

    def _assign(self, units: NDArray[np.int64], wanted: int, options: Options) -> Assignment:
        key = (options.cluster, wanted, options.seed)
        if key not in self._clustered:
            self._clustered[key] = _cluster(self._features.weights, *key)
        assignment = self._clustered[key]
        if not options.merge_small:
            return assignment
        sizes = np.array([len(np.unique(units[rows])) for rows in _members(assignment)])
        return merge_small(self._features.weights, assignment, sizes, options.k_min)


def _wanted(conversations: int, options: Options) -> int:
    if not conversations:
        raise BadRequest("there is no conversation in the data")
    if options.clusters > conversations:
        raise BadRequest(
            f"--clusters asks for {options.clusters} clusters of {conversations} conversations: ask for fewer"
        )
    return options.clusters or default_clusters(conversations)


def _cluster(rows: csr_array, cluster: Clustering, wanted: int, seed: int) -> Assignment:
    if cluster is Clustering.ONLINE:
        return _online(rows, wanted, seed)
    return kmeans(rows, wanted, seed)


def _online(rows: csr_array, wanted: int, seed: int) -> Assignment:
    """As a stream: in batches, in the order of the data; then every row goes to its nearest centre."""
    clusterer = MiniBatchKMeans(wanted, wanted, rows.shape[1], seed)
    batch = max(LEAST_BATCH, ROWS_A_CLUSTER * wanted)
    for start in range(0, rows.shape[0], batch):
        clusterer.learn_many(rows[start : start + batch])
    return renumbered(clusterer.predict_many(rows))


def _members(assignment: Assignment) -> list[NDArray[np.int64]]:
    """The rows of each cluster."""
    order = np.argsort(assignment, kind="stable")
    return np.split(order, np.cumsum(np.bincount(assignment))[:-1])


@cache
def _detector() -> Detector:
    """All that finds spans in the gateway's live traffic, as it comes."""
    return full_detector((), LANGUAGES, load(), few_texts=True)


def _candidates(corpus: Corpus, options: Options) -> Iterator[Candidate]:
    redact = redactor(options.redact_pii, _detector)
    texts = [each.text for each in corpus.conversations]
    shared = vocabulary(corpus.clusters, texts, options.k_min or DEFAULT_K)
    for number, cluster in enumerate(corpus.clusters):
        match options.summarizer:
            case Summarizer.KEYWORD:
                summary = keyword(cluster, corpus.features)
            case Summarizer.EXAMPLE:
                summary = example(cluster, texts)
            case Summarizer.VOCABULARY:
                summary = next(shared)
        yield Candidate(number, redact(summary), len(cluster.rows), frozenset(map(str, cluster.contributors)))
