/** Looks up what a name or code can mean. */

import { rememberTexts } from '../../text/remember.ts'
import { countryCodeByKey, countryName, parseCountryCode } from '../countries.ts'
import { citiesNamed, countriesWithRegionCode, regionsNamed } from '../gazetteer.ts'
import { placeKey } from '../place-key.ts'
import { agree, cityMeaning, countryMeaning, type Meaning, regionMeaning } from './meaning.ts'
import { abbreviatedRegion, areaOf, isVagueKey, worldRegionOf } from './place-words.ts'
import { citiesOfQuarters } from './quarters.ts'

/** Made by `toPart` alone, for the same reason as `Meaning`. */
export interface Part {
  readonly text: string
  readonly meanings: readonly Meaning[]
  /** Alone it is no place: North is a town in South Carolina. */
  readonly isVague: boolean
  /** Other words are beside the name: `Victoria` in `Victoria Island`. */
  readonly isAmidWords: boolean
}

export function toPart(
  text: string,
  meanings: readonly Meaning[],
  isVague = false,
  isAmidWords = false,
): Part {
  return { text, meanings, isVague, isAmidWords }
}

/** Countries whose codes of regions people write without the country. */
const countriesWithKnownCodes = new Set([
  'US',
  'CA',
  'AU',
  'BR',
  'MX',
  'IN',
  'GB',
  'DE',
  'NL',
  'CH',
  'FR',
  'AT',
])

/** All that is known of a name or code. */
export interface Name {
  readonly meanings: readonly Meaning[]
  /** Alone it is no place: North is a town in South Carolina. */
  readonly isVague: boolean
  /** The label of a part of the world. */
  readonly worldRegion: string | undefined
  /** The place that a short form stands for, as a text. */
  readonly area: string | undefined
}

const nameCharactersMax = 60
export const unknownName: Name = { meanings: [], isVague: false, worldRegion: undefined, area: undefined }

/** Postings repeat the same few thousand names. */
const knownName = rememberTexts(readName, 15_000)

/** Readers ask for the same name several times in a row. */
let last: { readonly text: string; readonly name: Name } = { text: '', name: unknownName }

export function lookUp(text: string): Name {
  if (text === last.text) return last.name
  if (text.length > nameCharactersMax) return unknownName
  last = { text, name: knownName(text) }
  return last.name
}

function readName(text: string): Name {
  // `.NET` is no village.
  if (text.startsWith('.')) return unknownName
  const spelled = areaWithDirection(text)
  if (spelled !== undefined) return lookUp(spelled)
  const part = partOfCountry(text)
  if (part !== undefined) return part
  const abbreviated = abbreviatedRegion(text)
  if (abbreviated !== undefined)
    return { ...unknownName, meanings: [regionMeaning(abbreviated.country, abbreviated.region, true)] }
  const key = placeKey(text)
  const meanings: Meaning[] = []
  // No country or region has a digit in its name: `493 Mill Road`.
  if (!/\d/.test(key)) {
    addCountry(meanings, text, key)
    addRegions(meanings, text, key)
  }
  addCities(meanings, text, key)
  const isVague = isVagueKey(key)
  const worldRegion = worldRegionOf(key)
  const area = areaOf(key)
  if (meanings.length === 0 && !isVague && area === undefined) return unknownName
  return { meanings, isVague, worldRegion, area }
}

const directions: Readonly<Record<string, readonly string[]>> = {
  N: ['North', 'Northern'],
  S: ['South', 'Southern'],
  E: ['East', 'Eastern'],
  W: ['West', 'Western'],
}

/** `N. Ireland` is Northern Ireland, and `W Virginia` West Virginia, if there is such a country or region. */
function areaWithDirection(text: string): string | undefined {
  const [, direction = '', name = ''] = /^([NSEW])\.? (\p{Lu}.+)$/u.exec(text) ?? []
  return directions[direction]?.map((word) => `${word} ${name}`).find(namesArea)
}

