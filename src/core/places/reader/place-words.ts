/** Words in the texts of places that are no names of cities, regions or countries. */

import { placeKey } from '../place-key.ts'

/** Parts of the world, by the label that is shown. */
const worldRegionNames: Readonly<Record<string, string>> = {
  Africa: 'african continent',
  Americas: 'the americas|amer|americas region',
  ANZ: 'australia and new zealand|australia new zealand|anz region',
  APAC: 'asia pacific|asia pac|apj|japac|asia pacific region|apac region',
  Asia: 'asia region|south asia|east asia',
  Benelux: '',
  Caribbean: '',
  CEE: 'central and eastern europe|central europe|eastern europe',
  DACH: 'd a ch|dach region',
  EMEA: 'europe middle east and africa|emea region|emeai|eemea',
  EU: 'european union|eu region|eea',
  Europe:
    'european region|continental europe|western europe|northern europe|southern europe|south europe|europa|cet',
  Global: 'international|worldwide|world wide|global region',
  LATAM: 'latin america|latam region|lac|south america|central america',
  MENA: 'middle east and north africa|middle east north africa',
  'Middle East': 'gcc|gulf|middle east and africa',
  'North America': 'namer|noram|na region|nam|north america region|us and canada|amer north',
  Nordics: 'nordic|nordic region|scandinavia|the nordics|nordic countries',
  Oceania: 'pacific',
  'South-East Asia': 'southeast asia|sea region|asean',
  'UK and Ireland': 'uki|uk and i|ukandi|united kingdom and ireland',
}

const worldRegionByKey = new Map(
  Object.entries(worldRegionNames).flatMap(([label, names]) =>
    [label, ...names.split('|')].filter((name) => name !== '').map((name) => [placeKey(name), label]),
  ),
)

/** Words of such names, which are also names of towns: North in South Carolina, Union in New Jersey. */
const vagueWords = new Set(
  `central|east|european|latin|middle|north|region|south|union|west|northeast|southeast|northwest|southwest|midwest|
various|multiple|several|office|offices|headquarters|corporate|corporate office|field|home|hub|site|store|warehouse|
plant|center|centre|campus|airport|downtown|city|county|state|country|all|any|other|flexible|open|mobile|virtual|
distributed|telework|territory|branch|location|locations|area|district|global|main|new|park|university|hospital|
college|school|clinic|lab|labs|shop|base|port|market|mall|plaza|tower|beach|island|lake|bay|valley|hill|hills|mobil
federal district|federal capital territory|federal territory|capital region|capital district|central district|
federal capital|distrito federal|northern district|southern district|eastern district|western district|northern|southern|eastern|western|norte|sur|sud|
nord|oriental|grand|south west|north west|south east|north east|republic|one|mc|est|rue|zona industriale|zona industrial|poligono industrial|zone industrielle|zone dactivites|gewerbegebiet|industriegebiet|gewerbepark|industriepark|industriterrein|bedrijventerrein`.split(
    /\||\n/,
  ),
)

/** A part of the world rather than a country, by its label. */
export function worldRegionOf(key: string): string | undefined {
  return worldRegionByKey.get(key)
}

/** A part of the world, or a word that alone is no place. */
export function isVagueKey(key: string): boolean {
  return worldRegionByKey.has(key) || vagueWords.has(key)
}

