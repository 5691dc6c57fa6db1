from __future__ import annotations

import json

from gateway.detection.pattern_detector import PatternDetector
from gateway.minimization import Detectors
from lab.evaluation.corpus import COLLECTIONS, HALVES, prompts
from lab.evaluation.verbs import listed, measured

PATTERNS = PatternDetector(few_texts=True)
DETECTORS = Detectors(PATTERNS, PATTERNS)


def test_finds_of_the_held_out_half_are_never_listed() -> None:
    held_out = {prompt.row.key for collection in COLLECTIONS for prompt in prompts(collection, "held_out")}
    shown = {line.split()[0] for line in listed(DETECTORS)}
    assert shown
    assert not shown & held_out


def test_the_result_says_versions_and_the_number_of_prompts_in_each_half() -> None:
    result = json.loads(json.dumps(measured({"patterns": DETECTORS})))
    assert result["versions"].keys() == {"python", "canarygate", "numpy"}
    for name in COLLECTIONS:
        for half in HALVES:
            counted = result["collections"][name][half]["patterns"]["prompts"]
            assert counted == len(list(prompts(name, half)))
