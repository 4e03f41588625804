/** Countries by name, alternative name, or code of two or three letters. */

import { countryByForeignName } from './gazetteer.ts'
import { placeKey } from './place-key.ts'

/** ISO 3166-1: alpha-2 and alpha-3 codes in turn; Kosovo by those that are in use. */
const countryCodes =
  'AD AND AE ARE AF AFG AG ATG AI AIA AL ALB AM ARM AO AGO AQ ATA AR ARG AS ASM AT AUT AU AUS AW ABW AX ALA AZ AZE BA BIH BB BRB BD BGD BE BEL BF BFA BG BGR BH BHR BI BDI BJ BEN BL BLM BM BMU BN BRN BO BOL BQ BES BR BRA BS BHS BT BTN BV BVT BW BWA BY BLR BZ BLZ CA CAN CC CCK CD COD CF CAF CG COG CH CHE CI CIV CK COK CL CHL CM CMR CN CHN CO COL CR CRI CU CUB CV CPV CW CUW CX CXR CY CYP CZ CZE DE DEU DJ DJI DK DNK DM DMA DO DOM DZ DZA EC ECU EE EST EG EGY EH ESH ER ERI ES ESP ET ETH FI FIN FJ FJI FK FLK FM FSM FO FRO FR FRA GA GAB GB GBR GD GRD GE GEO GF GUF GG GGY GH GHA GI GIB GL GRL GM GMB GN GIN GP GLP GQ GNQ GR GRC GS SGS GT GTM GU GUM GW GNB GY GUY HK HKG HM HMD HN HND HR HRV HT HTI HU HUN ID IDN IE IRL IL ISR IM IMN IN IND IO IOT IQ IRQ IR IRN IS ISL IT ITA JE JEY JM JAM JO JOR JP JPN KE KEN KG KGZ KH KHM KI KIR KM COM KN KNA KP PRK KR KOR KW KWT KY CYM KZ KAZ LA LAO LB LBN LC LCA LI LIE LK LKA LR LBR LS LSO LT LTU LU LUX LV LVA LY LBY MA MAR MC MCO MD MDA ME MNE MF MAF MG MDG MH MHL MK MKD ML MLI MM MMR MN MNG MO MAC MP MNP MQ MTQ MR MRT MS MSR MT MLT MU MUS MV MDV MW MWI MX MEX MY MYS MZ MOZ NA NAM NC NCL NE NER NF NFK NG NGA NI NIC NL NLD NO NOR NP NPL NR NRU NU NIU NZ NZL OM OMN PA PAN PE PER PF PYF PG PNG PH PHL PK PAK PL POL PM SPM PN PCN PR PRI PS PSE PT PRT PW PLW PY PRY QA QAT RE REU RO ROU RS SRB RU RUS RW RWA SA SAU SB SLB SC SYC SD SDN SE SWE SG SGP SH SHN SI SVN SJ SJM SK SVK SL SLE SM SMR SN SEN SO SOM SR SUR SS SSD ST STP SV SLV SX SXM SY SYR SZ SWZ TC TCA TD TCD TF ATF TG TGO TH THA TJ TJK TK TKL TL TLS TM TKM TN TUN TO TON TR TUR TT TTO TV TUV TW TWN TZ TZA UA UKR UG UGA UM UMI US USA UY URY UZ UZB VA VAT VC VCT VE VEN VG VGB VI VIR VN VNM VU VUT WF WLF WS WSM YE YEM YT MYT ZA ZAF ZM ZMB ZW ZWE XK XKX'

/** Names that differ from those of the runtime. */
const preferredNames: Readonly<Record<string, string>> = {
  HK: 'Hong Kong',
  MO: 'Macao',
  CD: 'DR Congo',
  CG: 'Congo',
  MM: 'Myanmar',
  PS: 'Palestine',
  TR: 'Türkiye',
  CZ: 'Czechia',
  KR: 'South Korea',
  KP: 'North Korea',
  BA: 'Bosnia and Herzegovina',
  TT: 'Trinidad and Tobago',
  CI: "Côte d'Ivoire",
  US: 'United States',
  GB: 'United Kingdom',
}

