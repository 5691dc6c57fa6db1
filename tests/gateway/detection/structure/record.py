"""What stays readable of a made-up record of 68 fields, in two wordings and many formats.

``python -m tests.gateway.detection.structure.record`` prints it, format by format. One wording of the labels and one
half of the formats were never tuned on (``is_held_out``).
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections import Counter
from collections.abc import Sequence

from gateway.detection.assembly import full_detector, pattern_detector
from gateway.detection.detector import Detector
from gateway.detection.names.installed import load
from gateway.settings import DetectionSettings
from tests.gateway.detection.structure.record_fields import Field, Record, record
from tests.gateway.detection.structure.record_formats import ALIGNED, FORMATS


def is_held_out(name: str) -> bool:
    """Returns whether a format was never tuned on."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 1


def left(detector: Detector, fields: Record, name: str) -> list[str]:
    """Returns the labels of the fields of which a letter or digit is not covered, in their order."""
    text = FORMATS[name](fields)
    covered = bytearray(len(text))
    for span in detector.detect(text):
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    regions = zip(fields, _regions(text, fields, name), strict=True)
    return [each.snake for each, places in regions if any(text[at].isalnum() and not covered[at] for at in places)]


def _regions(text: str, fields: Record, name: str) -> list[range]:
    """Returns where the format put each value: a text of markers has the same pieces between its values.

    In aligned columns these depend on the values, which stand there in order and as they are.
    """
    if name in ALIGNED:
        found, at = list[range](), 0
        for each in fields:
            at = text.index(each.value, at)
            found.append(range(at, at := at + len(each.value)))
        return found
    marked = [Field(each.words, f"zq{at:03}qz") for at, each in enumerate(fields)]
    first, *pieces = re.split(r"zq\d{3}qz", FORMATS[name](marked))
    begin, regions = len(first), []
    for piece in pieces:
        end = text.index(piece.strip(" ") or piece, begin) if piece else len(text)
        regions.append(range(begin, end))
        begin = end + len(piece.strip(" ") or piece)
    return regions


def load_detector() -> Detector:
    """Returns the detector with all languages."""
    return full_detector((), DetectionSettings().languages, load())


def main(arguments: Sequence[str]) -> int:
    """Prints the fields that stay readable, by format; always 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.gateway.detection.structure.record", description=__doc__)
    parser.add_argument("--held-out", action="store_true", help="the other formats and the other wording")
    parser.add_argument("--all", action="store_true", help="every format in both wordings, figures only")
    parser.add_argument("--patterns", action="store_true", help="without the names model")
    options = parser.parse_args(arguments)
    languages = DetectionSettings().languages
    detector = pattern_detector((), languages) if options.patterns else full_detector((), languages, load())
    for wording, held in ((0, False), (1, False), (0, True), (1, True)) if options.all else ((options.held_out,) * 2,):
        fields = record(wording)
        names = [name for name in FORMATS if is_held_out(name) == held]
        remaining = {name: left(detector, fields, name) for name in names}
        if not options.all:
            for name, labels in remaining.items():
                print(f"{name:34} {len(labels):3}  {' '.join(labels)}")
            print(Counter(label for labels in remaining.values() for label in labels).most_common())
        count, whole = sum(map(len, remaining.values())), len(names) * len(fields)
        kind = f"{'held-out' if held else 'tuned'} formats, {'held-out' if wording else 'tuned'} wording"
        print(f"{kind}: {count} of {whole} fields readable ({count / whole:.1%}), {len(names)} formats")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
