"""Secrets without a vendor's prefix: hashes, cookies, seed phrases, key pairs, and random characters after a label."""

from __future__ import annotations

import hashlib
import re

import pytest

from gateway.detection.patterns import (
    aws_secret,
    connection_string,
    labelled_secret,
    password_hash,
    private_key,
    seed_phrase,
    session_cookie,
)
from gateway.detection.recognizer import Pattern
from gateway.detection.seed_words import SEED_WORDS
from tests.gateway.detection.finding import found

HEX = "9f86d081884c7d659a2feaa0c55ad015"
BASE = "kB7xQ2mZp9Lw4TnV8sYc3RdJ6fHg1AeU0iOo5KqX"
ID = "AKIA" + "Q7ZX" * 4
SECRET = BASE[:20] + "/" + BASE[21:39] + "+"
PHRASE = [
    "ridge",
    "velvet",
    "humble",
    "topic",
    "glare",
    "ozone",
    "tissue",
    "drift",
    "planet",
    "okay",
    "wagon",
    "sibling",
]


@pytest.mark.parametrize(
    "text",
    [
        f"{ID}\n{SECRET}",
        f"Access key ID,Secret access key\n{ID},{SECRET}",
        f"the id is {ID} and the secret is {SECRET}.",
        f"{SECRET} belongs to {ID}",
        f'{{"AccessKeyId": "{ID}", "UserName": "ci", "SecretAccessKey": "{SECRET}"}}',
        f"aws_access_key_id={ID}\naws_secret_access_key={SECRET}\n",
    ],
)
def test_a_secret_of_forty_characters_is_found_near_its_id(text: str) -> None:
    assert SECRET in found(aws_secret.PATTERNS, text)


@pytest.mark.parametrize(
    "text",
    [SECRET, f"{ID}\n\nLater: {SECRET}", f"{ID} /usr/local/share/applications/of/some/words", f"{ID} {SECRET}AB"],
)
def test_forty_characters_by_themselves_are_no_secret_of_aws(text: str) -> None:
    assert found(aws_secret.PATTERNS, text) == []


@pytest.mark.parametrize(
    "value",
    [
        "$2b$12$" + (BASE + BASE)[:53],
        "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$" + BASE,
        "$6$rounds=5000$saltsalt$" + BASE * 2,
        "$1$saltsalt$" + BASE[:22],
        "$apr1$saltsalt$" + BASE[:22],
        "pbkdf2_sha256$600000$saltsalt$" + BASE + "=",
        "scrypt:32768:8:1$saltsalt$" + HEX * 4,
        "SCRAM-SHA-256$4096:c2FsdHNhbHQ=$" + BASE + "=:" + BASE + "=",
        "{SSHA}" + BASE,
        "aad3b435b51404eeaad3b435b51404ee:" + HEX,
        "$P$B" + BASE[:30],
    ],
)
def test_a_hash_of_a_password_is_found_whole(value: str) -> None:
    assert found(password_hash.PATTERNS, f"| bob | {value} |") == [value]


@pytest.mark.parametrize(
    "text",
    [
        f"sha256:{HEX}{HEX}",
        f"sha512-{BASE}{BASE}abcdef==",
        f"commit {HEX}01234567",
        "costs $2 a $10 b",
        "this$1$1.reference,this$1$1.popper.options.state",
        "$1$2$3",
    ],
)
def test_a_digest_is_no_hash_of_a_password(text: str) -> None:
    assert found(password_hash.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"Cookie: theme=dark; PHPSESSID={HEX}; lang=en", HEX),
        (f"connect.sid=s%3A{BASE}.{BASE}; Path=/", f"s%3A{BASE}.{BASE}"),
        (f"Set-Cookie: __Host-session={BASE}; Secure", BASE),
        (f"JSESSIONID={HEX.upper()}.node1", f"{HEX.upper()}.node1"),
        (f"_shop_session={BASE}--{HEX}", f"{BASE}--{HEX}"),
    ],
)
def test_a_cookie_that_logs_in_is_found(text: str, value: str) -> None:
    assert found(session_cookie.PATTERNS, text) == [value]


