/**
 * `node test/judge/places.ts file.tsv`: reads texts of places and prints how many are read wrongly. Columns: text, expected country
 * code, region code and city, then the employer's country; all but the first two may be empty. Several countries or cities have `+`
 * between them, and a text that names no country has `-`. See docs/how-to/judge-search.md.
 */

import { readFileSync } from 'node:fs'
import { placeKey } from '../../src/core/places/place-key.ts'
import { parsePlaces } from '../../src/services/jobs/normalise/places/places.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Name a file of tab-separated texts and places.')
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))
const wrong = { country: 0, region: 0, city: 0 }
const missing = { country: 0, region: 0, city: 0 }
const withoutRegion: string[] = []
for (const [text = '', country = '', region = '', city = '', home] of rows) {
  const { places } = parsePlaces([{ text }], { home: home || undefined })
  const countries = listOf(country)
  const there = places.filter((place) => countries.includes(place.country ?? ''))
  if (places.some((place) => place.country !== undefined && !countries.includes(place.country)))
    count('wrong', 'country', text)
  else if (!countries.every((one) => there.some((place) => place.country === one)))
    count('missing', 'country', text)
  if (region !== '')
    compare(
      'region',
      there.map((place) => place.region),
      region,
      text,
    )
  if (city !== '')
    compare(
      'city',
      there.map((place) => place.city),
      city,
      text,
    )
  if (there.some((place) => place.city !== undefined && place.region === undefined)) withoutRegion.push(text)
}
for (const field of ['country', 'region', 'city'] as const)
  print(`${field}: ${share(wrong[field])} wrong, ${share(missing[field])} missing`)
print(`a city without its region: ${share(withoutRegion.length)}`)

function compare(
  field: 'region' | 'city',
  found: readonly (string | undefined)[],
  expected: string,
  text: string,
): void {
  const keys = found.flatMap((value) => (value === undefined ? [] : [placeKey(value)]))
  if (keys.length === 0) count('missing', field, text)
  else if (!listOf(expected).every((one) => keys.includes(placeKey(one)))) count('wrong', field, text)
}

function listOf(values: string): string[] {
  return values === '-' ? [] : values.split('+')
}

function count(kind: 'wrong' | 'missing', field: keyof typeof wrong, text: string): void {
  const counts = kind === 'wrong' ? wrong : missing
  counts[field] += 1
  if (process.argv.includes('--texts')) print(`${kind} ${field}\t${text}`)
}

function share(value: number): string {
  return `${((100 * value) / Math.max(1, rows.length)).toFixed(2)}%`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
