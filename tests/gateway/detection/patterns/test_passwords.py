"""Passwords and short codes in prose."""

from __future__ import annotations

import pytest

from gateway.detection.passwords import told_password, untold_password
from gateway.detection.patterns import access_code, agreed_word, password, password_near
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The password hunter2 no longer works.", "hunter2"),
        ("Hi, my temp password Blue$ky42 stopped working today", "Blue$ky42"),
        ("My wifi password at home is correcthorse, can you make it safer?", "correcthorse"),
        ("Her password was sunshine.", "sunshine"),
        ("I changed the password to Tr0ub4dor&3!", "Tr0ub4dor&3!"),
        ('The passphrase is "melonade" for now', "melonade"),
        ("His password used to be dragonfly", "dragonfly"),
        ("the passphrase is 'correct horse battery staple' now", "correct horse battery staple"),
        ("mdp : Nuage!45", "Nuage!45"),
        ("mein Passwort lautet Sonnenblume und geht nicht", "Sonnenblume"),
        ("Das Kennwort für das Portal ist Wolke7!", "Wolke7!"),
        ("Mon mot de passe est papillon, il ne marche plus", "papillon"),
        ("mdp Soleil2024", "Soleil2024"),
        ("La contraseña de mi correo es mariposa.", "mariposa"),
        ("la password è girasole", "girasole"),
        ("mijn wachtwoord is Vlinder", "Vlinder"),
        ("A minha senha é borboleta", "borboleta"),
        ("moje hasło to Motylek99", "Motylek99"),
        ("мой пароль — Солнышко12", "Солнышко12"),
        ("şifrem Kelebek34 çalışmıyor", "Kelebek34"),
        ("我的密码是sunflower，打不开", "sunflower"),
        ("パスワードはhimawari8です", "himawari8"),
        ("كلمة المرور هي Shams2024 ولا تعمل", "Shams2024"),
        ("मेरा पासवर्ड Suraj@123 है", "Suraj@123"),
        ("Login with the credentials admin / S3cret!pw please", "S3cret!pw"),
        ("mot de passe provisoire : lavande-3", "lavande-3"),
        ("new password -> Tulip99x", "Tulip99x"),
        ("hasło do wifi: śliwka77", "śliwka77"),
        ("비밀번호는 haebaragi입니다", "haebaragi"),
        ("ওয়াইফাই পাসওয়ার্ড tormuj77", "tormuj77"),
        ("הסיסמה שלי היא avatiah7", "avatiah7"),
        ("รหัสผ่านคือ taengmo", "taengmo"),
        ("Zugangsdaten: m.weber:Wolke7!x", "Wolke7!x"),
    ],
)
def test_a_password_is_found_in_a_sentence(text: str, value: str) -> None:
    assert found(password.PATTERNS, text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "The password is wrong.",
        "My password was expired yesterday",
        "The password is ********, as always. The password is ${DB_PASSWORD}",
        "your password is not required here",
        "Is the password manager safe?",
        "The password must have 12 characters, and the password reset takes 24h.",
        "password is hashed with bcrypt2",
        "the password to unlock the phone",
        "password policy v2.1.0",
        "We store the password SHA256 hashed and the password base64-encoded.",
        "Send the password to https://corp.example/reset2",
        "the password is in `config.yaml`",
        "the password of test_user_2 is stored",
        "{ username: basic[0], password: basic[1] }",
        "password: str = os.environ['X']",
        "def check_password(password, hashed2): return password == hashed2",
        "Das Passwort ist abgelaufen. Das Passwort war falsch, das Passwort ist geheim.",
        "Le mot de passe est oublié. Le mot de passe est incorrect.",
        "La contraseña es incorrecta, la contraseña es obligatoria",
        "La password è scaduta, la password è sbagliata",
        "Het wachtwoord is verlopen, het wachtwoord is verkeerd",
        "A senha é obrigatória e a senha é inválida",
        "Hasło jest nieprawidłowe, hasło to za mało",
        "Пароль — это секретное слово",
        "密码是错误的",
        "비밀번호는 8~12자이고 틀렸습니다",
        "รหัสผ่านต้องมี 8 ตัวอักษร",
        "הסיסמה שגויה",
        "The password for $USER is ${DB_PASSWORD}",
    ],
)
def test_what_is_said_of_a_password_is_none(text: str) -> None:
    assert found(password.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my card PIN is 4821", "4821"),
        ("passcode for the meeting: 829114", "829114"),
        ("пин-код 8841", "8841"),
        ("our license key is 7F3KQ-92LMX-P0ZRT-4YHWN-8VBCD", "7F3KQ-92LMX-P0ZRT-4YHWN-8VBCD"),
        ("PIN code: 90210", "90210"),
        ("The verification code is 482913, valid for 5 minutes", "482913"),
        ("door code for the office: 7731", "7731"),
        ("CVV 123", "123"),
        ("your login code 123 456", "123 456"),
        ("Geheimzahl 5599", "5599"),
        ("code de vérification : 718203", "718203"),
        ("验证码：483920", "483920"),
        ("pickup code VZ81KR expires at 8", "VZ81KR"),
        ("Code van het fietsenhok: C1458Z.", "C1458Z"),
        ("davet kodu MERCIMEK-9X2", "MERCIMEK-9X2"),
        ("the digicode 84B21", "84B21"),
    ],
)
def test_a_short_code_is_found_after_the_word_for_one(text: str, value: str) -> None:
    assert found(access_code.PATTERNS, text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "error code 404",
        "status code 503",
        "GPIO pin 13",
        "zip code 62704",
        "exit code: 137",
        "a pin 12 mm long",
        "the code is 300 lines",
        "area code 415",
        "pin 3.3V",
        "error code E0423X",
        "the country code is GB442",
        "promo code SAVE20",
        "code UTF-8",
        "code.AB12CD",
    ],
)
def test_other_codes_stay(text: str) -> None:
    assert found(access_code.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('gave the security word "dandelion" but', "dandelion"),
        ("memorable word bladderwrack, passcode", "bladderwrack"),
        ("Das Codewort ist Zwetschge.", "Zwetschge"),
        ("Кодовое слово: клевер", "клевер"),
    ],
)
def test_an_agreed_word_is_found_after_what_announces_it(text: str, word: str) -> None:
    assert found(agreed_word.PATTERNS, text) == [word]


