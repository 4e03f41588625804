/** Reads the places and workplace types in a text such as `London; New York (Hybrid) | Remote - UK`. */

import { parseLimits } from '../../parse/parse-limits.ts'
import type { Place } from '../place.ts'
import { cleanPlaceText } from './clean-place-text.ts'
import { isWrittenCountry } from './country-weights.ts'
import { extractWorkplace, type WorkplaceType } from './extract-workplace.ts'
import { knownInRegionFrom, wellKnownFrom } from './group-parts.ts'
import { withLosAngeles } from './los-angeles.ts'
import { cityMeaning, countryMeaning } from './meaning.ts'
import { partsOf } from './parts-of-text.ts'
import { canJoin, lookUp, meaningsOf, type Part, toPart } from './place-parts.ts'
import { withoutNoise } from './place-words.ts'
import { isPartOf } from './quarters.ts'
import { readPlaces } from './read-places.ts'
import { siteParts } from './site-parts.ts'
import { splitLevels } from './split-levels.ts'
import { splitList } from './split-list.ts'

export interface PlaceContext {
  /** ISO 3166-1 alpha-2 country of the employer. */
  readonly home?: string | undefined
  /** Another field of the row says that the job is remote. */
  readonly isRemote?: boolean | undefined
}

export interface ParsedPlaces {
  readonly places: readonly Place[]
  /** The workplace types that the texts name. */
  readonly workplaces: readonly WorkplaceType[]
  /** ISO 3166-1 alpha-2 codes of the countries that the texts name for remote work. */
  readonly remoteCountries: readonly string[]
  /** Parts of the world, such as EMEA. */
  readonly worldRegions: readonly string[]
}

export const noPlaces: ParsedPlaces = { places: [], workplaces: [], remoteCountries: [], worldRegions: [] }

export const noPlacePattern =
  /^(\d+ locations?|multiple( locations?| cities)?|various( locations?)?|several locations?|unavailable|n\/?a|tbd|-+|not specified|unspecified)$/i

/** A part of a text between separators such as `;`, with its place and its workplace type. */
interface Piece {
  /** Unknown words have no meaning. */
  readonly parts: readonly Part[]
  readonly type: WorkplaceType | undefined
  readonly worldRegions: readonly string[]
}

/** `country`: stated in another field. */
export function readPlaceText(text: string, context: PlaceContext, country?: string): ParsedPlaces {
  const clean = cleanPlaceText(text.slice(0, parseLimits.placesCharacters))
  if (clean === '' || noPlacePattern.test(clean)) return noPlaces
  const parts = splitOutsideBrackets(clean)
  // The last one may have been cut.
  if (text.length > parseLimits.placesCharacters) parts.pop()
  const places: Place[] = []
  /** Their countries. */
  const others: string[] = []
  const workplaces: WorkplaceType[] = []
  const remoteCountries: string[] = []
  const worldRegions: string[] = []
  const pieces = withLosAngeles(
    parts.flatMap((part) => toPieces(part, context)),
    context.home,
  )
  const isRestriction = isOnlyForAreas(clean, pieces)
  const readPiece = ({ parts: known }: Piece) =>
    readPlaces(country === undefined ? known : withCountry(known, country), { home: context.home, others })
  const firstRead = pieces.map((piece) => {
    const read = readPiece(piece)
    if (!isRestriction) others.push(...read.flatMap((place) => place.country ?? []))
    return read
  })
  for (const [at, piece] of pieces.entries()) {
    const first = firstRead[at] ?? []
    // A later place may decide an earlier one: `Kochi / Trivandrum`.
    const isDecided = others.length === 0 || first.some((place) => place.country !== undefined)
    const read = isDecided ? first : readPiece(piece)
    for (const place of read) {
      if (!isRestriction) places.push(place)
      if (place.country === undefined) continue
      if (isRestriction || (piece.type === 'Remote' && place.city === undefined))
        remoteCountries.push(place.country)
    }
    if (piece.type !== undefined) workplaces.push(piece.type)
    worldRegions.push(...piece.worldRegions)
  }
  return { places, workplaces, remoteCountries, worldRegions }
}

/** `US or Brazil only` says where applicants may live, and no place of work. */
function isOnlyForAreas(text: string, pieces: readonly Piece[]): boolean {
  return (
    /\bonly$/i.test(text) &&
    pieces.every(
      ({ parts, type }) => type === undefined && parts.every((part) => !isUnknown(part) && isArea(part)),
    )
  )
}

