from __future__ import annotations

import json
import math
from base64 import b64encode

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import ERRORS, GatewayError, PolicyBlocked
from gateway.records import (
    Awaited,
    Cancellation,
    Chunk,
    Claim,
    DeadLetter,
    DryRun,
    Failure,
    Heartbeat,
    Hold,
    IncomingTurn,
    Inquiry,
    LetterClaim,
    Lifting,
    MinimizedTurn,
    Outcome,
    OutcomeKind,
    Record,
    Topic,
    Unconfirmed,
    Undecodable,
    decode,
    decode_replacement_map,
    decode_reply,
    encode,
    encode_replacement_map,
    turn_headers,
    turn_id_of,
)
from gateway.roles import Role
from gateway.types import Original, ReplacementMap, Surface

TURN = "00112233445566778899aabbccddeeff"

HOLD = Hold(
    surface=Surface.EGRESS,
    canary="c1",
    canary_kind="email",
    leaked_ms=1_749_999_462_500,
    held_ms=1_749_999_400_000,
    leaks=2,
    configuration="0123456789ab",
)
HELD = (
    '{"kind":"hold","surface":"egress","canary":"c1","canary_kind":"email","leaked_ms":1749999462500,"held_ms":1749999400000,'
    '"leaks":2,"configuration":"0123456789ab","v":3}'
)

# A copy of the wire format: changing the format needs a new version, not an edit of this table.
GOLDEN: list[tuple[Record, str]] = [
    (
        IncomingTurn(
            tenant="support",
            policy="default",
            key_name="support-bot",
            route="chat_completions",
            model="gpt-*",
            dry_run=False,
            reply_partition=3,
            ask_after_ms=1_749_999_462_500,
            deadline_ms=1_750_000_000_000,
            sealed=b"\x01\xff",
        ),
        '{"tenant":"support","policy":"default","key_name":"support-bot","route":"chat_completions","model":"gpt-*","dry_run":false,'
        '"reply_partition":3,"ask_after_ms":1749999462500,"deadline_ms":1750000000000,"sealed":"Af8=","v":3}',
    ),
    (
        MinimizedTurn(
            tenant="support",
            route="chat_completions",
            model="gpt-*",
            stream=True,
            reply_partition=3,
            ask_after_ms=1_749_999_462_500,
            deadline_ms=1_750_000_000_000,
            body=msgspec.Raw(b'{"model":"gpt-x","n":1.50}'),
            sealed_map=b"\x01\xff",
        ),
        '{"tenant":"support","route":"chat_completions","model":"gpt-*","stream":true,"reply_partition":3,'
        '"ask_after_ms":1749999462500,"deadline_ms":1750000000000,"body":{"model":"gpt-x","n":1.50},'
        '"sealed_map":"Af8=","v":3}',
    ),
    (
        Chunk(attempt_id="a1", sequence=0, last=False, events=[msgspec.Raw(b'{"a": 1}')], sealed_map=b"\x01\xff"),
        '{"kind":"chunk","attempt_id":"a1","sequence":0,"last":false,"events":[{"a": 1}],"sealed_map":"Af8=","v":3}',
    ),
    (
        Failure(status=504, code="timeout", message="late", param="messages[0]", retry_after=1.5, attempt_id="a1"),
        '{"kind":"failure","status":504,"code":"timeout","message":"late","param":"messages[0]","retry_after":1.5,'
        '"attempt_id":"a1","v":3}',
    ),
    (DryRun(sealed=b"\x01\xff"), '{"kind":"dry_run","sealed":"Af8=","v":3}'),
    (Inquiry(), '{"kind":"inquiry","v":3}'),
    (Cancellation(), '{"kind":"cancellation","v":3}'),
    (Awaited(), '{"kind":"awaited","v":3}'),
    (Unconfirmed(), '{"kind":"unconfirmed","v":3}'),
    (
        LetterClaim(
            edge="e1",
            letter=DeadLetter(topic="conversations.replies", partition=1, offset=2, length=3, reason="undecodable"),
        ),
        '{"kind":"letter_claim","edge":"e1","letter":{"topic":"conversations.replies","partition":1,"offset":2,'
        '"length":3,"reason":"undecodable","v":3},"v":3}',
    ),
    (
        Heartbeat(role=Role.MINIMIZER, member_id="m"),
        '{"kind":"heartbeat","role":"minimizer","member_id":"m","v":3}',
    ),
    (Outcome(outcome=OutcomeKind.EXPIRED), '{"kind":"outcome","outcome":"expired","v":3}'),
    (Claim(attempt_id="a1", seconds=15.0), '{"kind":"claim","attempt_id":"a1","seconds":15.0,"v":3}'),
    (
        DeadLetter(topic="conversations.incoming", partition=1, offset=2, length=3, reason="undecodable"),
        '{"topic":"conversations.incoming","partition":1,"offset":2,"length":3,"reason":"undecodable","v":3}',
    ),
    (HOLD, HELD),
    (
        Lifting(person="anna", reason="fixed", lifted_ms=1_750_000_000_000, hold=HOLD),
        '{"kind":"lifting","person":"anna","reason":"fixed","lifted_ms":1750000000000,"hold":' + HELD + ',"v":3}',
    ),
]
KINDS = [type(record) for record, _ in GOLDEN]
IDS = [kind.__name__ for kind in KINDS]

