"""Each format by itself: what it reads, and what bad input does to it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

from gateway.detection.structure import formats
from gateway.detection.structure.recognizer import FORMATS, Structure


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in Structure().find(text)]


READ = {
    "half a JSON": ('{"user": {"password": "hunt3r', ["hunt3r"]),
    "a list of JSON": ('{"allergies": ["peanuts", "latex"], "ids": [1, 2]', ["peanuts", "latex"]),
    "YAML with tabs": ("user:\n\tpassword: hunter2\n\t\tdob: 1990-01-02", ["hunter2", "1990-01-02"]),
    "a block of YAML": ("password: |\n  hunter2\nnext: x", ["hunter2"]),
    "CSV with a stray quotation mark": ('name,dob\nAnn Lee,1990-01-02\n"Bo,1991-02-03\nCy,1992-03-04', None),
    "CSV with a short row": ("name,dob,pin\nAnn Lee,1990-01-02", ["Ann Lee", "1990-01-02"]),
    "SQL in prose": ("Why does INSERT INTO t (id, pin) VALUES (1, '4471') fail?", ["4471"]),
    "SQL cut off": ("INSERT INTO t (id, pin) VALUES (1, '44", None),
    "a user of a database": ("CREATE USER bo_k IDENTIFIED BY 'tulip9';", ["bo_k", "tulip9"]),
    "an element cut off": ("<user><dob>1990-01-02</dob><pin>4471", ["1990-01-02", "4471"]),
    "notes": ("* First name = Ann\n* PIN → 4471\nEmail address - ann@x.example", ["Ann", "4471", "ann@x.example"]),
    "CDATA": ("<pin><![CDATA[4471]]></pin>", ["4471"]),
    "a cookie": ("Cookie: theme=dark; session_id=9f86d081884c7d65; lang=en", ["9f86d081884c7d65"]),
    "a query": ("GET /pay?amount=3&card_number=4111111111111111&x=1 HTTP/1.1", ["4111111111111111"]),
    "a header of curl": ("curl -H 'X-Api-Key: 9f86d081884c7d65' x", ["9f86d081884c7d65"]),
    "curl -u": ("curl -u bo_k:tulip9 https://x.example", ["bo_k", "tulip9"]),
    "curl -u with quotation marks": ("curl -u bo_k:'plinth&9' https://x.example", ["bo_k", "plinth&9"]),
    "a map of passwords": ('PASSWORDS = {"ann": "tulip", "bo": "fern moss"}', ["tulip", "fern moss"]),
    "a map of passwords in Go": ('creds := map[string]string{\n\t"ann": "tulip9",\n}', ["tulip9"]),
    "a map of passwords in Kotlin": ('val pins: Map<String, String> = mapOf("ann" to "tulip9")', ["tulip9"]),
    "pairs with passwords": ('logins = [("ann", "tulip9"), ("bo", "fern8")]', ["tulip9", "fern8"]),
    "what follows a list of passwords": ('passwords = ["tulip9"]; colours = ["fern8"]', ["tulip9"]),
    "settings beside credentials": ('credentials = {"host": "db.example", "region": "eu-west-1"}', []),
    "a router's users": ("username bo_k privilege 15 secret 5 tulip9", ["bo_k", "tulip9"]),
    "a router's keys": ("tacacs-server host 192.0.2.1 key 7 tulip9\nsnmp-server community fern RO", ["tulip9", "fern"]),
    "a router's network": ("wpa-psk ascii 0 fern then moss", ["fern then moss"]),
    "a terminal of a router": ("line vty 0 4\n password fern\n exec-timeout 5", ["fern"]),
    "a switch that is set": ('set snmp community "fern" authorization read-only', ["fern"]),
    "a router's keys alone": ("crypto isakmp key tulip9 address 192.0.2.1", ["tulip9"]),
    "a switch's key alone": ("key-string tulip9", ["tulip9"]),
    "a setting that is set": ("aws configure set aws_secret_access_key tulip9fern8", ["tulip9fern8"]),
    "ldapsearch -w": ("ldapsearch -x -D cn=admin -w tulip -b dc=x", ["tulip"]),
    "mongosh -p": ("mongosh -u bo_k -p tulip --quiet", ["tulip"]),
    "7z -p": ("7z x -ptulip a.7z", ["tulip"]),
    "zip -P": ("zip -P tulip a.zip b", ["tulip"]),
    "a long option": ("gpg --batch --passphrase tulip -d a.gpg", ["tulip"]),
    "an option in the next line": ("docker login --password \\\n  tulip9 x.example", ["tulip9"]),
    "a value in the next line": ('password = (\n    "tulip9"\n)', ["tulip9"]),
    "an option in a sentence": ("use the --password option or --token FILE to log in", []),
    "rabbitmqctl": ("rabbitmqctl add_user bo_k tulip", ["tulip"]),
    "nmcli": ("nmcli dev wifi connect Attic password tulipfield", ["tulipfield"]),
    "a pipe": ('echo "tulip" | sudo -S apt update', ["tulip"]),
    "PowerShell": ("ConvertTo-SecureString 'tulip' -AsPlainText", ["tulip"]),
    "http --auth": ("http --auth bo_k:tulip9 GET x.example", ["bo_k", "tulip9"]),
    "options of other tools": (
        "mkdir -p build/out; ssh -p 2222 h; docker run -p 8080:80 x; tar -P -xf a; nc -w 3 h 80",
        [],
    ),
    "mysql -p": ("mysql -h db -u root -ptulip9 shop", ["tulip9"]),
    "an option": ("tool --password tulip9 --verbose", ["tulip9"]),
    "a property": ("java -Ddb.password=tulip9 -jar x", ["tulip9"]),
    "a setter": ('user.setDateOfBirth("1990-01-02");', ["1990-01-02"]),
    "define()": ("define('DB_PASSWORD', 'tulip9');", ["tulip9"]),
    "an index": ("config['password'] = 'tulip9'", ["tulip9"]),
    "a vCard": ("BEGIN:VCARD\nN:Lee;Ann;;\nBDAY:1990-01-02\nEND:VCARD", ["Lee", "Ann", "1990-01-02"]),
    "a day in a calendar": ("BEGIN:VEVENT\nDTSTART;VALUE=DATE:20250309\nEND:VEVENT", ["20250309"]),
    "a chat": ("[09:14] hope.m: hi\n[09:15] bill_k: hello", ["hope.m", "bill_k"]),
    "a chat without times": (
        "mia: are you there yet\nolu: nearly at the door\nmia: come on up please\nolu: ok",
        ["mia", "olu"] * 2,
    ),
    "LaTeX": (r"\newcommand{\password}{tulip9}", ["tulip9"]),
    "a label before the label": ("Here is my env: API_KEY=9f86d081884c7d65", ["9f86d081884c7d65"]),
    "a label above the label": ("data:\n  password: S3cr3tPw9x", ["S3cr3tPw9x"]),
    "an error with a password": ("Error: password=tulip9 is wrong", ["tulip9"]),
    "a label without spaces in Chinese": ("我的密码：tulip9。", ["tulip9"]),
    "names and values": ("env:\n  - name: DB_PASSWORD\n    value: tulip9", ["tulip9"]),
    "a passphrase": ('password = "correct giraffe battery stew"', ["correct giraffe battery stew"]),
    "a key of a network": ("wlan_psk: Keep-It-Among-Us", ["Keep-It-Among-Us"]),
    "a table with Arabic semicolons": ("الاسم؛ العمر\nجمانة؛ 47", ["جمانة", "47"]),
    "pairs with dashes between them": ("الجنس: أنثى – الحالة الاجتماعية: مطلّقة", ["أنثى", "مطلّقة"]),
    "an object in code": ("{ id: 1, dob: '1990-01-02', score: 612 }", ["1990-01-02", "612"]),
    "a password with odd signs": ("DB_PASS=a&b;c,d", ["a&b;c,d"]),
    "a table of pandas": (
        "    full_name  age login\n0  Wanda Kruk   54 wkruk\n1   Ola Berge   42 oberge\n\n[2 rows x 3 columns]",
        ["Wanda Kruk", "54", "wkruk", "Ola Berge", "42", "oberge"],
    ),
    "a table with a rule": (
        "full_name    phone    dob\n------------ -------- ----------\nWanda Kruk   555 0144 1969-02-03",
        ["Wanda Kruk", "555 0144", "1969-02-03"],
    ),
    "a list of processes": (
        "USER       PID STAT   TIME\nwkruk     2213 S+     0:00\nroot         1 Ss     0:12",
        ["wkruk"],
    ),
    "the subject of a certificate": ("Subject: C = PL, O = Kruk Ltd, CN = Wanda Kruk", ["Kruk Ltd", "Wanda Kruk"]),
    "a name in a directory": (r"dn: CN=Kruk\, Wanda,OU=People,DC=acme", ["Kruk", "Wanda"]),
    ".netrc": ("machine x.example\n  login wkruk\n  password tulip9", ["wkruk", "tulip9"]),
    ".pgpass": ("db.example:5432:shop:wkruk:tulip:9", ["wkruk", "tulip:9"]),
    "a passwd file": ("wkruk:x:1001:1001:Wanda Kruk,Room 2:/home/w:/bin/sh", ["wkruk", "Wanda Kruk"]),
    "a configuration of SSH": ("Host bastion\n  User wkruk\n  Port 22", ["wkruk"]),
    "who is logged in": ("wkruk    pts/0  198.51.100.7\nreboot   system boot", ["wkruk"]),
    "runas": (r"runas /user:ACME\wkruk cmd", ["wkruk"]),
    "print_r": ("Array\n(\n    [login] => wkruk\n    [dob:protected] => 1990-01-02\n)", ["wkruk", "1990-01-02"]),
    "var_dump": ('["login"]=>\n  string(5) "wkruk"\n  ["pin"]=>\n  int(4471)', ["wkruk", "4471"]),
    "serialize": ('a:2:{s:5:"login";s:5:"wkruk";s:3:"pin";i:4471;}', ["wkruk", "4471"]),
    "a struct of Go": ("{FullName:Wanda Kruk Pin:4471}", ["Wanda Kruk", "4471"]),
    "a pasted form": (
        "Last name\nKruk\nDate of birth *\n\n1990-01-02\nPolicy number\nHP88120443",
        ["Kruk", "1990-01-02", "HP88120443"],
    ),
    "a card in a sentence": ("Card number: 4111 1111 1111 1111, thanks", ["4111 1111 1111 1111"]),
}


@pytest.mark.parametrize(("text", "values"), READ.values(), ids=list(READ))
def test_labels_say_what_values_are(text: str, values: list[str] | None) -> None:
    assert values is None or found(text) == values


KEPT = {
    "a timeout": "default_timeout: 30",
    "a policy": "password_policy: strict",
    "tokens": "max_tokens: 500, next_page_token: abc12345",
    "null": '{"password": null, "token": "null", "secret": ""}',
    "stand-ins": "api_key: <your key>\ntoken: ${TOKEN}\npassword: ***\nsecret: {{ secret }}\nsecret: changeme",
    "the environment": 'password = os.environ["PASSWORD"]\nsecret = process.env.SECRET\ntoken=$TOKEN',
    "types": "def login(user: User, password: str) -> Token:\n    token: str = ''\n    password: SecretStr",
    "expressions": "password = get_password()\nuser = request.user\ntoken = tokens[0]\nname = self.full_name",
    "captions": '{"password": "Password", "first_name": "First name", "address": "Street address"}',
    "a form": '<label>Password</label><input name="password" type="password">',
    "a package": '{"name": "lodash", "version": "4.17.21", "author": "John Doe"}'.replace("John Doe", ""),
    "a service": "name: payments-api\nstate: running\ntitle: My Service\nkey: value\nid: 4711",
    "a workflow": "jobs:\n  build:\n    name: Build Docker Image\n    steps:\n      - name: Check Out Code",
    "a log": "10:22:31 [main] INFO token validation took 3ms\n[09:14:02] INFO: started\n[09:15:00] worker-1: busy",
    "a digest": '"integrity": "sha512-oW3PCnvyrcm1HMvGTzqjxxfnEs9EoFOFWi2HsEGhlFVOXxTE3K9GKWV"',
    "a label without a value": "Password:\n\nName:\n- \nAPI_KEY=\n",
    "a struct's fields in columns": 'type A struct {\n    Login   string   `json:"login"`\n    Age     int      `x`\n}',
    "a list of pods": "NAME        READY   STATUS    AGE\nweb-7d9c5   1/1     Running   5d",
    "labels one below the other": "Name\nAge\nCity\nPhone\nE-mail",
    "a label in a list": "Shopping\nPhone\nTablet\nPassword\nchange it every month, please\nWrite more",
    "values of variables": "c=1, l=2, st=3; o=4",
    "times and ports": "12:20:33:44: ok\nweb:8080:80:tcp: up",
    "a user in a sentence": "Host a party\nUser experience matters",
    "a question": "How do I store the password: hashed or encrypted?",
    "a table of things": "id,title,state\n1,Fix login,open\n2,Update docs,closed",
    "a definition": "CREATE TABLE users (name TEXT NOT NULL, password VARCHAR(255), phone VARCHAR(20));",
    "a condition": "SELECT name FROM users WHERE state = 'active' AND role = 'admin'",
    "a message about passwords": 'password: "Your password must be longer"\nsecret: "loaded from the vault"',
    "an interview": "Q: where is it now?\nA: it is over there\nQ: and the rest of it?\nA: over there too",
    "what is for and against": "Pros: fast and cheap too\nCons: hard to use\nPros: many colours\nCons: not so nice",
    "notes of a program": "fn signing_key() -> Result<Vec<u8>>\nfor host, pin = pins[0]\nto pin = get_pin(x)",
    "an entity": '<!DOCTYPE x [<!ENTITY name "Ann Lee"><!ENTITY all "&name;&name;">]><x>&all;</x>',
}


@pytest.mark.parametrize("text", KEPT.values(), ids=list(KEPT))
def test_what_is_no_value_stays(text: str) -> None:
    assert found(text) == []


def test_every_format_is_used() -> None:
    modules = [import_module(f"{formats.__name__}.{each.name}") for each in iter_modules(formats.__path__)]
    assert {module.read for module in modules} == set(FORMATS)


@pytest.mark.parametrize("read", FORMATS, ids=lambda read: read.__module__.rpartition(".")[2])
@pytest.mark.parametrize("text", ["", "\n", "\x00", "\ud800:\ud800=\ud800", '"', "{", "<a", "|", "a:", "a=", "\\", "("])
def test_a_fragment_breaks_no_format(read: object, text: str) -> None:
    assert callable(read)
    assert all(0 <= field.start <= field.end <= len(text) for field in read(text))
