"""Ages, and dates with a month's name, in Arabic, Hebrew, Hindi and Bengali; in digits of these languages too."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_DIGIT: Final = "[0-9٠-٩۰-۹०-९০-৯]"
_YA: Final = "(?:\u09df|\u09af\u09bc)"  # one Bengali letter in its two encodings
_MONTHS: Final = (
    "يناير|فبراير|مارس|أبريل|ابريل|إبريل|مايو|يونيو|يونيه|يوليو|يوليه|أغسطس|اغسطس|سبتمبر|أكتوبر|اكتوبر|نوفمبر|ديسمبر"
    "|كانون الثاني|كانون الأول|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني"
    "|جانفي|فيفري|أفريل|جويلية|محرم|صفر|رجب|شعبان|رمضان|شوال"
    "|ינואר|פברואר|מרץ|מרס|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר"
    "|जनवरी|फ़रवरी|फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|सितम्बर|अक्टूबर|अक्तूबर|नवंबर|नवम्बर|दिसंबर|दिसम्बर"
    f"|জানু{_YA}ারি|জানু{_YA}ারী|ফেব্রু{_YA}ারি|ফেব্রু{_YA}ারী|মার্চ|এপ্রিল|মে|জুন|জুলাই|আগস্ট|সেপ্টেম্বর|অক্টোবর|নভেম্বর|ডিসেম্বর"
    "|বৈশাখ|জ্যৈষ্ঠ|শ্রাবণ|ভাদ্র|আশ্বিন|কার্তিক|পৌষ|মাঘ|ফাল্গুন|চৈত্র"
)
_DATE: Final = f"{_DIGIT}{{1,2}} (?:من |ב|ל)?(?:{_MONTHS})"
_AGE_OF: Final = f"عمره|عمرها|عمري|عمرك|العمر|בן|בת|גיל|גילו|גילה|उम्र|आयु|ব{_YA}স"

PATTERNS: Final = (
    Pattern(
        name="date_in_caseless_scripts",
        entity_type=EntityType.TIME,
        expression=f"(?<!\\d){_DATE}(?:[ ,،]{{1,2}}{_DIGIT}{{4}})?(?!\\w)",
        score=0.7,
        prefilter=_DATE,
    ),
    Pattern(
        name="age_in_caseless_scripts",
        entity_type=EntityType.AGE,
        expression=f"(?<!\\w)(?:{_AGE_OF})[ :]{{1,2}}(?P<value>{_DIGIT}{{1,3}})(?!\\d|[./:-]\\d)",
        score=0.7,
        prefilter=f"(?:{_AGE_OF})[ :]{{1,2}}{_DIGIT}",
    ),
)