@pytest.mark.parametrize(
    "text", ["session_id=session_identifier", "theme=dark; _ga=GA1.2.1234567890.1234567890", "sid=1"]
)
def test_other_cookies_and_names_in_code_stay(text: str) -> None:
    assert found(session_cookie.PATTERNS, text) == []


@pytest.mark.parametrize(
    "value",
    [
        "Server=tcp:db.corp.example,1433;Initial Catalog=app;User ID=sa;Password=S3cret!pw;Encrypt=True",
        "Driver={ODBC Driver 17};Server=db;Database=app;Uid=sa;Pwd=S3cret!pw;",
        f"DefaultEndpointsProtocol=https;AccountName=acme;AccountKey={BASE}{BASE}==;EndpointSuffix=core.windows.net",
        f"Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={BASE}+abc=",
        "jdbc:sqlserver://db:1433;databaseName=app;user=sa;password=S3cret!pw",
        "Host=db;Port=5432;Username=app;Password=hunter2;Database=x",
    ],
)
def test_pairs_with_a_password_are_found_whole(value: str) -> None:
    assert found(connection_string.PATTERNS, f'We use "{value}" in production')[0].rstrip(";") == value.rstrip(";")


@pytest.mark.parametrize(
    "text", ["sqlplus scott/tiger99@db.corp.example:1521/orcl", "jdbc:oracle:thin:scott/tiger99@//db:1521/orcl"]
)
def test_a_password_before_an_oracle_host_is_found(text: str) -> None:
    assert "tiger99" in "".join(found(connection_string.PATTERNS, text))


@pytest.mark.parametrize(
    "text", ["Server=db;Database=app;Trusted_Connection=True", "a=1; b=2; password = input()", "x/y@2"]
)
def test_pairs_without_a_password_stay(text: str) -> None:
    assert found(connection_string.PATTERNS, text) == []


def test_of_many_pairs_only_those_with_a_password_are_found() -> None:
    text = "Server=db;Database=app\nHost=db;Password=S3cret!pw;Port=1\nServer=db2;Database=app2"
    assert found(connection_string.PATTERNS, text) == ["Host=db;Password=S3cret!pw;Port=1"]


FORMS = {
    "one line": " ".join(PHRASE),
    "commas": ", ".join(PHRASE),
    "lines": "\n".join(PHRASE),
    "numbered": "\n".join(f"{at}. {word}" for at, word in enumerate(PHRASE, 1)),
    "numbered in a line": " ".join(f"{at}) {word}" for at, word in enumerate(PHRASE, 1)),
    "JSON": '", "'.join(PHRASE),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=list(FORMS))
def test_a_seed_phrase_is_found_whole_in_every_form(form: str) -> None:
    (value,) = found(seed_phrase.PATTERNS, f"I lost access. My words: {form}\n\nWhat can I do?")
    assert value.startswith("ridge") and value.endswith("sibling")


@pytest.mark.parametrize("words", [15, 18, 21, 24])
def test_longer_phrases_are_found_whole_too(words: int) -> None:
    phrase = " ".join(SEED_WORDS[at * 997 % 2048] for at in range(words))
    assert found(seed_phrase.PATTERNS, f"Restore with {phrase}.") == [phrase]


@pytest.mark.parametrize(
    "text",
    [
        "My seed phrase is ridge velvet humble topic glare ozone tissue drift plenet okay wagon sibling",
        "Mi frase semilla: ábaco casa perro gatos lunes plato mesa silla verde rojo negro playa",
        "Recovery phrase:\n1. ábaco 2. casa 3. perro 4. gatos 5. lunes 6. plato 7. mesa 8. silla 9. verde 10. rojo "
        "11. negro 12. playa",
    ],
)
def test_after_a_label_a_slip_and_other_languages_hide_no_phrase(text: str) -> None:
    assert len(re.findall(r"[^\W\d_]+", " ".join(found(seed_phrase.PATTERNS, text)))) == 12


