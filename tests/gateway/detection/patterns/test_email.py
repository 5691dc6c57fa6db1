from __future__ import annotations

import pytest

from gateway.detection.patterns.email import PATTERNS
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("notify-alex.patel.48211@corp.example", "notify-alex.patel.48211@corp.example"),
        ("mailto:alex@corp.example?subject=x", "alex@corp.example"),
        ("请联系alex@corp.example谢谢", "alex@corp.example"),
        ("請聯絡 用户@例子.公司 ", "用户@例子.公司"),
        ("email=alex%40corp.example&x=1", "alex%40corp.example"),
        ("to=alex%2Btag%2540corp.example", "alex%2Btag%2540corp.example"),
        ("user:alex@x.io,", "alex@x.io"),
        ("'o'brien+tag@mail.corp.internal'", "o'brien+tag@mail.corp.internal"),
        ("<müller@münchen.de>", "müller@münchen.de"),
        ("**ALEX.PATEL@CORP.EXAMPLE**.", "ALEX.PATEL@CORP.EXAMPLE"),
        ('{"to":"alex@corp.example"}', "alex@corp.example"),
        ('"john doe"@corp.example', '"john doe"@corp.example'),
        ("root@localhost: no", "root@localhost"),
        ("alex.patel@intranet.", "alex.patel@intranet"),
        ("ssh alex@10.0.0.5:22", "alex@10.0.0.5"),
        ("alex@corp.example/valid", "alex@corp.example"),
        ("alex@my_host.example_now", "alex@my_host.example"),
        ("alex@xn--bcher-kva.example", "alex@xn--bcher-kva.example"),
        ("x@y.alex@corp.example", "x@y.alex@corp.example"),
        ("a@x.example+b@y.example+c", "a@x.example+b@y.example"),
        ("a@x.example_b@y.example", "a@x.example_b@y.example"),
        ("a@x.example%2Cb@y.example", "a@x.example%2Cb@y.example"),
        ("to=a%40x.example%2Cb%40y.example&z", "a%40x.example%2Cb%40y.example"),
        ("王小明@例子.公司+李四@例子.公司", "王小明@例子.公司+李四@例子.公司"),
    ],
)
def test_the_whole_address_and_nothing_beside_it_is_found(text: str, value: str) -> None:
    assert found(PATTERNS, text) == [value]


@pytest.mark.parametrize(
    "text", ["lodash@4.17.21", "icon@2x.png", "@dataclass", "@pytest.fixture", "checkout@v4", "a @ b.c", "50% @ 40%"]
)
def test_versions_decorators_and_file_names_are_no_addresses(text: str) -> None:
    assert found(PATTERNS, text) == []
