from __future__ import annotations

import pickle
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of
from scipy.sparse import csr_array

from streams.analytics.snapshots import (
    MAGIC,
    VERSION,
    Kind,
    Position,
    Snapshot,
    SnapshotRefused,
    decode,
    encode,
    packed,
    unpacked,
)

POSITION: Position = {"topic": "conversations.analytics", "partition": 3, "window": 1_790_000_000, "next_offset": 512}
DATA = encode(Snapshot(Kind.PARTITION, POSITION, {"count": 2, "documents": 1 / 3}, {"ids": np.arange(9)}))
NUMBERS = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
ARRAYS = st.dictionaries(
    st.text(max_size=5),
    arrays_of.arrays(
        st.sampled_from([np.int64, np.uint16, np.float32, np.float64]), arrays_of.array_shapes(min_side=0)
    ),
    max_size=4,
)


@given(
    ARRAYS,
    st.dictionaries(
        st.text(max_size=5), st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
    ),
)
def test_what_is_put_in_comes_out_exactly(arrays: dict[str, np.ndarray], values: dict[str, float]) -> None:
    found = decode(encode(Snapshot(Kind.PARTITION, POSITION, values, arrays)), Kind.PARTITION, POSITION)
    assert found.position == POSITION
    assert found.values == values
    for name, array in arrays.items():
        assert found.arrays[name].dtype == array.dtype
        assert found.arrays[name].shape == array.shape
        assert found.arrays[name].tobytes() == array.tobytes()


@given(arrays_of.arrays(np.float32, (4, 9), elements=st.sampled_from([0.0, 0.5, 1.5])))
def test_a_sparse_matrix_comes_out_exactly(dense: np.ndarray) -> None:
    rows = csr_array(dense)
    found = unpacked("rows", packed("rows", rows), 9)
    assert np.array_equal(found.toarray(), dense)
    assert (found.indices.dtype, found.indptr.dtype) == (np.int32, np.int32)


def test_the_same_snapshot_gives_the_same_bytes() -> None:
    assert encode(decode(DATA, Kind.PARTITION, POSITION)) == DATA


def test_arrays_that_come_out_can_be_written_to() -> None:
    decode(DATA, Kind.PARTITION, {}).arrays["ids"][0] = 5


@pytest.mark.parametrize("length", [0, 3, 4, 5, 30, 40, len(DATA) // 2, len(DATA) - 1])
def test_a_truncated_snapshot_is_refused(length: int) -> None:
    with pytest.raises(SnapshotRefused, match="delete"):
        decode(DATA[:length], Kind.PARTITION, POSITION)


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_a_damaged_snapshot_is_refused(place: int, change: int) -> None:
    damaged = bytearray(DATA)
    damaged[place] ^= change
    with pytest.raises(SnapshotRefused):
        decode(bytes(damaged), Kind.PARTITION, POSITION)


def test_a_snapshot_of_another_version_is_refused_with_what_to_do() -> None:
    other = MAGIC + bytes([VERSION + 1]) + DATA[len(MAGIC) + 1 :]
    with pytest.raises(SnapshotRefused, match="another version of the program: run that version until"):
        decode(other, Kind.PARTITION, POSITION)


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ({"topic": "test.conversations.analytics"}, "another topic .*: check topic_prefix"),
        ({"partition": 4}, "another partition"),
        ({"window": 1}, "another window"),
        ({"missing": 1}, "another missing"),
    ],
)
def test_a_snapshot_of_something_else_is_refused_with_what_to_do(expected: dict[str, str | int], message: str) -> None:
    with pytest.raises(SnapshotRefused, match=message):
        decode(DATA, Kind.PARTITION, expected)


def test_a_snapshot_of_another_kind_is_refused() -> None:
    with pytest.raises(SnapshotRefused, match="another kind"):
        decode(DATA, Kind.TOPICS, POSITION)


def test_what_deleting_the_topics_means_is_said() -> None:
    with pytest.raises(SnapshotRefused, match="withdraw what was published"):
        decode(b"", Kind.TOPICS, POSITION)


def test_a_pickle_is_refused_unread() -> None:
    with pytest.raises(SnapshotRefused, match="no partition snapshot"):
        decode(pickle.dumps(print), Kind.PARTITION, POSITION)


def test_no_object_is_made_of_a_header_that_names_one() -> None:
    header = b'{"kind":"partition","position":{},"values":{},"arrays":[["ids","|O",[1]]]}'
    rest = len(header).to_bytes(4, "little") + header + b"x\x9cc`\x80\x00\x00\x00\x08\x00\x01"
    with pytest.raises(SnapshotRefused, match="cannot be read"):
        decode(MAGIC + bytes([VERSION]) + sha256(rest).digest() + rest, Kind.PARTITION, {})
