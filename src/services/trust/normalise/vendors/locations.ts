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

const locationsMax = 60

export function toLocations(raw: readonly string[]): Location[] {
  return raw
    .flatMap((text) => text.split(/[,/;]|\bor\b|\band\b|\n/i))
    .map((text) => text.trim().slice(0, 120))
    .filter((text) => text !== '')
    .slice(0, locationsMax)
    .map((text) => {
      const name = text.toLowerCase()
      const isCode = /^[A-Z]{2}$/.test(text) && !regions.has(name)
      const code = countries.get(name) ?? (isCode ? text : undefined)
      return { raw: text, country_code: code ?? null, region: regions.get(name) ?? null }
    })
}
