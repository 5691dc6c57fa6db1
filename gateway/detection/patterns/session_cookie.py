"""Cookies that log their bearer in, by the names that frameworks and large sites give them."""

from typing import Final

from gateway.detection.entropy import looks_drawn
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

_NAMES: Final = (
    "PHPSESSID|JSESSIONID|ASPSESSIONID[A-Z]{0,12}|ASP\\.NET_SessionId|\\.ASPXAUTH|\\.AspNetCore\\.[A-Za-z.]{3,40}"
    "|connect\\.sid|CFID|CFTOKEN|CF_Authorization|cf_clearance|laravel_session|ci_session|rack\\.session"
    "|wordpress_(?:logged_in|sec)_[0-9a-f]{8,40}|_[a-z]{2,20}_session|[a-z_]{0,20}session(?:_?id|_token|Id)?|sid"
    "|(?:XSRF|csrf|xsrf|CSRF)[_-]?(?:TOKEN|token)|remember_(?:user_)?token|user_session|auth_token|access_token"
    "|refresh_token|id_token|sessionKey"
    "|(?:next-auth|authjs)\\.session-token|__(?:Secure|Host)-[A-Za-z0-9._-]{1,40}|AWSALB(?:APP-[0-9])?|AWSELB"
    "|SAPISID|APISID|SSID|HSID|SIDCC|li_at|c_user|datr|d_ticket|ssid_ucp_v1|reddit_session|sso_token"
)

PATTERNS: Final = (
    Pattern(
        name="session_cookie",
        entity_type=EntityType.KEYS,
        expression=f"(?<![A-Za-z0-9.-])(?:{_NAMES})=(?P<value>[A-Za-z0-9._~%+/:|*!-]{{12,}}+={{0,2}}+)",
        score=0.85,
        judge=whole_if(looks_drawn),
        prefilter=f"(?:{_NAMES})=[A-Za-z0-9._~%+/:|*!-]{{12}}",
    ),
)
