/** Splits a listing's title into the title of the work and the qualifiers of this showing. */

import { defined } from '../../../core/defined.ts'
import { rememberTexts } from '../../../core/text/remember.ts'
import { parseBrand } from './title-brand.ts'
import { foldTitle, letterAlias } from './title-fold.ts'
import { parseQualifiers, parseTrailingQualifiers, type TitleQualifier } from './title-qualifiers.ts'

export interface ParsedTitle {
  /** The title without qualifiers, for display. */
  readonly title: string
  /** For comparison: equal keys may be the same work, different ones rarely are. */
  readonly key: string
  /** An alternative key: `seven` for `se7en`. */
  readonly aliasKey?: string
  /** The key of the part before the first colon. */
  readonly shortKey?: string
  /** A year in brackets, or `1994 version`. */
  readonly year?: number
  /** The end of a broadcast season. */
  readonly season?: number
  readonly brand?: string
  /** `40` for a fortieth anniversary. */
  readonly anniversary?: number
  /** Whether the title says that the film is not new. */
  readonly isRerelease: boolean
  readonly hasLiveScore: boolean
  readonly kind: 'film' | 'event' | 'package' | 'secret'
  /** The removed words, in order of removal. */
  readonly qualifiers: readonly TitleQualifier[]
}

const packages =
  /\b(?:double|triple|quadruple) (?:bill|feature)\b|\b(?:movie )?marathon\b|\ball[- ]nighter\b/i
const secrets =
  /\b(?:scream|screen) unseen\b|\bsecret (?:movie|screening|film|cinema)\b|\bmystery (?:movie|screening|film)\b/i
const anniversary =
  /(\d{1,3})(?:st|nd|rd|th)?\s+ann(?:iversary|iv|\.)?(?:\s+(?:edition|screening|re-?release|celebration))?/i
const anniversaryTail = new RegExp(`^(.*\\S)\\s+${anniversary.source}$`, 'i')
const yearVersion = /^((?:19|20)\d{2})(?:\s+(?:version|film|original))?$/i
/** Programme strands are recognised by their last word: `Family Film Club: …`, `Kinoteka presents: …`. */
const strandPrefix = /(?:^|\s)(?:presents|film club|film programme|film festival|screenings?|matinees?)$/i
/** After a plus, one of these words marks a guest or a talk. */
const plusEvent =
  /\b(?:q ?& ?a|q and a|intro|introduction|introduced|talk|screentalk|discussion|panel|workshop)\b/i