/** Names of areas and short forms that are no names of cities, as the place they stand for, or the places. */
const areas = new Map(
  Object.entries({
    sf: 'San Francisco, CA, US',
    nyc: 'New York, NY, US',
    'ny metro': 'New York, NY, US',
    'nyc metro': 'New York, NY, US',
    'bay area': 'CA, US',
    'sf bay area': 'San Francisco, CA, US',
    'san francisco bay area': 'San Francisco, CA, US',
    'silicon valley': 'CA, US',
    'southern california': 'CA, US',
    'northern california': 'CA, US',
    socal: 'CA, US',
    norcal: 'CA, US',
    'orange county': 'CA, US',
    'north jersey': 'NJ, US',
    'central jersey': 'NJ, US',
    'south jersey': 'NJ, US',
    'los angeles county': 'CA, US',
    'upstate new york': 'NY, US',
    'long island': 'NY, US',
    'washington d c': 'Washington, DC, US',
    'washington dc metro': 'Washington, DC, US',
    'research triangle': 'NC, US',
    'research triangle park': 'NC, US',
    rtp: 'NC, US',
    dmv: 'US',
    'new england': 'US',
    'east coast': 'US',
    'west coast': 'US',
    'pacific northwest': 'US',
    'lower 48': 'US',
    conus: 'US',
    'mid atlantic': 'US',
    midwest: 'US',
    chicagoland: 'Chicago, IL, US',
    'wash dc': 'Washington, DC, US',
    dfw: 'Dallas, TX, US',
    'dallas fort worth': 'Dallas, TX, US',
    'twin cities': 'MN, US',
    'delhi ncr': 'Delhi, IN',
    ncr: 'IN | PH',
    blr: 'Bengaluru, IN',
    gta: 'Toronto, ON, CA',
    'greater toronto area': 'Toronto, ON, CA',
    'lower mainland': 'BC, CA',
    caba: 'Buenos Aires, AR',
    gba: 'B, AR',
    'gran buenos aires': 'B, AR',
    cdmx: 'Mexico City, MX',
    'mexico df': 'Mexico City, MX',
    randstad: 'NL',
    ruhrgebiet: 'NW, DE',
    'rhein main gebiet': 'HE, DE',
    'region parisienne': 'IDF, FR',
    'suisse romande': 'CH',
    romandie: 'CH',
    deutschschweiz: 'CH',
    trojmiasto: '22, PL',
    'rhein main': 'HE, DE',
    'home counties': 'GB',
    'east midlands': 'ENG, GB',
    'west midlands': 'ENG, GB',
    'thames valley': 'ENG, GB',
    'south east england': 'ENG, GB',
    'north west england': 'ENG, GB',
    yorkshire: 'ENG, GB',
    'greater london': 'London, ENG, GB',
    'greater manchester': 'Manchester, ENG, GB',
    middlesex: 'ENG, GB',
    midlands: 'ENG, GB',
    'metro manila': '00, PH',
    bgc: 'PH',
    ksa: 'SA',
    rsa: 'ZA',
    // The airports with most passengers that are not called after a city.
    'changi airport': 'Singapore, SG',
    'charles de gaulle airport': 'Paris, IDF, FR',
    gatwick: 'London, ENG, GB',
    'gatwick airport': 'London, ENG, GB',
    'haneda airport': 'Tokyo, 13, JP',
    'heathrow airport': 'London, ENG, GB',
    'jfk airport': 'New York, NY, US',
    'laguardia airport': 'New York, NY, US',
    'logan airport': 'Boston, MA, US',
    'malpensa airport': 'Milan, 25, IT',
    'ohare airport': 'Chicago, IL, US',
    'pearson airport': 'Toronto, ON, CA',
    roissy: 'Paris, IDF, FR',
    'roissy cdg': 'Paris, IDF, FR',
    schiphol: 'NH, NL',
    'stansted airport': 'London, ENG, GB',
    'suvarnabhumi airport': 'Bangkok, TH',
  }),
)

/** The place that a short form or the name of an area stands for, as a text; several have `|` between them. */
export function areaOf(key: string): string | undefined {
  return areas.get(key)
}

interface AbbreviatedRegion {
  readonly country: string
  readonly region: string
}