/** Parts can only mean what is in the country; the others are unknown words. */
function withCountry(parts: readonly Part[], country: string): Part[] {
  const there = parts.map(({ text, meanings, isVague }) =>
    toPart(
      text,
      meanings.filter((meaning) => meaning.country === country),
      isVague,
    ),
  )
  return there.some((part) => !isUnknown(part)) ? there : [toPart(country, [countryMeaning(country, false)])]
}

/** At `;`, `|` and dots such as `•`, which separate places wherever they are not in brackets. */
function splitOutsideBrackets(text: string): string[] {
  if (!/[;|•·・]/.test(text)) return [text]
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character === '(' || character === '[') depth += 1
    else if (character === ')' || character === ']') depth = Math.max(0, depth - 1)
    else if (depth === 0 && ';|•·・'.includes(character)) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const inBracketsPattern = /[([]([^()[\]]*)[)\]]?/g

function toPieces(text: string, context: PlaceContext): Piece[] {
  if (!/[([]/.test(text)) return shareRemote(splitList(text).map((piece) => toPiece(piece, context)))
  const inBrackets: string[] = []
  const outside = text
    .replace(inBracketsPattern, (brackets, inside: string, at: number) => {
      if (isInName(text.slice(0, at), brackets)) return brackets
      inBrackets.push(inside.trim())
      return ' '
    })
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim()
  const pieces = shareRemote(splitList(outside).map((piece) => toPiece(piece, context)))
  const asides = inBrackets.flatMap((inside) => splitOutsideBrackets(inside).flatMap(splitList))
  return withAsides(
    pieces,
    asides.map((aside) => toPiece(aside, context)),
  )
}

/** `Frankfurt (Oder)` is a name, of which the brackets are a part. */
function isInName(before: string, brackets: string): boolean {
  const start = Math.max(...[',', ';', '/', '|'].map((mark) => before.lastIndexOf(mark))) + 1
  return meaningsOf(`${before.slice(start).trim()} ${brackets}`).length > 0
}

/** `Remote - US / Canada` is remote in both, `Remote or Berlin` is not remote in Berlin. */
function shareRemote(pieces: Piece[]): Piece[] {
  if (pieces.length === 1 || !pieces.some(({ type }) => type === 'Remote')) return pieces
  const areAreas = pieces.every(({ parts }) => parts.every((part) => isUnknown(part) || isArea(part)))
  return areAreas ? pieces.map((piece) => ({ ...piece, type: piece.type ?? 'Remote' })) : pieces
}

/** `London (UK)` is one place, `Remote (US, Canada)` are two, and `Germany (Berlin, Munich)` are the cities. */
function withAsides(pieces: readonly Piece[], asides: readonly Piece[]): Piece[] {
  const type = [...pieces, ...asides].find((piece) => piece.type !== undefined)?.type
  const worldRegions = [...pieces, ...asides].flatMap((piece) => piece.worldRegions)
  const outside = pieces.flatMap(({ parts }) => parts)
  const inside = asides.flatMap(({ parts }) => parts)
  const [only] = outside
  if (pieces.length > 1 || outside.length === 0 || inside.every(isUnknown)) {
    return [
      ...pieces.map((piece) => ({ ...piece, type: piece.type ?? (pieces.length === 1 ? type : undefined) })),
      ...(outside.length === 0
        ? asides.map((aside) => ({ ...aside, type: aside.type ?? type }))
        : asides.filter(isTypeOnly)),
    ]
  }
  if (outside.length === 1 && only !== undefined && !isUnknown(only) && isArea(only)) {
    const within = inside.filter((part) => isUnknown(part) || canJoin(only, part))
    if (!within.every(isUnknown))
      return asides.map((aside) => ({
        ...aside,
        parts: [...aside.parts.filter((part) => !isUnknown(part) && within.includes(part)), only],
        type,
      }))
  }
  if (outside.every(isUnknown)) {
    // `University of Georgia (UGA)` has its initials in brackets, while `Acme Institute (Carlsbad, California)` is there.
    if (inside.every((part) => isUnknown(part) || isInitials(part))) return [...pieces]
    if (inside.some(({ meanings }) => meanings.some(({ city }) => city !== undefined))) return [...asides]
  }
  const last = outside.findLast((part) => !isUnknown(part))
  // `Milano (MI)` has the code of its province in brackets, and `Anchorage Airport (ANC)` that of the airport.
  const upper = inside.filter(
    (part) =>
      !isUnknown(part) &&
      ((isArea(part) && part.text.length > 2 && !isInitials(part)) ||
        last === undefined ||
        canJoin(last, part)),
  )
  // `Madrid (Chamartín)` has a quarter in brackets.
  const parts =
    outside.length === 1 && upper.length === 1
      ? withoutQuarter([...outside, ...upper], upper[0]?.text ?? '')
      : [...outside, ...upper]
  return [{ parts, type, worldRegions }]
}

/** Three capitals that are not the code of a country with many boards. */
function isInitials({ text, meanings }: Part): boolean {
  return /^[A-Z]{3}$/.test(text) && !meanings.some(isWrittenCountry)
}

function isUnknown({ meanings }: Part): boolean {
  return meanings.length === 0
}

/** An unknown name and its state, or its region in the country that the text names: `Dulles VA`, `North Ryde NSW`; `Wald ZH, Switzerland`. */
function unknownParts(text: string, area: string): Part[] {
  const [, name = '', code = ''] = /^(\p{Lu}.*\p{Ll}) ([A-Z]{2,3})$/u.exec(text) ?? []
  const countries = [
    ...(code.length === 2 ? ['US', 'CA'] : ['AU']),
    ...meaningsOf(area).flatMap((meaning) => (meaning.namesCountry ? meaning.country : [])),
  ]
  const states = meaningsOf(code).filter(
    ({ country, namesRegion }) => namesRegion && countries.includes(country),
  )
  return states.length === 0 ? [toPart(text, [])] : [toPart(name, []), toPart(code, states)]
}

function isTypeOnly({ parts, type }: Piece): boolean {
  return parts.length === 0 && type !== undefined
}

/** A country or a region, and no city. */
function isArea({ meanings }: Part): boolean {
  return meanings.some(({ namesCountry }) => namesCountry) || meanings.every(({ city }) => city === undefined)
}

function toPiece(text: string, context: PlaceContext): Piece {
  const piece = text.trim()
  // Remote is also a town in Oregon.
  const isTown = /^remote,\s*or$/i.test(piece) && !context.isRemote
  const { text: place, type } = isTown ? { text: piece, type: undefined } : extractWorkplace(piece)
  if (place.length > parseLimits.placeCharacters) return { parts: [], type, worldRegions: [] }
  const worldRegions: string[] = []
  const levels = splitLevels(place)
  const parts: Part[] = []
  for (const [at, level] of levels.entries()) {
    const name = lookUp(level)
    const isKnown = name.meanings.length > 0 || name.area !== undefined
    const bare = isKnown ? name : lookUp(withoutNoise(level))
    const worldRegion = name.worldRegion ?? bare.worldRegion
    if (worldRegion !== undefined) worldRegions.push(worldRegion)
    else if (isTown && /^remote$/i.test(level)) parts.push(remoteInOregon)
    else parts.push(...partsOfLevel(levels, at))
  }
  return {
    parts: levels.length === 2 && !place.includes(',') ? withoutQuarter(parts, levels[1] as string) : parts,
    type,
    worldRegions,
  }
}

/**
 * `Bengaluru - Whitefield`; `São Paulo - Faria Lima`: after a dash, a smaller city that is near the large one, or a name that is not in its
 * country, is a quarter of that. `text`: what is after the dash.
 */
function withoutQuarter(parts: Part[], text: string): Part[] {
  const [first, second] = parts
  if (first === undefined || second === undefined || parts.length > 2) return parts
  const large = first.meanings.flatMap(({ city }) =>
    city !== undefined && city.population >= wellKnownFrom ? city : [],
  )
  const isNear = second.meanings.some(
    ({ city }) => city !== undefined && large.some((one) => isPartOf(city, one)),
  )
  const isElsewhere =
    !canJoin(first, second) &&
    second.meanings.every(
      ({ country, city, namesCountry }) =>
        !namesCountry &&
        (city?.population ?? 0) < knownInRegionFrom &&
        !large.some((one) => one.country === country),
    )
  return isNear || (large.length > 0 && (isElsewhere || endsUnknownWords(second, text))) ? [first] : parts
}

/** `Lima` in `Faria Lima`, but not in `Lima Office`. */
function endsUnknownWords({ text: name, isAmidWords }: Part, text: string): boolean {
  return isAmidWords && !text.startsWith(name) && withoutNoise(text) !== name
}

function partsOfLevel(levels: readonly string[], at: number): Part[] {
  const level = levels[at] as string
  const found = partsOf(level)
  if (found.length > 0 || /^[\d\s-]*$/.test(level)) return found
  return siteParts(level, levels[at + 1]) ?? unknownParts(level, levels.at(-1) ?? '')
}

const remoteInOregon = toPart('Remote', [
  cityMeaning({ name: 'Remote', country: 'US', region: 'OR', population: 0, lat: 43.01, lon: -123.89 }),
])