@pytest.mark.parametrize(
    "text",
    [
        " ".join(PHRASE[:11]),
        ", ".join(sorted(PHRASE)),
        "Please write about music, movies, games, sports, books, animals, foods, drinks, cars, trains and boats",
        "Set the seed: random numbers follow from it in every run of the test, which is fine for us",
    ],
)
def test_words_in_a_row_are_no_seed_phrase(text: str) -> None:
    assert found(seed_phrase.PATTERNS, text) == []


def test_the_words_are_those_of_the_standard() -> None:
    listed = "".join(f"{word}\n" for word in SEED_WORDS).encode()
    assert hashlib.sha256(listed).hexdigest() == "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda"


@pytest.mark.parametrize(
    "text",
    [
        f"our Datadog key {HEX} was revoked",
        f"Here is the token for staging: {BASE}",
        f"API key:\n\n{HEX}",
        f"We leaked this one: DD_API_KEY={HEX} yesterday",
        f"der Schlüssel lautet {BASE}",
        f"la clé secrète est {HEX}",
        f"密钥是 {HEX}",
    ],
)
def test_random_characters_soon_after_a_label_are_a_secret(text: str) -> None:
    assert found(labelled_secret.PATTERNS, text) in ([HEX], [BASE])


@pytest.mark.parametrize(
    "text",
    [
        f"the key of this bug is commit {HEX}01234567",
        f"token count; sha256 {HEX}{HEX}",
        f"key fingerprint MD5:{HEX}",
        "our key 01a2b3c4-89ab-4def-8123-456789abcdef",
        "primary key 01234567-89ab-cdef-0123-456789abcdef",
        "secret name projects/acme/secrets/database_password_v2",
        f"the cache key {HEX} expired",
        "token = tokenFromRequestHeader2",
        f"image key registry.example/app@sha256:{HEX}{HEX}",
        f"no label here {BASE}",
        f'PeerPublicKey: "{HEX}{HEX}"',
        "private key: rust_openssl.ed448.Ed448PrivateKey",
        "key arn:aws:iam::123456789012:role/deployments",
    ],
)
def test_digests_commits_ids_and_names_in_code_stay(text: str) -> None:
    assert found(labelled_secret.PATTERNS, text) == []


PGP = "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQdGBF\n=abcd\n-----END PGP PRIVATE KEY BLOCK-----"
PUTTY = (
    "PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nComment: me\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 1\nAAABAQ=="
)


@pytest.mark.parametrize(
    "value",
    [
        PGP,
        PGP.replace("PRIVATE", "PUBLIC"),
        PUTTY,
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY-----",
        "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlF",
        f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{BASE}",
        f"ecdsa-sha2-nistp256 AAAAE2VjZHNh{BASE}=",
    ],
)
def test_keys_of_every_program_are_found_whole(value: str) -> None:
    assert found(private_key.PATTERNS, f"key:\n{value}\n\nthanks") in (
        [value],
        [f"{value}\n\n"],
        [f"{value}\n\nthanks"],
    )


@pytest.mark.parametrize(
    "text", ["LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUQ=", "ssh-keygen -t ed25519", "-----BEGIN CERTIFICATE-----"]
)
def test_certificates_stay(text: str) -> None:
    assert found(private_key.PATTERNS, text) == []


def patterns() -> list[Pattern]:
    modules = (aws_secret, connection_string, labelled_secret, password_hash, private_key, seed_phrase, session_cookie)
    return [pattern for module in modules for pattern in module.PATTERNS]


def test_nothing_is_found_in_a_lock_file() -> None:
    lock = (
        f'"resolved": "https://registry.example/a/-/a-1.0.0.tgz",\n"integrity": "sha512-{BASE}{BASE}abcdef==",\n'
        f'    --hash=sha256:{HEX}{HEX} \\\nchecksum = "{HEX}{HEX}"\ngithub.com/a/b v1.2.3 h1:{BASE}abc=\n'
    )
    assert found(patterns(), lock) == []