texts = st.text(st.characters(exclude_categories=["Cs"]))
numbers = st.integers(-(2**63), 2**63 - 1)
raws = st.recursive(
    st.none() | st.booleans() | numbers | texts, lambda inner: st.lists(inner) | st.dictionaries(texts, inner)
).map(lambda value: msgspec.Raw(json.dumps(value).encode()))
seconds = st.none() | st.floats(0, 1e9, allow_nan=False)

letters = st.builds(DeadLetter, topic=texts, partition=numbers, offset=numbers, length=numbers, reason=texts)

records = st.one_of(
    st.builds(
        IncomingTurn,
        tenant=texts,
        policy=texts,
        route=texts,
        model=texts,
        dry_run=st.booleans(),
        reply_partition=numbers,
        ask_after_ms=numbers,
        deadline_ms=numbers,
        sealed=st.binary(),
    ),
    st.builds(
        MinimizedTurn,
        tenant=texts,
        route=texts,
        model=texts,
        stream=st.booleans(),
        reply_partition=numbers,
        ask_after_ms=numbers,
        deadline_ms=numbers,
        body=raws,
        sealed_map=st.binary(),
    ),
    st.builds(
        Chunk,
        attempt_id=texts,
        sequence=numbers,
        last=st.booleans(),
        events=st.lists(raws),
        sealed_map=st.none() | st.binary(),
    ),
    st.builds(
        Failure,
        status=numbers,
        code=texts,
        message=texts,
        param=st.none() | texts,
        retry_after=seconds,
        attempt_id=st.none() | texts,
    ),
    st.builds(DryRun, sealed=st.binary()),
    st.just(Inquiry()),
    st.just(Cancellation()),
    st.just(Awaited()),
    st.just(Unconfirmed()),
    st.builds(LetterClaim, edge=texts, letter=letters),
    st.builds(Heartbeat, role=st.sampled_from(Role), member_id=st.text()),
    st.builds(Outcome, outcome=st.sampled_from(OutcomeKind)),
    st.builds(Claim, attempt_id=texts, seconds=st.floats(0, 1e9, allow_nan=False)),
    letters,
)


@given(records)
def test_every_record_comes_back_as_it_was(record: Record) -> None:
    assert encode(decode(encode(record), type(record))) == encode(record)


@given(records.filter(lambda record: isinstance(record, Chunk | Failure | DryRun)))
def test_every_reply_comes_back_as_the_kind_that_it_was(record: Record) -> None:
    reply = decode_reply(encode(record))
    assert (type(reply), encode(reply)) == (type(record), encode(record))


@pytest.mark.parametrize(("record", "value"), GOLDEN, ids=IDS)
def test_the_wire_format_of_version_2_stays(record: Record, value: str) -> None:
    assert encode(record) == value.encode()
    assert encode(decode(value.encode(), type(record))) == value.encode()


@pytest.mark.parametrize(("record", "value"), GOLDEN, ids=IDS)
def test_a_record_prints_nothing_of_what_it_holds(record: Record, value: str) -> None:
    assert f"{record!r}{record!s}" == f"{type(record).__name__}()" * 2


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("1", "other_version"),
        ("2", "other_version"),
        ("4", "other_version"),
        ('"3"', "undecodable"),
        ("null", "undecodable"),
        ("3.5", "undecodable"),
    ],
)
@pytest.mark.parametrize(("record", "value"), GOLDEN, ids=IDS)
def test_another_version_is_undecodable_and_said_to_be_one(
    record: Record, value: str, version: str, reason: str
) -> None:
    with pytest.raises(Undecodable) as refused:
        decode(value.replace('"v":3', f'"v":{version}').encode(), type(record))
    assert refused.value.reason == reason


@pytest.mark.parametrize(("record", "value"), GOLDEN, ids=IDS)
def test_a_field_that_no_version_knows_is_undecodable(record: Record, value: str) -> None:
    with pytest.raises(Undecodable):
        decode(value.replace('"v":3', '"v":3,"more":1').encode(), type(record))


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
@given(value=st.binary() | st.none() | raws.map(bytes))
def test_arbitrary_bytes_are_undecodable_and_stand_in_no_message(kind: type[Record], value: bytes | None) -> None:
    try:
        decode(value, kind)
    except Undecodable as error:
        assert str(error) == f"the value is no {kind.__name__} of version 3"
        assert (error.__cause__, error.__suppress_context__) == (None, True)


