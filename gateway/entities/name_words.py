"""Words in and around names: titles, particles and legal forms, and names that are also ordinary words."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Titles that tell people apart: Mr Lee and Mrs Lee are two.
OF_MEN: Final = _words("mr mister sir lord herr monsieur senor signor don")
OF_WOMEN: Final = _words("mrs ms miss madam madame lady dame frau mme mlle senora senorita signora dona")
TITLES: Final = (
    OF_MEN
    | OF_WOMEN
    | _words("""
    ambassador capt captain chef coach col colonel corporal cpl detective doctor dr father fr gen general gov
    governor hon imam inspector judge justice lieutenant lt maj major minister mx nurse officer pastor president
    prof professor rabbi rep rev reverend sen senator sergeant sgt
""")
)
SUFFIXES: Final = _words("jr sr ii iii iv phd md mba esq dds rn cpa")
PARTICLES: Final = _words("van von der den del della di da dos du la le bin ibn al el ter ten af zu zum zur st mac")
# Endings of organisations' names that people often leave out.
LEGAL_FORMS: Final = _words("""
    ab ag as asa bv co company corp corporation gmbh group holding holdings inc incorporated kg kk limited llc llp
    lp ltd mbh nv ohg oy oyj plc pty pvt sa sarl sas spa srl ug
""")
UNNAMED: Final = _words("the of and for in de la du des der die das y und et e a an")
# Dotted letters that are rarely initials.
DOTTED: Final = _words("am pm us uk eu un ie eg dc la ny bc ad id tv ph ps")

# Names that nearly always mean something else, in any case: only a recognizer may see a name in them.
NEVER_ALONE: Final = _words("""
    a an and apr april are as at aug august be but by can dec december do february for friday from go had has have
    he her him his how i if in is it its jan january jul july jun june mar march may me mon monday my no not nov
    november oct october of off on or our out sat saturday see sep sept september she so sun sunday than that the
    their them then they this thursday to too tuesday up us was we wed wednesday were what when who why will would
    yes you your
""")
# Days and months that mean nothing else, in any case.
CALENDAR: Final = _words("""
    april december february friday january july june monday november october saturday september sunday thursday tuesday
    wednesday
""")
# Ordinary words that are also places, organisations, products or abbreviations.
_ALSO_NAMES: Final = _words("""
    act aid aids aim alert all alpha amazon ample arm arms atlas ball bath best beta better big bolt boots boxer
    brother buffalo buy calm canal catalyst central china circle civic civil class classic clinic cloud college
    columbia compass concord connect core corn council crest cube delta direct discord discover edge element
    elements energy enterprise epic essential excel explorer express first flex focus fortune forum foundation
    fusion future gap general giant global go google grammar greenwood guardian guess heritage home horizon hospital
    idea ideal impact indeed independence infinity innovation insight inspire instant institute intel jersey jordan
    kind leader legacy level liberal lift limited linear link logic lucky macro magic matrix medium mention mercury
    message meta metro mirror mobility model moment monster morning natural nature network new next nice normal
    notion office one online open optimum oracle orbit origin outlook over pages palace panda paradise passport path
    pathway patriot penguin people phase pilot pioneer plaza plus polish porcelain prime print priority progress
    project public puma pure quality quest radius rapid reading record reliance republic research rival roots sales
    salvation same sand sandwich save second section secure select self sense set signal slack smart society solar
    solid sonic sony source spa span spark spectrum split sprint standard state states steam stream stripe strong
    studio style sub subway summit sun super supreme surface swiss switch target teams tesla thrive tide total touch
    transition travel turkey twitch union unique united unity universal university vision vista visual vital voice
    volt watch wave web wire wish women wonder word world zone zoom
