"""The kinds of canaries: the paper's four, recognisable by their pattern, and a realistic one of each entity type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from gateway.types import EntityType
from streams.canaries import numbers, paper_kinds, values, vocabulary
from streams.canaries.drawing import Draw

_TAKEN_BEFORE_LONGER: Final = 8


@dataclass(frozen=True, slots=True)
class CanaryKind:
    """How a value is drawn, its entity type if it has one, and the sentences in which people say such a thing.

    ``draw`` is told how often a drawn value was taken already.
    """

    entity_type: EntityType | None
    draw: Callable[[Draw, int], str]
    carriers: tuple[str, ...]


def _of_the_paper(kind: str, draw: Draw, taken: int) -> str:
    """A value of the paper's pattern, of a longer form where the shorter one seems to be used up."""
    made = paper_kinds.KINDS[kind]
    size = 0
    for length in range(taken // _TAKEN_BEFORE_LONGER + 1):
        first, size = size, size + made.first * made.grow**length
    return paper_kinds.canary(kind, draw.between(first, size - 1), 0).value


def _paper(kind: str, entity_type: EntityType | None) -> CanaryKind:
    return CanaryKind(entity_type, partial(_of_the_paper, kind), paper_kinds.KINDS[kind].carriers)


def _realistic(entity_type: EntityType, draw: Callable[[Draw], str], *carriers: str) -> tuple[str, CanaryKind]:
    return entity_type.value, CanaryKind(entity_type, lambda chance, taken: draw(chance), carriers)


_T: Final = EntityType
_SAID: Final = ("In our family there is {}", "You should know that at home we are {}", "The household is {}")

KINDS: Final[Mapping[str, CanaryKind]] = MappingProxyType(
    {
        "email": _paper("email", _T.EMAIL),
        "phone": _paper("phone", _T.PHONE_NUMBER),
        "address": _paper("address", _T.ADDRESS),
        "phrase": _paper("phrase", None),
        **dict(
            (
                _realistic(_T.NAME, values.name, "My name is {}", "Please sign it as {}", "Write it for {}"),
                _realistic(_T.EMAIL, values.email, "My email is {}", "Please reply to {}", "Send the draft to {}"),
                _realistic(_T.PHONE_NUMBER, numbers.phone, "My phone number is {}", "Call me back on {}"),
                _realistic(_T.ID_NUMBER, numbers.nhs_number, "My NHS number is {}", "They ask for my NHS number, {}"),
                _realistic(_T.ONLINE_IDENTITY, numbers.mac_address, "My laptop's MAC is {}", "Allow the device {}"),
                _realistic(_T.GEOLOCATION, numbers.coordinates, "We met at {}", "The cabin is at coordinates {}"),
                _realistic(_T.AFFILIATION, values.company, "I work for {}", "My employer is {}"),
                _realistic(_T.DEMOGRAPHIC_ATTRIBUTE, values.person, "I am {}", "The applicant is {}"),
                _realistic(_T.TIME, values.moment, "It happened on {}", "My appointment was on {}"),
                _realistic(
                    _T.HEALTH_INFORMATION, values.conditions, "I was diagnosed with {}", "My history: I suffer from {}"
                ),
                _realistic(_T.FINANCIAL_INFORMATION, values.sum_of_money, "We have {}", "My balance sheet says {}"),
                _realistic(_T.EDUCATIONAL_RECORD, values.degrees, "I hold {}", "My transcript lists {}"),
                _realistic(_T.URL, values.url, "Our notes are at {}", "It fails when I open {}"),
                _realistic(_T.IP_ADDRESS, numbers.ip_address, "My server's IP is {}", "The log shows {}"),
                _realistic(_T.USERNAME, values.username, "My username is {}", "My login: {}"),
                _realistic(_T.KEYS, values.secret_key, "My API key is {}", "It is configured with api_key={}"),
                _realistic(_T.ADDRESS, values.address, "I live at {}", "Ship it to {}", "My home address is {}"),
                _realistic(
                    _T.BUSINESS_ADDRESS, values.business_address, "Our office is {}", "Bill it to the company: {}"
                ),
                _realistic(_T.AGE, values.ages, *_SAID),
                _realistic(_T.BIRTH_DATE, values.birth, "I was born on {}", "My date of birth is {}"),
                _realistic(_T.GENDER, values.genders, *_SAID),
                _realistic(_T.RACE, values.of_relatives(vocabulary.RACES), *_SAID),
                _realistic(_T.ETHNICITY, values.of_relatives(vocabulary.PEOPLES), *_SAID),
                _realistic(_T.RELIGION, values.of_relatives(vocabulary.RELIGIONS), *_SAID),
                _realistic(_T.MARITAL_STATUS, values.marriages, "For the form: {}", "About me: {}"),
                _realistic(_T.SEXUAL_ORIENTATION, values.of_relatives(vocabulary.ORIENTATIONS), *_SAID),
                _realistic(_T.OCCUPATION, values.jobs, "About us: {}", "In case it helps, {}"),
                _realistic(_T.CREDIT_CARD, numbers.credit_card, "My card number is {}", "Charge the card {}"),
                _realistic(_T.IBAN, numbers.iban, "My IBAN is {}", "Transfer it to {}"),
                _realistic(_T.BANK_ACCOUNT, numbers.bank_account, "My account number is {}", "The bank account is {}"),
                _realistic(_T.INCOME, values.income, "I earn {}", "My salary is {}"),
                _realistic(_T.SSN, numbers.ssn, "My SSN is {}", "My social security number is {}"),
                _realistic(_T.PASSPORT, numbers.passport, "My passport number is {}", "The passport says {}"),
                _realistic(
                    _T.DRIVER_LICENSE,
                    numbers.driver_license,
                    "My driver's license is {}",
                    "Driver's license number: {}",
                ),
                _realistic(_T.GPA, values.grades, "My report cards show {}", "I finished the years with {}"),
                _realistic(_T.VEHICLE, numbers.vin, "The car's VIN is {}", "My car is {}"),
                _realistic(_T.PRODUCT, values.product, "I bought the {}", "My {} does not start"),
                _realistic(_T.QUANTITY, values.quantity, "I ordered {}", "The pantry holds {}"),
                _realistic(_T.DIETARY_PREFERENCE, values.of_relatives(vocabulary.DIETS), "Dinner is for {}", *_SAID),
            )
        ),
    }
)
"""Every kind by its name: the paper's in small letters, the realistic ones by their entity type."""
