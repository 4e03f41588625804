/** Decides whether two listings are the same work: by ids, otherwise by title, year and runtime. */

import { defined, nonEmpty } from '../../../../core/defined.ts'
import { parseTitle } from '../../normalise/title.ts'
import type { ExternalIds, MovieRecord } from '../../schema/records.ts'

/** The facts that identify a work. */
export interface Work {
  readonly key: string
  readonly aliasKey?: string
  readonly shortKey?: string
  /** Keys of translations and of the original title. */
  readonly otherKeys?: readonly string[]
  /** From brackets in the title, an anniversary (give or take one year), or a catalogue. */
  readonly year?: number
  readonly isYearRough?: boolean
  readonly season?: number
  readonly runtimeMinutes?: number
  readonly directors?: readonly string[]
  readonly ids: ExternalIds
  readonly kind: 'film' | 'event' | 'package' | 'secret'
  readonly hasLiveScore?: boolean
}

export interface WorkComparison {
  /** `review` needs a person; until then the two stay separate. */
  readonly result: 'same' | 'different' | 'review'
  readonly confidence: 'exact' | 'high' | 'low'
  readonly reason: string
}

/** `screeningYear` dates anniversaries. */
export function toWork(
  record: Pick<
    MovieRecord,
    'title' | 'otherTitles' | 'packageOf' | 'year' | 'runtimeMinutes' | 'directors' | 'ids'
  >,
  screeningYear: number,
): Work {
  const parsedTitle = parseTitle(record.title)
  const isPackage = parsedTitle.kind === 'package' || (record.packageOf?.length ?? 0) > 1
  const otherKeys = (record.otherTitles ?? []).map(({ title }) => parseTitle(title).key)
  const anniversaryYear =
    parsedTitle.anniversary === undefined ? undefined : screeningYear - parsedTitle.anniversary
  const year = record.year ?? parsedTitle.year ?? anniversaryYear
  const isYearRough =
    record.year === undefined && parsedTitle.year === undefined && anniversaryYear !== undefined
  const runtime = record.runtimeMinutes
  return defined<Work>({
    key: isPackage && parsedTitle.kind !== 'package' ? `package ${parsedTitle.key}` : parsedTitle.key,
    aliasKey: parsedTitle.aliasKey,
    shortKey: parsedTitle.shortKey,
    otherKeys: nonEmpty([...new Set(otherKeys)]),
    year,
    isYearRough: isYearRough || undefined,
    season: parsedTitle.season,
    runtimeMinutes: runtime === undefined || runtime <= 0 ? undefined : runtime,
    directors: nonEmpty(record.directors),
    ids: record.ids,
    kind: isPackage ? 'package' : parsedTitle.kind,
    hasLiveScore: parsedTitle.hasLiveScore || undefined,
  })
}

export function compareWorks(one: Work, other: Work): WorkComparison {
  const byId = compareIds(one.ids, other.ids)
  if (byId !== undefined) return byId
  if ((one.kind === 'package') !== (other.kind === 'package'))
    return different('a package is not one of its parts')
  if ((one.kind === 'secret') !== (other.kind === 'secret'))
    return different('a secret screening names no film')
  const title = compareKeys(one, other)
  if (title === undefined) return different('the titles differ')
  if (one.season !== undefined && other.season !== undefined && one.season !== other.season)
    return different('the seasons differ')
  return title === 'equal' || title === 'word'
    ? compareYearAndRuntime(title, one, other)
    : compareLooseTitle(title, one, other)
}

/** Catalogue ids decide both ways; equal exchange ids prove the same work, different ones prove nothing. */
function compareIds(one: ExternalIds, other: ExternalIds): WorkComparison | undefined {
  const kinds = ['tmdb', 'imdb', 'moviexchange'] as const
  const sharedKinds = kinds.filter((kind) => one[kind] !== undefined && other[kind] !== undefined)
  const equal = sharedKinds.find((kind) => one[kind] === other[kind])
  if (equal !== undefined) return { result: 'same', confidence: 'exact', reason: `the same ${equal} id` }
  const unequal = sharedKinds.find((kind) => kind !== 'moviexchange')
  return unequal === undefined
    ? undefined
    : { result: 'different', confidence: 'exact', reason: `different ${unequal} ids` }
}

/** `word`: equal, but a single word is weak evidence. */
type TitleMatch = 'equal' | 'word' | 'alias' | 'misspelled' | 'short'

