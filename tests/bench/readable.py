"""How often a labelled value stays readable after "redact everything", in its own spelling, another case or inflection.

``python -m tests.bench.readable [--json] FOLDER`` reads the prompts of the data-minimization paper in ``FOLDER``. Each
labelled entity is found once, where it first stands; every further occurrence is the rewriter's to find. What it hides
besides what it was given is counted too, in the prompts and in the source code of asyncio: most of that is right
in prompts, and hardly any of it is in code.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gateway.detection.assembly import full_detector
from gateway.detection.names.installed import load
from gateway.minimization import minimize
from gateway.policy import Policy
from gateway.types import Leaf, LeafKind, Span
from lab.search.prompt_files import read
from streams.searcher.prompts import Prompt

FILES: Final = ("wildchat", "sharegpt", "medqa", "casehold")
WAYS: Final = ("exact", "other case", "inflected")
_GAP: Final = r"[\s\-‐‑–]+"

Offsets = tuple[int, int, int]


def ways(value: str) -> Iterator[re.Pattern[str]]:
    """As it is spelled, in any case, in any case with an English plural or singular and other white space."""
    yield _whole(re.escape(value), 0)
    yield _whole(re.escape(value), re.IGNORECASE)
    *words, last = re.split(_GAP, value.strip())
    endings = [re.escape(last) + "(?:s|es)?"]
    endings += [re.escape(last[:-1]) + "ies"] if last[-1:] in "yY" and len(last) > 3 else []
    endings += [re.escape(last[:-1])] if last[-1:] in "sS" and len(last) > 4 else []
    yield _whole(_GAP.join([*map(re.escape, words), f"(?:{'|'.join(endings)})"]), re.IGNORECASE)


def _whole(pattern: str, flags: int) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{pattern})(?![^\W_])", flags)


def found_once(texts: Sequence[str], prompt: Prompt) -> list[list[Span]]:
    """Of each entity one span, the longest first: where it stands first and nothing else was found."""
    spans: list[list[Span]] = [[] for _ in texts]
    for entity in sorted(prompt.entities, key=lambda each: -len(each.forms[0])):
        exact = next(ways(entity.forms[0]))
        for at, begin, end in _places(exact, texts):
            if all(span.end <= begin or span.start >= end for span in spans[at]):
                spans[at].append(Span(begin, end, entity.entity_type, 1.0, "label"))
                break
    return [sorted(each, key=lambda span: span.start) for each in spans]


def _places(pattern: re.Pattern[str], texts: Sequence[str]) -> Iterator[Offsets]:
    for at, text in enumerate(texts):
        yield from ((at, *match.span()) for match in pattern.finditer(text))


def count(prompt: Prompt, counts: dict[str, Counter[str]]) -> None:
    """Add a prompt's occurrences and those of them that stay readable, by entity type and way."""
    texts = [prompt.text, *prompt.choices]
    spans = found_once(texts, prompt)
    leaves = [Leaf(str(at), LeafKind.TEXT, text, 0) for at, text in enumerate(texts)]
    report = minimize(leaves, spans, Policy(), str.upper).report
    hidden = {(int(span.path), offset) for span in report for offset in range(span.start, span.end)}
    known = {texts[at][span.start : span.end] for at, found in enumerate(spans) for span in found}
    for entity in (each for each in prompt.entities if each.forms[0] in known):
        seen: set[tuple[int, int]] = set()
        for way, pattern in zip(WAYS, ways(entity.forms[0]), strict=True):
            for at, begin, end in _places(pattern, texts):
                if (at, begin) not in seen:
                    seen.add((at, begin))
                    letters = (offset for offset in range(begin, end) if texts[at][offset].isalnum())
                    is_readable = any((at, offset) not in hidden for offset in letters)
                    counts[entity.entity_type][way] += 1
                    counts[entity.entity_type][f"{way}, readable"] += is_readable


def propagated(texts: Sequence[str]) -> tuple[int, int]:
    """How many places no recognizer saw are hidden in these texts, each by itself, and of how many characters."""
    detector = full_detector((), frozenset(), load())
    places = 0
    for text in texts:
        report = minimize([Leaf("text", LeafKind.TEXT, text, 0)], [detector.detect(text)], Policy(), str.upper).report
        places += sum(span.recognizer == "propagation" for span in report)
    return places, sum(map(len, texts))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    prompts = [prompt for name in FILES for prompt in read([options.folder / f"{name}.jsonl"])]
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for prompt in prompts:
        count(prompt, counts)
    counts["all"] = sum(counts.values(), Counter())
    code = [path.read_text(encoding="utf-8") for path in sorted(Path(asyncio.__file__).parent.rglob("*.py"))]
    beyond = {"prompts": propagated([prompt.text for prompt in prompts]), "code": propagated(code)}
    if options.json:
        print(json.dumps({"prompts": len(prompts), "counts": counts, "propagated": beyond}))
        return
    print(f"{'readable of occurrences':<26}" + "".join(f"{way:>16}" for way in WAYS))
    for name, of_type in sorted(counts.items(), key=lambda each: (each[0] == "all", each[0])):
        print(f"{name:<26}" + "".join(f"{of_type[f'{way}, readable']:>9} of {of_type[way]:<4}" for way in WAYS))
    for name, (places, characters) in beyond.items():
        print(f"{name}: {places} places found again, {places / characters * 1000:.2f} per 1,000 characters")


if __name__ == "__main__":
    main()
