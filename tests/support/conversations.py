"""Turns of many people, made from published conversations, who say who they are in some of them."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from typing import Any, Final

import orjson

from streams.canaries.folding import letters
from streams.canaries.forms import Canary
from streams.canaries.kinds import KINDS
from streams.canaries.mint import mint
from tests.support.processes import ROOT

DATA: Final = ROOT.parent / "shared" / "data" / "conversations"
MODEL: Final = "assistant"
QUERIES: Final = 0.6  # of the turns are single queries of clinc150, the others turns of sgd's dialogues
EVERYBODY_HAS: Final = ("NAME", "EMAIL", "PHONE_NUMBER")


@dataclass(frozen=True, slots=True, repr=False)
class Turn:
    """A request in somebody's name: what it is about, and the values that its last text holds, with their kinds.

    ``label`` is an intent of clinc150 or a service of sgd, as ``source`` says; ``slots`` are the values that the
    published dialogue marks in that text.
    """

    turn_id: str
    identifier: str
    source: str
    label: str
    messages: tuple[Mapping[str, str], ...]
    planted: tuple[Canary, ...]
    slots: tuple[str, ...]

    @property
    def body(self) -> bytes:
        """The request as a client sends it."""
        named = {"model": MODEL, "messages": self.messages, "safety_identifier": self.identifier}
        return orjson.dumps(named)


@dataclass(frozen=True, slots=True, repr=False)
class Person:
    """Who contributes, and what nobody else would say."""

    identifier: str
    own: tuple[Canary, ...]


@dataclass(frozen=True, slots=True, repr=False)
class _Text:
    source: str
    speaker: str
    text: str
    label: str
    slots: tuple[str, ...] = ()


def turns(count: int, contributors: int, intents: int, telling: float = 0.3, seed: int = 0) -> list[Turn]:
    """So many turns by so many people, in an order in which no dialogue is turned around: the same for the same seed.

    In this share of the turns people tell a value of theirs, until all are told: a name, an address, a number and one
    of another kind. Single queries are about that many intents.
    """
    chance = Random(seed)
    everybody = people(contributors, chance)
    queries = _queries(intents)
    chance.shuffle(queries)
    single = [[each] for each in islice(cycle(queries), round(QUERIES * count))]
    dialogues = _dialogues(chance, count - len(single))
    told: Counter[str] = Counter()
    placed: list[tuple[float, Turn]] = []
    for conversation in [*single, *dialogues]:
        person = chance.choice(everybody)
        asked = list(_asked(conversation, person, told, telling, chance))
        placed += zip(sorted(chance.random() for _ in asked), asked, strict=True)
    return [turn for _, turn in sorted(placed, key=lambda each: each[0])]


def people(count: int, chance: Random) -> list[Person]:
    """So many people, no two of whom share a value."""
    taken: set[bytes] = set()

    def own(kind: str) -> Canary:
        canary = mint(kind, chance, lambda value: letters(value) in taken)
        taken.add(letters(canary.value))
        return canary

    others = cycle([kind for kind in KINDS if kind not in EVERYBODY_HAS])
    return [
        Person(f"account-{chance.getrandbits(64):016x}", tuple(map(own, (*EVERYBODY_HAS, next(others)))))
        for _ in range(count)
    ]


def _queries(intents: int) -> list[_Text]:
    by_intent: defaultdict[str, list[_Text]] = defaultdict(list)
    for row in _rows("clinc150.jsonl"):
        by_intent[row["intent"]].append(_Text("clinc150", "user", row["text"], row["intent"]))
    return [each for intent in sorted(by_intent)[:: -(-len(by_intent) // intents)] for each in by_intent[intent]]


def _dialogues(chance: Random, count: int) -> Iterator[Sequence[_Text]]:
    """Yields dialogues with so many turns of users together; after the last one they begin anew."""
    rows = list(_rows("sgd.jsonl"))
    chance.shuffle(rows)
    for row in cycle(rows):
        texts = [_text(turn, row["services"][0]) for turn in row["turns"]]
        own = [at for at, each in enumerate(texts) if each.speaker == "user"][:count]
        if not own:
            return
        yield texts[: own[-1] + 1]
        count -= len(own)


def _text(turn: Mapping[str, Any], label: str) -> _Text:
    speaker = {"USER": "user", "SYSTEM": "assistant"}[turn["speaker"]]
    slots = tuple(turn["text"][start:end] for _, start, end in turn.get("slots", ()))
    return _Text("sgd", speaker, turn["text"], label, slots)


def _asked(
    texts: Sequence[_Text], person: Person, told: Counter[str], telling: float, chance: Random
) -> Iterator[Turn]:
    """Yields the person's turns of a conversation, each with all that was said before."""
    messages: list[Mapping[str, str]] = []
    for each in texts:
        if each.speaker != "user":
            messages.append({"role": each.speaker, "content": each.text})
            continue
        next_one = told[person.identifier]
        planted = person.own[next_one : next_one + 1] if chance.random() < telling else ()
        told[person.identifier] += len(planted)
        content = " ".join([each.text, *(f"{_sentence(canary, chance)}." for canary in planted)])
        messages.append({"role": each.speaker, "content": content})
        turn_id = f"{chance.getrandbits(128):032x}"
        yield Turn(turn_id, person.identifier, each.source, each.label, tuple(messages), planted, each.slots)


def _sentence(canary: Canary, chance: Random) -> str:
    return chance.choice(KINDS[canary.kind].carriers).format(canary.value)


def _rows(name: str) -> Iterator[Any]:
    with (DATA / name).open(encoding="utf-8") as file:
        yield from map(json.loads, file)
