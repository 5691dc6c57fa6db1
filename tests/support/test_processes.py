import json
import sys
from pathlib import Path

import pytest
import yaml

from gateway.keys import hash_key
from tests.support.configuration import Secrets, kafka, openai_models
from tests.support.processes import Cluster

STAND_IN = """
import http.server, json, os, signal, sys, yaml

config = yaml.safe_load(open(sys.argv[sys.argv.index("--config") + 1]))
roles = [role for word, role in zip(sys.argv, sys.argv[1:]) if word == "--role"]
names = ("CANARYGATE_SEALING_KEYS", "CANARYGATE_HASHING_KEY", "PROVIDER_KEY", "EXTRA", "OPENAI_API_KEY")
print(json.dumps({"roles": roles, "names": [name for name in names if name in os.environ]}), flush=True)
print("log", file=sys.stderr, flush=True)
if "broken" in roles:
    sys.exit("this role does not start")

class Ready(http.server.BaseHTTPRequestHandler):
    asked = 0
    def do_GET(self):
        Ready.asked += 1
        self.send_response(200 if Ready.asked > 2 else 503)
        self.end_headers()

host, port = config["metrics"]["listen"].split(":")
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
http.server.HTTPServer((host, int(port)), Ready).serve_forever()
"""


def _cluster(folder: Path) -> Cluster:
    script = folder / "stand_in.py"
    script.write_text(STAND_IN)
    return Cluster(
        folder / "cluster",
        kafka("127.0.0.1:1", "test."),
        openai_models("http://127.0.0.1:2/v1"),
        sections={"edge": {"max_in_flight": 3}},
        environment={"EXTRA": "1"},
        program=(sys.executable, str(script)),
    )


def test_each_role_is_a_process_that_holds_its_own_secrets_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "of the machine")
    with _cluster(tmp_path) as cluster:
        printed = [json.loads(process.output.read_bytes()) for process in cluster.start("edge", "dispatcher")]
    assert printed == [
        {"roles": ["edge"], "names": ["CANARYGATE_SEALING_KEYS", "CANARYGATE_HASHING_KEY", "EXTRA"]},
        {"roles": ["dispatcher"], "names": ["PROVIDER_KEY", "EXTRA"]},
    ]


def test_a_process_without_a_named_role_has_all_secrets(tmp_path: Path) -> None:
    with _cluster(tmp_path) as cluster:
        printed = json.loads(cluster.start_all_in_one().output.read_bytes())
    assert printed["names"] == ["CANARYGATE_SEALING_KEYS", "CANARYGATE_HASHING_KEY", "PROVIDER_KEY", "EXTRA"]


def test_no_process_outlives_its_cluster(tmp_path: Path) -> None:
    with _cluster(tmp_path) as cluster:
        (edge,) = cluster.start("edge")
        assert edge.running
    assert not edge.running


def test_a_process_that_ends_before_it_is_ready_shows_the_end_of_its_log(tmp_path: Path) -> None:
    with _cluster(tmp_path) as cluster, pytest.raises(RuntimeError, match="this role does not start"):
        cluster.start("broken")


def test_a_stopped_process_gives_its_status_and_a_killed_one_its_signal(tmp_path: Path) -> None:
    with _cluster(tmp_path) as cluster:
        stopped, killed = cluster.start("edge", "edge")
        assert cluster.remove(stopped) == 0
        killed.kill()
        assert killed.wait() == -9


def test_a_killed_process_starts_again_on_the_same_ports(tmp_path: Path) -> None:
    with _cluster(tmp_path) as cluster:
        (edge,) = cluster.start("edge")
        edge.kill()
        edge.start()
        assert edge.running
        assert len(edge.output.read_text().splitlines()) == 2


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc on this system")
def test_what_a_process_uses_is_read_from_the_system(tmp_path: Path) -> None:
    with _cluster(tmp_path) as cluster:
        (edge,) = cluster.start("edge")
        usage = edge.usage()
    assert usage.cpu_seconds > 0
    assert usage.rss_bytes > 1 << 20


def test_the_configuration_names_no_secret_and_takes_sections_over(tmp_path: Path) -> None:
    with _cluster(tmp_path) as cluster:
        text = cluster.process("edge").config.read_text()
    document, secrets = yaml.safe_load(text), cluster.secrets
    assert document["api_keys"][0]["hash"] == hash_key(secrets.api_key)
    assert document["edge"]["max_in_flight"] == 3
    assert document["edge"]["listen"] != document["metrics"]["listen"]
    assert not any(secret in text for secret in (secrets.api_key, secrets.sealing_keys, secrets.hashing_key))


def test_the_secrets_of_two_installations_differ() -> None:
    assert Secrets().api_key != Secrets().api_key
