"""The records of ``privacy.holds``: what leaks have put on hold, and who lifted it.

The key is the subject: ``publications``, ``tenant/NAME`` or ``model/NAME``. Its last record says whether it is held.
"""

from __future__ import annotations

from typing import Final

import msgspec

from gateway.records.codec import Record, decode_union
from gateway.types import Surface

PUBLICATIONS: Final = "publications"
TENANT: Final = "tenant"
MODEL: Final = "model"
HELD_SUBJECTS: Final = (PUBLICATIONS, TENANT, MODEL)
"""What may be held, as the first part of a subject names it."""


class Hold(Record, frozen=True, tag_field="kind", tag="hold"):
    """That leaks hold the subject since ``held_ms``: so many ``leaks`` so far, of which the other fields name the last.

    ``configuration`` is the fingerprint of the auditor's settings.
    """

    surface: Surface
    canary: str
    canary_kind: str
    leaked_ms: int
    held_ms: int
    leaks: int
    configuration: str


class Lifting(Record, frozen=True, tag_field="kind", tag="lifting"):
    """That a person lifted the hold before it; ``hold`` is None where that was of another version."""

    person: str
    reason: str
    lifted_ms: int
    hold: Hold | None


HoldRecord = Hold | Lifting

_HELD: msgspec.json.Decoder[HoldRecord] = msgspec.json.Decoder(HoldRecord)


def decode_hold(value: bytes | None) -> HoldRecord:
    """Returns the record of ``privacy.holds``; raises Undecodable."""
    return decode_union(value, _HELD, "hold")


def tenant_subject(tenant: str) -> str:
    """Returns the key of the holds on a tenant's turns.

    >>> tenant_subject("support")
    'tenant/support'
    """
    return f"{TENANT}/{tenant}"


def model_subject(model: str) -> str:
    """Returns the key of the holds on a model, by its name in ``model_list``.

    >>> model_subject("gpt-*")
    'model/gpt-*'
    """
    return f"{MODEL}/{model}"


def held_subject(subject: str) -> str | None:
    """Returns what a subject is, of ``HELD_SUBJECTS``; None for a key that is no subject.

    >>> held_subject("tenant/support"), held_subject("publications"), held_subject("lifted/1/publications")
    ('tenant', 'publications', None)
    """
    kind, _, name = subject.partition("/")
    return kind if kind in HELD_SUBJECTS and bool(name) is (kind != PUBLICATIONS) else None


def lifted_key(subject: str, lifted_ms: int) -> str:
    """Returns the key under which a lifting stays, also after the next hold of its subject.

    >>> lifted_key("tenant/support", 7)
    'lifted/7/tenant/support'
    """
    return f"lifted/{lifted_ms}/{subject}"