/** States and provinces as newspapers abbreviate them, by their code. */
const regionAbbreviations: Readonly<Record<string, string>> = {
  US: `Ala AL|Ariz AZ|Ark AR|Cal CA|Calif CA|Colo CO|Conn CT|Del DE|Fla FL|Ill IL|Ind IN|Kan KS|Mass MA|Mich MI|Minn MN|
Miss MS|Mont MT|Neb NE|Nebr NE|Nev NV|Okla OK|Ore OR|Penn PA|Tenn TN|Tex TX|Wash WA|Wis WI|Wisc WI|Wyo WY`,
  CA: 'Alta AB|Man MB|Ont ON|Que QC|Qué QC|Sask SK',
  MX: `Ags AGU|Camp CAM|Chih CHH|Chis CHP|Coah COA|Dgo DUR|Gro GRO|Gto GUA|Hgo HID|Jal JAL|Mor MOR|Nay NAY|Oax OAX|Pue PUE|Qro QUE|
Sin SIN|Son SON|Tab TAB|Tamps TAM|Tlax TLA|Ver VER|Yuc YUC|Zac ZAC`,
}

const regionByAbbreviation: ReadonlyMap<string, AbbreviatedRegion> = new Map(
  Object.entries(regionAbbreviations).flatMap(([country, rows]) =>
    rows.split(/[|\n]+/).map((row) => {
      const [abbreviation, region = ''] = row.split(' ')
      return [`${abbreviation}.`, { country, region }] as const
    }),
  ),
)

/** With its dot, which tells it from a word: `Mass.`. */
export function abbreviatedRegion(text: string): AbbreviatedRegion | undefined {
  return text.endsWith('.') ? regionByAbbreviation.get(text) : undefined
}

/** What people write around the name of a place: `Berlin Head Office`, `anywhere in the US`. */
const noiseWords = new Set(
  `live living reside residing dentro innerhalb landelijk bundesweit région región regione all cała toute toda tutta gesamt ganz hele celá across pan nationwide national countrywide offsite peo eor based located in out of at near within around the only preferred
eligible fully hq hqs headquarters headquarter head office offices main home sales branch field satellite new local
global tech corporate corp regional hauptsitz außendienst innendienst siège büro buero standort campus hub studio studios showroom
metropolitan metro area areas region greater downtown midtown uptown centre cbd suburb suburbs surrounding nearby wide
timezone timezones time zone zones state city province metroplex employees employee candidates applicants residents
resident work job position role location locations site sites plant warehouse distribution facility factory
territory nearshore contractor contractors entity gmbh inc llc ltd client customer travel flexible virtual
distributed open to must be and or for from with anywhere area: usa-based us-based uk-based eu-based town
hiring team teams hours municipality lab labs fulfillment center store retail airport any various multiple other more plus tbc tbd
hybrid/remote preferably ideally possible option options considered township twp borough boro north south east west central centrale nord süd sud northern
southern eastern western northeast northwest southeast southwest northeastern northwestern southeastern southwestern midwestern
upper lower zentrale firmenzentrale konzernzentrale hauptverwaltung werk niederlassung filiale geschäftsstelle raum großraum umgebung umland landkreis sede oficina oficinas escritório
ufficio bureau agence antenne kantoor vestiging regio omgeving kontor kontoret hovedkontor huvudkontor toimisto biuro oddział
pobočka kancelář iroda birou ofisi офис zona área provincia metropolitana metropolitano hela heel koko södra norra västra östra mellersta landet entire whole
entière entier intera intero todo país pays proche cerca vicino nahe desde depuis vanuit vanaf em inom från inden fra aus von bis w we z ze v ve u
ganze ganzes ganzer entera lager logistikzentrum usine stabilimento planta fábrica fabbrica almacén bureaux filial succursale
trabajo trabalho travail lavoro praca arbeit centro centrum zentrum norte sur sul leste este oeste ouest ovest
по в во из з із у na cualquier cualquiera qualquer qualsiasi qualunque lugar luogo parte lieu überall overal overalt überregional
gdziekolwiek odkudkoliv oriunde continental contiguous mainland città região regiao okolí okolice okolica mobil mobiles arbeiten hlavní město osb uniquement seulement solo nur soltanto apenas`
    .split(/\s+/)
    .map(placeKey),
)