@given(value=st.binary() | st.none() | raws.map(bytes))
def test_arbitrary_bytes_are_no_reply_and_stand_in_no_message(value: bytes | None) -> None:
    with pytest.raises(Undecodable, match=r"^the value is no reply of version 3$"):
        decode_reply(value)


@pytest.mark.parametrize(
    "value",
    [
        b"",
        None,
        b"\xff",
        b"{",
        b"[]",
        b"[" * 200_000,
        b'{"v":3,"outcome":' + b"[" * 200_000,
        b'{"v":3,"outcome":"answered"}\x00',
        b'{"v":3,"outcome":"\xed\xa0\x80"}',
        b'{"v":3,"outcome":"Ann"}',
    ],
)
def test_what_is_no_outcome_is_undecodable(value: bytes | None) -> None:
    with pytest.raises(Undecodable):
        decode(value, Outcome)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_json_does_not_have_is_undecodable(word: str) -> None:
    failure = '{"kind":"failure","status":504,"code":"timeout","message":"late","retry_after":%s,"v":3}'
    with pytest.raises(Undecodable):
        decode_reply((failure % word).encode())
    assert decode_reply((failure % "1e9").encode())


@pytest.mark.parametrize("seconds", [math.nan, math.inf])
def test_a_retry_after_that_is_no_finite_number_is_sent_as_null(seconds: float) -> None:
    reply = decode_reply(encode(Failure(status=503, code="unavailable", message="away", retry_after=seconds)))
    assert isinstance(reply, Failure)
    assert reply.retry_after is None


def test_a_chunk_is_no_failure() -> None:
    with pytest.raises(Undecodable):
        decode(encode(DryRun(sealed=b"")), Chunk)


@pytest.mark.parametrize("kind", [*ERRORS.values(), PolicyBlocked])
def test_an_error_crosses_the_broker_as_it_was(kind: type[GatewayError]) -> None:
    error = kind("what happened", code=None, param="messages[0]", retry_after=2.0)
    again = Failure.of(error, "a1").error()
    assert type(again) is kind
    assert vars(again) == vars(error)


def test_a_status_that_we_do_not_know_is_our_own_failure() -> None:
    assert type(Failure(status=418, code="teapot", message="no").error()) is GatewayError


def test_the_headers_of_a_turn_name_it() -> None:
    assert turn_id_of(turn_headers(TURN)) == TURN


@pytest.mark.parametrize(
    "value",
    [
        b"",
        TURN.upper().encode(),
        TURN[:-1].encode(),
        f"{TURN}0".encode(),
        f"{TURN[:-1]}g".encode(),
        b"\xff" * 32,
        "٣".encode() * 16,
        b64encode(bytes(24)),
        None,
    ],
)
def test_a_header_that_is_no_turn_is_undecodable(value: bytes | None) -> None:
    with pytest.raises(Undecodable, match="the headers name no turn"):
        turn_id_of([("turn_id", value)])


@pytest.mark.parametrize("headers", [None, [], [("Turn_Id", TURN.encode())]])
def test_headers_without_a_turn_are_undecodable(headers: list[tuple[str, bytes | None]] | None) -> None:
    with pytest.raises(Undecodable):
        turn_id_of(headers)


def test_the_turn_is_found_among_other_headers() -> None:
    assert turn_id_of([("trace", b"\x00"), ("turn_id", b"poison"), *turn_headers(TURN)]) == TURN


replacement_maps = st.builds(
    ReplacementMap,
    st.dictionaries(texts, st.builds(Original, texts, st.booleans())),
    st.frozensets(texts),
    st.frozensets(texts),
)


@given(replacement_maps)
def test_a_replacement_map_comes_back_as_it_was(replacement_map: ReplacementMap) -> None:
    again = decode_replacement_map(encode_replacement_map(replacement_map))
    assert again == replacement_map
    assert list(again) == list(replacement_map)


@pytest.mark.parametrize(
    "plaintext", [b"", b"{}", b"[{}]", b'[{"[NAME1]":"Ann"},[],[]]', b"[{},[]]", b"\xff", b"[" * 200_000]
)
def test_what_is_no_replacement_map_is_undecodable(plaintext: bytes) -> None:
    with pytest.raises(Undecodable):
        decode_replacement_map(plaintext)


def test_every_topic_has_a_name_that_kafka_takes() -> None:
    assert all(set(topic.value) <= set("abcdefghijklmnopqrstuvwxyz._") for topic in Topic)
