from __future__ import annotations

import pytest

from gateway.background import Background
from gateway.edge.control import ControlWriter
from gateway.edge.replies import Replies
from gateway.errors import Unavailable
from gateway.records import Cancellation, DryRun, Failure, Undecodable, encode, turn_headers
from tests.gateway.wires import TURN, Message, RecordingProducer

OTHER = TURN[::-1]
REPLY = DryRun(sealed=b"sealed")


def mailbox() -> Replies:
    return Replies(0, ControlWriter(RecordingProducer(), Background()))


def test_a_reply_arrives_at_the_turn_of_its_headers_and_nowhere_else() -> None:
    replies = mailbox()
    with replies.wait_for(TURN) as inbox, replies.wait_for(OTHER) as other:
        replies.take(Message(value=encode(REPLY)))
        assert (inbox.replies.get_nowait(), other.replies.empty()) == (REPLY, True)


def test_replies_arrive_in_order() -> None:
    replies = mailbox()
    sent = [DryRun(sealed=b"1"), Failure.of(Unavailable("away")), DryRun(sealed=b"2")]
    with replies.wait_for(TURN) as inbox:
        for reply in sent:
            replies.take(Message(value=encode(reply)))
        assert [inbox.replies.get_nowait() for _ in sent] == sent


@pytest.mark.parametrize("value", [encode(REPLY), b"poison"])
def test_a_reply_that_no_turn_waits_for_is_dropped_unread(value: bytes) -> None:
    mailbox().take(Message(value=value))


def test_a_turn_that_has_left_gets_nothing_more() -> None:
    replies = mailbox()
    with replies.wait_for(TURN) as inbox:
        pass
    replies.take(Message(value=encode(REPLY)))
    assert inbox.replies.empty()


def test_a_turn_that_left_with_an_error_waits_no_more() -> None:
    replies = mailbox()
    with pytest.raises(ValueError), replies.wait_for(TURN):
        raise ValueError
    with replies.wait_for(TURN) as inbox:
        assert inbox.replies.empty()


@pytest.mark.parametrize("value", [b"poison", None, encode(Cancellation())])
def test_an_unreadable_reply_reaches_its_turn_as_none_and_raises_undecodable(value: bytes | None) -> None:
    replies = mailbox()
    with replies.wait_for(TURN) as inbox, replies.wait_for(OTHER) as other:
        with pytest.raises(Undecodable):
            replies.take(Message(value=value))
        assert inbox.replies.get_nowait() is None
        assert other.replies.empty()


def test_a_reply_to_no_turn_is_undecodable() -> None:
    with pytest.raises(Undecodable):
        mailbox().take(Message(value=encode(REPLY), headers=[]))


def test_a_header_without_a_value_is_undecodable_and_ends_nothing() -> None:
    replies = mailbox()
    with replies.wait_for(TURN) as inbox:
        with pytest.raises(Undecodable):
            replies.take(Message(headers=[("turn_id", None)]))  # type: ignore[list-item]
        replies.take(Message(value=encode(REPLY), headers=turn_headers(TURN)))
        assert inbox.replies.get_nowait() == REPLY
