/** The names of countries in other languages, each with the code of the country. */

import { allCountryCodes } from '../../src/core/places/countries.ts'
import { placeKey } from '../../src/core/places/place-key.ts'

const otherLanguages = 'de fr es it pt nl sv da nb fi pl cs tr ja zh ko he ar ru uk el'.split(' ')

/** Other languages, in which boards name the countries where they are spoken and hardly another. */
const ownLanguages: Readonly<Record<string, string>> = {
  am: 'ET',
  az: 'AZ',
  be: 'BY',
  bg: 'BG',
  bn: 'BD',
  bs: 'BA',
  ca: 'AD ES',
  cy: 'GB',
  et: 'EE',
  fa: 'AF IR',
  fil: 'PH',
  ga: 'IE',
  hi: 'IN',
  hr: 'BA HR',
  hu: 'HU',
  hy: 'AM',
  id: 'ID',
  is: 'IS',
  ka: 'GE',
  kk: 'KZ',
  km: 'KH',
  lb: 'LU',
  lo: 'LA',
  lt: 'LT',
  lv: 'LV',
  mk: 'MK',
  mn: 'MN',
  ms: 'BN MY SG',
  mt: 'MT',
  my: 'MM',
  ne: 'NP',
  nn: 'NO',
  ro: 'MD RO',
  si: 'LK',
  sk: 'SK',
  sl: 'SI',
  sq: 'AL XK',
  sr: 'BA ME RS XK',
  'sr-Latn': 'BA ME RS XK',
  sw: 'KE TZ UG',
  th: 'TH',
  ur: 'PK',
  uz: 'UZ',
  vi: 'VN',
  'zh-Hant': 'HK MO TW',
}

/** The name of such a city is rather meant than that of a country in another language: Brasília, Granada, Salvador. */
const citiesLikeCountriesFrom = 200_000

/** As this edition of Node has them. */
export function foreignNameLines(cities: readonly { name: string; population: number }[]): string[][] {
  const largeCities = new Set(
    cities.flatMap(({ name, population }) => (population >= citiesLikeCountriesFrom ? [placeKey(name)] : [])),
  )
  const codes = new Map<string, string>()
  const addNames = (language: string, countries: Iterable<string>) => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of countries) {
      const key = placeKey(names.of(code) ?? '')
      if (key.length > 1 && !codes.has(key) && !largeCities.has(key)) codes.set(key, code)
    }
  }
  for (const language of otherLanguages) addNames(language, allCountryCodes())
  for (const [language, countries] of Object.entries(ownLanguages)) addNames(language, countries.split(' '))
  return [...codes]
}