/** The first part of a compound, with what stands for it in English. */
const compoundDirections: Readonly<Record<string, readonly string[]>> = {
  nord: ['North', 'Northern'],
  noord: ['North', 'Northern'],
  süd: ['South', 'Southern'],
  zuid: ['South', 'Southern'],
  syd: ['South', 'Southern'],
  ost: ['East', 'Eastern'],
  oost: ['East', 'Eastern'],
  öst: ['East', 'Eastern'],
  øst: ['East', 'Eastern'],
  west: ['West', 'Western'],
  vest: ['West', 'Western'],
}

const directionPattern = /^(?:noord|nord|süd|zuid|syd|oost|ost|öst|øst|west|vest|mittel|midden|midt|zentral)/i
/** Between the first direction and the name: `Nordwest`. */
const sidePattern = /^-?(?:west|vest|oost|ost|øst)?-?/i

/** `Norddeutschland`, `Zuidoost-Nederland` are parts of a country; `Südkorea` and `Nordirland` have names of their own. */
function partOfCountry(text: string): Name | undefined {
  const [direction] = directionPattern.exec(text) ?? []
  if (direction === undefined) return undefined
  const name = text.slice(direction.length).replace(sidePattern, '')
  const key = placeKey(text)
  if (!/^\p{L}{4}/u.test(name) || countryCodeByKey(key) !== undefined || regionsNamed(key).length > 0)
    return undefined
  const code = countryCodeByKey(placeKey(name))
  if (code === undefined) return undefined
  const own = compoundDirections[direction.toLowerCase()]
    ?.map((word) => `${word} ${countryName(code)}`)
    .find(namesArea)
  return own === undefined ? { ...unknownName, meanings: [countryMeaning(code, false)] } : lookUp(own)
}

function namesArea(text: string): boolean {
  return meaningsOf(text).some(({ namesCountry, namesRegion }) => namesCountry || namesRegion)
}

/** What one name or code can mean; nothing if it is unknown. */
export function meaningsOf(text: string): readonly Meaning[] {
  return lookUp(text).meanings
}

/** Territories of the United States are written like states. */
const territories = new Set(['PR', 'GU', 'VI', 'AS', 'MP'])

function isCode(text: string): boolean {
  return text.length <= 3 && /^[A-Z]{2,3}$/.test(text)
}

function addCountry(meanings: Meaning[], text: string, key: string): void {
  const byName = countryCodeByKey(key)
  const code = byName ?? (isCode(text) ? parseCountryCode(text) : undefined)
  if (code === undefined || territories.has(code)) return
  meanings.push(countryMeaning(code, byName === undefined))
}

/** Codes that people write and ISO 3166-2 has otherwise: `Monterrey, NL`; `Belfast, NI`; `Geelong, Vic`. */
const usualCodes: ReadonlyMap<string, { readonly country: string; readonly region: string }> = new Map([
  ['NI', { country: 'GB', region: 'NIR' }],
  ['NL', { country: 'MX', region: 'NLE' }],
  ['Vic', { country: 'AU', region: 'VIC' }],
])

function addRegions(meanings: Meaning[], text: string, key: string): void {
  const code = text.replaceAll('.', '')
  if (isCode(code))
    for (const country of countriesWithRegionCode(code)) meanings.push(regionMeaning(country, code, true))
  const usual = usualCodes.get(text)
  if (usual !== undefined) meanings.push(regionMeaning(usual.country, usual.region, true))
  // `Co. Clare`
  const [, county] = /^(?:co|county) (.+)$/.exec(key) ?? []
  for (const { country, code: region, isCounty } of regionsNamed(county ?? key))
    if (county === undefined || isCounty) meanings.push(regionMeaning(country, region, !isCounty))
}

function addCities(meanings: Meaning[], text: string, key: string): void {
  // `IN` and `OR` are codes, not names of villages.
  if (text.length === 2 && isCode(text)) return
  for (const city of citiesOfQuarters(key, citiesNamed(key))) meanings.push(cityMeaning(city))
}

/** Whether a code means this without a country beside it. */
export function isUsualCode({ country, city, namesCountry }: Meaning): boolean {
  return city !== undefined || namesCountry || countriesWithKnownCodes.has(country)
}

/** Whether both can be about one place. */
export function canJoin(one: Part, other: Part): boolean {
  return one.meanings.some((a) => other.meanings.some((b) => agree(a, b)))
}
