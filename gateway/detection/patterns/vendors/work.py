"""Keys of what offices work with: tickets, notes, tables, customers, identities, social networks and maps."""

from typing import Final

from gateway.detection.patterns.vendors.key_shape import (
    DIGITS,
    HEX,
    HEXADECIMAL,
    LETTERS,
    MIXED,
    START,
    TOKEN,
    UUID,
    KeyShape,
)

_ID: Final = "01234567-89ab-cdef-0123-456789abcdef"

SHAPES: Final = (
    KeyShape(
        "atlassian",
        "AT(?:ATT|CTT|STT)3[A-Za-z0-9_=-]{20,}+",
        finds=(f"ATATT3{MIXED[:186]}", f"ATCTT3{MIXED[:186]}"),
        leaves=("ATATT3", "ATTEMPT3"),
    ),
    KeyShape(
        "linear", f"lin_(?:api|oauth|wh)_{LETTERS}{{32,}}+", finds=(f"lin_api_{MIXED[:40]}",), leaves=("lin_api_x",)
    ),
    KeyShape(
        "notion",
        f"{START}ntn_{LETTERS}{{40,}}+|{START}secret_{LETTERS}{{43}}",
        finds=(f"ntn_{DIGITS[:11]}{MIXED[:35]}", f"secret_{MIXED[:43]}"),
        leaves=("ntn_x", "secret_name"),
    ),
    KeyShape(
        "figma",
        f"{START}fig(?:d|o|or|u)_{TOKEN}{{20,}}+",
        finds=(f"figd_{MIXED[:40]}",),
        leaves=("figd_x",),
        drawn=True,
    ),
    KeyShape(
        "okta",
        f"(?<=SSWS )[A-Za-z0-9_-]{{20,}}+|{START}00(?=[0-9_-]{{0,39}}[A-Za-z]){TOKEN}{{40}}(?![A-Za-z0-9_-])",
        finds=(f"00{MIXED[:40]}",),
        leaves=("00_overview", f"{'0' * 41}", f"00{DIGITS[:40]}"),
    ),
    KeyShape(
        "asana",
        f"{START}[0-2]/[0-9]{{12,}}+(?:/[0-9]{{12,}}+)?:{HEX}{{32}}",
        finds=(f"2/{DIGITS[:16]}/{DIGITS[:16]}:{HEXADECIMAL[:32]}",),
        leaves=("1/2:3",),
    ),
    KeyShape(
        "airtable",
        f"{START}pat{LETTERS}{{14}}\\.{HEX}{{60,}}+",
        finds=(f"pat{MIXED[:14]}.{HEXADECIMAL[:64]}",),
        leaves=("pat.name", "pattern.x"),
    ),
    KeyShape(
        "clickup",
        f"{START}pk_[0-9]{{5,}}+_[A-Z0-9]{{24,}}+",
        finds=(f"pk_{DIGITS[:8]}_{MIXED[:32].upper()}",),
        leaves=("pk_1_X",),
    ),
    KeyShape("hubspot", f"{START}pat-(?:na|eu|ap)[0-9]-{UUID}", finds=(f"pat-na1-{_ID}",), leaves=("pat-na1-x",)),
    KeyShape("typeform", "tfp_[A-Za-z0-9_.=-]{40,}+", finds=(f"tfp_{MIXED[:59]}",), leaves=("tfp_x",)),
    KeyShape("contentful", f"CFPAT-{TOKEN}{{40,}}+", finds=(f"CFPAT-{MIXED[:43]}",), leaves=("CFPAT-x",)),
    KeyShape(
        "dropbox",
        f"{START}sl\\.(?:u\\.)?{TOKEN}{{80,}}+",
        finds=(f"sl.{MIXED[:135]}", f"sl.u.{MIXED[:200]}"),
        leaves=("sl.name",),
    ),
    KeyShape("frameio", "fio-u-[A-Za-z0-9_=-]{50,}+", finds=(f"fio-u-{MIXED[:64]}",), leaves=("fio-u-x",)),
    KeyShape(
        "mapbox",
        f"{START}[ps]k\\.eyJ{TOKEN}{{20,}}+\\.{TOKEN}{{16,}}+",
        finds=(f"sk.eyJ{MIXED[:60]}.{MIXED[:22]}",),
        leaves=("pk.eyJ",),
    ),
    KeyShape(
        "meta",
        f"{START}EAA[A-Za-z0-9]{{60,}}+|{START}IG(?:QV|AA)[A-Za-z0-9_-]{{60,}}+",
        finds=(f"EAAC{MIXED[:120]}", f"IGQV{MIXED[:120]}"),
        leaves=("EAAC", "IGAA"),
    ),
    KeyShape(
        "twitter",
        f"{START}A{{20,22}}[A-Za-z0-9%]{{60,}}+|{START}[0-9]{{15,20}}-[A-Za-z0-9]{{38,42}}(?![A-Za-z0-9])",
        finds=(f"{'A' * 22}{MIXED[:90]}", f"{DIGITS[:18]}-{MIXED[:40]}"),
        leaves=("A" * 30, f"{DIGITS[:18]}-x"),
    ),
    KeyShape(
        "linkedin",
        f"{START}WPL_AP[0-9]\\.[A-Za-z0-9]{{14,}}+\\.[A-Za-z0-9+/=]{{4,}}+",
        finds=(f"WPL_AP1.{MIXED[:16]}.{MIXED[:8]}==",),
        leaves=("WPL_AP1.x",),
    ),
    KeyShape(
        "sumologic",
        f"{START}su[A-Z][A-Za-z0-9]{{11}}:{LETTERS}{{64}}",
        finds=(f"suB{MIXED[:11]}:{MIXED[:64]}",),
        leaves=("such:x",),
    ),
    KeyShape(
        "cal_com",
        f"{START}cal_(?:live|test)_{LETTERS}{{20,}}+",
        finds=(f"cal_live_{HEXADECIMAL[:32]}",),
        leaves=("cal_live_x",),
    ),
    KeyShape(
        "authress",
        f"{START}(?:sc|ext|scauth|authress)_[A-Za-z0-9]{{5,30}}\\.[A-Za-z0-9]{{4,6}}\\.acc[_-][a-z0-9-]{{10,32}}\\.[A-Za-z0-9+/_=-]{{30,}}+",
        finds=(f"sc_{MIXED[:10]}.{MIXED[:5]}.acc_{MIXED[:12].lower()}.{MIXED[:60]}",),
        leaves=("ext_name.x",),
    ),
    KeyShape("adobe", f"{START}p8e-{LETTERS}{{32}}", finds=(f"p8e-{MIXED[:32]}",), leaves=("p8e-x",)),
)
