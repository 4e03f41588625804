/** How often a country is meant in texts of places. */

import type { Meaning } from './meaning.ts'

/** Countries with many public job boards. A name there is more likely to be meant than its size says. */
const boardsByCountry = new Map(
  Object.entries({
    US: 4,
    GB: 4,
    ...Object.fromEntries('CA DE FR IN AU NL IE ES IT PL SG IL BR ID'.split(' ').map((code) => [code, 3])),
    ...Object.fromEntries('PT CH SE DK NO FI BE AT JP NZ MX CZ RO ZA AE'.split(' ').map((code) => [code, 2])),
    ...Object.fromEntries(
      'VE CU SY SD IR IQ AF YE CD ML TD NE MM KP LY'.split(' ').map((code) => [code, 0.2]),
    ),
  }),
)

/** Countries where people write a state alone: `Washington` is rather the state than the capital. */
export const statesFirst: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'MX', 'BR', 'IN'])

export function boardsIn(country: string): number {
  return boardsByCountry.get(country) ?? 1
}

/** A country by its name. */
export function isNamed({ namesCountry, byCountryCode }: Meaning): boolean {
  return namesCountry && !byCountryCode
}

/** The code of a country with many boards. */
export function isWrittenCountry({ namesCountry, country }: Meaning): boolean {
  return namesCountry && boardsIn(country) > 1
}

/** A state or province that people write without its country. */
export function isState({ namesRegion, country }: Meaning): boolean {
  return namesRegion && ['US', 'CA'].includes(country)
}

/** The code of a country with many boards, or of such a state. */
export function isWrittenArea(meaning: Meaning): boolean {
  return isWrittenCountry(meaning) || isState(meaning)
}
