"""User names after labels in many languages, beside other scripts, in commands, logs and listings."""

from __future__ import annotations

import pytest

from gateway.detection.patterns import username, username_in_commands, username_labelled
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The user mkeller_2 cannot log in, nor can account p.ostrom7", ["mkeller_2", "p.ostrom7"]),
        ("Benutzer mkeller2 ist gesperrt; l'utilisateur m.keller aussi", ["mkeller2", "m.keller"]),
        ("el usuario mkeller_2, l'utente mkeller.b, użytkownik mkeller88", ["mkeller_2", "mkeller.b", "mkeller88"]),
        ("用户mkeller88登录失败，加我微信mia_keller，谢谢", ["mkeller88", "mia_keller"]),
        ("ユーザーmkeller88が、インスタはmia_kellerです", ["mkeller88", "mia_keller"]),
        ("사용자=mkeller 이름, 카톡 mia_k2로 연락", ["mkeller", "mia_k2"]),
        ("حساب mia_keller، المستخدم: mkeller.b", ["mia_keller", "mkeller.b"]),
        ("उपयोगकर्ता=mkeller88 और ব্যবহারকারী: mkeller_db", ["mkeller88", "mkeller_db"]),
        ("שם משתמש mkeller, בטלגרם mia_k2", ["mkeller", "mia_k2"]),
        ("ผู้ใช้ mkeller88 ไลน์ mia.bb ช่วย", ["mkeller88", "mia.bb"]),
        ("логин mkeller, телеграм mia_k2", ["mkeller", "mia_k2"]),
        ("Opened by: Mia Kellermann (mkellerm), Quillby Ltd", ["mkellerm"]),
    ],
)
def test_a_user_name_is_found_after_its_label(text: str, values: list[str]) -> None:
    assert found(username_labelled.PATTERNS, text) == values


@pytest.mark.parametrize(
    "text",
    [
        "user interface, user experience, user id, user agent string, user_id, account manager",
        "user model.py is missing, the member get_id, a user tool_result turn, user utf8, user 404",
        "the user root, user www-data and user postgres",
        "用户Linux系统，用户ID，用户API，账号Python",
        "ユーザーID、ユーザーUI、アカウントAPI",
        "사용자 API, 계정 Google, 아이디 password",
        "المستخدم Linux, חשבון Google, उपयोगकर्ता API, ผู้ใช้ Windows",
        "Mia Keller (manager) and Anton Grant (she) met Rosa Long (mobile)",
    ],
)
def test_what_is_said_of_users_is_no_name(text: str) -> None:
    assert found(username_labelled.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("su - mkeller\nsudo -u mkeller whoami\ncrontab -u mkeller -l", ["mkeller"] * 3),
        ("chown -R mkeller:mgroup /srv/x", ["mkeller", "mgroup"]),
        ("$ sudo usermod -aG docker mkeller\nuseradd -m mkeller", ["mkeller", "mkeller"]),
        ("mkeller@db1:~$ scp x mkeller@host.example:/srv", ["mkeller", "mkeller"]),
        ("psql -U mkeller -d shop; mysql -h db -u mkeller -p shop", ["mkeller", "mkeller"]),
        ("sshd: Failed password for invalid user mkeller from 10.0.0.9", ["mkeller"]),
        ("session opened for user mkeller by (uid=0)\nuid=1001(mkeller) gid=1001(mkeller)", ["mkeller"] * 3),
        ("sudo:   mkeller : TTY=pts/0 ; USER=root", ["mkeller"]),
        ("-rw-r--r-- 1 mkeller staff 123 May 1 10:00 a.txt", ["mkeller"]),
        ("Author: mkeller <m@quillby.example>\ngit config user.name mkeller", ["mkeller", "mkeller"]),
        ("User QUILLBY\\mkeller logged on", ["mkeller"]),
    ],
)
def test_a_user_name_is_found_in_commands_and_logs(text: str, values: list[str]) -> None:
    assert sorted(found(username_in_commands.PATTERNS, text)) == sorted(values)


@pytest.mark.parametrize(
    "text",
    [
        "su - root; su - postgres; sudo -u www-data php; chown root:root x; chown -R www-data:www-data /var",
        "git clone git@github.com:org/repo.git; root@server:~# ls; psql -U postgres; mysql -u root",
        "the adduser script, the passwd file, a passwd command, user.name if user.name else None",
        "Failed password for root from 10.1.1.1; session opened for user root; funnel seed failed for job 3",
        "drwxr-xr-x 2 root root 4096 May 1 10:00 bin",
        "re.compile(r'HELLO\\nworld'), C:\\WINDOWS\\system",
    ],
)
def test_accounts_of_systems_are_left_alone(text: str) -> None:
    assert found(username_in_commands.PATTERNS, text) == []


def test_what_belongs_to_a_person_is_a_user_name_and_what_a_program_holds_is_none() -> None:
    assert found(username_labelled.PATTERNS, "Su usuario era nube_gris") == ["nube_gris"]
    assert found(username_labelled.PATTERNS, "the user is not_found, the account is null_value") == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("she's lorelai_v_77 on telegram", "lorelai_v_77"),
        ("Known as skipper_anders\nRank", "skipper_anders"),
        ("My log-in for the rota app is hca_baines, and", "hca_baines"),
        ("логином был stepnoy_volk74, а", "stepnoy_volk74"),
    ],
)
def test_a_handle_is_found_where_somebody_is_known_by_it(text: str, value: str) -> None:
    assert found(username.PATTERNS, text) == [value]


@pytest.mark.parametrize(
    "text", ["he's running main.py", "I'm in user_id(", "known as app.config=1", "the login page is ok"]
)
def test_names_of_programs_are_no_handles(text: str) -> None:
    assert found(username.PATTERNS, text) == []
