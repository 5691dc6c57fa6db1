"""What a partition has learned in the open window, with how far it was read: one value that goes into a snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from streams.analyst.batches import Batch, Progress
from streams.analyst.opening import Opening
from streams.analytics.partition import ClusterLimits, PartitionState
from streams.analytics.snapshots import SnapshotRefused

LIMITS: Final = ClusterLimits()


@dataclass(slots=True)
class PartitionLearning:
    """A partition's clusters after the texts up to its progress."""

    partition: int
    state: PartitionState
    progress: Progress

    @classmethod
    def start(cls, opening: Opening, partition: int) -> PartitionLearning:
        """Returns what is known when a window opens."""
        where = opening.header.starts[partition]
        state = PartitionState.start(opening.topics, LIMITS, seed=partition)
        return cls(partition, state, Progress.at(opening.window, where.first, where.late_from))

    def learn(self, batch: Batch) -> None:
        """Learns a batch; learning the same batches in order gives the same clusters."""
        if batch.texts:
            self.state.learn(batch.texts)
        self.progress = batch.progress

    def to_bytes(self, opening: Opening) -> bytes:
        """Returns the clusters and the progress as bytes."""
        progress = msgspec.json.encode(self.progress).decode()
        return self.state.snapshot({**_owner(opening, self.partition), "progress": progress})

    @classmethod
    def from_bytes(cls, content: bytes, opening: Opening, partition: int) -> PartitionLearning:
        """Returns what was learned; raises SnapshotRefused if it is of another version, topic, partition or opening."""
        state, position = PartitionState.restore(content, _owner(opening, partition))
        try:
            progress = msgspec.json.decode(str(position.get("progress")), type=Progress)
        except msgspec.DecodeError:
            raise SnapshotRefused("the partition snapshot does not say how far it goes: delete it") from None
        return cls(partition, state, progress)


def _owner(opening: Opening, partition: int) -> Mapping[str, str | int]:
    return {"topic": opening.header.topic, "partition": partition, "opening": opening.header.number}
