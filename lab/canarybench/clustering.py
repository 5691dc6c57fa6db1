"""How the benchmark clusters a whole corpus: TF-IDF rows and k-means, both scikit-learn's.

k-means runs in one thread: with several the order of float additions, and with it the clusters, would change from run
to run.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Final

import numpy as np
from scipy.sparse import csr_array
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import TfidfVectorizer
from threadpoolctl import threadpool_limits

from streams.analytics.clustering import Assignment, renumbered
from streams.analytics.features import TermMatrix, terms

MAX_TERMS: Final = 8192
LEAST_TEXTS: Final = 2


def features(texts: Sequence[str]) -> TermMatrix:
    """Return the TF-IDF rows of texts over the terms that at least two texts have, the most frequent 8,192 of them.

    >>> features(["red fox", "red dog", "dog"]).vocabulary
    ('dog', 'red')
    """
    vectorizer = TfidfVectorizer(analyzer=terms, min_df=LEAST_TEXTS, max_features=MAX_TERMS, dtype=np.float32)
    try:
        weights = csr_array(vectorizer.fit_transform(texts))
    except ValueError:  # scikit-learn refuses texts of which no two share a term
        return TermMatrix((), csr_array((len(texts), 1), dtype=np.float32))
    return TermMatrix(tuple(vectorizer.get_feature_names_out()), weights)


def kmeans(rows: csr_array, clusters: int, seed: int) -> Assignment:
    """Return the cluster of each row, numbered from 0 without gaps: the same rows and seed give the same clusters.

    There are fewer clusters than asked for where fewer rows differ.
    """
    model = KMeans(min(clusters, rows.shape[0]), n_init=1, random_state=seed)
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # that fewer rows differ is no fault
        return renumbered(model.fit_predict(rows))
