"""What the records of ``privacy.holds`` say: what is on hold, and who lifted what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo

from gateway.records import Hold, Lifting, Undecodable, decode_hold, held_subject
from gateway.terminal import columns, one_line
from streams.commands.folding import Kept
from streams.commands.times import moment
from streams.holds import Holds

_STANDING = ("subject", "since", "leaks", "last leak")
_LIFTED = ("subject", "lifted", "by", "reason")


@dataclass(frozen=True, slots=True, repr=False)
class HoldsRead:
    """What stands, by subject, None where another version wrote it; and all liftings, the newest first."""

    standing: Mapping[str, Hold | None]
    liftings: tuple[tuple[str, Lifting], ...]


def holds_of(records: Iterable[Kept]) -> HoldsRead:
    """Returns what the records of ``privacy.holds`` say together."""
    holds, liftings = Holds(), list[tuple[str, Lifting]]()
    for kept in records:
        holds.take(kept.key.encode(), kept.value)
        liftings += _kept_lifting(kept)
    last = {subject: holds.last[subject] for subject in sorted(holds.last) if holds.stands(subject)}
    standing = {subject: hold if isinstance(hold, Hold) else None for subject, hold in last.items()}
    return HoldsRead(standing, tuple(sorted(liftings, key=lambda each: -each[1].lifted_ms)))


def listed(found: HoldsRead, zone: tzinfo | None, *, with_lifted: bool) -> Iterator[str]:
    """Yields a row for each hold and, if asked for, for each lifting; times in UTC and in ``zone``, None for local."""
    if found.standing:
        yield from columns([_STANDING, *(_standing_row(*item, zone) for item in found.standing.items())], {2})
    else:
        yield "nothing is on hold"
    if with_lifted and found.liftings:
        yield from ("", *columns([_LIFTED, *(_lifted_row(*item, zone) for item in found.liftings)]))


def _kept_lifting(kept: Kept) -> Iterator[tuple[str, Lifting]]:
    """Yields the lifting that stands under a key of its own, with its subject."""
    word, _, rest = kept.key.partition("/")
    subject = rest.partition("/")[2]
    if word != "lifted" or held_subject(subject) is None:
        return
    try:
        record = decode_hold(kept.value)
    except Undecodable:
        return
    if isinstance(record, Lifting):
        yield subject, record


def _standing_row(subject: str, hold: Hold | None, zone: tzinfo | None) -> tuple[str, ...]:
    if hold is None:
        return (one_line(subject), "?", "?", "another version wrote it")
    last = f"{hold.surface}, {one_line(hold.canary_kind)}, canary {one_line(hold.canary)}"
    return (one_line(subject), moment(hold.held_ms, zone), str(hold.leaks), last)


def _lifted_row(subject: str, lifting: Lifting, zone: tzinfo | None) -> tuple[str, ...]:
    who = (one_line(lifting.person), one_line(lifting.reason))
    return (one_line(subject), moment(lifting.lifted_ms, zone), *who)
