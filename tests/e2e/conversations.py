"""Conversations with a model: some that were written for these tests, and published ones where they are at hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support.thoroughness import QUICKER, THOROUGH

PUBLISHED = Path(__file__).parents[2] / "../shared/data/conversations/pupa.jsonl"


@dataclass(frozen=True, slots=True)
class Conversation:
    """A prompt and its answer."""

    prompt: str
    response: str


WRITTEN = (
    Conversation(
        "Write a short, friendly mail to the landlord: the heating in the second bedroom has been off for three days.",
        "Subject: Heating in the second bedroom\n\nDear landlord,\n\nthe heating has been off since Monday. "
        "Could somebody have a look this week?\n\nKind regards",
    ),
    Conversation(
        "What does this do?\n\n```python\ndef area(w, h=2):\n    # in cm\n    return w * h  # TODO: units\n"
        "print(area(3), area(w=1.5, h=4))\n```\nAnd is there a shorter way?",
        "It prints `6 6.0`. A `lambda` is shorter, but no clearer:\n\n```python\narea = lambda w, h=2: w * h\n```",
    ),
    Conversation(
        'Turn this into JSON.\n\nitem,price,stock\nlamp,19.90,4\n"table, round",120,0\nchair,45.5,12',
        '[{"item": "lamp", "price": 19.9, "stock": 4}, {"item": "table, round", "price": 120, "stock": 0}, '
        '{"item": "chair", "price": 45.5, "stock": 12}]',
    ),
    Conversation(
        'Why is this refused? {"retries": 3, "hosts": ["a", "b"], "nested": {"deep": [[1, 2], {"x": null}]},}',
        "JSON allows no comma before a closing brace: take away the last one.",
    ),
    Conversation(
        "Übersetze bitte ins Englische: „Der Zug fällt heute leider aus – größere Verspätungen sind möglich.“",
        "“Unfortunately the train is cancelled today – longer delays are possible.”",
    ),
    Conversation(
        "请用三句话解释什么是光合作用，并举一个例子。",
        "植物利用阳光，把水和二氧化碳变成糖和氧气。例如，树叶在白天进行光合作用。",
    ),
    Conversation("اكتب قصيدة قصيرة عن البحر من فضلك.", "أزرقُ يمتدُّ بلا نهاية،\nوموجٌ يهمس للحكاية."),
    Conversation(
        "Fix the query:\n\nSELECT name, COUNT(*) FROM orders WHERE total > 100 GROUP BY\nORDER BY 2 DESC LIMIT 10;",
        "`GROUP BY` names no column:\n\n    SELECT name, COUNT(*) FROM orders WHERE total > 100\n"
        "    GROUP BY name ORDER BY 2 DESC LIMIT 10;",
    ),
    Conversation(
        '<div class="note">Make this <b>shorter</b>: &quot;We would like to inform you that, owing to works, '
        "the north entrance is going to be closed until further notice.&quot;</div>",
        '<div class="note">&quot;The north entrance is closed for works.&quot;</div>',
    ),
    Conversation(
        "| week | km | hours |\n|---|---|---|\n| 1 | 12 | 1.5 |\n| 2 | 18 | 2.1 |\n| 3 | 25 | 2.9 |\n\n"
        "Am I getting faster? 🏃 Give me one sentence and a plan for week 4.",
        "Yes: from 8.0 to 8.6 km/h. **Week 4**\n\n1. Rest on Monday\n2. 2 × 8 km, easy\n3. 12 km on Sunday 🎉",
    ),
    Conversation("hi", "Hello! How can I help?"),
    Conversation(
        "I am planning dinner for nine people, two of whom eat no meat and one no nuts. " * 12 + "What would you cook?",
        "A large mushroom risotto, a green salad, and baked pears. " * 6,
    ),
)


def conversations() -> list[Conversation]:
    """All that were written, and the published ones: every one of them where tests are thorough, else a part."""
    return [*WRITTEN, *_published()]


def _published() -> Iterator[Conversation]:
    rows = PUBLISHED.read_text(encoding="utf-8").splitlines() if PUBLISHED.exists() else []
    for row in map(json.loads, rows if THOROUGH else rows[:: 2 * QUICKER]):
        yield Conversation(row["prompt"], row["response"])
