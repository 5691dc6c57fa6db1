"""Multiple-choice prompts that were written for tests: nobody in them lives, and every sentence tells its prompt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

from gateway.types import JsonObject, JsonValue

Subjects = Sequence[tuple[str, str]]  # what stands in the text, and its abstraction

PEOPLE: Subjects = [
    ("Ada Brook", "a woman"),
    ("Ben Stone", "a man"),
    ("Cleo Marsh", "somebody's aunt"),
    ("Dov Hill", "somebody's uncle"),
    ("Elif Reed", "a neighbour"),
    ("Finn Wold", "a customer"),
]
PLACES: Subjects = [
    ("Tarvik", "a northern port"),
    ("Quellhof", "a mountain village"),
    ("Montrassy", "a wine region"),
    ("Oldbrough", "a market town"),
]
WORK: Subjects = [
    ("glassblower", "a craft"),
    ("ferry pilot", "a job at sea"),
    ("beekeeper", "outdoor work"),
    ("court clerk", "an office job"),
    ("pastry chef", "kitchen work"),
]
TIMES: Subjects = [
    ("14 March 2019", "some years ago"),
    ("last Tuesday", "recently"),
    ("the winter of 1998", "decades ago"),
]
EMPLOYERS: Subjects = [
    ("Hallgate Mutual", "an insurer"),
    ("Porto Verde Lines", "a shipping firm"),
    ("Nine Elms School", "a place of learning"),
]
HEALTH: Subjects = [
    ("shingles", "a skin condition"),
    ("hay fever", "an allergy"),
    ("gout", "a joint problem"),
]
TYPES = {
    "NAME": PEOPLE,
    "GEOLOCATION": PLACES,
    "OCCUPATION": WORK,
    "TIME": TIMES,
    "AFFILIATION": EMPLOYERS,
    "HEALTH_INFORMATION": HEALTH,
}
THINGS = (
    "lantern",
    "ladder",
    "kettle",
    "barrel",
    "mirror",
    "saddle",
    "ribbon",
    "anchor",
    "basket",
    "chisel",
    "drum",
    "oar",
)
DEEDS = (
    "lent",
    "sold",
    "broke",
    "found",
    "hid",
    "painted",
    "mended",
    "weighed",
    "borrowed",
    "buried",
    "insured",
    "cut",
)


def row(number: int) -> JsonObject:
    """A prompt of two to six entities, always the same for a number.

    >>> len(row(0)["choices"]), row(7) == row(7), row(7) == row(8)
    (4, True, False)
    """
    random = Random(number)
    entities = [(kind, *random.choice(TYPES[kind])) for kind in random.sample([*TYPES], 2 + number % 5)]
    thing, deed = THINGS[number % 12], DEEDS[(number // 12 + 5 * number) % 12]
    facts = " ".join(
        f"It was noted of {text} that item {number}-{at} applies." for at, (_, text, _) in enumerate(entities)
    )
    choices: list[JsonValue] = [f"the {each} that was {deed} under rule {number}" for each in random.sample(THINGS, 4)]
    return {
        "id": f"written-{number}",
        "dataset": "written",
        "text": f"File {number}, about a {thing} that somebody {deed}. {facts} Which outcome fits file {number} best?",
        "entities": [{"type": kind, "text": text, "abstraction": phrase} for kind, text, phrase in entities],
        "choices": choices,
        "answer": random.randrange(4),
    }


def write(folder: Path, rows: int) -> Path:
    """A file of so many prompts."""
    path = folder / "written.jsonl"
    path.write_text("".join(json.dumps(row(number)) + "\n" for number in range(rows)), encoding="utf-8")
    return path
