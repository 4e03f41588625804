/** Texts of places as job boards write them, made from the cities of the gazetteer. No two are equal. */

import { readFileSync } from 'node:fs'
import { type Random, random } from '../../sandbox/random.ts'
import { countryName } from '../../src/core/places/countries.ts'
import { PackedLines } from '../../src/core/places/packed-lines.ts'

/** Boards name larger places. */
const populationMin = 15_000

interface NamedCity {
  readonly name: string
  readonly region: string
  readonly country: string
}

type Form = (city: NamedCity, chance: Random, other: NamedCity) => string

const forms: readonly Form[] = [
  ({ name, region }) => `${name}, ${region}`,
  ({ name, country }) => `${name}, ${fullName(country)}`,
  ({ name, country }) => `${fullName(country)} - ${name}`,
  ({ name, region, country }) => `${name}, ${region}, ${fullName(country)}`,
  ({ name, region, country }) => `${country}-${region}-${name}`,
  ({ name, country }, chance) =>
    `${name} ${chance.pick(['Office', 'HQ', 'Plant', 'Warehouse'])}, ${fullName(country)}`,
  ({ name }, chance) => `${name} (${chance.pick(['Hybrid', 'On-site', 'Remote'])})`,
  ({ name, country }, chance) =>
    `${chance.pick(['Remote', 'Home Office', 'Hybrid'])} - ${name}, ${fullName(country)}`,
  ({ name, country }, chance) => `${chance.int(1, 999)} Mill Road, ${name}, ${fullName(country)}`,
  ({ name }, chance) => `Building ${chance.int(1, 999)} ${name} Riverside`,
  ({ name, country }, _, other) => `${name}, ${fullName(country)}; ${other.name}, ${fullName(other.country)}`,
  ({ name }, _, other) => `${name} / ${other.name}`,
]

export function placeTexts(count: number): string[] {
  const cities = readCities()
  const chance = random('place texts')
  const texts = new Set<string>()
  while (texts.size < count) texts.add(chance.pick(forms)(chance.pick(cities), chance, chance.pick(cities)))
  return [...texts]
}

function fullName(country: string): string {
  return countryName(country) ?? country
}

function readCities(): NamedCity[] {
  const file = new URL('../../src/core/places/gazetteer.pack', import.meta.url)
  const [cities] = PackedLines.tablesOf(readFileSync(file))
  return (cities?.text() ?? '').split('\n').flatMap((line): NamedCity[] => {
    const [key = '', name = '', country = '', region = '', population] = line.split('\t')
    if (!(Number(population) >= populationMin)) return []
    return [{ name: name || capitalize(key), country, region }]
  })
}

function capitalize(key: string): string {
  return key.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}
