"""A made-up record of 68 fields, in two wordings of their labels; the second was never tuned on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

# label and value as tuned; label and value as held out
_ROWS: Final = """
first_name | Will | given_name | Esra
last_name | Grant | family_name | Okonjo
middle_name | Hope | second_name | Joy
full_name | Will Hope Grant | legal_name | Esra Joy Okonjo
maiden_name | Marsh | birth_name | Reed
nickname | Billy | preferred_name | Essie
email | will.grant@fernbank.example | email_address | e.okonjo@quillby.example
phone | +1 415 555 0134 | phone_number | 020 7946 0155
mobile | 415-555-0177 | cell_phone | 07700 900812
fax | (415) 555-0190 | fax_number | 020 7946 0177
address | 12 Elm Street, Apt 4 | home_address | 7 Mill Lane, Flat 2
street | 12 Elm Street | street_address | 7 Mill Lane
city | Fresno | town | Leeds
postal_code | 93701 | postcode | LS1 4AP
country_of_birth | Wales | birthplace | Izmir
date_of_birth | 1984-03-17 | birth_date | 23/11/1979
age | 41 | patient_age | 46
gender | male | sex | F
nationality | Welsh | citizenship | Turkish
ethnicity | Hispanic | ethnic_group | Kurdish
religion | Quaker | faith | Alevi
marital_status | divorced | relationship_status | widowed
sexual_orientation | gay | sexuality | bisexual
occupation | welder | job_title | Loss Adjuster
employer | Fernbank Tools | company_name | Quillby Ltd
school | Mesa High | university | Leeds Beckett
degree | BSc Botany | highest_degree | MA Dance
gpa | 3.41 | grade_point_average | 2.87
salary | 61250 | annual_income | 48,900
account_balance | 1043.77 | credit_limit | 7500
credit_score | 712 | loan_amount | 23000
ssn | 219-09-4471 | social_security_number | 457-55-5462
passport_number | K4471920 | passport_no | 533401822
driver_license | D1234567 | drivers_license_number | OKONJ711239EJ9AB
national_id | 84-221-9045 | national_insurance_number | QQ123456C
tax_id | 91-4471208 | tax_number | 1123581321
student_id | S2209471 | student_number | 20174432
employee_id | E-40921 | employee_number | 77120
mrn | 00447128 | medical_record_number | MR-553120
insurance_id | XHK-4471-220 | policy_number | HP88120443
member_id | 5520-1189 | membership_number | M-77120
patient_id | P-118840 | patient_number | 9920311
diagnosis | scabies | medical_condition | celiac disease
medication | lithium 300 mg | current_medications | warfarin 5 mg
allergies | penicillin | allergy | peanuts
blood_type | AB negative | blood_group | O+
disability | deaf | disabilities | low vision
iban | GB82WEST12345698765432 | iban_number | DE89370400440532013000
account_number | 440129873 | bank_account_number | 55210093
routing_number | 121000358 | sort_code | 20-44-91
credit_card | 4111 1111 1111 1111 | card_number | 5500 0000 0000 0004
cvv | 471 | security_code | 8813
pin | 4471 | pin_code | 9035
swift | WFBIUS6SXXX | swift_code | BARCGB22
username | wgrant_85 | user_name | esra.ok
password | hunter2! | passwd | Tulpen&Gras
passphrase | bluesky42moon | secret | zilverling7
api_key | 9f86d081884c7d659a2feaa0c55ad015 | apikey | 4e07408562bedb8b60ce05c1decfe3ad
access_token | q7Rt2LmVx0Pd8KsWz4Yb | auth_token | h2Jf9QwXn5TzLb7RkVm3
secret_key | kD93mfL20xPqa81Z | client_secret | vN4rT8yK1bWq60Ms
session_id | 7bde0a9c41f2e8d3 | session_token | c90fe1d27ab84653
ip_address | 203.0.113.77 | client_ip | 198.51.100.23
mac_address | 00:1B:44:11:3A:B7 | mac | 3C:5A:B4:1E:77:09
license_plate | 7KXR421 | vehicle_plate | LB19 KTV
vin | 1HGCM82633A004352 | vehicle_identification_number | WVWZZZ1JZ3W386752
latitude | 36.737797 | lat | 53.800755
emergency_contact | Rosa Ibarra | next_of_kin | Deniz Okonjo
security_answer | Biscuit the 2nd | mothers_maiden_name | Yildiz
"""


class Field(NamedTuple):
    """A label in words, and its value."""

    words: tuple[str, ...]
    value: str

    @property
    def snake(self) -> str:
        return "_".join(self.words)

    @property
    def camel(self) -> str:
        return self.words[0] + "".join(map(str.title, self.words[1:]))

    @property
    def pascal(self) -> str:
        return "".join(map(str.title, self.words))

    @property
    def upper(self) -> str:
        return self.snake.upper()

    @property
    def kebab(self) -> str:
        return "-".join(self.words)

    @property
    def title(self) -> str:
        return " ".join(map(str.title, self.words))

    @property
    def phrase(self) -> str:
        return " ".join(self.words).capitalize()


Record = Sequence[Field]


def record(wording: int) -> Record:
    """Returns the record in its first wording, which was tuned on, or the second, which was not."""
    rows = [[cell.strip() for cell in row.split(" | ")] for row in _ROWS.strip().splitlines()]
    return [Field(tuple(row[2 * wording].split("_")), row[2 * wording + 1]) for row in rows]
