/** The record of a showtime, from the fields of a platform. */

import { defined, nonEmpty } from '../../../../core/defined.ts'
import { toPlainText } from '../../../../core/parse/plain-text.ts'
import { type ParsedFormats, parseFormats } from '../../normalise/formats.ts'
import { businessDateOf, dayMs, type Start } from '../../normalise/time.ts'
import { parseTitle } from '../../normalise/title.ts'
import type { CapabilityName, SeatingType } from '../../schema/index.ts'
import type { MovieRecord, RawIds, SaleState, ShowtimeRecord, UnresolvedField } from '../../schema/records.ts'
import type { CinemaMember } from '../cinema-member.ts'
import type { Text } from '../field-values.ts'

export interface ShowtimeInput {
  readonly member: CinemaMember
  readonly session: string
  readonly film: Pick<MovieRecord, 'film' | 'title'>
  readonly start: Start
  readonly state: SaleState
  /** Default: the member's. */
  readonly timezone?: string
  /** Default: computed from the local start. */
  readonly businessDate?: string
  readonly salesStartAt?: number | undefined
  readonly salesEndAt?: number | undefined
  readonly auditorium?: Text
  readonly screen?: Text
  readonly tags: readonly string[]
  /** Wins over the language of a tag. */
  readonly language?: string | undefined
  readonly subtitleLanguage?: string | undefined
  /** Default: `unknown`. */
  readonly seating?: SeatingType
  readonly bookingUrl?: string | undefined
  readonly lacks?: readonly CapabilityName[] | undefined
  readonly unresolved?: readonly UnresolvedField[]
  /** In addition to `session`, `film` and `site`. */
  readonly rawIds?: Readonly<Record<string, Text>>
  /** The start as the platform writes it, published if it is doubtful. */
  readonly localStart?: string
}

export function toShowtimeRecord(input: ShowtimeInput): ShowtimeRecord {
  const { member, session, film, start } = input
  const warnings = nonEmpty(start.warnings)
  const formats = showtimeFormats(input.tags, film.title, member)
  return defined<ShowtimeRecord>({
    type: 'showtime',
    site: member.site,
    session,
    film: film.film,
    startsAt: start.startsAt,
    startsAtLocal: start.startsAtLocal,
    timezone: input.timezone ?? member.timezone,
    businessDate: input.businessDate ?? businessDateOf(start.startsAtLocal),
    state: input.state,
    salesStartAt: isWithin(input.salesStartAt, 0, start.startsAt + dayMs) ? input.salesStartAt : undefined,
    salesEndAt: isWithin(input.salesEndAt, start.startsAt, start.startsAt + dayMs)
      ? input.salesEndAt
      : undefined,
    auditorium: input.auditorium ?? undefined,
    screen: input.screen ?? undefined,
    ...formats,
    language: input.language ?? formats.language,
    subtitleLanguage: input.subtitleLanguage ?? formats.subtitleLanguage,
    seating: input.seating ?? 'unknown',
    bookingUrl: input.bookingUrl,
    lacks: nonEmpty(input.lacks),
    warnings,
    unresolved: nonEmpty(input.unresolved),
    rawIds: definedIds({
      session,
      film: film.film,
      site: member.site,
      ...input.rawIds,
      local_start: warnings === undefined ? undefined : input.localStart,
    }),
  })
}

/** A time of sale beyond means that it is not known. */
function isWithin(ms: number | undefined, firstMs: number, lastMs: number): boolean {
  return ms !== undefined && ms > firstMs && ms <= lastMs
}

function definedIds(ids: Readonly<Record<string, Text>>): RawIds {
  return Object.fromEntries(
    Object.entries(ids).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The tags of the platform, and those that the title implies. */
function showtimeFormats(tags: readonly string[], title: string, member: CinemaMember): ParsedFormats {
  const fromTags = parseFormats(tags.map(toPlainText), formatOverrides(member))
  const words = parseTitle(title).qualifiers.map(({ word }) => word)
  if (words.length === 0) return fromTags
  const fromTitle = parseFormats(words)
  return {
    ...fromTitle,
    ...fromTags,
    formats: [...new Set([...fromTags.formats, ...fromTitle.formats])].sort(),
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

/** The chain's URL pattern, filled in. */
export function bookingUrl({ booking, site }: CinemaMember, session: string): string | undefined {
  return booking
    ?.replaceAll('{site}', encodeURIComponent(site))
    .replaceAll('{session}', encodeURIComponent(session))
}

/** From a flag that platforms leave out where they do not know. */
export function toSeating(isReserved: boolean | null | undefined): SeatingType {
  return isReserved == null ? 'unknown' : isReserved ? 'reserved' : 'general_admission'
}
