"""Loads the detectors of all policies once per process; a missing model is logged."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from gateway.compiled_files import CompiledFiles, cache_folder
from gateway.detection.assembly import full_detector, pattern_detector
from gateway.detection.cache import KEY_BYTES, CachedDetector, PieceCache
from gateway.detection.deny import denying
from gateway.detection.detector import Detector
from gateway.detection.names.artefact import ArtefactError
from gateway.detection.names.installed import SHIPPED, load
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.tagger import Tagger
from gateway.detection.second_look import installed, spacy_model
from gateway.detection.second_look.second_look import SENTENCES, Classifier, SecondLook
from gateway.logs import fields
from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.settings import DetectionSettings, SecondLookSettings

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PolicyDetectors:
    """The detectors of one policy.

    ``full`` has all that the policy asks for, or is None if a model is missing; ``rest`` needs no missing model.
    ``slow`` says that ``full`` is too slow for the event loop.
    """

    full: Detectors | None
    rest: Detectors
    slow: bool = False

    def of(self, tenant: str) -> PolicyDetectors:
        """Returns the same detectors for a tenant's texts: what they remember, they remember for this tenant only."""
        rest = replace(_of_tenant(self.rest, tenant), complete=False)
        return replace(self, full=self.full and _of_tenant(self.full, tenant), rest=rest)


def load_detectors(
    detection: DetectionSettings,
    policies: Mapping[str, Policy],
    *,
    looked: Callable[[bool], None] = lambda found: None,
    few_texts: bool = False,
) -> Mapping[str, PolicyDetectors]:
    """Returns the detectors of each policy by its name; all policies share one cache.

    ``looked`` is called at each look-up in the cache with whether it was a hit. With ``few_texts`` the detectors are
    ready sooner but slower, for commands that read only a few texts.
    """
    cache = PieceCache(os.urandom(KEY_BYTES), detection.cache_bytes, looked)
    patterns = pattern_detector(detection.recognizers, detection.languages, few_texts=few_texts, store=_store())
    by_tier = load_tiers(detection, few_texts=few_texts)
    return {name: _of_policy(policy, patterns, by_tier, cache) for name, policy in policies.items()}


def load_tiers(detection: DetectionSettings, *, few_texts: bool = False) -> Mapping[str, Detector]:
    """Returns the detectors with the names model by their second look, without those whose model is missing."""
    full = partial(full_detector, languages=detection.languages, few_texts=few_texts, store=_store())
    by_tier: dict[str, Detector] = {}
    try:
        weights = load(detection.names_model or SHIPPED)
        by_tier["never"] = full(detection.recognizers, weights=weights)
        if detection.second_look is not None:
            tagger, classifier = Tagger(weights), _classifier(detection.second_look, weights.lexicon)
            for sentences in SENTENCES:
                look = SecondLook(tagger, classifier, weights.lexicon, sentences)
                by_tier[sentences] = full((*detection.recognizers, look), weights=weights)
    except ArtefactError as error:
        log.critical("a model is missing: policies that block refuse all turns", extra=fields(reason=error.message))
    return by_tier


def _store() -> CompiledFiles:
    """Returns where all detectors of this user keep what is compiled: equal each time, so they share it in memory."""
    return CompiledFiles(cache_folder(os.environ))


def _of_policy(
    policy: Policy, patterns: Detector, by_tier: Mapping[str, Detector], cache: PieceCache
) -> PolicyDetectors:
    words = _denying("patterns", patterns, policy, cache)
    loaded = {tier: Detectors(_denying(tier, detector, policy, cache), words) for tier, detector in by_tier.items()}
    slow = policy.second_look != "never"
    rest = loaded.get("never") if slow else None
    return PolicyDetectors(loaded.get(policy.second_look), rest or Detectors(words, words), slow)


def _classifier(second_look: SecondLookSettings, lexicon: Lexicon) -> Classifier:
    if second_look.model is not None:
        return installed.load(second_look.model, lexicon)
    assert second_look.spacy is not None  # the settings have one of the two
    return spacy_model.load(second_look.spacy)


def _denying(name: str, detector: Detector, policy: Policy, cache: PieceCache) -> Detector:
    """Returns the detector with the policy's deny list and a cache, which all policies without such a list share."""
    known_as = f"{name} for {policy.name}" if policy.deny_list else name
    return CachedDetector(known_as, denying(detector, policy.deny_list), cache)


def _of_tenant(detectors: Detectors, tenant: str) -> Detectors:
    texts, words = (
        each.of(tenant) if isinstance(each, CachedDetector) else each for each in (detectors.texts, detectors.words)
    )
    return replace(detectors, texts=texts, words=words)