@pytest.mark.parametrize(
    "text",
    ["the security word is wrong", "what is a safe word?", "security words are words", "my code word is not set"],
)
def test_what_is_said_of_an_agreed_word_stays(text: str) -> None:
    assert found(agreed_word.PATTERNS, text) == []


def test_a_password_for_an_app_is_found_whole_and_four_words_of_prose_are_none() -> None:
    assert found(agreed_word.PATTERNS, "MAIL_PASSWORD=xeng ziim ffiq jjhd") == ["xeng ziim ffiq jjhd"]
    assert found(agreed_word.PATTERNS, "we said that this will work well") == []
    assert found(agreed_word.PATTERNS, "the password from that time does work here too") == []


@pytest.mark.parametrize("value", ["Sonnenblume", "correct-horse-battery-stapler", "letmein", "P@ss", "qwerty"])
def test_letters_alone_are_a_password_after_the_verb_only(value: str) -> None:
    assert told_password("en", value) == ((0, len(value)),)
    assert untold_password("Sonnenblume") == untold_password("correct-horse") == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I log in as user mkeller and pw sandcastle, but no luck", "sandcastle"),
        ("login with mkeller and password sunflower", "sunflower"),
        ("identifiant mkeller, mot de passe cerisier", "cerisier"),
        ("usuario mkeller contraseña naranja", "naranja"),
        ("utente mkeller password limone-verde", "limone-verde"),
        ("Password:\n```\ntulipfield77\n```", "tulipfield77"),
        ("mia@quist.example:tulip77", "tulip77"),
        ("my pw sandcastle no longer works", "sandcastle"),
        ("Here is the new password.\nTulip!River7\nPlease change it", "Tulip!River7"),
        ("Use this token:\n\n    q8Zt3LwX0bVn", "q8Zt3LwX0bVn"),
        ("the passphrase walnut-tractor-moon is old", "walnut-tractor-moon"),
        ("Passphrase: walnut tractor moon river", "walnut tractor moon river"),
        ("the wifi is kettle-77 if you need it", "kettle-77"),
        ("le wifi c'est lavande77", "lavande77"),
        ("The wifi is called Attic and the code is maplesyrup", "maplesyrup"),
        ("와이파이 비번은 subak77", "subak77"),
    ],
)
def test_a_password_is_found_where_its_word_stands_farther_off(text: str, value: str) -> None:
    assert found(password_near.PATTERNS, text) == [value]


def test_all_odd_words_of_a_sentence_about_passwords_are_found() -> None:
    text = "please change my password from tulip77 to heron88, I use Windows11 and version 5.1.22"
    assert found(password_near.PATTERNS, text) == ["tulip77", "heron88"]
    assert found(password_near.PATTERNS, "the password must have 8 characters and one of A-Z, see RFC4226") == []


@pytest.mark.parametrize(
    "text",
    [
        "login with username and password fields, user and password required",
        "the user account and password requirements; the login page, password reset",
        "my pw expired, pw reset, pw manager",
        "A passphrase of several words is easier to remember. passphrase: a sequence of words",
        "The wifi is slow on the second floor. WiFi 802.11ac, wifi 5GHz, wifi is WPA2-PSK",
        "return self.token\n\n    @property\n    def compromised(self): ...",
        "'PASSWORD',\n    'PATHNAME2',",
        "The token\nis sent with each request2 of yours",
        "password: $SECRET\nport: 3306",
        "scp a mia@db1.example:backup2 && ssh mia@db1.example:22",
        "the password is long or 12345 characters; a token to user2 and then back",
    ],
)
def test_what_stands_near_the_word_for_a_password_need_not_be_one(text: str) -> None:
    assert found(password_near.PATTERNS, text) == []
