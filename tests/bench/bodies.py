"""Chat requests that are never the same twice, and what a right answer to one of them holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

_SYSTEM = (
    "You help the staff of a small travel agency. Answer in plain words, in the language of the question, and keep to "
    "what the customer asked for. Where something is missing, ask for it."
)
_SENTENCES = (
    "The second train was late, and the hotel had given the room away when we came.",
    "Please look for a flight with one stop at most, and with a bag in the price.",
    "We would rather leave in the morning, as the children sleep badly on the road.",
    "The form on the page does not take the voucher that came with the last letter.",
    "My sister travels with us and needs a room on the ground floor, close to the door.",
    "Could you say what it costs to move the whole booking to the week after that?",
    "The museum closes early in winter, so the visit would have to come first.",
    "Nobody answered at the desk, although the board said that it was open all night.",
)
_SYLLABLES = ("ka", "lo", "mi", "ren", "sto", "ul", "ta", "be", "dra", "fin", "gor", "hal")
_NAMES = ("anna", "bruno", "carla", "dmitri", "elena", "farid", "greta", "hugo", "ines", "jonas", "kaja", "liam")


@dataclass(frozen=True, slots=True)
class Chat:
    """A request's body, and the email and the phone that its answer must bring back."""

    body: bytes
    email: str
    phone: str


def chats(seed: int, size: int, *, stream: bool) -> Iterator[Chat]:
    """Requests of about ``size`` bytes without an end, each with a name, an email and a phone of its own.

    >>> first, second = (next(chats(seed, 600, stream=False)) for seed in (1, 2))
    >>> first.body == second.body, 560 < len(first.body) < 640
    (False, True)
    """
    random = Random(seed)
    room = max(0, size - len(_chat("Mikalo Stotaul: ", "n0000.anna@example.org", "+1 415 555 0000", stream=stream)))
    while True:
        number = random.getrandbits(32)
        email = f"{random.choice(_NAMES)}.{number:08x}@example.org"
        phone = f"+1 {random.choice((212, 303, 415, 617))} {random.randint(200, 999)} {random.randint(0, 9999):04}"
        text = f"{_word(random)} {_word(random)}: {_filler(random, room)}"
        yield Chat(_chat(text, email, phone, stream=stream), email, phone)


def _chat(filler: str, email: str, phone: str, *, stream: bool) -> bytes:
    text = f"{filler}Reply to {email} or call {phone}, and thank you."
    messages = [{"role": "system", "content": _SYSTEM}, {"role": "user", "content": text}]
    return json.dumps({"model": "bench", "messages": messages, "stream": stream}).encode()


def _word(random: Random) -> str:
    return "".join(random.choices(_SYLLABLES, k=3)).title()


def _filler(random: Random, room: int) -> str:
    text = ""
    while len(text) < room:
        text += f"{random.choice(_SENTENCES)} "
    return text[:room].rpartition(" ")[0] + "… "
