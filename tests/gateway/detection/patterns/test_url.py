from __future__ import annotations

import pytest

from gateway.detection.patterns.url import PATTERNS
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("see https://x.example/a?b=c&d=%20#e.", "https://x.example/a?b=c&d=%20#e"),
        ("(https://x.example/a_(b))", "https://x.example/a_(b)"),
        ("请访问https://x.example/路径，谢谢", "https://x.example/路径"),
        ('"u":"https:\\/\\/x.example\\/alex"', "https:\\/\\/x.example\\/alex"),
        ("**WWW.X.Example/a**", "WWW.X.Example/a"),
        ("file:///home/alex/x.txt", "file:///home/alex/x.txt"),
        ("see.https://x.example", "see.https://x.example"),
        ("at foo.com, or", "foo.com"),
        ("bit.ly/abc", "bit.ly/abc"),
        ("db1.corp.internal:5432", "db1.corp.internal:5432"),
    ],
)
def test_the_whole_url_without_the_punctuation_of_its_sentence_is_found(text: str, value: str) -> None:
    assert found(PATTERNS, text) == [value]


@pytest.mark.parametrize(
    "text", ["os.path.join", "foo.py", "df.info()", "node.js", "end.It is", "and/or", "a://", "www. x"]
)
def test_source_code_and_file_names_are_no_urls(text: str) -> None:
    assert found(PATTERNS, text) == []


@pytest.mark.parametrize(
    "text",
    ["nginx.ingress.kubernetes.io/proxy-body-size: 32m", "apiVersion: networking.k8s.io/v1", "k8s.io/role", "K8S.io/a"],
)
def test_names_of_settings_in_kubernetes_are_no_urls(text: str) -> None:
    assert found(PATTERNS, text) == []
    assert found(PATTERNS, "https://kubernetes.io/docs") == ["https://kubernetes.io/docs"]
    assert found(PATTERNS, "mykubernetes.io/jane") == ["mykubernetes.io/jane"]
