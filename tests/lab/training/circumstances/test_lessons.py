from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gateway.detection.circumstances.cutting import EasternWords
from gateway.types import EntityType
from lab.training.circumstances.designs import TYPES, Read, Shares
from lab.training.circumstances.lessons import lessons
from lab.training.circumstances.variants import Neighbours
from lab.training.rows import Row

VECTORS = {"flu": np.array([90, 1], dtype=np.int8), "cold": np.array([90, 2], dtype=np.int8)}
HEALTH = 1 + TYPES.index(EntityType.HEALTH_INFORMATION)


class EverythingIsIllness:
    """A teacher that is sure that each word tells of an illness."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def shares(self, texts: Sequence[Read]) -> list[Shares]:
        self.texts += [text.text for text in texts]
        sure = np.eye(1 + len(TYPES), dtype=np.float16)[HEALTH]
        return [np.tile(sure, (len(text.example.words.forms), 1)) for text in texts]


def test_marked_prompts_keep_half_of_their_marks_and_all_others_are_as_the_teacher_says() -> None:
    ours = [
        Row("made", "1", "bad flu", ((4, 7, EntityType.HEALTH_INFORMATION),)),
        Row("made", "2", "hot soup"),
    ]
    teacher = EverythingIsIllness()
    theirs = [Row("made", "3", "an odd cold")]
    taught = lessons(teacher, Neighbours(VECTORS, {}), EasternWords(()), {"ours": ours}, {"theirs": theirs})
    first, second, *varied = taught["ours"]
    assert first.shares[:, HEALTH].tolist() == [0.5, 1]
    assert second.shares[:, HEALTH].tolist() == [0.5, 0.5]
    assert all((each.shares[:, HEALTH] == 1).all() for each in (*varied, *taught["theirs"]))
    assert len(varied) == 20
    assert len(taught["theirs"]) == 11
    assert {"bad flu", "hot soup", "an odd cold"} < {*teacher.texts}