const certificate = /^(?:u|pg|pg-?13|12a?|15|18|r|r18|nc-?17|m|ma15\+?|g|tbc|cert tbc|cert \w{1,3})$/i
const eventTail =
  / (?:x|and|with) [\p{L}' ]*\b(?:workshop|brunch|picnic|dinner|quiz|craft|tasting|afternoon tea)$/iu

const titlesMax = 2000

/**
 * A title that consists of qualifiers only, such as Encore, is left as it is. Remembered, because mapping a theater's week
 * parses the same few titles repeatedly.
 */
export const parseTitle = rememberTexts((listing): ParsedTitle => {
  const tidied = tidy(listing)
  const isSecret = secrets.test(tidied)
  const isPackage = !isSecret && packages.test(tidied)
  const notes: TitleNotes = { qualifiers: [] }
  const core = isSecret ? tidied : stripQualifiers(tidied, notes)
  const branded = isSecret || isPackage ? undefined : parseBrand(core)
  const folded = foldTitle(branded?.rest ?? core)
  const key = `${branded ? `${branded.brand} ` : ''}${isPackage ? 'package ' : ''}${folded}`
  return defined<ParsedTitle>({
    title: core,
    key,
    aliasKey: letterAlias(key),
    shortKey: branded === undefined && !isPackage ? shortKeyOf(core) : undefined,
    year: notes.year,
    season: branded?.season,
    brand: branded?.brand,
    anniversary: notes.anniversary,
    isRerelease: notes.anniversary !== undefined || notes.qualifiers.some(isOldEdition),
    hasLiveScore: notes.qualifiers.some(({ word }) => /^live (?:score|orchestra|music|organ)$/.test(word)),
    kind: isSecret ? 'secret' : isPackage ? 'package' : branded ? 'event' : 'film',
    qualifiers: notes.qualifiers,
  })
}, titlesMax)

/** The titles of a double bill: `Badlands & Moonrise Kingdom` are two. */
export function packageParts(listing: string): string[] {
  const core = tidy(listing).replace(/^.*?\b(?:bill|feature|marathon|all[- ]nighter)\b\s*[:\-–]?\s*/i, '')
  const parts = core.split(/ (?:&|\+|and) |\//i).map((part) => part.trim())
  return parts.length > 1 ? parts.filter((part) => part !== '') : []
}

interface TitleNotes {
  qualifiers: TitleQualifier[]
  year?: number
  anniversary?: number
}

/** From the outside in, until no qualifier is left. */
function stripQualifiers(title: string, notes: TitleNotes): string {
  let rest = title
  for (let turn = 0; turn < 12; turn++) {
    const next = withoutOuter(rest, notes)
    if (next === undefined || !hasContent(next)) return rest
    rest = next
  }
  return rest
}

function withoutOuter(title: string, notes: TitleNotes): string | undefined {
  return (
    withoutLastBracket(title, notes) ??
    withoutFirstBracket(title, notes) ??
    withoutPlus(title, notes) ??
    withoutPrefix(title, notes) ??
    withoutMarkedTail(title, notes) ??
    withoutEventTail(title) ??
    withoutBareTail(title, notes)
  )
}

function withoutLastBracket(title: string, notes: TitleNotes): string | undefined {
  const match = /^(.*\S)\s*[([]([^()[\]]*)[)\]]$/.exec(title)
  if (match === null) return undefined
  const [, before, inside = ''] = match
  if (consumeQualifier(inside, notes) || certificate.test(inside.trim())) return before
  // Square brackets contain the original title.
  return title.endsWith(']') ? before : undefined
}

function withoutFirstBracket(title: string, notes: TitleNotes): string | undefined {
  const match = /^[([]([^()[\]]*)[)\]] ?[:-]? ?(\S.*)$/.exec(title)
  return match && consumeQualifier(match[1], notes) ? match[2] : undefined
}

/** `Nosferatu + Live Score` */
function withoutPlus(title: string, notes: TitleNotes): string | undefined {
  const at = title.lastIndexOf(' + ')
  if (at <= 0) return undefined
  const tail = title.slice(at + 3)
  if (consumeQualifier(tail, notes)) return title.slice(0, at)
  const event = plusEvent.exec(tail)
  if (event === null) return undefined
  notes.qualifiers.push({ kind: 'event', word: event[0].toLowerCase() })
  return title.slice(0, at)
}

function withoutPrefix(title: string, notes: TitleNotes): string | undefined {
  const match = /^([^:]+?) ?: ?(\S.*)$/.exec(title)
  if (match === null) return undefined
  if (consumeQualifier(match[1], notes)) return match[2]
  return strandPrefix.test(match[1] ?? '') ? match[2] : undefined
}

function withoutMarkedTail(title: string, notes: TitleNotes): string | undefined {
  const match = /^(.*\S)(?: ?:| [-–—]| \|) ([^:]*)$/.exec(title)
  return match && consumeQualifier(match[2], notes) ? match[1] : undefined
}

function withoutEventTail(title: string): string | undefined {
  const match = eventTail.exec(title)
  return match ? title.slice(0, match.index) : undefined
}

function withoutBareTail(title: string, notes: TitleNotes): string | undefined {
  const match = anniversaryTail.exec(title)
  if (match?.[1] !== undefined && match[2] !== undefined) {
    notes.anniversary ??= Number(match[2])
    return match[1]
  }
  const tail = parseTrailingQualifiers(title)
  if (tail === undefined || !hasContent(title.slice(0, tail.start))) return undefined
  notes.qualifiers.push(...tail.qualifiers)
  return title.slice(0, tail.start)
}

/** Whether the whole text is a qualifier; adds it to the notes. */
function consumeQualifier(qualifier: string | undefined, notes: TitleNotes): boolean {
  if (qualifier === undefined) return false
  const text = qualifier.trim()
  const year = yearVersion.exec(text)
  if (year !== null) {
    notes.year ??= Number(year[1])
    return true
  }
  const jubilee = anniversary.exec(text)
  const remaining = jubilee === null ? text : text.replace(jubilee[0], ' ').trim()
  const qualifiers = remaining === '' ? [] : parseQualifiers(remaining)
  if (qualifiers === undefined) return false
  if (jubilee !== null) notes.anniversary ??= Number(jubilee[1])
  notes.qualifiers.push(...qualifiers)
  return jubilee !== null || qualifiers.length > 0
}

const emptyWords = /^(?:(?:the|a|an|le|la|les|el|los|der|die|das|and)\b|[^\p{L}\p{N}])*$/iu

function hasContent(title: string): boolean {
  return !emptyWords.test(title)
}

function isOldEdition({ kind, word }: TitleQualifier): boolean {
  return kind === 'edition' && /restor|remaster|re-?issue|re-?release|director|final cut|^[24]k/.test(word)
}

function shortKeyOf(core: string): string | undefined {
  const at = core.indexOf(':')
  if (at <= 0) return undefined
  const short = foldTitle(core.slice(0, at))
  return short === '' ? undefined : short
}

/** Longer titles are cut, which bounds the cost of parsing. */
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
