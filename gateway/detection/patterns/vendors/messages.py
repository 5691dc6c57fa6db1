"""Keys of chat, mail and telephony, and the addresses of their webhooks: who knows one may write there."""

from typing import Final

from gateway.detection.patterns.vendors.key_shape import (
    DIGITS,
    HEX,
    HEXADECIMAL,
    LETTERS,
    MIXED,
    START,
    TOKEN,
    KeyShape,
)

_ID: Final = "01234567-89ab-cdef-0123-456789abcdef"

SHAPES: Final = (
    KeyShape(
        "slack",
        "xox[a-z](?:\\.xox[a-z])?-[A-Za-z0-9-]{10,}+|xapp-[A-Za-z0-9-]{10,}+",
        finds=(
            f"xoxb-{DIGITS[:12]}-{DIGITS[:12]}-{MIXED[:24]}",
            f"xapp-1-A0{DIGITS[:9]}-{DIGITS[:13]}-{HEXADECIMAL[:64]}",
        ),
        leaves=("xoxo-hugs", "xapp-name"),
    ),
    KeyShape(
        "slack_webhook",
        "hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{16,}+",
        finds=(f"hooks.slack.com/services/T{DIGITS[:9]}/B{DIGITS[:9]}/{MIXED[:24]}",),
        leaves=("hooks.slack.com/services/",),
    ),
    KeyShape(
        "discord",
        f"{START}[MNO][A-Za-z0-9_-]{{23,27}}\\.[A-Za-z0-9_-]{{6}}\\.[A-Za-z0-9_-]{{27,}}+|{START}mfa\\.{TOKEN}{{60,}}+",
        finds=(f"MTE{MIXED[:23]}.GaBc3d.{MIXED[:38]}", f"OTk{MIXED[:21]}.XaBc3d.{MIXED[:27]}"),
        leaves=("Module.Name.function",),
        drawn=True,
    ),
    KeyShape(
        "discord_webhook",
        f"discord(?:app)?\\.com/api/webhooks/[0-9]{{16,}}+/{TOKEN}{{40,}}+",
        finds=(f"discord.com/api/webhooks/{DIGITS[:18]}/{MIXED[:68]}",),
        leaves=("discord.com/api/webhooks/1",),
    ),
    KeyShape(
        "teams_webhook",
        "webhook\\.office\\.com/webhookb2/[A-Za-z0-9@/-]{36,}+",
        finds=(f"webhook.office.com/webhookb2/{_ID}@{_ID}/IncomingWebhook/{HEXADECIMAL[:32]}/{_ID}",),
        leaves=("acme.webhook.office.com",),
    ),
    KeyShape(
        "telegram",
        f"{START}[0-9]{{8,12}}:AA{TOKEN}{{30,}}+",
        finds=(f"{DIGITS[1:11]}:AAH{MIXED[:32]}",),
        leaves=("12345678:AA", "10:AAB"),
    ),
    KeyShape(
        "twilio",
        f"{START}(?:AC|SK|AP|MG|CN){HEX}{{32,}}+",
        finds=(f"AC{HEXADECIMAL[:32]}", f"SK{HEXADECIMAL[:32]}"),
        leaves=("AC0123", f"0xAC{HEXADECIMAL[:8]}"),
    ),
    KeyShape(
        "sendgrid",
        f"{START}SG\\.{TOKEN}{{16,}}+\\.{TOKEN}{{16,}}+",
        finds=(f"SG.{MIXED[:22]}.{MIXED[:43]}",),
        leaves=("SG.name.value",),
    ),
    KeyShape(
        "mailgun",
        f"{START}(?:pub)?key-{HEX}{{32}}|{START}{HEX}{{32}}-{HEX}{{8}}-{HEX}{{8}}(?![0-9a-f-])",
        finds=(f"key-{HEXADECIMAL[:32]}", f"{HEXADECIMAL[:32]}-{HEXADECIMAL[:8]}-{HEXADECIMAL[:8]}"),
        leaves=("key-value", _ID, HEXADECIMAL[:32]),
    ),
    KeyShape(
        "mailchimp",
        f"{START}{HEX}{{32}}-us[0-9]{{1,2}}(?![A-Za-z0-9])|{START}md-{TOKEN}{{22}}(?![A-Za-z0-9_-])",
        finds=(f"{HEXADECIMAL[:32]}-us14", f"md-{MIXED[:22]}"),
        leaves=(f"{HEXADECIMAL[:32]}-user", "md-progress-circular-thing"),
        drawn=True,
    ),
    KeyShape(
        "resend",
        f"{START}re_{LETTERS}{{6,12}}_{LETTERS}{{20,}}+|{START}re_{LETTERS}{{30,}}+",
        finds=(f"re_{MIXED[:8]}_{MIXED[:24]}", f"re_{MIXED[:33]}"),
        leaves=("re_compile", "re_pattern_matching"),
        drawn=True,
    ),
    KeyShape(
        "brevo",
        f"x(?:key|smtp)sib-{HEX}{{40,}}+(?:-{LETTERS}{{8,}}+)?",
        finds=(f"xkeysib-{HEXADECIMAL[:64]}-{MIXED[:16]}", f"xsmtpsib-{HEXADECIMAL[:64]}-{MIXED[:16]}"),
        leaves=("xkeysib-x",),
    ),
    KeyShape(
        "postmark",
        f"{START}PM-[A-Z]-[A-Za-z0-9_-]{{20,}}+",
        finds=(f"PM-T-{MIXED[:30]}",),
        leaves=("PM-A-x",),
        drawn=True,
    ),
    KeyShape(
        "zapier_webhook",
        "hooks\\.zapier\\.com/hooks/catch/[A-Za-z0-9/_-]{8,}+",
        finds=(f"hooks.zapier.com/hooks/catch/{DIGITS[:7]}/{MIXED[:7].lower()}",),
        leaves=("hooks.zapier.com/docs",),
    ),
    KeyShape("novu", f"{START}nv-{HEX}{{32}}", finds=(f"nv-{HEXADECIMAL[:32]}",), leaves=("nv-idia",)),
    KeyShape(
        "onesignal",
        "os_v2_(?:app|org)_[a-z0-9]{40,}+",
        finds=(f"os_v2_app_{MIXED[:100].lower()}",),
        leaves=("os_v2_app_x",),
    ),
)
