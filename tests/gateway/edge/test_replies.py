from __future__ import annotations

import pytest

from gateway.background import Background
from gateway.edge.control import ControlWriter
from gateway.edge.letter_claims import LetterClaims
from gateway.edge.replies import Replies
from gateway.errors import Unavailable
from gateway.kafka.producer import NO_TURN
from gateway.records import Cancellation, DeadLetter, DryRun, Failure, LetterClaim, Topic, Undecodable, encode
from tests.gateway.wires import TURN, Message, RecordingProducer

OTHER = TURN[::-1]
REPLY = DryRun(sealed=b"sealed")


def mailbox() -> Replies:
    producer, background = RecordingProducer(), Background()
    control = ControlWriter(producer, background)
    return Replies(0, control, LetterClaims(control, producer, background))


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


@pytest.mark.parametrize("headers", [[], [("turn_id", None)]])
async def test_the_dead_letter_of_a_reply_to_no_turn_is_claimed_and_ends_nothing(
    headers: list[tuple[str, bytes]],
) -> None:
    replies = mailbox()
    with replies.wait_for(TURN) as inbox:
        replies.take(Message(offset=7, value=b"poison", headers=headers, partition=2))
        await replies.control.background.drain(1)
        assert inbox.replies.empty()
    assert isinstance(replies.control.producer, RecordingProducer)
    (sent,) = replies.control.producer.sent
    assert (sent.topic, sent.turn_id) == (Topic.CONTROL, NO_TURN)
    assert isinstance(sent.record, LetterClaim)
    letter = DeadLetter(topic="conversations.replies", partition=2, offset=7, length=6, reason="undecodable")
    assert sent.record.letter == letter
