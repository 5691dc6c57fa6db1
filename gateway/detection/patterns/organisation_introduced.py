"""Firms, shops, clubs and schools that a sentence introduces: "a startup called flowbit", "Firma namens Torbau"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from gateway.detection.names.introduced import named
from gateway.detection.patterns.introductions import introduction
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_WORD: Final = r"[^\W_][\w&+]{0,30}(?:['’.-][\w&+]{1,30}){0,3}"
_NAME: Final = rf"(?:[Tt]he )?(?P<value>{_WORD}(?: (?:& )?{_WORD}){{0,4}})(?![\w@])"

# By language: an organisation, and what says what it is called.
_SAID: Final = {
    "en": (
        "(?:compan(?:y|ies)|firm|business|start-?up|agency|organi[sz]ation|charity|non-?profit|ngo|shop|store|restaurant"
        "|caf[eé]|bakery|salon|clinic|practice|school|academy|nursery|studio|employer|gym|hotel|church|club|foundation"
        "|consultancy|vendor|supplier|bank|band|team|pub|bar|choir|orchestra|gallery|farm|brewery|winery|garage|pharmacy"
        "|daycare|kindergarten|museum|hostel|guesthouse|bookshop|bookstore|podcast|magazine|brand|web ?shop)",
        "(?:is |was |which is |that is )?(?:named|called)|by the name of",
    ),
    "de": (
        "(?:firma|unternehmen|betrieb|start-?up|agentur|verein|laden|geschäft|restaurant|café|praxis|kanzlei|schule"
        "|studio|bank|band|verlag|werkstatt|bäckerei|hotel|kneipe|bar|chor|orchester|galerie|apotheke|kita|kindergarten"
        "|salon|brauerei|hof|gasthof|pension|buchladen|blumenladen|imbiss|eisdiele|marke|webshop)",
        "hei(?:ß|ss)t|nennt sich|namens|mit (?:dem )?namen",
    ),
    "fr": (
        "(?:entreprise|société|boîte|start-?up|agence|association|magasin|boutique|restaurant|café|cabinet|clinique"
        "|école|studio|banque|club|hôtel|boulangerie|cr[eê]perie|pizzeria|salon|bar|chorale|garage|pharmacie|crèche"
        "|galerie|ferme|brasserie|auberge|librairie|marque|collège|lycée|ong)",
        "(?:qui )?(?:s['’]appelle|se nomme)|appelée?|nommée?|du nom de",
    ),
    "es": (
        "(?:empresa|compañía|start-?up|agencia|asociación|tienda|restaurante|cafetería|clínica|escuela|colegio|estudio"
        "|banco|club|hotel|panader[ií]a|taller|negocio|ong|bar|pizzer[ií]a|taquer[ií]a|peluquer[ií]a|farmacia|guarder[ií]a"
        "|galer[ií]a|granja|cervecer[ií]a|hostal|librer[ií]a|marca|coro|banda|fundaci[oó]n)",
        "(?:que )?se llama|llamad[oa]|de nombre",
    ),
    "it": (
        "(?:azienda|ditta|società|start-?up|agenzia|associazione|negozio|ristorante|bar|clinica|scuola|studio|banca"
        "|club|albergo|hotel|panificio|officina|pizzeria|trattoria|pub|panetteria|farmacia|asilo|galleria|fattoria"
        "|birrificio|agriturismo|libreria|marca|coro|band|palestra|bottega|gelateria)",
        "(?:che )?si (?:chiama|intitola)|chiamat[oa]|denominat[oa]|di nome",
    ),
    "pt": (
        "(?:empresa|firma|companhia|start-?up|agência|associação|loja|restaurante|café|clínica|escola|estúdio|banco"
        "|clube|hotel|padaria|oficina|ong|pizzaria|hamburgueria|bar|sal[aã]o|farm[aá]cia|creche|galeria|fazenda"
        "|cervejaria|pousada|livraria|marca|coral|banda|academia|lojinha)",
        "(?:que )?se chama|chama-se|chamad[oa]|de nome",
    ),
    "nl": (
        "(?:bedrijf|firma|start-?up|bureau|vereniging|stichting|winkel|restaurant|café|praktijk|kliniek|school|studio"
        "|bank|club|hotel|bakkerij|pizzeria|kroeg|bar|koor|apotheek|crèche|galerie|boerderij|brouwerij|pension|boekhandel"
        "|merk|band|kapsalon|webshop|sportschool)",
        "heet|genaamd|met de naam",
    ),
    "pl": (
        "(?:firma|firmie|firmę|spółka|start-?up|agencja|stowarzyszenie|fundacja|sklep|restauracja|kawiarnia|gabinet"
        "|szkoła|studio|bank|klub|hotel|piekarnia|pizzeria|burgerownia|bar|pub|chór|apteka|przedszkole|galeria|browar"
        "|pensjonat|księgarnia|marka|zespół|kwiaciarnia|salon|siłownia)",
        "nazywa się|o nazwie|pod nazwą",
    ),
    "ru": (
        "(?:фирм[аеуы]|компани[яиюей]{1,2}|организаци[яию]|стартап|агентств[оа]|магазин|ресторан|кафе|клиник[аиу]"
        "|школ[аыу]|студи[яию]|банк|клуб|отель|пекарн[яию]|кофейн[яию]|пиццери[яию]|бар|хор|аптек[аиу]|садик|галере[яию]"
        "|ферм[аыу]|пивоварн[яию]|гостиниц[аыу]|бренд|групп[аыу]|салон|ателье)",
        "называется|зовётся|под названием|по имени",
    ),
    "uk": (
        "(?:фірм[аиу]|компані[яїю]|організаці[яїю]|стартап|агентств[оа]|магазин|ресторан|кафе|клінік[аиу]|школ[аиу]"
        "|студі[яїю]|банк|клуб|готель|пекарн[яію]|кав['’ʼ]ярн[яію]|піцері[яїю]|бар|хор|аптек[аиу]|садок|галере[яїю]"
        "|ферм[аиу]|броварн[яію]|бренд|гурт|салон|ательє)",
        "називається|зветься|під назвою|на ім['’]я",
    ),
}


def _patterns() -> Iterator[Pattern]:
    for language, (organisation, called) in _SAID.items():
        said = f"{organisation} (?:{called})"
        judge = partial(named, in_few=False)
        yield introduction("organisation_introduced", language, EntityType.AFFILIATION, said, value=_NAME, judge=judge)


PATTERNS: Final = tuple(_patterns())
