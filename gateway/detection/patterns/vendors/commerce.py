"""Keys of payments, shops and shipping."""

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
        "stripe",
        "[srp]k_(?:live|test|prod|org_live|org_test)_[A-Za-z0-9_]{8,}+|whsec_[A-Za-z0-9+/=]{16,}+",
        finds=(f"sk_live_{MIXED[:24]}", f"rk_test_{MIXED[:99]}", f"pk_live_{MIXED[:24]}", f"whsec_{MIXED[:32]}"),
        leaves=("sk_live_", "pk_name"),
    ),
    KeyShape(
        "razorpay",
        f"{START}rzp_(?:live|test)_{LETTERS}{{10,}}+",
        finds=(f"rzp_live_{MIXED[:14]}",),
        leaves=("rzp_live_x",),
    ),
    KeyShape(
        "square",
        f"{START}sq0(?:atp|csp|idp|acp)-{TOKEN}{{20,}}+|{START}EAAA{TOKEN}{{55,}}+",
        finds=(f"sq0atp-{MIXED[:22]}", f"sq0csp-{MIXED[:43]}", f"EAAA{MIXED[:60]}"),
        leaves=("sq0atp-x",),
    ),
    KeyShape(
        "paypal_braintree",
        "access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}",
        finds=(f"access_token$production${MIXED[:16].lower()}${HEXADECIMAL[:32]}",),
        leaves=("access_token$name",),
    ),
    KeyShape(
        "shopify",
        f"shp(?:at|ca|pa|ss|tka|ua|it)_{LETTERS}{{20,}}+",
        finds=(f"shpat_{HEXADECIMAL[:32]}", f"shpss_{HEXADECIMAL[:32]}"),
        leaves=("shpat_x", "shpca_name"),
    ),
    KeyShape(
        "adyen",
        f"{START}AQE[a-z]hm[A-Za-z0-9+/]{{60,}}+(?:-[A-Za-z0-9+/=]{{20,}}+)?",
        finds=(f"AQEyhm{MIXED[:80]}-{MIXED[:40]}",),
        leaves=("AQE", "AQEyhm"),
    ),
    KeyShape(
        "flutterwave",
        "FLW(?:SECK|PUBK)(?:_TEST)?-[A-Za-z0-9]{12,}+(?:-X)?",
        finds=(f"FLWSECK_TEST-{HEXADECIMAL[:32]}-X",),
        leaves=("FLWSECK-x",),
    ),
    KeyShape(
        "paystack",
        f"{START}[sp]k_(?:live|test)_{HEX}{{40}}",
        finds=(f"sk_test_{HEXADECIMAL[:40]}",),
        leaves=("sk_test_x",),
    ),
    KeyShape(
        "plaid",
        f"{START}(?:access|public|link)-(?:sandbox|development|production)-{UUID}",
        finds=(f"access-sandbox-{_ID}",),
        leaves=("access-sandbox-x",),
    ),
    KeyShape(
        "duffel",
        "duffel_(?:test|live)_[A-Za-z0-9_=-]{36,}+",
        finds=(f"duffel_live_{MIXED[:43]}",),
        leaves=("duffel_live_x",),
    ),
    KeyShape("easypost", f"{START}EZ[AT]K[A-Za-z0-9]{{40,}}+", finds=(f"EZAK{MIXED[:54]}",), leaves=("EZAK", "EZTKO")),
    KeyShape(
        "shippo",
        f"shippo_(?:live|test)_{HEX}{{36,}}+",
        finds=(f"shippo_live_{HEXADECIMAL[:40]}",),
        leaves=("shippo_live_x",),
    ),
    KeyShape(
        "gocardless",
        f"{START}(?:live|sandbox)_{TOKEN}{{40}}(?![A-Za-z0-9_-])",
        finds=(f"live_{MIXED[:40]}",),
        leaves=("live_streaming",),
        drawn=True,
    ),
    KeyShape(
        "lob",
        f"{START}(?:live|test)_(?:pub_)?{HEX}{{31,}}+",
        finds=(f"live_{HEXADECIMAL[:35]}", f"test_pub_{HEXADECIMAL[:31]}"),
        leaves=("test_pub_x",),
    ),
    KeyShape(
        "mollie",
        f"{START}(?:live|test|access|refresh)_{LETTERS}{{28,}}+",
        finds=(f"live_{MIXED[:30]}", f"access_{MIXED[:30]}"),
        leaves=("test_that_it_works",),
        drawn=True,
    ),
    KeyShape(
        "coinbase",
        f"organizations/{UUID}/apiKeys/{UUID}",
        finds=(f"organizations/{_ID}/apiKeys/{_ID}",),
        leaves=("organizations/x/apiKeys/y",),
    ),
    KeyShape(
        "mercado_pago",
        f"{START}(?:APP_USR|TEST)-[0-9]{{10,}}+-[0-9]{{6}}-{HEX}{{32}}-[0-9]{{6,}}+",
        finds=(f"APP_USR-{DIGITS[:16]}-{DIGITS[:6]}-{HEXADECIMAL[:32]}-{DIGITS[:9]}",),
        leaves=("APP_USR-x",),
    ),
)
