"""API keys and tokens with a known vendor's prefix, and our own ``cg-…``.

Vendors may change the length of their keys, so a match includes every following character that may belong to the key.
"""

from typing import Final

from gateway.detection.entropy import looks_drawn
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

_UNSEPARATED: Final = (
    "A(?:KIA|SIA|ROA|IDA)[A-Z0-9]{12,}+",  # AWS
    "AC[0-9a-f]{32,}+|SK[0-9a-f]{32,}+",  # Twilio
    "AIza[A-Za-z0-9_-]{30,}+",  # Google
    "dapi[0-9a-f]{32,}+(?:-[0-9])?",  # Databricks
    "[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",  # Telegram
    "EAA[A-Za-z0-9]{60,}+",  # Meta
    "EZ[AT]K[A-Za-z0-9]{40,}+",  # EasyPost
    "[MNO][DTjz][A-Za-z0-9_-]{22,26}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,}+",  # Discord
)
_SEPARATED: Final = (
    "GOCSPX-[A-Za-z0-9_-]{16,}+|ya29\\.[A-Za-z0-9_-]{16,}+",  # Google
    "SG\\.[A-Za-z0-9_-]{16,}+\\.[A-Za-z0-9_-]{16,}+",  # SendGrid
    "do[opr]_v1_[0-9a-f]{32,}+",  # DigitalOcean
    "gh[opsru]_[A-Za-z0-9]{16,}+|github_pat_[A-Za-z0-9_]{16,}+",  # GitHub
    "gl(?:pat|ptt|dt|rt|ft|soat|agent|cbt|imt)-[A-Za-z0-9_.-]{16,}+",  # GitLab
    "gsk_[A-Za-z0-9]{20,}+|xai-[A-Za-z0-9]{20,}+|r8_[A-Za-z0-9]{20,}+|nvapi-[A-Za-z0-9_-]{20,}+",  # model providers
    "AGE-SECRET-KEY-1[0-9A-Z]{58}",  # age
    "ATATT3[A-Za-z0-9_=-]{20,}+|ATCTT3[A-Za-z0-9_=-]{20,}+",  # Atlassian
    "dckr_pat_[A-Za-z0-9_-]{20,}+",  # Docker
    "figd_[A-Za-z0-9_-]{20,}+",  # Figma
    "glc_[A-Za-z0-9+/=]{32,}+|glsa_[A-Za-z0-9_]{32,}+",  # Grafana
    "hf_[A-Za-z0-9]{20,}+",  # Hugging Face
    "hv[sbr]\\.[A-Za-z0-9_-]{24,}+",  # HashiCorp Vault
    "key-[0-9a-f]{32}",  # Mailgun
    "lin_api_[A-Za-z0-9]{32,}+",  # Linear
    "NRAK-[A-Z0-9]{20,}+",  # New Relic
    "ntn_[A-Za-z0-9]{40,}+|secret_[A-Za-z0-9]{43}",  # Notion
    "ops_[A-Za-z0-9_=-]{60,}+",  # 1Password
    "PMAK-[0-9a-f]{24}-[0-9a-f]{34}",  # Postman
    "pplx-[A-Za-z0-9]{32,}+|fw_[A-Za-z0-9]{24}|tgp_v1_[A-Za-z0-9_-]{32,}+",  # model providers
    "ph[cx]_[A-Za-z0-9]{32,}+",  # PostHog
    "rubygems_[0-9a-f]{32,}+",  # RubyGems
    "sntry[su]_[A-Za-z0-9+/=_-]{32,}+",  # Sentry
    "sq0(?:atp|csp)-[A-Za-z0-9_-]{20,}+|EAAA[A-Za-z0-9_-]{60}",  # Square
    "tskey-[a-z]{3,8}-[A-Za-z0-9-]{20,}+",  # Tailscale
    "npm_[A-Za-z0-9]{20,}+",  # npm
    "shp(?:at|ca|pa|ss)_[A-Za-z0-9]{20,}+",  # Shopify
    "[sr]k_(?:live|test)_[A-Za-z0-9_]{8,}+|pk_(?:live|test)_[A-Za-z0-9_]{8,}+|whsec_[A-Za-z0-9+/=]{16,}+",  # Stripe
    "sk-(?:ant|proj|svcacct|admin|or)-[A-Za-z0-9_-]{16,}+",  # Anthropic, OpenAI, OpenRouter
    "xox[a-z](?:\\.xox[a-z])?-[A-Za-z0-9-]{10,}+|xapp-[A-Za-z0-9-]{10,}+",  # Slack
)

PATTERNS: Final = (
    Pattern(
        name="api_key",
        entity_type=EntityType.KEYS,
        expression="|".join(_SEPARATED),
        score=0.95,
        prefilter="|".join(_SEPARATED).replace("}+", "}"),
    ),
    Pattern(
        name="api_key_unseparated",
        entity_type=EntityType.KEYS,
        expression="|".join(_UNSEPARATED),
        score=0.95,
        prefilter="|".join(_UNSEPARATED).replace("}+", "}"),
    ),
    Pattern(
        name="api_key_short_prefix",
        entity_type=EntityType.KEYS,
        expression=(
            "(?:sk|cg|pypi)-(?:[A-Za-z0-9]{20,}+[A-Za-z0-9_-]*+|(?<![A-Za-z0-9]sk-)"
            "(?<![A-Za-z0-9]cg-)[A-Za-z0-9_-]{16,}+"
            # After a letter it is more often a hyphenated word, but those do not mix capitals and digits.
            "|(?=[a-z0-9_-]{0,40}[A-Z])(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{20,}+)"
        ),
        score=0.9,
        judge=whole_if(looks_drawn),
        prefilter="(?:sk|cg|pypi)-[A-Za-z0-9_-]{16}",
    ),
)