function compareKeys(one: Work, other: Work): TitleMatch | undefined {
  const ones = [one.key, ...(one.otherKeys ?? [])]
  const others = new Set([other.key, ...(other.otherKeys ?? [])])
  const sharedKey = ones.find((key) => others.has(key))
  if (sharedKey !== undefined) return sharedKey.includes(' ') ? 'equal' : 'word'
  if (one.aliasKey === other.key || other.aliasKey === one.key) return 'alias'
  if (isOneEditApart(one.key, other.key)) return 'misspelled'
  if (one.shortKey === other.key || other.shortKey === one.key) return 'short'
  return undefined
}

function compareYearAndRuntime(title: 'equal' | 'word', one: Work, other: Work): WorkComparison {
  const apart = yearsApart(one, other)
  const minutes = minutesApart(one, other)
  if (apart !== undefined && apart >= 2) return different('the years differ')
  if (apart === 1) {
    return minutes === undefined || minutes > 5 ? review('the years differ by one') : same('one year apart')
  }
  if (apart === undefined && Boolean(one.hasLiveScore) !== Boolean(other.hasLiveScore)) {
    return minutes !== undefined && minutes <= 10
      ? same('the same length, once with a live score')
      : review('one has a live score, the other may be another film of that title')
  }
  if (apart === undefined && title === 'word') {
    if (minutes !== undefined && minutes <= 3) return same('one word, the same length')
    return sharesDirector(one, other)
      ? same('one word, the same director')
      : review('one word, nothing to tell them apart')
  }
  if (minutes === undefined || minutes <= 10) return same('the same title')
  const isEvent = one.kind === 'event' || other.kind === 'event'
  if (minutes <= (isEvent ? 45 : 25)) return same('the same title, other lengths', 'low')
  if (apart === 0) return review('the same title and year, very different lengths')
  return isEvent ? review('the lengths of a live event differ') : different('the lengths differ')
}

/** Similar titles need further evidence. */
function compareLooseTitle(title: 'alias' | 'misspelled' | 'short', one: Work, other: Work): WorkComparison {
  const apart = yearsApart(one, other)
  const minutes = minutesApart(one, other)
  if (apart !== undefined && apart > 0) return different('nearly the same title, another year')
  if (title === 'short') {
    return apart === 0 && minutes !== undefined && minutes <= 5
      ? same('the same title but for its subtitle')
      : different('the subtitles differ')
  }
  const isLong = Math.min(one.key.length, other.key.length) >= 15
  if (minutes === undefined ? title === 'misspelled' && isLong : minutes <= 5)
    return same(title === 'alias' ? 'digits for letters' : 'one letter apart', 'low')
  return minutes === undefined
    ? review('nearly the same title')
    : different('nearly the same title, other lengths')
}

/** Undefined unless both are set. Anniversaries are accurate to one year. */
function yearsApart(one: Work, other: Work): number | undefined {
  if (one.year === undefined || other.year === undefined) return undefined
  const apart = Math.abs(one.year - other.year)
  return apart === 1 && (one.isYearRough || other.isYearRough) ? 0 : apart
}

function minutesApart(one: Work, other: Work): number | undefined {
  if (one.runtimeMinutes === undefined || other.runtimeMinutes === undefined) return undefined
  return Math.abs(one.runtimeMinutes - other.runtimeMinutes)
}

function sharesDirector(one: Work, other: Work): boolean {
  const names = new Set((one.directors ?? []).map(foldName))
  return (other.directors ?? []).some((name) => names.has(foldName(name)))
}

function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}

const typoCharactersMin = 8

/** One letter inserted, deleted or replaced. Numbers must be equal, because they denote sequels. */
export function isOneEditApart(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < typoCharactersMin || one === other) return false
  if (Math.abs(one.length - other.length) > 1) return false
  if (one.replace(/\D+/g, ' ') !== other.replace(/\D+/g, ' ')) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  const endMax = Math.min(one.length, other.length) - start
  while (end < endMax && one.at(-1 - end) === other.at(-1 - end)) end++
  return Math.max(one.length, other.length) - start - end <= 1
}

function same(reason: string, confidence: 'high' | 'low' = 'high'): WorkComparison {
  return { result: 'same', confidence, reason }
}

function different(reason: string): WorkComparison {
  return { result: 'different', confidence: 'high', reason }
}

function review(reason: string): WorkComparison {
  return { result: 'review', confidence: 'low', reason }
}