""")
# Names that are also ordinary words: alone they count only where an ordinary word would have no capital.
ORDINARY: Final = (
    NEVER_ALONE
    | _ALSO_NAMES
    | _words("""
    ace acre address amber angel apple apt arch art ash aspen attorney author autumn baby back bacon baker ball band
    bank banks bar barber barn baron base basil bass bay beach beam bean bear beard bee bell bench berry best bill
    birch bird birth bishop black blade blaze bliss block blood bloom blossom blue bolt bond book booth born boss
    bowl box boy branch brand brandy brave bray briar bridge bridges bright brook brooks broom brown buck bud
    building bull burn burns bush butcher butler button buzz camp candy cane canon care carol carpenter carter case
    cash castle cave cell chain chair chamber chambers champion chance chandler chapel chapman charity chase chef
    cherry chestnut child chip christian church city clay clear clerk client cliff close cloud coat coffee coin
    company contact cook cooper copper coral core corn cotton couch count country court cove cox craft crane crisp
    crook cross crow crown cruise crystal curry customer daily daisy dale dash date dawn day deal dean dear deer
    dell department destiny dial diamond district dock doctor dodge dollar dove downs drake draw dream drew driver
    drum duck duke dusty eagle earl early east easter echo eden editor elder email employee eve ever every fair
    faith falcon fall fame farmer fast father faust favor fax fern fidelity field fields finch fine fish fisher flag
    flint flood flora flower flowers fly force ford forest fortune foster fountain fox frame free freed freeman
    freight french fresh friend frost fry fuller fun gable gain game garden gardener gas gates gay gender general
    genesis ghost gift glad glass glory goat god gold golden good goodman goose grace grain grand grant grants grass
    graves gray green grey grill grove guard guy hail hall ham hammer hand hands happy harbor hard hardy hare
    harmony harvest hat haven hawk hay haze hazel head heard heart heather heaven hedge held help hero hill hills
    hobby hock hold holiday holly holy home honey honor hood hook hope horn horse host house hull hum humble hunt
    hunter hush ice iron island ivory ivy jack jade jasmine jay jet jewel job join joiner jolly journey joy judge
    just justice keen keeper key keys kind king kings kit kitchen kite knight lad lake lamb lamp land lane language
    large lark last laurel law lawn lay leaf leak lean leave legend lemon less liberty light lily link lock lodge
    long lord lot love lovely low lucky major mall manager mane manner marina mariner mark market marks marsh
    marshal mason mast master match mayor mead means melody member mercer mercy merit merry mess mild miles mill
    miller mills mine mint mist mister mobile mole money moon more morning moss mother mount mountain mouse much
    mull muse nail name nationality near nettle new night noble noon north nova number nurse oak oaks ocean office
    olive opal orange page paint palm pan park parker parks parson part pastor pat patience patient patrol peace
    peacock peak pear pearl penny pepper person phoenix phone pick pickle pike pine piper place plain plant platform
    plum plummer pole pond pool poor pope poppy porter post potter pound power powers pray president price pride
    priest prince prior proctor profit project prosper proud prudence purple quest quick quill rabbit race rain
    rainbow ram ranger rash raven ray read real reason red reed reef regal regent rest rice rich riches ridge ring
    rings rise river rivers road robin rock rocket rocky rod roman rook room rose rosemary rough round rowan royal
    ruby rude rule rung rush russet rust rusty sack saddle safe sage sailor saint salt sample sand sandy savage saw
    say scale school sea seal seaman season self sergeant serpent shade shadow shark sharp shaw shell shepherd
    sheriff shine ship shipman shirt shock shoe shop shore short shy silver simple singer skip sky slate small smart
    smile smoke snail snow song south spark sparks speaker spear speed spice spike spring springs square stack staff
    stamp star starling steel steep stern stick still stock stone storm story stout strange street strong student
    subject sue summer summers sunny sunshine swan sweet swift sword tab tailor talent tall target tea teacher teal
    team telephone tell temple terrace thorn thyme tide tiger timber time title toner topaz torch tower town track
    trail treasure tree trinity trip true trust tuck tulip turner twist user usher vale valley vernal vest vice
    victor victory violet virgin vision wages wait waiter wake walk walker wall walls ward ware warm wash waters
    wave way weaver website weed week weeks well welsh west whale wheat wheel wheeler white wide wild wills wind
    windy wing winter winters wise wish wolf wood woods wool word work works worth yard yellow young
""")
)
