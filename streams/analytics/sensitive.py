"""Sensitive topics: which of them words speak of, by a list of words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class SensitiveTopic(StrEnum):
    """A topic about which a summary needs more contributors, and review where the policy says so."""

    HEALTH = "health"
    LEGAL = "legal"
    IMMIGRATION = "immigration"
    VIOLENCE = "violence"
    SEXUALITY = "sexuality"
    RELIGION = "religion"
    POLITICS = "politics"
    FINANCE = "finance"


Classifier = Callable[[Collection[str]], Iterable[SensitiveTopic]]
"""Returns the sensitive topics of a cluster's terms; it sees supported terms only."""

# A star stands for any ending. English, then words of other languages that no English stem covers.
_WORDS: Final[Mapping[SensitiveTopic, str]] = MappingProxyType({
    SensitiveTopic.HEALTH: (
        "health healthcare medic* disease* illness* symptom* diagnosis diagnosed doctor doctors hospital hospitals "
        "therap* cancer* tumor* tumour* chemo* depress* anxi* panic* suicid* bipolar schizo* autis* adhd hiv aids "
        "pregnan* miscarr* abortion* contracep* infertil* fertility diabet* insulin dialysis stroke epilep* dement* "
        "alzheimer* addict* alcoholi* rehab overdos* antidepress* prescription* surger* vaccin* disabilit* "
        "eating-disorder anorexi* bulimi* krank* arzt ärzt* krebs schwanger* gesund* süchtig* maladie* médecin* "
        "enceinte santé grossesse enferm* médic* embaraz* cáncer salud doença* saúde grávid* malatt* salute gravid* "
        "incint* ziek* zwanger* chorob* lekarz* 癌 病 医 妊娠 怀孕 抑郁 鬱 مرض طبيب बीमारी"
    ),
    SensitiveTopic.LEGAL: (
        "legal lawyer* attorney* lawsuit* court courts litigat* sued suing divorc* custody evict* arrest* crime "
        "crimes crimin* felon* convict* probation prison* jail* bail police fraud* plaintiff* defendant* testif* "
        "subpoena* whistleblow* discriminat* harass* anwalt anwält* gericht* scheidung* polizei avocat* tribunal* "
        "divorce* abogad* juicio divorci* advogad* avvocat* advocaat rechtbank adwokat* rozwód 律师 离婚 逮捕 弁護士 "
        "محامي वकील"
    ),
    SensitiveTopic.IMMIGRATION: (
        "immigra* emigra* migrant* asylum refugee* deport* undocumented visa visas naturali* citizenship greencard "
        "uscis residency einwander* asyl* flüchtling* abschieb* aufenthalt* réfugié* asile titre-de-séjour refugiad* "
        "asilo permesso vluchteling* uchodźc* 移民 签证 難民 ビザ لاجئ"
    ),
    SensitiveTopic.VIOLENCE: (
        "violen* abus* assault* rape raped rapist* murder* kill* weapon* gun guns shoot* stabb* bomb* terror* threat* "
        "stalk* hostage* tortur* traffick* bully* bullied domestic-violence gewalt* missbrauch* vergewalt* mord "
        "waffe* viol viols violé* meurtre* asesin* armas matar omicid* geweld* przemoc 暴力 殺 杀 عنف हिंसा"
    ),
    SensitiveTopic.SEXUALITY: (
        "sex* gay lesbian* bisexual* transgender* transsex* lgbt* queer homosex* heterosex* porn* erotic* fetish* "
        "nonbinary hormone* coming-out schwul* lesb* 性交 性的 同性 ゲイ مثلي"
    ),
    SensitiveTopic.RELIGION: (
        "religi* church* mosque* synagog* christian* catholic* protestant* muslim* islam* jewish judais* hindu* "
        "buddh* sikh* atheis* pray* bible quran koran torah ramadan baptis* kirche* église* iglesia* igreja* chiesa* "
        "moschee* kościół 宗教 教会 佛 صلاة मंदिर"
    ),
    SensitiveTopic.POLITICS: (
        "politic* politi* election* elected electoral vote voter* voting ballot* democrat* republican* conservative* "
        "communis* fascis* protest* activis* senator* parliament* wahl* partei élection* elecci* eleiç* elezion* "
        "verkiezing* wybor* 政治 選挙 选举 سياسة चुनाव"
    ),
    SensitiveTopic.FINANCE: (
        "debt* bankrup* insolven* foreclos* overdraft* overdue garnish* payday credit-score welfare unemploy* "
        "laid-off salary salaries wage wages income schulden insolvenz* gehalt arbeitslos* dette* faillite chômage "
        "deuda* desemple* dívida* debiti fallimento schuld* dług* 破产 借金 دين कर्ज"
    ),
})  # fmt: skip


def sensitive_topics(terms: Iterable[str]) -> frozenset[SensitiveTopic]:
    """Returns the topics whose words stand in one of these texts, in any case.

    >>> sorted(sensitive_topics(["Anxiety medication", "visa renewal", "red fox"]))
    [<SensitiveTopic.HEALTH: 'health'>, <SensitiveTopic.IMMIGRATION: 'immigration'>]
    """
    text = "\n".join(terms).lower()
    return frozenset(topic for topic, words in _EXPRESSIONS.items() if words.search(text))


def _expression(words: str) -> re.Pattern[str]:
    return re.compile("|".join(map(_written, words.split())))


def _written(word: str) -> str:
    """Returns the expression for one word of the list; a hyphen stands for what may join two words."""
    if not word.isascii() and not re.search("[a-zß-ž]", word):
        return word  # scripts without spaces, or with endings at both sides
    body = re.escape(word.removesuffix("*")).replace(r"\-", "[ -]?")
    return rf"(?<!\w){body}" + ("" if word.endswith("*") else r"(?!\w)")


_EXPRESSIONS: Final = {topic: _expression(words) for topic, words in _WORDS.items()}
