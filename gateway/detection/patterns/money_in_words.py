"""Amounts of money written in words: "twelve hundred dollars", "dreitausend Euro", "बारह हज़ार रुपये"."""

from __future__ import annotations

from typing import Final

from gateway.detection.characters import VOWEL_SIGNS
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_HINDI: Final = "[\u0900-\u0963]"
_BENGALI: Final = "[\u0980-\u09e3]"
# A language's words of numbers, or how they begin or end, and its words for money.
_WORDS: Final = {
    "en": (
        "(?:a|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
        "|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-[a-z]{3,5})?|couple|few|hundred|thousand|grand|million|lakhs?"
        "|crores?|and|of)",
        "(?:dollars?|euros?|pounds?|bucks|cents|pence|quid|grand|rupees|naira|rand|pesos|francs|dirhams|yen|lakhs?|crores?)",
    ),
    "de": (
        "(?:eine?n?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert|tausend"
        "|[a-zäöüß]{2,12}(?:zehn|zig|ßig|hundert|tausend)[a-zäöüß]{0,24}|Millionen?)",
        "(?:Euro|Franken|Cent|Mark)",
    ),
    "fr": (
        "(?:une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente"
        "|quarante|cinquante|soixante|cents?|mille|millions?|et|d['’])",
        "(?:euros?|francs|dollars)",
    ),
    "es": (
        "(?:un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veinte|treinta|cuarenta"
        "|cincuenta|sesenta|setenta|ochenta|noventa|cien(?:to)?|(?:[a-z]{3,6}c|quin)ient[oa]s|mil|millón|millones|y|de)",
        "(?:euros?|pesos|dólares|soles)",
    ),
    "it": (
        "(?:un|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta"
        "|novanta|cento|mille|[a-z]{2,20}(?:cento|mila)[a-z]{0,20}|milion[ei]|di|e)",
        "(?:euro|franchi)",
    ),
    "nl": (
        "(?:een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|[a-z]{2,12}(?:tien|tig|honderd|duizend)[a-z]{0,20}"
        "|honderd|duizend|miljoen)",
        "(?:euro)",
    ),
    "pt": (
        "(?:um|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|quinze|vinte|trinta|quarenta|cinquenta|sessenta"
        "|setenta|oitenta|noventa|cem|cento|duzentos|trezentos|quinhentos|[a-z]{4,6}centos|mil|milhão|milhões|e|de)",
        "(?:euros?|reais|contos)",
    ),
    "pl": (
        "(?:jeden|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć|[a-zśćęą]{3,8}naście|dwadzieścia|trzydzieści"
        "|czterdzieści|[a-zśćęą]{4,8}dziesiąt|sto|dwieście|trzysta|czterysta|[a-zśćęą]{4,8}set|tysiąc[ea]?|tysięcy|milion(?:y|ów)?)",
        "(?:złot(?:ych|e|y)|euro|groszy)",
    ),
    "ru": (
        "(?:одна|две|три|четыре|пять|шесть|семь|восемь|девять|десять|[а-я]{3,8}надцать|двадцать|тридцать|сорок|[а-я]{4,6}десят"
        "|девяносто|сто|двести|триста|четыреста|[а-я]{4,6}сот|полторы|тысяч[аи]?|миллион(?:а|ов)?)",
        "(?:рубл(?:ей|я|ь)|евро|долларов|гривен|тенге)",
    ),
    "uk": (
        "(?:одна|дві|три|чотири|п['’ʼ]ять|шість|сім|вісім|дев['’ʼ]ять|десять|[а-яіїє'’ʼ]{3,10}надцять|двадцять|тридцять|сорок"
        "|[а-яіїє'’ʼ]{4,8}десят|дев['’ʼ]яносто|сто|двісті|триста|чотириста|[а-яіїє'’ʼ]{4,8}сот|півтори|тисяч[аі]?|мільйон(?:и|ів)?)",
        "(?:грив(?:ень|ні|ня)|євро|доларів)",
    ),
    "el": (
        "(?:ένα|δύο|τρία|τρεις|τέσσερα|τέσσερις|πέντε|έξι|επτά|εφτά|οκτώ|οχτώ|εννέα|εννιά|δέκα|[α-ωάέήίόύώ]{1,3}ντα|είκοσι|τριάντα"
        "|σαράντα|πενήντα|εξήντα|εβδομήντα|ογδόντα|ενενήντα|εκατό|διακόσια|τριακόσια|[α-ωάέήίόύώ]{4,8}κόσια|χίλια|χιλιάδες)",
        "(?:ευρώ)",
    ),
    "tr": (
        "(?:bir|iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan|yüz|bin|buçuk|milyon)",
        "(?:lira(?:sı|ya|dan)?|avro|euro|dolar)",
    ),
    "ar": (
        "(?:و?(?:مئة|مائة|مئتان|مئتين|مئتي|ثلاثمئة|أربعمئة|خمسمئة|ستمئة|سبعمئة|ثمانمئة|تسعمئة|ثلاثة|أربعة|خمسة|ستة|سبعة|ثمانية|تسعة"
        "|عشرة|عشرون|عشرين|ثلاثون|ثلاثين|أربعون|أربعين|خمسون|خمسين|ستون|ستين|سبعون|سبعين|ثمانون|ثمانين|تسعون|تسعين|ألف|ألفًا|ألفا"
        "|ألفان|ألفين|ألفي|آلاف|مليون|نصف))",
        "(?:ريالًا|ريالا|ريال|درهمًا|درهما|درهم|دينارًا|دينارا|دينار|دنانير|جنيهًا|جنيها|جنيه|ليرة|دولار|يورو)",
    ),
    "he": (
        "(?:ו?(?:אלף|אלפיים|אלפים|מאה|מאתיים|מאות|שלוש|ארבע|חמש|שש|שבע|שמונה|תשע|שלושת|ארבעת|חמשת|ששת|שבעת|שמונת|תשעת|עשרת"
        "|עשרים|שלושים|ארבעים|חמישים|שישים|שבעים|שמונים|תשעים|חצי|מיליון))",
        "(?:שקלים|שקל|ש[\"״]ח|שח|דולר|יורו)",
    ),
    # Below a hundred each number has a word of its own; thousands, lakhs and hundreds end an amount.
    "hi": (
        f"(?:(?:{_HINDI}{{2,10}} )?(?:हज़ार|हजार|लाख|सौ|करोड़))",
        "(?:रुपये|रुपए|रूपये|रुपयों|रु)",
    ),
    "bn": (
        f"(?:(?:{_BENGALI}{{2,10}} )?{_BENGALI}{{0,6}}(?:হাজার|লাখ|লক্ষ|শত|শো|কোটি))",
        "(?:টাকা|টাকার)",
    ),
}  # fmt: skip
_LETTER: Final = f"[\\w{VOWEL_SIGNS}]"
_JOINING: Final = "(?:and|of|y|e|de|di|et) "  # begins no amount


def _expression(language: str) -> str:
    numbers, money = _WORDS[language]
    return f"(?<!{_LETTER})(?!{_JOINING}){numbers}(?:[ -]{numbers}){{0,9}} {money}(?!{_LETTER})"


PATTERNS: Final = tuple(
    Pattern(
        name=f"amount_in_words_{language}",
        entity_type=EntityType.FINANCIAL_INFORMATION,
        expression=_expression(language),
        score=0.5,
        prefilter=f" {money}",
        languages=(language,),
    )
    for language, (_, money) in _WORDS.items()
)
