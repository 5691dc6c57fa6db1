"""The command against gateways at the wire: it finds the weakness that one has, and says when it saw nothing."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gateway.cli import main
from streams.canaries.carriers import Position
from streams.canaries.disguises import Disguise
from streams.verify.verifying import PATIENCE
from tests.support.authority import Authority
from tests.support.ports import free_ports
from tests.support.upstream import Upstream
from tests.support.weak_gateway import KEY, WeakGateway, mask_domains

MASKED = frozenset(
    {Position.SYSTEM, Position.DEVELOPER, Position.USER, Position.PART, Position.ASSISTANT, Position.RESULT}
)


@dataclass
class Verifier:
    """Types the command; ``out`` and ``err`` are what the last one printed."""

    capsys: pytest.CaptureFixture[str]
    port: int
    out: str = ""
    err: str = ""

    @property
    def upstream(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def run(self, url: str, *arguments: str, key: str = KEY) -> int:
        typed = ["verify", "--url", url, "--key", key, "--witness", f"127.0.0.1:{self.port}", "--seed", "7", *arguments]
        try:
            status = await asyncio.to_thread(main, typed)
        except SystemExit as ended:
            status = int(ended.code or 0)
        self.out, self.err = self.capsys.readouterr()
        return status

    async def probes(self, url: str, *arguments: str) -> list[dict[str, Any]]:
        await self.run(url, *arguments, "--json")
        probes: list[dict[str, Any]] = json.loads(self.out)["probes"]
        return probes


@pytest.fixture
def verifier(capsys: pytest.CaptureFixture[str]) -> Verifier:
    return Verifier(capsys, free_ports(1)[0])


def outcomes(probes: Sequence[dict[str, Any]], by: str) -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for probe in probes:
        found[probe[by]].add(probe["outcome"])
    return dict(found)


async def test_a_gateway_that_masks_values_in_message_text_only_is_caught_exactly_where_it_does_not(
    verifier: Verifier,
) -> None:
    async with WeakGateway(verifier.upstream) as weak:
        probes = await verifier.probes(weak.url, "--kinds", "EMAIL,email,SSN")
        assert await verifier.run(weak.url, "--kinds", "EMAIL,email,SSN") == 1
    expected = {position: {"clean"} if position in MASKED else {"leaked"} for position in Position}
    del expected[Position.NAME]  # an address as the author of a message has to be asked for
    assert outcomes(probes, "position") == expected
    assert {(probe["form"], probe["part"]) for probe in probes if probe["form"]} == {("verbatim", "body")}
    assert {(probe["stream"], probe["multi_turn"]) for probe in probes} == {
        (stream, earlier) for stream in (False, True) for earlier in (False, True)
    }
    assert verifier.out.endswith("Values leak.\n")


async def test_what_masks_whole_values_lets_disguised_ones_through(verifier: Verifier) -> None:
    async with WeakGateway(verifier.upstream) as weak:
        chosen = ("--kinds", "EMAIL,email,SSN", "--positions", "user", "--disguises", "all")
        probes = await verifier.probes(weak.url, *chosen)
    found = outcomes(probes, "disguise")
    withstood = {Disguise.PLAIN, Disguise.LOOK_ALIKE}  # its pattern is of letters in any script
    assert {disguise for disguise in found if "leaked" not in found[disguise]} == withstood
    assert set(found) == {*Disguise}
    assert {probe["form"] for probe in probes} == {None, "normalised", "encoded", "split", "fragment"}


async def test_a_fragment_that_tells_a_value_apart_is_a_leak(verifier: Verifier) -> None:
    async with WeakGateway(verifier.upstream, mask=mask_domains) as weak:
        probes = await verifier.probes(weak.url, "--kinds", "email", "--positions", "user,system")
    assert {(probe["outcome"], probe["form"]) for probe in probes} == {("leaked", "fragment")}


async def test_where_the_upstream_is_another_the_run_ends_early_and_with_2(verifier: Verifier) -> None:
    async with Upstream() as another, WeakGateway(another.url) as weak:
        assert await verifier.run(weak.url) == 2
        assert weak.asked == PATIENCE == len(another.requests)
    assert "Nothing reached the witness" in verifier.out
    assert f"{verifier.upstream} should be the api_base" in verifier.out
    assert f"{PATIENCE} not seen" in verifier.out


async def test_what_goes_to_another_upstream_is_not_called_clean(verifier: Verifier) -> None:
    async with Upstream() as another, WeakGateway(verifier.upstream, another=another.url) as weak:
        chosen = ("--kinds", "SSN", "--positions", "user,system")
        assert await verifier.run(weak.url, *chosen) == 2
        assert "Not everything is known" in verifier.out
        probes = await verifier.probes(weak.url, *chosen)
    assert {(probe["stream"], probe["outcome"]) for probe in probes} == {(True, "not seen"), (False, "clean")}


async def test_a_field_that_is_refused_is_said_to_be_refused(verifier: Verifier) -> None:
    async with WeakGateway(verifier.upstream, refuses=frozenset({"metadata", "tools", "stop"})) as weak:
        chosen = ("--kinds", "SSN", "--positions", "user,metadata,tool,schema,stop")
        assert await verifier.run(weak.url, *chosen) == 0
        assert "Nothing leaked." in verifier.out
        found = outcomes(await verifier.probes(weak.url, *chosen), "position")
    assert found.pop("user") == {"clean"}
    assert set(map(frozenset, found.values())) == {frozenset({"refused"})}


async def test_a_wrong_key_is_no_clean_result_and_no_key_is_printed(verifier: Verifier) -> None:
    async with WeakGateway(verifier.upstream) as weak:
        assert await verifier.run(weak.url, "--model", "m", key="sk-of-nobody") == 2
    assert "401" in verifier.out
    assert "sk-of-nobody" not in verifier.out + verifier.err


@pytest.mark.parametrize("as_file", [False, True])
async def test_a_key_may_stand_in_the_environment_or_in_a_file(
    verifier: Verifier, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, as_file: bool
) -> None:
    (tmp_path / "key").write_text(f"{KEY}\n")
    monkeypatch.setenv(*(("OUR_KEY_FILE", str(tmp_path / "key")) if as_file else ("OUR_KEY", KEY)))
    async with WeakGateway(verifier.upstream) as weak:
        assert await verifier.run(weak.url, "--kinds", "SSN", "--positions", "user", key="os.environ/OUR_KEY") == 0
        assert weak.keys == {f"Bearer {KEY}"}


async def test_no_value_is_printed(verifier: Verifier) -> None:
    async with Upstream() as another, WeakGateway(another.url, mask=str) as weak:
        probed = await verifier.run(weak.url)
        assert probed == 2
        carried = b"".join(request.body for request in another.requests).decode()
    words = {word for word in carried.split() if any(letter.isdigit() for letter in word) and len(word) > 6}
    assert len(words) > 10
    assert not [word for word in words if word.strip('".,') in verifier.out]


async def test_a_gateway_behind_tls_is_reached_by_its_authority(verifier: Verifier, tmp_path: Path) -> None:
    authority = Authority(tmp_path, "authority")
    signed = authority.sign("gateway")
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(signed.both)
    typed = ("verify", "--key", KEY, "--witness", f"127.0.0.1:{verifier.port}", "--kinds", "SSN", "--positions", "user")
    async with WeakGateway(verifier.upstream, tls=server) as weak:
        for trusted, status in ((str(authority.certificate), 0), (os.devnull, 2)):
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "gateway.cli", *typed, "--model", "m", "--url", weak.url,
                env={**os.environ, "SSL_CERT_FILE": trusted}, stdout=asyncio.subprocess.DEVNULL,
            )  # fmt: skip
            assert await process.wait() == status


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--kinds", "COLOUR"), "--kinds: should be of email, phone"),
        (("--positions", "footer"), "--positions: should be of system"),
        (("--disguises", "upside_down"), "--disguises: should be of plain"),
        (("--kinds", "SSN", "--positions", "name"), "nothing can be planted"),
        (("--url", "gateway.example"), "--url should be"),
        (("--url", "http://[::1"), "--url should be"),
        (("--key", "os.environ/NO_SUCH_KEY"), "--key: should be"),
        (("--key", "two\nlines"), "--key: should be"),
        (("--probes", "0"), "should be a whole number from 1"),
        (("--concurrency", "many"), "should be a whole number from 1"),
        (("--timeout", "nan"), "should be a number of seconds above 0"),
        (("--witness", "9000"), "should be HOST:PORT"),
    ],
)
async def test_a_mistake_of_the_user_is_said_and_ends_with_2(
    verifier: Verifier, arguments: Sequence[str], said: str
) -> None:
    assert await verifier.run("http://127.0.0.1:9", "--model", "m", *arguments) == 2
    assert said in verifier.err
    assert "Traceback" not in verifier.err


async def test_a_port_that_is_taken_is_named(verifier: Verifier) -> None:
    async with WeakGateway(verifier.upstream) as weak:
        verifier.port = weak.port
        assert await verifier.run(weak.url) == 2
    assert str(weak.port) in verifier.err


async def test_a_gateway_that_does_not_answer_is_no_clean_result(verifier: Verifier) -> None:
    (nobody,) = free_ports(1)
    assert await verifier.run(f"http://127.0.0.1:{nobody}", "--model", "m") == 2
    assert "ClientConnectorError" in verifier.out
    assert await verifier.run(f"http://127.0.0.1:{nobody}") == 1
    assert "does not answer" in verifier.err


async def test_of_several_models_one_has_to_be_named(verifier: Verifier) -> None:
    async with WeakGateway(verifier.upstream, models=("gpt-4.1", "o3")) as weak:
        assert await verifier.run(weak.url) == 2
        assert "--model" in verifier.err
        assert "gpt-4.1, o3" in verifier.err
        assert await verifier.run(weak.url, "--model", "o3", "--kinds", "SSN", "--positions", "user") == 0
