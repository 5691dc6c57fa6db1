"""Keys of what software is built, shipped and watched with."""

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

SHAPES: Final = (
    KeyShape(
        "github",
        f"gh[opsru]_{LETTERS}{{16,}}+|github_pat_[A-Za-z0-9_]{{16,}}+",
        finds=(f"ghp_{MIXED[:36]}", f"gho_{MIXED[:36]}", f"github_pat_{MIXED[:22]}_{MIXED[:59]}"),
        leaves=("ghp_", "gho_name"),
    ),
    KeyShape(
        "gitlab",
        "gl(?:pat|ptt|dt|rt|rtr|ft|ffct|soat|agent|cbt|imt|oas)-[A-Za-z0-9_.-]{16,}+|GR1348941[A-Za-z0-9_-]{20,}+",
        finds=(f"glpat-{MIXED[:20]}", f"glcbt-64_{MIXED[:20]}", f"GR1348941{MIXED[:20]}", f"gloas-{MIXED[:64]}"),
        leaves=("glpat-name", "glrt-x"),
    ),
    KeyShape("bitbucket", f"{START}ATBB{LETTERS}{{24,}}+", finds=(f"ATBB{MIXED[:32]}",), leaves=("ATBB", "atbb")),
    KeyShape("npm", f"npm_{LETTERS}{{20,}}+", finds=(f"npm_{MIXED[:36]}",), leaves=("npm_config_user_agent_of_npm",)),
    KeyShape(
        "rubygems", f"rubygems_{HEX}{{32,}}+", finds=(f"rubygems_{HEXADECIMAL[:48]}",), leaves=("rubygems_version",)
    ),
    KeyShape(
        "crates",
        f"{START}cio{LETTERS}{{32}}(?![A-Za-z0-9])",
        finds=(f"cio{MIXED[:32]}",),
        leaves=("cio", "ciombos"),
        drawn=True,
    ),
    KeyShape(
        "nuget", f"{START}oy2[a-z0-9]{{43}}(?![A-Za-z0-9])", finds=(f"oy2{MIXED[:43].lower()}",), leaves=("oy2abc",)
    ),
    KeyShape("clojars", "CLOJARS_[A-Za-z0-9]{50,}+", finds=(f"CLOJARS_{MIXED[:60]}",), leaves=("CLOJARS_USERNAME",)),
    KeyShape(
        "docker",
        f"dckr_(?:pat|oat)_{TOKEN}{{20,}}+",
        finds=(f"dckr_pat_{MIXED[:27]}", f"dckr_oat_{MIXED[:32]}"),
        leaves=("dckr_pat_x",),
    ),
    KeyShape(
        "artifactory",
        f"{START}AKCp{LETTERS}{{60,}}+|{START}cmVmdG{LETTERS}{{50,}}+",
        finds=(f"AKCp{MIXED[:69]}", f"cmVmdG{MIXED[:58]}"),
        leaves=("AKCp",),
    ),
    KeyShape(
        "circleci",
        f"CCI(?:PAT|PRJ)_{LETTERS}{{16,}}+(?:_{HEX}{{20,}}+)?",
        finds=(f"CCIPAT_{MIXED[:22]}_{HEXADECIMAL[:40]}", f"CCIPRJ_{MIXED[:22]}_{HEXADECIMAL[:40]}"),
        leaves=("CCIPAT_name",),
    ),
    KeyShape("buildkite", f"{START}bk[us]a_{HEX}{{32,}}+", finds=(f"bkua_{HEXADECIMAL[:40]}",), leaves=("bkua_x",)),
    KeyShape(
        "doppler",
        f"{START}dp\\.(?:pt|st|sa|ct|scim|audit)\\.[A-Za-z0-9_.-]{{32,}}+",
        finds=(f"dp.pt.{MIXED[:43]}", f"dp.st.prd.{MIXED[:43]}"),
        leaves=("dp.pt.x", "dp.st.columns"),
        drawn=True,
    ),
    KeyShape(
        "terraform",
        f"{LETTERS}{{10,20}}\\.atlasv1\\.[A-Za-z0-9_=-]{{40,}}+",
        finds=(f"{MIXED[:14]}.atlasv1.{MIXED[:67]}",),
        leaves=("x.atlasv1.y",),
    ),
    KeyShape(
        "vault",
        f"{START}hv[sbr]\\.{TOKEN}{{20,}}+|{START}s\\.[A-Za-z0-9]{{24}}(?![A-Za-z0-9_.-])",
        finds=(f"hvs.{MIXED[:96]}", f"hvb.{MIXED[:140]}", f"s.{MIXED[:24]}"),
        leaves=("hvs.client", "s.replace", "s.getOwnPropertyDescriptors"),
        drawn=True,
    ),
    KeyShape("pulumi", f"{START}pul-{HEX}{{40}}", finds=(f"pul-{HEXADECIMAL[:40]}",), leaves=("pul-monary",)),
    KeyShape("sonar", f"{START}sq[upa]_{HEX}{{32,}}+", finds=(f"squ_{HEXADECIMAL[:40]}",), leaves=("squ_are",)),
    KeyShape(
        "sourcegraph",
        f"{START}sgp_(?:[0-9a-z]{{5,16}}_)?{HEX}{{40}}",
        finds=(f"sgp_{HEXADECIMAL[:40]}", f"sgp_local_{HEXADECIMAL[:40]}"),
        leaves=("sgp_x",),
    ),
    KeyShape(
        "postman",
        f"PMAK-{HEX}{{24}}-{HEX}{{34}}",
        finds=(f"PMAK-{HEXADECIMAL[:24]}-{HEXADECIMAL[:34]}",),
        leaves=("PMAK-x",),
    ),
    KeyShape(
        "launchdarkly",
        f"{START}(?:sdk|api|mob|rel)-{UUID}",
        finds=(f"sdk-{_ID}", f"api-{_ID}"),
        leaves=("sdk-1.2.3", _ID),
    ),
    KeyShape(
        "octopus",
        f"{START}API-[A-Z0-9]{{25,}}+",
        finds=(f"API-{MIXED[:26].upper()}",),
        leaves=("API-GATEWAY", "API-2024"),
    ),
    KeyShape(
        "harness",
        f"{START}[ps]at\\.{TOKEN}{{22}}\\.{LETTERS}{{24}}\\.{LETTERS}{{20}}",
        finds=(f"pat.{MIXED[:22]}.{MIXED[:24]}.{MIXED[:20]}",),
        leaves=("pat.name.x.y",),
    ),
    KeyShape("prefect", f"{START}pn[ub]_{LETTERS}{{30,}}+", finds=(f"pnu_{MIXED[:36]}",), leaves=("pnu_x",)),
    KeyShape("infracost", f"{START}ico-{LETTERS}{{32}}", finds=(f"ico-{MIXED[:32]}",), leaves=("ico-moon",)),
    KeyShape("readme", f"{START}rdme_[a-z0-9]{{60,}}+", finds=(f"rdme_{MIXED[:70].lower()}",), leaves=("rdme_x",)),
    KeyShape(
        "sentry",
        (
            f"sntry[su]_[A-Za-z0-9+/=_-]{{32,}}+"
            f"|https?://(?:{HEX}{{32}})(?::{HEX}{{32}})?@[a-z0-9.-]{{4,}}+/[0-9]{{1,}}+"
        ),
        finds=(f"sntryu_{HEXADECIMAL[:64]}", f"https://{HEXADECIMAL[:32]}@o4505.ingest.us.sentry.io/{DIGITS[:16]}"),
        leaves=("sntrys_x", "https://sentry.io/organizations/1"),
    ),
    KeyShape(
        "datadog",
        f"{START}dd(?:pat|app|ap)_{LETTERS}{{20,}}+",
        finds=(f"ddpat_{MIXED[:40]}", f"ddapp_{MIXED[:34]}"),
        leaves=("ddapp_x",),
    ),
    KeyShape(
        "new_relic",
        f"NR(?:AK|RA|AL|II|IQ|JS|SP|BR)-[A-Za-z0-9_-]{{16,}}+|{START}{HEX}{{32,36}}(?:FFFF)?NRAL",
        finds=(
            f"NRAK-{MIXED[:27].upper()}",
            f"NRII-{MIXED[:32]}",
            f"NRJS-{HEXADECIMAL[:19]}",
            f"{HEXADECIMAL[:36]}NRAL",
        ),
        leaves=("NRAK-x",),
    ),
    KeyShape(
        "grafana",
        f"glc_{BASE64}{{32,}}+={{0,2}}+|glsa_[A-Za-z0-9_]{{32,}}+",
        finds=(f"glc_{MIXED[:100]}=", f"glsa_{MIXED[:32]}_{HEXADECIMAL[:8]}"),
        leaves=("glc_name", "glsa_x"),
    ),
    KeyShape(
        "honeycomb",
        f"{START}hc[abx][ilm][ckstx]_{LETTERS}{{30,}}+",
        finds=(f"hcaik_{MIXED[:58]}",),
        leaves=("hcaik_x",),
    ),
    KeyShape(
        "posthog",
        f"{START}ph[cxs]_{LETTERS}{{32,}}+",
        finds=(f"phc_{MIXED[:43]}", f"phx_{MIXED[:43]}"),
        leaves=("phs_x",),
    ),
    KeyShape(
        "dynatrace",
        "dt0[a-z][0-9]{2}\\.[A-Z0-9]{20,}+\\.[A-Z0-9]{40,}+",
        finds=(f"dt0c01.{MIXED[:24].upper()}.{MIXED[:64].upper()}",),
        leaves=("dt0c01.x",),
    ),
    KeyShape(
        "one_password",
        f"{START}ops_[A-Za-z0-9_=+/-]{{60,}}+|{START}A3-[A-Z0-9]{{6}}-[A-Z0-9]{{6,11}}(?:-[A-Z0-9]{{5}}){{3,4}}",
        finds=(f"ops_eyJ{MIXED[:250]}", "A3-ABC123-DEF456-GHJ78-KLM90-NPQ12-RST34"),
        leaves=("ops_x", "A3-SIZE-PAPER"),
    ),
    KeyShape(
        "age",
        "AGE-SECRET-KEY-1[0-9A-Z]{50,}+",
        finds=(f"AGE-SECRET-KEY-1{MIXED[:58].upper()}",),
        leaves=("AGE-SECRET-KEY-1",),
    ),
    KeyShape(
        "openshift", f"sha256~{TOKEN}{{40,}}+", finds=(f"sha256~{MIXED[:43]}",), leaves=(f"sha256:{HEXADECIMAL[:64]}",)
    ),
    KeyShape(
        "maxmind", f"{LETTERS}{{6}}_{LETTERS}{{29}}_mmk", finds=(f"{MIXED[:6]}_{MIXED[:29]}_mmk",), leaves=("x_mmk",)
    ),
)
