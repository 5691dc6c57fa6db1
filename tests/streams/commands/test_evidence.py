"""``canarygate canaries export``: the evidence of a period, and a check that notices every change of it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from gateway.records import (
    CanaryFinding,
    CandidateVerdict,
    ClusterVerdict,
    LeakAcknowledged,
    MintedCanary,
    ProbeAnswered,
    Topic,
    WrittenVerdict,
)
from gateway.types import Surface
from tests.support.commands import Beside
from tests.support.debian import required_program

VALUE = "alex.patel.42157@example.com"
CANARY = "a" * 32


def verdict(outcome: str) -> WrittenVerdict:
    fields = {"canary_kind": "email", "surface": Surface.EGRESS, "decided_ms": 0, "configuration": "c"}
    return WrittenVerdict(outcome=outcome, **fields)  # type: ignore[arg-type]


def pem(key: Ed25519PrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@pytest.fixture
async def with_history(trial: Beside) -> Beside:
    """A trial with a record of each kind about a canary and a cluster, one of them twice."""
    minted = MintedCanary(canary_kind="email", value=VALUE, minted_ms=1, expires_ms=2, deadlines_ms={})
    finding = CanaryFinding(
        canary_kind="email",
        surface=Surface.EGRESS,
        form="verbatim",
        place=(3, 9),
        record="conversations.minimized/0/7",
        turn_id="t",
        found_ms=5,
        configuration="c",
    )
    known = LeakAcknowledged(surfaces=(Surface.EGRESS,), person="anna", reason="EMAIL was retained", acknowledged_ms=7)
    cluster = ClusterVerdict(instances=2, leaked=0, decided_ms=6, configuration="c")
    await trial.write(Topic.MINTED, (CANARY, minted), (CANARY, ProbeAnswered(turn_id="t", answered_ms=3)))
    await trial.write(Topic.FINDINGS, (CANARY, finding))
    await trial.write(Topic.VERDICTS, (CANARY, verdict("leaked")), (CANARY, verdict("leaked")), (CANARY, known))
    await trial.write(Topic.VERDICTS, ("b" * 32, verdict("leaked")), ("0/7", CandidateVerdict(clean=True)))
    await trial.write(Topic.VERDICTS, ("0/7", cluster))
    return trial


@pytest.fixture
async def exported(with_history: Beside, tmp_path: Path) -> Path:
    """A folder with evidence, its signature and both keys."""
    key = Ed25519PrivateKey.generate()
    (tmp_path / "signing.pem").write_bytes(pem(key))
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "signing.pub.pem").write_bytes(public)
    assert await with_history.run("canaries", "export", *words(tmp_path), "--since", "1h") == 0
    assert with_history.out.startswith("9 records in ")
    return tmp_path


def words(folder: Path) -> list[str]:
    return ["--key", str(folder / "signing.pem"), "--output", str(folder / "evidence.jsonl")]


def checks(folder: Path, openssl: str) -> bool:
    """Whether the command of the documentation accepts the evidence."""
    command = "pkeyutl -verify -pubin -inkey signing.pub.pem -rawin -in evidence.jsonl -sigfile evidence.jsonl.sig"
    done = subprocess.run([openssl, *command.split()], cwd=folder, capture_output=True, check=False)
    return done.returncode == 0


def test_the_evidence_has_every_record_with_its_place_and_counts_each_once_without_a_value(exported: Path) -> None:
    text = (exported / "evidence.jsonl").read_bytes()
    assert VALUE.encode() not in text
    lines = [orjson.loads(line) for line in text.splitlines()]
    assert lines[0]["kind"] == "evidence"
    assert lines[-1] == {"kind": "end", "records": 9, "unreadable": 0}
    records, counts = lines[1:10], lines[10:-1]
    assert sorted(line["kind"] for line in records) == sorted(
        ["minted", "answered", "finding", "verdict", "verdict", "verdict", "acknowledged", "candidate", "cluster"]
    )
    assert len({line["record"] for line in records}) == 9
    assert all(line["record"].startswith("canaries.") for line in records)
    (finding,) = (line for line in records if line["kind"] == "finding")
    assert (finding["canary"], finding["found_in"], finding["place"]) == (CANARY, "conversations.minimized/0/7", [3, 9])
    assert [(line["kind"], line["count"]) for line in counts] == [
        ("planted", 1),
        ("evaluated", 2),
        ("leaked", 2),
        ("unacknowledged", 1),
    ]


def changed(text: bytes) -> bytes:
    return text.replace(b'"leaked"', b'"clean"', 1)


def shortened(text: bytes) -> bytes:
    return b"".join(text.splitlines(keepends=True)[:-1])


def thinned(text: bytes) -> bytes:
    return b"".join(line for number, line in enumerate(text.splitlines(keepends=True)) if number != 4)


def cut(text: bytes) -> bytes:
    return text[:-1]


def grown(text: bytes) -> bytes:
    return text + text.splitlines(keepends=True)[-1]


def test_a_third_party_can_check_the_evidence_with_openssl(exported: Path) -> None:
    assert checks(exported, required_program("openssl", package="openssl"))


@pytest.mark.parametrize("tampered", [changed, shortened, thinned, cut, grown])
def test_a_changed_a_removed_a_missing_and_an_added_line_are_noticed(
    exported: Path, tampered: Callable[[bytes], bytes]
) -> None:
    path = exported / "evidence.jsonl"
    before = path.read_bytes()
    path.write_bytes(tampered(before))
    assert path.read_bytes() != before
    assert not checks(exported, required_program("openssl", package="openssl"))


def test_nobody_else_can_sign_it(exported: Path) -> None:
    evidence, signature = ((exported / name).read_bytes() for name in ("evidence.jsonl", "evidence.jsonl.sig"))
    with pytest.raises(InvalidSignature):
        Ed25519PrivateKey.generate().public_key().verify(signature, evidence)


async def test_only_what_was_written_in_the_period_is_evidence_of_it(with_history: Beside, tmp_path: Path) -> None:
    (tmp_path / "signing.pem").write_bytes(pem(Ed25519PrivateKey.generate()))
    assert await with_history.run("canaries", "export", *words(tmp_path), "--since", "2h", "--until", "1h") == 0
    lines = [orjson.loads(line) for line in (tmp_path / "evidence.jsonl").read_bytes().splitlines()]
    assert [line["kind"] for line in lines] == ["evidence", "end"]
    assert lines[0]["until_ms"] - lines[0]["since_ms"] == 3_600_000


async def test_evidence_is_never_written_over(exported: Path, with_history: Beside) -> None:
    before = (exported / "evidence.jsonl").read_bytes()
    assert await with_history.run("canaries", "export", *words(exported), "--since", "1h") == 2
    assert "File exists" in with_history.err
    assert (exported / "evidence.jsonl").read_bytes() == before


@pytest.mark.parametrize("kind", ["another algorithm", "a password", "no key"])
async def test_a_key_that_cannot_sign_is_refused_and_nothing_is_written(
    with_history: Beside, tmp_path: Path, kind: str
) -> None:
    rsa = generate_private_key(65537, 2048)
    wrong = {
        "another algorithm": rsa.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        "a password": b"-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
        "no key": b"nothing",
    }
    (tmp_path / "signing.pem").write_bytes(wrong[kind])
    assert await with_history.run("canaries", "export", *words(tmp_path), "--since", "1h") == 2
    assert "openssl genpkey -algorithm ed25519" in with_history.err
    assert not (tmp_path / "evidence.jsonl").exists()
