from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from streams.engine.window import Ticket, Window

PARTITIONS = st.integers(0, 2)


class WindowMachine(RuleBasedStateMachine):
    """A window under any sequence of work, against a model that keeps every record."""

    new_window: Callable[[], Window] = Window

    def __init__(self) -> None:
        super().__init__()
        self.window = self.new_window()
        self.open: list[Ticket] = []
        self.forgotten: list[Ticket] = []
        self.came: defaultdict[int, list[int]] = defaultdict(list)

    @rule(partition=PARTITIONS, step=st.integers(1, 3))
    def take_in(self, partition: int, step: int) -> None:
        """The next record comes; compaction leaves gaps."""
        offset = self.came[partition][-1] + step if self.came[partition] else step
        self._open(partition, offset)

    @precondition(lambda self: any(self.came.values()))
    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        """The consumer reads a record again, and goes on from there."""
        partition = data.draw(st.sampled_from([number for number, came in self.came.items() if came]))
        self._open(partition, data.draw(st.sampled_from(self.came[partition])))

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def close_one(self, data: st.DataObject) -> None:
        self.window.close(self.open.pop(data.draw(st.integers(0, len(self.open) - 1))))

    @precondition(lambda self: self.forgotten)
    @rule(data=st.data())
    def close_one_of_a_revoked_partition(self, data: st.DataObject) -> None:
        self.window.close(data.draw(st.sampled_from(self.forgotten)))

    @rule(partition=PARTITIONS)
    def revoke(self, partition: int) -> None:
        self.window.revoke([partition])
        self.forgotten += [ticket for ticket in self.open if ticket.partition == partition]
        self.open = [ticket for ticket in self.open if ticket.partition != partition]
        self.came.pop(partition, None)

    @invariant()
    def nothing_open_is_committed_and_all_that_is_done_is(self) -> None:
        for partition, came in self.came.items():
            still = [ticket.offset for ticket in self.open if ticket.partition == partition]
            assert self.window.committable(partition) == min([came[-1] + 1, *still])

    @invariant()
    def nothing_is_committed_for_a_partition_that_is_not_read(self) -> None:
        assert self.window.next_offsets == {partition: came[-1] + 1 for partition, came in self.came.items()}
        assert all(self.window.committable(partition) is None for partition in range(3) if partition not in self.came)

    def _open(self, partition: int, offset: int) -> None:
        self.came[partition].append(offset)
        self.open.append(self.window.open(partition, offset))


TestTheWindow = WindowMachine.TestCase


class Hasty(Window):
    """Commits what was read although some of it is open."""

    def committable(self, partition: int) -> int | None:
        return self.next_offsets.get(partition)


class Clinging(Window):
    """Does not forget what was revoked."""

    def revoke(self, partitions: object) -> None:
        return


class Onward(Window):
    """Takes for granted that offsets never go back."""

    def open(self, partition: int, offset: int) -> Ticket:
        ticket = super().open(partition, offset)
        self.next_offsets[partition] = max(self.next_offsets[partition], offset + 1, *self._seen(partition))
        return ticket

    def _seen(self, partition: int) -> list[int]:
        return [each + 1 for each, _, _ in self._tickets[partition]]


# The same search every time, and a long one: that it finds what is wrong must not be a matter of luck.
SEARCH = settings(
    database=None,
    report_multiple_bugs=False,
    derandomize=True,
    max_examples=1_000,
    deadline=None,
    phases=[Phase.generate],
)


@pytest.mark.parametrize("wrong", [Hasty, Clinging, Onward])
def test_the_property_catches_a_wrong_window(wrong: Callable[[], Window]) -> None:
    class Machine(WindowMachine):
        new_window = staticmethod(wrong)

    with pytest.raises(AssertionError):
        run_state_machine_as_test(Machine, settings=SEARCH)


def test_an_open_record_costs_the_same_however_many_have_ended_behind_it() -> None:
    window = Window()
    hung = window.open(0, 0)
    for offset in range(1, 10_000):
        window.close(window.open(0, offset))
    assert window.committable(0) == 0
    window.close(hung)
    assert window.committable(0) == 10_000
