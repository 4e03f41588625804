/** Takes a listing's title apart: the work's own title, and what the listing says about this showing of it. */

import { readBrand } from './title-brand.ts'
import { foldTitle, letterAlias } from './title-fold.ts'
import { type Piece, readBareTail, readPiece } from './title-qualifiers.ts'

export interface ListingTitle {
  /** For people: the title without the words around it. */
  readonly title: string
  /** For comparing: equal keys may be the same work, different ones rarely are. */
  readonly key: string
  /** Another key of the same title: `seven` for `se7en`. */
  readonly aliasKey?: string
  /** The key of what stands before the first colon, where something stands behind it. */
  readonly shortKey?: string
  /** A year in brackets, or `1994 version`. */
  readonly year?: number
  /** The end of a broadcast season. */
  readonly season?: number
  readonly brand?: string
  /** `40` for a fortieth anniversary. */
  readonly anniversary?: number
  /** Whether the listing says that the film is not new. */
  readonly isRerelease: boolean
  readonly hasLiveScore: boolean
  readonly kind: 'film' | 'event' | 'package' | 'secret'
  /** The words that were taken off, in our reading order. */
  readonly pieces: readonly Piece[]
}

const packages =
  /\b(?:double|triple|quadruple) (?:bill|feature)\b|\b(?:movie )?marathon\b|\ball[- ]nighter\b/i
const secrets =
  /\b(?:scream|screen) unseen\b|\bsecret (?:movie|screening|film|cinema)\b|\bmystery (?:movie|screening|film)\b/i
const anniversary =
  /(\d{1,3})(?:st|nd|rd|th)?\s+ann(?:iversary|iv|\.)?(?:\s+(?:edition|screening|re-?release|celebration))?/i
const anniversaryTail = new RegExp(`^(.*\\S)\\s+${anniversary.source}$`, 'i')
const yearVersion = /^((?:19|20)\d{2})(?:\s+(?:version|film|original))?$/i
/** Strands name themselves by their last word: `Family Film Club: …`, `Kinoteka presents: …`. */
const strandPrefix = /(?:^|\s)(?:presents|film club|film programme|film festival|screenings?|matinees?)$/i
/** A plus before one of these adds a guest or a talk, whoever it is. */
const plusEvent =
  /\b(?:q ?& ?a|q and a|intro|introduction|introduced|talk|screentalk|discussion|panel|workshop)\b/i