/** Between such words and the name: `Área Metropolitana do Porto`. */
const linkWords = new Set('de do da di del du des der dem den von la les el los las il'.split(' '))

/** Words in the names of buildings, sites and teams, and no part of the name of a city. */
const facilityWords = new Set(
  `academy agency airport apartments arena base bldg boutique branch building campus casino center centre church clinic club
college complex court department depot division dock factory farm field floor foundation gallery garage group hall headquarters
hospital hotel house hub industrial inn institute lab labs library lodge lounge mall market medical mill museum nationwide
office offices outlet plant plaza practice project property ranch region remote resort restaurant room route salon sales school
service services shop showroom site spa stadium statewide station store street studio suite team terminal theatre theater
territory tower towers university various virtual warehouse yard zone`.split(/\s+/),
)

/** Words for areas larger or smaller than a city. */
const areaWords = new Set(
  `all area borough canton capital cities cluster commune council counties county département department departamento district
distrito governorate kommun metropolitan município oblast pachalik parish prefecture province provincia region regional
sector state territory voivodeship ward`.split(/\s+/),
)

/** Words that are also parts of the names of cities: `North Hollywood`, `Long Island City`. */
const wordsOfNames = new Set(
  'the city north south east west central upper lower new town township boro borough twp afb'.split(' '),
)

/** Whether a name with this word is hardly that of a city. */
export function isNoCityWord(word: string): boolean {
  const key = word.toLowerCase()
  if (wordsOfNames.has(key)) return false
  return facilityWords.has(key) || areaWords.has(key) || isNoiseWord(word) || /^[A-Z]{2,}$/.test(word)
}

/** Before the name of a city, these words are a part of it, unless it is a large one: `West Lebanon`, but `North Munich`. */
export function isDirection(word: string): boolean {
  return /^(?:the|north|south|east|west|upper|lower)$/i.test(word)
}

/** `100% Brasil` is left of `100% remoto Brasil`. */
export function isNoise(word: string): boolean {
  return isNoiseWord(word) || linkWords.has(word.toLowerCase()) || /^\d{1,3}%$/.test(word)
}

/** With and without accents: `metro`, `métro`. */
export function isNoiseWord(word: string): boolean {
  return noiseWords.has(placeKey(word))
}

/** The text without such words. */
export function withoutNoise(text: string): string {
  if (!text.includes(' ')) return isNoiseWord(text) ? '' : text
  return text
    .split(' ')
    .filter((word) => !isNoiseWord(word))
    .join(' ')
}

const areaPattern =
  /^(?:greater|metro|grand|kanton|canton de|canton of) |^(?:stor|groot|groß|gross|suur)-?(?=\p{L}{4})| (?:metropolitan |metro |capital |bay )?(?:area|region|metroplex)$| capital$|-wide$|(?<=[a-zöü]{4})weit$|(?:s|-)?området$/giu

const provincePattern =
  /^(?:(?:state|province|governorate|estado|provincia|provincie|département|departement|departamento|prefeitura|województwo|woj\.|județul|judetul) )(?:(?:of|de la|de|di|do|da|du|des|della|del) |d['’])?(\p{Lu}.*)$|^(\p{Lu}.*) (?:state|province|provincie|governorate|oblast|voivodeship|megye|prefecture)$/iu

/** `Makkah Province`, `Provincia de Córdoba`, `New York State` without the words for a part of a country. */
export function coreOfProvince(text: string): string | undefined {
  const [, after, before] = provincePattern.exec(text) ?? []
  return after ?? before
}

/** `Greater Boston Area` without the words for an area, `Schweizweit` and `Storstockholm` too; the first city of `Raleigh-Durham-Chapel Hill Area`. */
export function coreOfArea(text: string): string | undefined {
  const core = text.replace(areaPattern, '')
  return core === text ? undefined : (core.split(/ ?[-–/] ?/)[0] as string)
}
