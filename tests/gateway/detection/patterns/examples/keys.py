"""Secrets: a text with a match for each pattern of passwords, keys, codes and tokens."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.vendors import SHAPES

_LONG: Final = "aB3" * 12

_AWS_ID: Final = "AKIA" + "Q7ZX" * 4
_AWS_SECRET: Final = "kB7xQ2mZp9Lw4TnV8sYc3RdJ6fHg1AeU0iOo5KqX"
_PASSWORDS: Final = {
    "en": "my password is sunshine",
    "de": "mein Passwort lautet Sonnenblume",
    "fr": "mon mot de passe est papillon",
    "es": "mi contraseña es mariposa",
    "it": "la password è girasole",
    "nl": "mijn wachtwoord is Vlinder",
    "pt": "a minha senha é borboleta",
    "pl": "moje hasło to Motylek99",
    "ru": "мой пароль — Солнышко12",
    "tr": "şifrem olarak Kelebek34",
    "zh": "我的密码是sunflower",
    "ja": "パスワードはhimawari8",
    "uk": "мій пароль — Сонечко12",
    "el": "ο κωδικός είναι Iliotropio12",
    "ko": "비밀번호는 haebaragi8",
    "th": "รหัสผ่านคือ tantawan8",
    "he": "הסיסמה שלי היא chamanit8",
    "bn": "পাসওয়ার্ড surjomukhi8",
    "ar": "كلمة المرور هي Shams2024",
    "hi": "मेरा पासवर्ड है Suraj@123",
}
_VENDORS: Final = {shape.pattern().name: shape.finds[0] for shape in SHAPES}
KEYS: Final = {
    "password_in_script": "와이파이 비번을 dotori-8812",
    "code_in_script": "กุญแจ รหัสประตู 660918",
    "api_key_short_prefix": f"sk-{_LONG}",
    "secret_assignment": "password = hunter2",
    "secret_statement": "my password is Tr0ub4dor&3",
    "bearer_token": "Authorization: Bearer abcDEF123.456",
    "basic_credentials": "Authorization: Basic YWxleDpodW50ZXIy",
    "jwt": f"eyJhbGciOiJIUzI1NiJ9.{_LONG}.{_LONG}",
    "private_key": "-----BEGIN RSA PRIVATE KEY-----\nMIIEow==\n-----END RSA PRIVATE KEY-----",
    "connection_string_oracle": "sqlplus scott/tiger99@db.corp.example:1521/orcl",
    "connection_string_of_pairs": "Server=db;Uid=sa;Pwd=S3cret!pw;Database=app",
    "private_key_putty": "PuTTY-User-Key-File-2: ssh-rsa\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 1\nAAABAQ==",
    "private_key_encoded": f"LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ{_LONG}",
    "ssh_key": f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{_LONG}",
    "aws_secret_after_id": f"{_AWS_ID}, {_AWS_SECRET}",
    "aws_secret_before_id": f"{_AWS_SECRET} {_AWS_ID}",
    "password_hash": f"$2b$12${_LONG}{_LONG[:17]}",
    "session_cookie": f"PHPSESSID={_LONG}",
    "seed_phrase": "ridge velvet humble topic glare ozone tissue drift planet okay wagon sibling",
    "seed_phrase_labelled": "frase semilla: ábaco casa perro gatos lunes plato mesa silla verde rojo negro playa",
    "access_code": "my PIN is 4821",
    "agreed_word": "The security word on file is dandelion",
    "password_for_app": "smtp password: qamd mjye zdej nqrr",
    "code_of_capitals": "the pickup code is VZ81KR",
    "licence_key": "our license key 7F3KQ-92LMX-P0ZRT-4YHWN-8VBCD",
    "password_quoted": 'the passphrase is "correct horse battery staple"',
    "password_beside_user": "user annlee and pw sandcastle",
    "password_after_short_word": "the pw sandcastle",
    "password_after_another": "password tulip77 or heron88",
    "password_of_address": "\nannlee@corp.example:tulip77",
    "password_in_next_line": "The new password\nsandcastle77",
    "passphrase_of_words": "passphrase: walnut tractor moon",
    "wireless_key": "the wifi is kettle-77",
    "wireless_key_of_letters": "wifi code is sandcastle",
    "key_of_wireless": "password for the wifi sandcastle",
    "code_to_type": "ring twice and type 0815",
    "code_on_card": "the three digits on the back are 607",
    "password_in_sentence": "the password we always had was Stroopwafel_Gouda3",
    "password_in_brackets": "my old password (Blue$ky42)",
    "labelled_secret": f"our Datadog key {_AWS_SECRET[:32]}",
    "password_untold": "the password hunter2",
    "credentials_pair": "credentials: admin / S3cret!pw",
    "connection_string": "postgres://user:p4ss@db.internal:5432/app",
    **{f"password_told_{language}": text for language, text in _PASSWORDS.items()},
    **_VENDORS,
}