const certificate = /^(?:u|pg|pg-?13|12a?|15|18|r|r18|nc-?17|m|ma15\+?|g|tbc|cert tbc|cert \w{1,3})$/i
const eventTail =
  /\s+(?:x|and|with)\s+[\p{L}' ]*\b(?:workshop|brunch|picnic|dinner|quiz|craft|tasting|afternoon tea)$/iu

/** The same few titles are read over and over while a theater's week is mapped. */
const recent = new Map<string, ListingTitle>()
const recentMax = 2000

/** Titles that are nothing but known words, such as a film called Encore, stay as they are. */
export function readTitle(listing: string): ListingTitle {
  const known = recent.get(listing)
  if (known !== undefined) return known
  if (recent.size >= recentMax) recent.clear()
  const read = takeApart(listing)
  recent.set(listing, read)
  return read
}

function takeApart(listing: string): ListingTitle {
  const whole = tidy(listing)
  const isSecret = secrets.test(whole)
  const isPackage = !isSecret && packages.test(whole)
  const found: Found = { pieces: [] }
  const core = isSecret ? whole : stripped(whole, found)
  const branded = isSecret || isPackage ? undefined : readBrand(core)
  const folded = foldTitle(branded?.rest ?? core)
  const key = `${branded ? `${branded.brand} ` : ''}${isPackage ? 'package ' : ''}${folded}`
  const alias = letterAlias(key)
  const short = branded === undefined && !isPackage ? shortKeyOf(core) : undefined
  return {
    title: core,
    key,
    ...(alias === undefined ? {} : { aliasKey: alias }),
    ...(short === undefined ? {} : { shortKey: short }),
    ...(found.year === undefined ? {} : { year: found.year }),
    ...(branded?.season === undefined ? {} : { season: branded.season }),
    ...(branded === undefined ? {} : { brand: branded.brand }),
    ...(found.anniversary === undefined ? {} : { anniversary: found.anniversary }),
    isRerelease: found.anniversary !== undefined || found.pieces.some(isOldEdition),
    hasLiveScore: found.pieces.some(({ word }) => /^live (?:score|orchestra|music|organ)$/.test(word)),
    kind: isSecret ? 'secret' : isPackage ? 'package' : branded ? 'event' : 'film',
    pieces: found.pieces,
  }
}

/** The titles joined in a double bill: `Badlands & Moonrise Kingdom` are two. */
export function packageParts(listing: string): string[] {
  const core = tidy(listing).replace(/^.*?\b(?:bill|feature|marathon|all[- ]nighter)\b\s*[:\-–]?\s*/i, '')
  const parts = core.split(/\s+(?:&|\+|and)\s+|\s*\/\s*/i).map((part) => part.trim())
  return parts.length > 1 ? parts.filter((part) => part !== '') : []
}

interface Found {
  pieces: Piece[]
  year?: number
  anniversary?: number
}

/** From the outside in, until nothing known is left. */
function stripped(title: string, found: Found): string {
  let rest = title
  for (let turn = 0; turn < 12; turn++) {
    const next = withoutOuter(rest, found)
    if (next === undefined || !saysSomething(next)) return rest
    rest = next
  }
  return rest
}

function withoutOuter(title: string, found: Found): string | undefined {
  return (
    withoutLastBracket(title, found) ??
    withoutFirstBracket(title, found) ??
    withoutPlus(title, found) ??
    withoutPrefix(title, found) ??
    withoutMarkedTail(title, found) ??
    withoutEventTail(title) ??
    withoutBareTail(title, found)
  )
}

function withoutLastBracket(title: string, found: Found): string | undefined {
  const match = /^(.*\S)\s*[([]([^()[\]]*)[)\]]$/.exec(title)
  if (match === null) return undefined
  const [, before, inside = ''] = match
  if (takes(inside, found) || certificate.test(inside.trim())) return before
  // Square brackets hold the original title.
  return title.endsWith(']') ? before : undefined
}

function withoutFirstBracket(title: string, found: Found): string | undefined {
  const match = /^[([]([^()[\]]*)[)\]]\s*[:-]?\s*(\S.*)$/.exec(title)
  return match && takes(match[1], found) ? match[2] : undefined
}

/** `Nosferatu + Live Score`: a plus binds looser than the words of a title. */
function withoutPlus(title: string, found: Found): string | undefined {
  const at = title.lastIndexOf(' + ')
  if (at <= 0) return undefined
  const tail = title.slice(at + 3)
  if (takes(tail, found)) return title.slice(0, at)
  const event = plusEvent.exec(tail)
  if (event === null) return undefined
  found.pieces.push({ kind: 'event', word: event[0].toLowerCase() })
  return title.slice(0, at)
}

function withoutPrefix(title: string, found: Found): string | undefined {
  const match = /^([^:]+?)\s*:\s*(\S.*)$/.exec(title)
  if (match === null) return undefined
  if (takes(match[1], found)) return match[2]
  return strandPrefix.test(match[1] ?? '') ? match[2] : undefined
}

function withoutMarkedTail(title: string, found: Found): string | undefined {
  const match = /^(.*\S)\s*(?::|\s[-–—]|\s\|)\s+([^:]*)$/.exec(title)
  return match && takes(match[2], found) ? match[1] : undefined
}

function withoutEventTail(title: string): string | undefined {
  const match = eventTail.exec(title)
  return match ? title.slice(0, match.index) : undefined
}

function withoutBareTail(title: string, found: Found): string | undefined {
  const spoken = anniversaryTail.exec(title)
  if (spoken?.[1] !== undefined && spoken[2] !== undefined) {
    found.anniversary ??= Number(spoken[2])
    return spoken[1]
  }
  const tail = readBareTail(title)
  if (tail === undefined || !saysSomething(title.slice(0, tail.start))) return undefined
  found.pieces.push(...tail.pieces)
  return title.slice(0, tail.start)
}

/** Whether a piece is known from end to end; what it says is noted. */
function takes(piece: string | undefined, found: Found): boolean {
  if (piece === undefined) return false
  const text = piece.trim()
  const year = yearVersion.exec(text)
  if (year !== null) {
    found.year ??= Number(year[1])
    return true
  }
  const jubilee = anniversary.exec(text)
  const remaining = jubilee === null ? text : text.replace(jubilee[0], ' ').trim()
  const pieces = remaining === '' ? [] : readPiece(remaining)
  if (pieces === undefined) return false
  if (jubilee !== null) found.anniversary ??= Number(jubilee[1])
  found.pieces.push(...pieces)
  return jubilee !== null || pieces.length > 0
}

const emptyWords = /^(?:(?:the|a|an|le|la|les|el|los|der|die|das|and)\b|[^\p{L}\p{N}])*$/iu

function saysSomething(title: string): boolean {
  return !emptyWords.test(title)
}

function isOldEdition({ kind, word }: Piece): boolean {
  return kind === 'edition' && /restor|remaster|re-?issue|re-?release|director|final cut|^[24]k/.test(word)
}

function shortKeyOf(core: string): string | undefined {
  const at = core.indexOf(':')
  if (at <= 0) return undefined
  const short = foldTitle(core.slice(0, at))
  return short === '' ? undefined : short
}

/** Longer titles are cut, so that no listing costs more than it is worth. */
const charactersMax = 300

function tidy(listing: string): string {
  return listing
    .slice(0, charactersMax)
    .normalize('NFC')
    .replace(/[®™©]/g, '')
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—―]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
}
