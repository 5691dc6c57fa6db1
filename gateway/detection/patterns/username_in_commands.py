"""User names in command lines, prompts, logs and listings: ``su - ann``, ``ann@db1:~$``, ``for user ann from``."""

from typing import Final

from gateway.detection.accounts import account
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_NAME: Final = "(?P<value>[a-z][a-z0-9_.-]{1,30}[a-z0-9])"
_END: Final = "(?![A-Za-z0-9_/@(=.-])"
_OPTIONS: Final = "(?:--?[A-Za-z-]{1,20}(?:[ =][^\\s-][^\\s]{0,40})? ){0,4}"
_BEGIN: Final = "(?:(?<![^\\n])|(?<=[`>])|(?<=[$#;&|] )|(?<=sudo ))"  # where a command may begin
_ADMINISTRATION: Final = f"(?:useradd|usermod|userdel|adduser|deluser|passwd) {_OPTIONS}"
_COMMANDS: Final = "su - |sudo (?:-i )?-i?u |crontab -u |chown (?:-[A-Za-z]{1,3} )?|config (?:--global )?user\\.name "
_AS: Final = "(?:psql|pg_dump|createdb|mysql|mysqldump|mariadb|mongosh)\\b[^\\n|;&]{0,80}? -[uU] ?"

PATTERNS: Final = (
    Pattern(
        name="username_in_command",
        entity_type=EntityType.USERNAME,
        expression=f"(?:{_BEGIN}{_ADMINISTRATION}|(?<![\\w-])(?:{_COMMANDS}|{_AS})){_NAME}(?![A-Za-z0-9_/@(=-]|\\.\\w)",
        score=0.7,
        judge=account,
        prefilter=(
            "(?:su -|sudo|crontab -u|chown|useradd|adduser|deluser|userdel|usermod|passwd|user\\.name) [a-z-]"
            "|(?:psql|pg_dump|createdb|mysql|mysqldump|mariadb|mongosh) [^\\n]{0,80} -[uU]"
        ),
    ),
    Pattern(
        name="group_of_owner",
        entity_type=EntityType.USERNAME,
        expression=f"(?<=chown )(?:-[A-Za-z]{{1,3}} )?[a-z][a-z0-9_.-]{{1,30}}:{_NAME}{_END}",
        score=0.7,
        judge=account,
        prefilter="chown ",
    ),
    Pattern(
        name="username_at_host",
        entity_type=EntityType.USERNAME,
        expression=f"(?<![\\w@./:+-]){_NAME}(?=@[A-Za-z0-9][A-Za-z0-9.-]{{0,60}}+:[~/])",
        score=0.7,
        judge=account,
        prefilter="[a-z0-9]@[A-Za-z0-9][A-Za-z0-9.-]{0,60}:[~/]",
    ),
    Pattern(
        name="username_in_log",
        entity_type=EntityType.USERNAME,
        expression=(
            "(?:for (?:(?:invalid |illegal |unknown )?user )?|[Ii]nvalid user |[ug]id=[0-9]{1,8}\\(|sudo: {1,5})"
            f"{_NAME}(?=[ )]|$)(?! (?:in|is|and|or|to|with|on) )"
        ),
        score=0.7,
        judge=account,
        prefilter=(
            "(?:for|invalid|illegal|unknown|Invalid) user [a-z]|(?:assword|ublickey) for [a-z]|[ug]id=[0-9]|sudo: "
        ),
        context=(
            "(?:session (?:opened|closed) for user |password for |publickey for "
            "|(?:invalid|illegal|unknown) user |[ug]id=\\d+\\(|sudo: {1,5})$"
        ),
    ),
    Pattern(
        name="owner_in_listing",
        entity_type=EntityType.USERNAME,
        expression=f"(?<![\\w-])[-dlcbps][rwxsStT-]{{9}}[.+@]? {{1,6}}[0-9]{{1,6}} {_NAME} ",
        score=0.7,
        judge=account,
        prefilter="[-dlcbps][r-][w-][xsS-][r-][w-][xsS-][r-][w-][xtT-]",
    ),
    Pattern(
        name="username_of_author",
        entity_type=EntityType.USERNAME,
        expression=f"(?:Author|Committer|Co-authored-by|Signed-off-by|Reviewed-by|Tagger): {{1,5}}{_NAME}(?= <)",
        score=0.7,
        judge=account,
        prefilter="(?:Author|Committer|-authored-by|-off-by|Reviewed-by|Tagger): {1,5}[a-z]",
    ),
    Pattern(
        name="username_in_domain",
        entity_type=EntityType.USERNAME,
        expression=f"(?<![\\w\\\\/:.])[A-Z][A-Z0-9-]{{2,14}}\\\\(?P<value>[a-z][a-z0-9_.-]{{2,30}}){_END}(?!\\\\)",
        score=0.6,
        judge=account,
        prefilter="[A-Z0-9-]{2}\\\\[a-z]",
        context="(?:\\buser|account|log(?:ged)? ?on|\\blogin|/user:|runas|domain|owner|\\bby)\\b.{0,20}$",
    ),
)