const alternativeNames: Readonly<Record<string, string>> = {
  US: 'united states of america|america|usa|us|u s a|estados unidos|etats-unis|vereinigte staaten',
  GB: 'uk|great britain|britain|united kingdom of great britain and northern ireland|vereinigtes konigreich|reino unido',
  DE: 'deutschland|alemania|allemagne|germania',
  ES: 'espana|spanien|espagne',
  FR: 'frankreich|francia',
  IT: 'italia|italien',
  BR: 'brasil',
  NL: 'holland|the netherlands|nederland|niederlande',
  CH: 'schweiz|suisse|svizzera',
  AT: 'osterreich',
  BE: 'belgie|belgique|belgien',
  PL: 'polska|polen',
  SE: 'sverige|schweden',
  DK: 'danmark|danemark',
  NO: 'norge|norwegen',
  FI: 'suomi|finnland',
  PT: 'portugal',
  CZ: 'czech republic|cesko|tschechien',
  TR: 'turkey|turkiye',
  KR: 'korea|republic of korea|korea, republic of|한국',
  RU: 'russia|russian federation',
  SA: 'السعودية',
  AE: 'الإمارات|uae|united arab emirates|emirates',
  HK: 'hong kong sar|hong kong sar china|hongkong',
  MO: 'macau|macao sar',
  VN: 'viet nam',
  TW: 'taiwan, province of china|chinese taiwan',
  MX: 'mexiko|méxico',
  CN: "people's republic of china|prc|mainland china",
  IE: 'republic of ireland|eire',
  CI: 'ivory coast',
  CD: 'democratic republic of the congo',
  LA: "lao pdr|lao people's democratic republic",
  SY: 'syrian arab republic',
  BO: 'plurinational state of bolivia',
  VE: 'bolivarian republic of venezuela',
  MD: 'republic of moldova',
  TZ: 'united republic of tanzania',
  IR: 'islamic republic of iran',
  BN: 'brunei darussalam',
  MK: 'macedonia',
  SZ: 'swaziland',
  MM: 'burma',
}

/** After the words for "in" and "from", where the language of the country changes its name. */
const inflectedNames: Readonly<Record<string, string>> = {
  AT: 'osterreichs',
  CZ: 'ceske republice|ceske republiky|cesku|ceska',
  DE: 'deutschlands',
  EE: 'eestis|eestist',
  FI: 'suomessa|suomesta',
  HR: 'hrvatskoj|hrvatske',
  HU: 'magyarorszagon|magyarorszagrol',
  LT: 'lietuvoje|lietuvos',
  LV: 'latvija|latvijas',
  PL: 'polsce|polski',
  RS: 'srbiji|srbije',
  RU: 'россии',
  SI: 'sloveniji|slovenije',
  SK: 'slovensku|slovenska',
  UA: 'україні|україни',
}

const nameByCode = new Map<string, string>()
const codeByAlpha3 = new Map<string, string>()
const codeByName = new Map<string, string>()

const englishNames = new Intl.DisplayNames(['en'], { type: 'region' })
const codePairs = countryCodes.split(' ')
for (let at = 0; at < codePairs.length; at += 2) {
  const code = codePairs[at] as string
  const name =
    preferredNames[code] ?? (englishNames.of(code) ?? code).replaceAll(' & ', ' and ').replaceAll('’', "'")
  nameByCode.set(code, name)
  codeByAlpha3.set(codePairs[at + 1] as string, code)
  codeByName.set(placeKey(name), code)
}
for (const names of [alternativeNames, inflectedNames])
  for (const [code, list] of Object.entries(names))
    for (const name of list.split('|')) codeByName.set(placeKey(name), code)

export function countryName(code: string): string | undefined {
  return nameByCode.get(code)
}

export function countryNames(): Iterable<string> {
  return nameByCode.values()
}

export function allCountryCodes(): Iterable<string> {
  return nameByCode.keys()
}

/** By name, alternative name or name in another language, never by code. */
export function countryCodeByName(text: string): string | undefined {
  return countryCodeByKey(placeKey(text))
}

/** By the `placeKey` of a name or alternative name. */
export function countryCodeByKey(key: string): string | undefined {
  return codeByName.get(key) ?? countryByForeignName(key)
}

/** By alpha-2 or alpha-3 code; `UK` is neither. */
export function parseCountryCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  return nameByCode.has(code) ? code : codeByAlpha3.get(code)
}

/** By name, alternative name or code. */
export function parseCountry(text: string): string | undefined {
  return countryCodeByName(text) ?? parseCountryCode(text)
}
