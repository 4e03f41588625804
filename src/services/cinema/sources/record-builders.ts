/** What every reader needs to turn a platform's listing into records: texts, grades, formats, addresses. */

import { toPlainText } from '../../../core/plain-text.ts'
import { type ParsedFormats, parseFormats } from '../normalise/formats.ts'
import { isDay } from '../normalise/time.ts'
import { packageParts, parseTitle } from '../normalise/title.ts'
import type { HorizonSource, MetadataGrade } from '../schema/index.ts'
import type {
  AvailabilityRecord,
  HorizonRecord,
  MovieRecord,
  RawIds,
  ShowtimeRecord,
  TheaterRecord,
} from '../schema/records.ts'
import type { CinemaMember } from './cinema-directory.ts'

/** What is read from a platform's lists of films and sessions. */
export interface Listing {
  readonly films: MovieRecord[]
  readonly showtimes: ShowtimeRecord[]
  readonly counts: AvailabilityRecord[]
}

type Text = string | null | undefined

/** As the platform has it: anything may be missing, empty or full of markup. */
export interface MovieInput {
  readonly film: string
  readonly title: string
  readonly originalTitle?: Text
  readonly translations?: readonly Text[]
  readonly year?: number | undefined
  readonly releaseOn?: Text
  readonly runtimeMinutes?: number | null | undefined
  readonly rating?: Text
  readonly ratingReason?: Text
  readonly genres?: readonly Text[]
  readonly synopsis?: Text
  readonly poster?: Text
  readonly cast?: readonly Text[]
  readonly directors?: readonly Text[]
  readonly distributor?: Text
  readonly ids?: MovieRecord['ids']
  readonly rawIds?: RawIds
}

const runtimeMinutesMax = 1500
const namesMax = 20

/** Undefined when there is no title left. */
export function toMovie(input: MovieInput): MovieRecord | undefined {
  const title = toPlainText(input.title)
  if (title === '') return undefined
  const synopsis = cleanText(input.synopsis)
  const poster = absoluteUrl(input.poster)
  const runtime = Math.round(input.runtimeMinutes ?? 0)
  const hasRuntime = runtime > 0 && runtime <= runtimeMinutesMax
  const cast = cleanNames(input.cast)
  const directors = cleanNames(input.directors)
  const genres = cleanNames(input.genres)
  const distributors = cleanNames([input.distributor])
  const rating = cleanText(input.rating)
  const ratingReason = cleanText(input.ratingReason)
  const releaseOn = input.releaseOn?.slice(0, 10)
  const alternateTitles = otherTitles(input, title)
  const parts = parseTitle(title).kind === 'package' ? packageParts(title) : []
  const descriptiveFields = [synopsis, poster, hasRuntime || undefined, cast[0], directors[0], genres[0]]
  return {
    type: 'movie',
    film: input.film,
    title,
    ...(alternateTitles.length === 0 ? {} : { otherTitles: alternateTitles }),
    ...(parts.length < 2 ? {} : { packageOf: parts }),
    ...(input.year === undefined ? {} : { year: input.year }),
    ...(releaseOn !== undefined && isDay(releaseOn) ? { releaseOn } : {}),
    ...(hasRuntime ? { runtimeMinutes: runtime } : {}),
    ...(rating === undefined ? {} : { rating }),
    ...(ratingReason === undefined ? {} : { ratingReason }),
    ...(genres.length === 0 ? {} : { genres }),
    ...(synopsis === undefined ? {} : { synopsis }),
    ...(poster === undefined ? {} : { images: { poster } }),
    ...(cast.length === 0 ? {} : { cast }),
    ...(directors.length === 0 ? {} : { directors }),
    ...(distributors.length === 0 ? {} : { distributors }),
    ids: input.ids ?? {},
    grade: gradeOf(descriptiveFields, [synopsis, poster, hasRuntime || undefined, cast[0]]),
    rawIds: { film: input.film, ...input.rawIds },
  }
}

function gradeOf(known: readonly unknown[], rich: readonly unknown[]): MetadataGrade {
  if (rich.every((fact) => fact !== undefined)) return 'rich'
  return known.some((fact) => fact !== undefined) ? 'partial' : 'title_only'
}

function otherTitles(input: MovieInput, title: string): NonNullable<MovieRecord['otherTitles']> {
  const original = cleanText(input.originalTitle)
  return [
    ...(original === undefined || original === title ? [] : [{ title: original, kind: 'original' as const }]),
    ...cleanNames(input.translations)
      .filter((translation) => translation !== title)
      .map((translation) => ({ title: translation, kind: 'translation' as const })),
  ]
}

