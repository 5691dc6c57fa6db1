"""Keys of clouds, hosting and databases."""

from typing import Final

from gateway.detection.patterns.vendors.key_shape import (
    BASE64,
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
# Azure puts four letters of its own near the end of the keys that its services issue.
_AZURE_MARKS: Final = "\\+ASt|\\+ASb|\\+AEh|\\+ARm|ACDb|AIoT|APIM|AzCa|AzFu|AzSe|\\+ACR|ACRg"

SHAPES: Final = (
    KeyShape(
        "aws",
        (
            "A(?:KIA|SIA|ROA|IDA|BIA|CCA|GPA|NPA|NVA)[A-Z0-9]{12,}+|ABSK[A-Za-z0-9+/]{80,}+={0,2}+"
            f"|bedrock-api-key-{LETTERS}{{40,}}+"
        ),
        finds=(f"AKIA{'Q7' * 8}", f"ASIA{'Q7' * 8}", f"ABSK{MIXED[:120]}=="),
        leaves=("AKIA", "ASIA PACIFIC", "ASIAN"),
    ),
    KeyShape(
        "aws_signature",
        f"X-Amz-Signature={HEX}{{64}}|X-Amz-Security-Token=[A-Za-z0-9%+/=_-]{{40,}}+",
        finds=(f"X-Amz-Signature={HEXADECIMAL[:64]}", f"X-Amz-Security-Token={MIXED[:200]}"),
        leaves=("X-Amz-Signature=", "X-Amz-SignedHeaders=host"),
    ),
    KeyShape(
        "google",
        (
            f"AIza{TOKEN}{{30,}}+|GOCSPX-{TOKEN}{{16,}}+|ya29\\.{TOKEN}{{16,}}+|{START}1//0[A-Za-z0-9]{TOKEN}{{30,}}+"
            f"|{START}AQ\\.Ab{TOKEN}{{30,}}+|X-Goog-Signature={HEX}{{40,}}+"
        ),
        finds=(
            f"AIza{MIXED[:35]}",
            f"GOCSPX-{MIXED[:28]}",
            f"ya29.{MIXED[:60]}",
            f"1//0e{MIXED[:60]}",
            f"AQ.Ab8{MIXED[:48]}",
        ),
        leaves=("AIzawa", "GOCSPX-name", "http://1//0e"),
    ),
    KeyShape(
        "azure",
        (
            f"[A-Za-z0-9_~.-]{{3}}[0-9]Q~[A-Za-z0-9_~.-]{{30,}}+|{LETTERS}{{40,60}}JQQJ99{LETTERS}{{20,}}+"
            f"|{START}{BASE64}{{32,78}}(?:{_AZURE_MARKS}){BASE64}{{5,12}}={{0,2}}+"
            "|(?<=[Aa]ccountKey=)[A-Za-z0-9+/]{40,}+={0,2}+|(?<=sig=)[A-Za-z0-9%+/]{40,}+=?"
        ),
        finds=(
            f"{MIXED[:3]}8Q~{MIXED[:34]}",
            f"{MIXED[:52]}JQQJ99{MIXED[:26]}",
            f"{MIXED[:76]}+ASt{MIXED[:6]}==",
            f"{MIXED[:72]}ACDb{MIXED[:10]}==",
        ),
        leaves=(f"sha512-{MIXED[:86]}==", "Q~Q~Q~", "sig=GET"),
    ),
    KeyShape(
        "digitalocean", f"do[opr]_v1_{HEX}{{32,}}+", finds=(f"dop_v1_{HEXADECIMAL[:64]}",), leaves=("dop_v1_name",)
    ),
    KeyShape(
        "cloudflare",
        f"v1\\.0-{HEX}{{24}}-{HEX}{{100,}}+|{START}cf(?:k|ut|at)_{TOKEN}{{36,}}+",
        finds=(f"v1.0-{HEXADECIMAL[:24]}-{HEXADECIMAL[:146]}", f"cfut_{MIXED[:48]}"),
        leaves=("v1.0-beta", "cfat_name"),
    ),
    KeyShape(
        "alibaba",
        f"{START}LTAI[A-Za-z0-9]{{12,}}+",
        finds=(f"LTAI{MIXED[:20]}",),
        leaves=("VOLTAIRE", "LTAI"),
    ),
    KeyShape("tencent", f"{START}AKID[A-Za-z0-9]{{30,}}+", finds=(f"AKID{MIXED[:32]}",), leaves=("AKID", "TAKIDO")),
    KeyShape(
        "yandex",
        f"AQVN{TOKEN}{{32,}}+|{START}y0_{TOKEN}{{40,}}+|{START}t1\\.{TOKEN}{{6,}}+={{0,2}}\\.{TOKEN}{{80,}}+",
        finds=(f"AQVN{MIXED[:36]}", f"y0_{MIXED[:55]}", f"t1.{MIXED[:20]}.{MIXED[:86]}"),
        leaves=("y0_axis", "t1.name.first"),
    ),
    KeyShape("heroku", f"HRKU-{TOKEN}{{30,}}+", finds=(f"HRKU-AA{MIXED[:58]}", f"HRKU-{_ID}"), leaves=("HRKU-app",)),
    KeyShape("scalingo", f"tk-us-{TOKEN}{{40,}}+", finds=(f"tk-us-{MIXED[:48]}",), leaves=("tk-us-name",)),
    KeyShape(
        "fly",
        f"fm[12][ar]?_[A-Za-z0-9+/=_-]{{60,}}+|{START}fo1_{TOKEN}{{40,}}+",
        finds=(f"fm2_{MIXED[:120]}==", f"fo1_{MIXED[:43]}"),
        leaves=("fm2_synth", "fo1_name"),
    ),
    KeyShape("netlify", f"{START}nf[pcou]_{LETTERS}{{30,}}+", finds=(f"nfp_{MIXED[:40]}",), leaves=("nfc_reader",)),
    KeyShape(
        "vercel",
        f"{START}vc[pkair]_{LETTERS}{{24,}}+",
        finds=(f"vcp_{MIXED[:56]}", f"vck_{MIXED[:56]}"),
        leaves=("vcp_x",),
    ),
    KeyShape("render", f"{START}rnd_{LETTERS}{{24,}}+", finds=(f"rnd_{MIXED[:32]}",), leaves=("rnd_state",)),
    KeyShape(
        "supabase",
        f"{START}sbp_(?:v0_)?{HEX}{{32,}}+|sb_secret_{TOKEN}{{16,}}+|sb_publishable_{TOKEN}{{16,}}+",
        finds=(f"sbp_{HEXADECIMAL[:40]}", f"sb_secret_{MIXED[:22]}_{MIXED[:8]}"),
        leaves=("sbp_region", "sb_secret_name"),
    ),
    KeyShape(
        "planetscale",
        "pscale_(?:tkn|oauth|pw|api)_[A-Za-z0-9_=.-]{28,}+",
        finds=(f"pscale_tkn_{MIXED[:43]}", f"pscale_pw_{MIXED[:43]}"),
        leaves=("pscale_tkn_name",),
    ),
    KeyShape(
        "neon", f"{START}napi_{LETTERS}{{40,}}+", finds=(f"napi_{MIXED[:64]}",), leaves=("napi_value", "napi_env")
    ),
    KeyShape(
        "databricks",
        f"dapi{HEX}{{32,}}+(?:-[0-9])?|{START}dose{HEX}{{32,}}+|{START}dkea{HEX}{{32,}}+",
        finds=(f"dapi{HEXADECIMAL[:32]}", f"dapi{HEXADECIMAL[:32]}-2", f"dose{HEXADECIMAL[:32]}"),
        leaves=("dapi0123", "dose0123"),
    ),
    KeyShape(
        "mongodb_atlas", f"mdb_sa_sk_{TOKEN}{{30,}}+", finds=(f"mdb_sa_sk_{MIXED[:40]}",), leaves=("mdb_sa_sk_x",)
    ),
    KeyShape("aiven", f"AVNS_{TOKEN}{{16,}}+", finds=(f"AVNS_{MIXED[:19]}",), leaves=("AVNS_name",)),
    KeyShape(
        "clickhouse", f"{START}4b1d{LETTERS}{{38}}(?![A-Za-z0-9])", finds=(f"4b1d{MIXED[:38]}",), leaves=("4b1d0123",)
    ),
    KeyShape("ibm_cloud", f"{START}ApiKey-{UUID}", finds=(f"ApiKey-{_ID}",), leaves=("ApiKey-name",)),
    KeyShape(
        "tailscale",
        "tskey-[a-z]{3,8}-[A-Za-z0-9-]{20,}+",
        finds=(f"tskey-auth-{MIXED[:12]}-{MIXED[:30]}",),
        leaves=("tskey-auth-x",),
    ),
    KeyShape(
        "snowflake", f"{START}sfpat_{TOKEN}{{30,}}+", finds=(f"sfpat_{DIGITS[:8]}{MIXED[:40]}",), leaves=("sfpat_x",)
    ),
)
