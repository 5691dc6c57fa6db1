"""A reader who has seen a public class once knows what its name means everywhere."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("gateway", "streams", "lab")


def public_classes() -> dict[str, list[str]]:
    """The public classes at the top of modules, each with where it is defined."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in (path for package in PACKAGES for path in sorted((ROOT / package).glob("**/*.py"))):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(path.relative_to(ROOT)))
    return found


def test_the_name_of_a_public_class_means_one_thing() -> None:
    assert {name: places for name, places in public_classes().items() if len(places) > 1} == {}
