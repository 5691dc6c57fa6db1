from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from streams.engine.window import Ticket, Window

PARTITIONS = st.integers(0, 2)
Place = tuple[int, int]
Tickets = list[Ticket[Place]]


class WindowMachine(RuleBasedStateMachine):
    """A window under any sequence of work, against a model that knows nothing but what was opened and closed."""

    new_window: Callable[[int, int], Window[Place]] = Window

    def __init__(self) -> None:
        super().__init__()
        self.window = self.new_window(4, 100)
        self.open: Tickets = []
        self.closed: Tickets = []
        self.forgotten: Tickets = []
        self.opened: defaultdict[int, list[Place]] = defaultdict(list)
        self.done: set[Place] = set()
        self.released: defaultdict[int, list[Place]] = defaultdict(list)
        self.next_offset = 0
        self.now = 0.0

    def held(self) -> list[Place]:
        """What was opened and neither released nor forgotten."""
        return [place for number, opened in self.opened.items() for place in opened[len(self.released[number]) :]]

    @rule(partition=PARTITIONS, size=st.integers(0, 120))
    def take_in(self, partition: int, size: int) -> None:
        held = [ticket for ticket in (*self.open, *self.closed) if ticket.item in self.held()]
        bytes_held = sum(ticket.size for ticket in held)
        room = self.window.has_room(size)
        assert room == (not held or (len(held) < 4 and bytes_held + size <= 100))
        if room:
            self.next_offset, self.now = self.next_offset + 1, self.now + 1
            place = (partition, self.next_offset)
            self.opened[partition].append(place)
            self.open.append(self.window.open(partition, place, size, self.now))

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def close_one(self, data: st.DataObject) -> None:
        ticket = self.open.pop(data.draw(st.integers(0, len(self.open) - 1)))
        self.closed.append(ticket)
        self.done.add(ticket.item)
        for place in self.window.close(ticket):
            self.released[place[0]].append(place)

    @precondition(lambda self: self.closed or self.forgotten)
    @rule(data=st.data())
    def close_again_what_is_closed_or_forgotten(self, data: st.DataObject) -> None:
        again = data.draw(st.sampled_from([*self.closed, *self.forgotten]))
        assert self.window.close(again) == []

    @rule(partitions=st.sets(PARTITIONS))
    def revoke(self, partitions: set[int]) -> None:
        expected = [place for place in self.held() if place[0] in partitions]
        assert sorted(self.window.revoke(partitions)) == sorted(expected)
        self.forgotten += [ticket for ticket in self.open if ticket.partition in partitions]
        self.open = [ticket for ticket in self.open if ticket.partition not in partitions]
        for partition in partitions:
            self.opened[partition].clear()
            self.released[partition].clear()

    @invariant()
    def what_is_released_is_what_was_opened_first_in_order_and_once(self) -> None:
        for partition, released in self.released.items():
            assert released == self.opened[partition][: len(released)]

    @invariant()
    def nothing_is_released_before_all_below_it_is_done_and_nothing_done_is_held_back(self) -> None:
        for partition, opened in self.opened.items():
            first_open = next((at for at, place in enumerate(opened) if place not in self.done), len(opened))
            assert len(self.released[partition]) == first_open

    @invariant()
    def it_counts_what_it_holds_and_knows_the_oldest(self) -> None:
        held = [ticket for ticket in (*self.open, *self.closed) if ticket.item in self.held()]
        assert (self.window.items, self.window.bytes) == (len(held), sum(ticket.size for ticket in held))
        assert self.window.stalled_since() == min((ticket.opened_at for ticket in held), default=None)


TestTheWindow = WindowMachine.TestCase


class Hasty(Window[Place]):
    """Releases what is done although something below it is open."""

    def close(self, ticket: Ticket[Place]) -> list[Place]:
        tickets = self._partitions.get(ticket.partition)
        if tickets is None or id(ticket) not in tickets:
            return []
        del tickets[id(ticket)]
        self.items -= 1
        self.bytes -= ticket.size
        return [ticket.item]


class Forgetful(Window[Place]):
    """Releases only the ticket at the head, and loses those behind it that were done before."""

    def close(self, ticket: Ticket[Place]) -> list[Place]:
        return super().close(ticket)[:1]


class Clinging(Window[Place]):
    """Does not forget what was revoked."""

    def revoke(self, partitions: object) -> list[Place]:
        return []


# The same search every time, and a long one: that it finds what is wrong must not be a matter of luck.
SEARCH = settings(
    database=None,
    report_multiple_bugs=False,
    derandomize=True,
    max_examples=1_000,
    deadline=None,
    phases=[Phase.generate],
)


@pytest.mark.parametrize("wrong", [Hasty, Forgetful, Clinging])
def test_the_property_catches_a_wrong_window(wrong: Callable[[int, int], Window[Place]]) -> None:
    class Machine(WindowMachine):
        new_window = staticmethod(wrong)

    with pytest.raises((AssertionError, KeyError)):
        run_state_machine_as_test(Machine, settings=SEARCH)


def test_what_is_larger_than_the_bound_is_let_in_alone() -> None:
    window: Window[str] = Window(max_items=4, max_bytes=10)
    assert window.has_room(1_000)
    ticket = window.open(0, "large", 1_000, now=0.0)
    assert not window.has_room(0)
    window.close(ticket)
    assert window.has_room(0)


def test_partitions_do_not_wait_for_each_other() -> None:
    window: Window[str] = Window(max_items=4, max_bytes=10)
    window.open(0, "open", 1, now=0.0)
    assert window.close(window.open(1, "done", 1, now=0.0)) == ["done"]


def test_a_redelivered_item_is_new_work() -> None:
    window: Window[str] = Window(max_items=4, max_bytes=10)
    before = window.open(0, "a", 1, now=0.0)
    window.revoke([0])
    after = window.open(0, "a", 1, now=0.0)
    assert (window.close(before), window.close(after)) == ([], ["a"])


def test_a_revoked_partition_leaves_the_others_alone() -> None:
    window: Window[str] = Window(max_items=4, max_bytes=10)
    kept = window.open(1, "kept", 1, now=0.0)
    window.open(0, "revoked", 1, now=0.0)
    assert window.revoke([0, 7]) == ["revoked"]
    assert window.close(kept) == ["kept"]
