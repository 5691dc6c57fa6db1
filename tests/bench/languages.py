"""What the three taggers find of names in languages beside English: the same few sentences, by hand in each.

``python -m tests.bench.languages`` prints the table. These sentences show where names are found and where they are not;
they are far too few for a figure of quality.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from gateway.detection.caseless.installed import tagger
from gateway.detection.detector import Detector
from gateway.detection.eastern.installed import load as load_eastern
from gateway.detection.eastern.tagger import EasternTagger
from gateway.detection.names.installed import load
from gateway.detection.names.tagger import Tagger
from gateway.detection.pattern_detector import PatternDetector
from gateway.types import EntityType, Span

_NAME: Final = re.compile(r"\{(.+?)\}")

# Names stand in braces.
SENTENCES: Final[Mapping[str, Sequence[str]]] = {
    "English": (
        "Yesterday {Margaret Collins} talked to {Daniel O'Brien} about the contract.",
        "Dear Mr {Whitfield}, thank you for your message.",
        "Could you ask {Chloe Bennett} whether {Samuel Price} is coming on Friday?",
    ),
    "German": (
        "Gestern hat {Jürgen Köhler} mit {Anna-Lena Schreiber} über den Vertrag gesprochen.",
        "Sehr geehrte Frau {Öztürk}, vielen Dank für Ihre Nachricht.",
        "Kannst du {Sabine Vogt} fragen, ob {Thomas Brandt} am Freitag kommt?",
    ),
    "French": (
        "Hier, {Élodie Marchand} a parlé du contrat avec {Jean-Pierre Lefèvre}.",
        "Cher monsieur {Bélanger}, merci pour votre message.",
        "Peux-tu demander à {Camille Rousseau} si {Hugo Fontaine} vient vendredi ?",
    ),
    "Spanish": (
        "Ayer {María José Fernández} habló con {Álvaro Núñez} sobre el contrato.",
        "Estimado señor {Ibáñez}, gracias por su mensaje.",
        "¿Puedes preguntarle a {Lucía Herrera} si {Diego Castillo} viene el viernes?",
    ),
    "Italian": (
        "Ieri {Giulia Bianchi} ha parlato del contratto con {Niccolò Ferrari}.",
        "Gentile signora {D'Angelo}, grazie del messaggio.",
        "Puoi chiedere a {Chiara Lombardi} se {Matteo Greco} viene venerdì?",
    ),
    "Dutch": (
        "Gisteren sprak {Sanne de Vries} met {Pieter van den Berg} over het contract.",
        "Geachte heer {Dijkstra}, bedankt voor uw bericht.",
        "Kun je {Femke Bakker} vragen of {Daan Visser} vrijdag komt?",
    ),
    "Portuguese": (
        "Ontem a {Beatriz Gonçalves} falou com o {João Carvalho} sobre o contrato.",
        "Caro senhor {Magalhães}, obrigado pela mensagem.",
        "Podes perguntar à {Inês Ribeiro} se o {Tiago Moreira} vem na sexta-feira?",
    ),
    "Polish": (
        "Wczoraj {Małgorzata Wiśniewska} rozmawiała z {Łukaszem Kowalczykiem} o umowie.",
        "Szanowny Panie {Zieliński}, dziękuję za wiadomość.",
        "Czy możesz zapytać {Agnieszkę Nowak}, czy {Paweł Dąbrowski} przyjdzie w piątek?",
    ),
    "Arabic": (
        "تحدثت أمس {فاطمة الزهراني} مع {خالد المنصوري} عن العقد.",
        "السيد {الحداد} المحترم، شكراً على رسالتك.",
        "هل يمكنك أن تسأل {ليلى حسن} إن كان {عمر إبراهيم} سيأتي يوم الجمعة؟",
    ),
    "Hebrew": (
        "אתמול {מרגלית אלמליח} דיברה עם {יהונתן וקסלר} על החוזה.",
        "מר {סולומון} הנכבד, תודה על הודעתך.",
        "תוכל לשאול את {אורלי צדוק} אם {עמיחי ברזילי} מגיע ביום שישי?",
    ),
    "Hindi": (
        "कल {प्रिया शर्मा} ने {अर्जुन पटेल} से अनुबंध के बारे में बात की।",
        "प्रिय श्री {वर्मा}, आपके संदेश के लिए धन्यवाद।",
        "क्या आप {अनीता गुप्ता} से पूछ सकते हैं कि {राहुल सिंह} शुक्रवार को आएँगे या नहीं?",
    ),
    "Bengali": (
        "গতকাল {শামীমা ইয়াসমিন} চুক্তি নিয়ে {কামরুল হাসান}ের সাথে কথা বলেছেন।",
        "প্রিয় জনাব {মজুমদার}, আপনার বার্তার জন্য ধন্যবাদ।",
        "আপনি কি {নাজনীন আক্তার}কে জিজ্ঞেস করতে পারেন {তৌহিদ ইসলাম} শুক্রবার আসবে কিনা?",
    ),
    "Chinese": (
        "昨天{李静}和{王建国}谈了合同的事。",
        "尊敬的{陈}先生，感谢您的来信。",
        "你能问一下{张晓明}，{刘芳}星期五来不来吗？",
    ),
    "Japanese": (
        "昨日、{佐藤美咲}さんが{鈴木健太}さんと契約について話しました。",
        "{高橋}様、ご連絡ありがとうございます。",
        "{田中由美子}さんに、{山本翔}さんが金曜日に来るか聞いてくれますか。",
    ),
    "Korean": (
        "어제 {김지영}이 {이상민}과 계약에 대해 이야기했습니다.",
        "{최} 선생님, 연락 주셔서 감사합니다.",
        "{박서준} 씨가 금요일에 오는지 {정유미} 씨에게 물어봐 주시겠어요?",
    ),
    "Thai": (
        "เมื่อวาน{สมหญิง ใจดี}คุยกับ{วิชัย ทองสุข}เรื่องสัญญา",
        "เรียน คุณ{ประภา} ขอบคุณสำหรับข้อความ",
        "ช่วยถาม{นภา แสงทอง}หน่อยว่า{ธนา รุ่งเรือง}จะมาวันศุกร์ไหม",
    ),
}


class Row(NamedTuple):
    """Of one language: names, those touched by a span, those wholly inside spans; NAME spans that touch no name."""

    language: str
    names: int
    found: int
    covered: int
    false_names: int


class _Marked(NamedTuple):
    text: str
    names: list[range]


def measure(detector: Detector, sentences: Mapping[str, Sequence[str]] = SENTENCES) -> list[Row]:
    """A row for each language; whatever type a span has, it counts as finding and covering what it holds."""
    return [_row(language, detector, texts) for language, texts in sentences.items()]


def table(rows: Sequence[Row]) -> str:
    """The rows as a table of Markdown."""
    lines = [f"| {row.language} | {row.names} | {row.found} | {row.covered} | {row.false_names} |" for row in rows]
    return "\n".join(["| language | names | found | covered | false names |", "|---|---|---|---|---|", *lines])


def _row(language: str, detector: Detector, sentences: Sequence[str]) -> Row:
    names = found = covered = false_names = 0
    for marked in map(_marked, sentences):
        spans = detector.detect(marked.text)
        inside = {at for span in spans for at in range(span.start, span.end)}
        names += len(marked.names)
        found += sum(not inside.isdisjoint(name) for name in marked.names)
        covered += sum(all(at in inside for at in name if marked.text[at].isalnum()) for name in marked.names)
        false_names += sum(_is_false(span, marked.names) for span in spans)
    return Row(language, names, found, covered, false_names)


def _is_false(span: Span, names: Sequence[range]) -> bool:
    touches = any(span.start < name.stop and name.start < span.end for name in names)
    return span.entity_type == EntityType.NAME and not touches


def _marked(sentence: str) -> _Marked:
    return _Marked(_NAME.sub(r"\1", sentence), list(_extents(sentence)))


def _extents(sentence: str) -> Iterator[range]:
    for braces, name in enumerate(_NAME.finditer(sentence)):
        start = name.start() - 2 * braces
        yield range(start, start + len(name[1]))


def main() -> int:
    """Measures and prints; always 0."""
    print(table(measure(PatternDetector((Tagger(load()), tagger(), EasternTagger(load_eastern()))))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
