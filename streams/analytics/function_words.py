"""Words of other languages than English that say nothing about a topic."""

from __future__ import annotations

from typing import Final

# Words that are words in English too, such as "die" or "comment", are left out.
FUNCTION_WORDS: Final = frozenset({
    # German
    "aber", "als", "auch", "auf", "aus", "bei", "bis", "bitte", "da", "damit", "dann", "das", "dass", "dem", "der",
    "des", "dich", "dir", "doch", "du", "durch", "ein", "eine", "einem", "einen", "einer", "eines", "er", "es",
    "für", "gibt", "habe", "haben", "ich", "ihm", "ihn", "ihr", "im", "ins", "ist", "ja", "kann", "kannst", "kein",
    "keine", "können", "mache", "machen", "mein", "meine", "meinem", "meinen", "meiner", "mich", "mir", "mit",
    "muss", "möchte", "nach", "nicht", "noch", "nur", "ob", "oder", "ohne", "schon", "sehr", "sein", "seine",
    "sich", "sie", "sind", "soll", "sollte", "um", "und", "uns", "vom", "von", "vor", "wann", "warum", "weil",
    "wenn", "werden", "wie", "wir", "wird", "wo", "würde", "zu", "zum", "zur", "über",
    # Spanish
    "al", "algo", "como", "cuál", "cuándo", "de", "del", "dónde", "el", "ella", "en", "esta", "este", "esto",
    "estoy", "está", "fue", "gracias", "la", "le", "lo", "mi", "mis", "muy", "nos", "para", "pero", "por",
    "porque", "puede", "puedes", "puedo", "que", "quiero", "qué", "se", "ser", "si", "sobre", "soy", "su", "sus",
    "también", "te", "tengo", "tiene", "tu", "un", "una", "unos", "ya", "yo",
    # French
    "au", "aussi", "aux", "avec", "bonjour", "ce", "cela", "ces", "cette", "dans", "elle", "est", "et", "faire",
    "il", "ils", "je", "les", "leur", "lui", "mais", "merci", "mes", "moi", "mon", "ne", "nous", "ou", "où",
    "peut", "peux", "pouvez", "puis", "quand", "quel", "quelle", "qui", "quoi", "sa", "ses", "sont", "suis", "ta",
    "veux", "voudrais", "vous", "être",
    # Italian
    "alla", "anche", "che", "ci", "cosa", "cui", "dalla", "dei", "della", "delle", "di", "ed", "gli", "grazie",
    "ho", "io", "loro", "mia", "mio", "nel", "nella", "non", "perché", "più", "posso", "puoi", "quando", "quello",
    "questa", "questo", "senza", "sono", "sul", "uno", "voglio", "vorrei",
    # Dutch
    "aan", "bij", "dan", "dat", "deze", "dit", "dus", "een", "geen", "graag", "haar", "heb", "hebben", "het",
    "hun", "ik", "kunnen", "maar", "mij", "mijn", "moet", "naar", "niet", "nog", "of", "om", "ook", "op", "uit",
    "veel", "voor", "waar", "waarom", "wel", "wij", "wil", "ze", "zich", "zijn", "zo", "zou",
    # Polish
    "bo", "być", "chcę", "co", "czy", "dla", "dlaczego", "gdy", "gdzie", "jak", "jest", "jestem", "jeszcze", "już",
    "kiedy", "która", "który", "lub", "mnie", "mogę", "moja", "moje", "można", "mój", "na", "nad", "nie", "od",
    "oraz", "po", "proszę", "przez", "przy", "się", "są", "tak", "także", "tego", "to", "tylko", "tym", "więc",
    "za", "że",
    # Portuguese
    "ao", "aos", "até", "com", "dela", "dele", "ela", "ele", "em", "então", "essa", "esse", "estou", "eu", "foi",
    "isso", "isto", "já", "meu", "minha", "muito", "não", "nós", "obrigado", "pela", "pelo", "pode", "qual",
    "quem", "quero", "sem", "seu", "sua", "também", "tem", "tenho", "uma", "você",
})  # fmt: skip