/** The theater as the member file knows it, and what the platform adds. */
export function toTheater(
  member: CinemaMember,
  facts: Partial<Omit<TheaterRecord, 'type' | 'site'>> = {},
): TheaterRecord {
  const geo = facts.geo ?? member.geo
  const phone = cleanText(facts.phone) ?? member.phone
  const website = absoluteUrl(facts.websiteUrl) ?? member.website
  const name = cleanText(facts.name) ?? member.name
  return {
    type: 'theater',
    site: member.site,
    name,
    slug: slugify(name),
    address: { ...facts.address, ...member.address },
    ...(geo === undefined ? {} : { geo }),
    timezone: facts.timezone ?? member.timezone,
    ...(phone === undefined ? {} : { phone }),
    ...(website === undefined ? {} : { websiteUrl: website }),
    ...(facts.amenities === undefined || facts.amenities.length === 0 ? {} : { amenities: facts.amenities }),
    rawIds: { site: member.site, ...facts.rawIds },
  }
}

export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The tags of a showing: what the platform wrote, and what the title says about this version of the film. */
export function showtimeFormats(raws: readonly string[], title: string, member: CinemaMember): ParsedFormats {
  const fromTags = parseFormats(raws.map(toPlainText), formatOverrides(member))
  const words = parseTitle(title).qualifiers.map(({ word }) => word)
  if (words.length === 0) return fromTags
  const fromTitle = parseFormats(words)
  const language = fromTags.language ?? fromTitle.language
  const subtitleLanguage = fromTags.subtitleLanguage ?? fromTitle.subtitleLanguage
  return {
    formats: [...new Set([...fromTags.formats, ...fromTitle.formats])].sort(),
    rawFormats: fromTags.rawFormats,
    ...(language === undefined ? {} : { language }),
    ...(subtitleLanguage === undefined ? {} : { subtitleLanguage }),
  }
}

const overridesByMember = new WeakMap<CinemaMember, ReadonlyMap<string, readonly string[]>>()

/** `formats: dolby=dolby_cinema, ss=sensory_friendly` in the member file. */
function formatOverrides(member: CinemaMember): ReadonlyMap<string, readonly string[]> {
  const cachedOverrides = overridesByMember.get(member)
  if (cachedOverrides !== undefined) return cachedOverrides
  const parsedOverrides = new Map(
    (member.options.formats ?? '')
      .split(',')
      .map((rule) => rule.split('='))
      .flatMap(([raw, tags]) =>
        raw === undefined || tags === undefined
          ? []
          : [[raw.trim().toLowerCase(), tags.trim().split(/\s+/)] as const],
      ),
  )
  overridesByMember.set(member, parsedOverrides)
  return parsedOverrides
}

/** The chain's own pattern filled in, where there is one. */
export function bookingUrlField(
  member: CinemaMember,
  session: string,
): { bookingUrl: string } | Record<string, never> {
  if (member.booking === undefined) return {}
  const filled = member.booking
    .replaceAll('{site}', encodeURIComponent(member.site))
    .replaceAll('{session}', encodeURIComponent(session))
  return { bookingUrl: filled }
}

/** An absolute http address, or undefined; `//host/x` and `/x` are completed. */
export function absoluteUrl(text: Text, base = 'https://invalid.invalid'): string | undefined {
  if (text === null || text === undefined || text.trim() === '') return undefined
  const url = URL.parse(text.trim(), base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === 'invalid.invalid') return undefined
  return url.href
}

export function cleanText(text: Text): string | undefined {
  if (text === null || text === undefined) return undefined
  const decoded = toPlainText(text)
  return decoded === '' ? undefined : decoded
}

function cleanNames(names: readonly Text[] | undefined): string[] {
  const cleaned = (names ?? []).map(cleanText).filter((name) => name !== undefined)
  return [...new Set(cleaned)].slice(0, namesMax)
}

/** A whole number that arrived as one or as text, not negative; else null. */
export function parseCount(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < 100_000
    ? number
    : null
}

/** What a body says, for deciding what to ask next; undefined when it is not JSON. It is checked later, on its own. */
// biome-ignore lint/suspicious/noExplicitAny: nothing is known about it yet
export function tryParseJson(body: string): any {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The first `count` that begin after `nowMs`, soonest first. */
export function soonest<Session extends { readonly startsAt: number }>(
  sessions: readonly Session[],
  nowMs: number,
  count: number,
): Session[] {
  return sessions
    .filter(({ startsAt }) => startsAt > nowMs)
    .sort((one, other) => one.startsAt - other.startsAt)
    .slice(0, count)
}

/** From the first to the last of these days; undefined when there is none. */
export function toHorizon(
  site: string,
  days: readonly string[],
  horizonSource: HorizonSource,
): HorizonRecord | undefined {
  const sorted = days.filter(isDay).sort()
  const [firstDate] = sorted
  const lastDate = sorted.at(-1)
  if (firstDate === undefined || lastDate === undefined) return undefined
  return { type: 'horizon', site, firstDate, lastDate, horizonSource }
}

/** Drops what is undefined, because exact optional properties do not take it. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined | null,
): { [Key in Name]?: Value } {
  return value === undefined || value === null ? {} : ({ [name]: value } as { [Key in Name]?: Value })
}
