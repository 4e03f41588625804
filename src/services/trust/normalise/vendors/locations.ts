/** Parses locations of data processing: the original text, and the country or region if it is unambiguous. */

export interface Location {
  readonly raw: string
  readonly country_code: string | null
  readonly region: string | null
}

/** Only unambiguous names; cities do not imply a country. */
const countries: ReadonlyMap<string, string> = new Map(
  `US us usa united_states united_states_of_america u.s. u.s.a.;GB uk gb united_kingdom great_britain england;DE de
   germany deutschland;FR fr france;IE ie ireland;NL nl netherlands the_netherlands;ES es spain;IT it italy;SE se
   sweden;FI fi finland;DK dk denmark;NO no norway;CH ch switzerland;AT at austria;BE be belgium;PL pl poland;PT pt
   portugal;CZ cz czechia czech_republic;CA canada;MX mx mexico;BR br brazil;AR argentina;CL chile;AU au aus
   australia;NZ nz new_zealand;JP jp japan;SG sg singapore;IN india;KR kr south_korea korea;HK hk hong_kong;TW tw
   taiwan;CN cn china;IL il israel;AE ae uae united_arab_emirates;ZA za south_africa;UA ua ukraine;PH philippines`
    .split(';')
    .flatMap((line) => {
      const [code = '', ...names] = line.trim().split(/\s+/)
      return names.map((name) => [name.replaceAll('_', ' '), code] as const)
    }),
)

const regions: ReadonlyMap<string, string> = new Map([
  ['eu', 'EU'],
  ['eea', 'EU'],
  ['europe', 'EU'],
  ['european union', 'EU'],
  ['global', 'GLOBAL'],
  ['worldwide', 'GLOBAL'],
  ['multi-region', 'GLOBAL'],
  ['apac', 'APAC'],
])

/** Codes of states and provinces that follow a city: `Dallas, TX`. */
const statesByCode: ReadonlyMap<string, string> = new Map(
  [
    [
      'US',
      'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC',
    ],
    ['CA', 'AB BC MB NB NL NS ON PE QC SK'],
  ].flatMap(([country = '', codes = '']) => codes.split(' ').map((code) => [code, country] as const)),
)

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const locationsMax = 60

export function toLocations(raw: readonly string[]): Location[] {
  return raw
    .flatMap((text) => text.split(/[/;\n]|\bor\b|\band\b/i))
    .flatMap(toPlaces)
    .slice(0, locationsMax)
}

/** The places of a list with commas. `San Francisco, CA, USA` is one place; `US, CA, DE` are three. */
function toPlaces(text: string): Location[] {
  const parts = text
    .split(',')
    .map((part) => part.trim().slice(0, 120))
    .filter((part) => part !== '')
  const places: Location[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    const state = parts[at + 1] ?? ''
    const stateCountry = isNamed(part) ? undefined : statesByCode.get(state)
    if (stateCountry === undefined) {
      places.push({ raw: part, country_code: countryOf(part), region: regionOf(part) })
      continue
    }
    const country = parts[at + 2]
    const isCountryStated = country !== undefined && countries.get(country.toLowerCase()) === stateCountry
    // A code of both a state and a country says neither without the country.
    const isCertain = isCountryStated || countryOf(state) === null
    const raw = parts.slice(at, at + (isCountryStated ? 3 : 2)).join(', ')
    places.push({ raw, country_code: isCertain ? stateCountry : null, region: null })
    at += isCountryStated ? 2 : 1
  }
  return places
}

/** Whether it is a country or a region by itself, not a city. */
function isNamed(text: string): boolean {
  return countryOf(text) !== null || regionOf(text) !== null
}

function countryOf(text: string): string | null {
  const code = countries.get(text.toLowerCase())
  if (code !== undefined) return code
  const isCode = /^[A-Z]{2}$/.test(text) && regionOf(text) === null
  return isCode && countryNames.of(text) !== undefined ? text : null
}

function regionOf(text: string): string | null {
  return regions.get(text.toLowerCase()) ?? null
}
