/** The row and the document of a listed showtime. */

import { toInstant } from '../../../core/clock.ts'
import { contentHash } from '../../../core/content-hash.ts'
import { businessDayStartMs, dayToMs } from '../normalise/time.ts'
import type { ShowtimeRecord } from '../schema/records.ts'
import type { ShowtimeFacts, ShowtimeRow } from '../schema/tables.ts'
import { findSchemaError } from './find-schema-error.ts'
import type { PublishContext } from './publish-context.ts'

/** Increment this to rewrite unchanged records. */
const docVersion = 2

/** Without the columns that a listing does not change. */
export type ListingRow = Omit<ShowtimeRow, 'seats_at' | 'seat_summary' | 'free' | 'together' | 'absent_at'>

export function toListingRows(
  context: PublishContext,
  records: readonly ShowtimeRecord[],
  movieOf: ReadonlyMap<string, string>,
): ListingRow[] {
  return records.flatMap((record) => {
    const movieId = movieOf.get(record.film)
    if (movieId === undefined) {
      context.drop('showtime without a film')
      return []
    }
    const theaterId = context.theaterId(record.site)
    const doc = toDoc(record, context.showtimeId(record.site, record.session), theaterId, movieId)
    const schemaError = findSchemaError('showtime', doc)
    if (schemaError !== undefined) context.drop(schemaError)
    return schemaError === undefined ? [toRow(context, record, doc)] : []
  })
}

function toRow(context: PublishContext, record: ShowtimeRecord, resource: ShowtimeDoc): ListingRow {
  const { capabilities } = context.adapter
  const isOpenSeating = record.seating === 'general_admission'
  const lacks = [...new Set([...(record.lacks ?? []), ...(isOpenSeating ? (['seat_grid'] as const) : [])])]
  if (record.bookingUrl === undefined && !lacks.includes('booking_url')) lacks.push('booking_url')
  const { state, salesStartAt, salesEndAt } = record
  const facts: ShowtimeFacts = { state, salesStartAt, salesEndAt, lacks: lacks.sort() }
  const doc = JSON.stringify(resource)
  const offsetMs = Date.parse(`${record.startsAtLocal.slice(0, 19)}Z`) - record.startsAt
  const row = {
    id: resource.id,
    theater_id: resource.theater_id,
    movie_id: resource.movie_id,
    chain_id: context.chainId,
    source_id: context.sourceId,
    starts_at: record.startsAt,
    business_date: record.businessDate,
    day_starts_at: dayToMs(record.businessDate) + businessDayStartMs - offsetMs,
    seating: record.seating,
    formats: toTags(record.formats),
    languages: toTags([
      ...languageTags(record.language),
      ...languageTags(record.subtitleLanguage).map((tag) => `sub:${tag}`),
    ]),
    facts: JSON.stringify(facts),
    has_grid: capabilities.seat_grid && !lacks.includes('seat_grid') ? 1 : 0,
    gone_at: null,
  }
  return { ...row, hash: contentHash(docVersion, JSON.stringify(row) + doc), doc }
}

function toTags(tags: readonly string[]): string {
  return tags.length === 0 ? '' : ` ${tags.join(' ')} `
}

/** `pt-br` is also `pt`. */
function languageTags(language: string | undefined): string[] {
  if (language === undefined) return []
  const tag = language.toLowerCase()
  return [...new Set([tag, tag.split('-')[0] ?? tag])]
}

const warningMessages: Readonly<Record<string, string>> = {
  ambiguous_local_time: 'Ambiguous local time (clock change); the earlier one is used.',
  nonexistent_local_time: 'Nonexistent local time (clock change); moved forward.',
  offset_mismatch: 'Local time and UTC offset of the source disagree; the instant is used.',
}

/** The lineage comes last, so that a read can append to it. */
function toDoc(record: ShowtimeRecord, id: string, theaterId: string, movieId: string) {
  return {
    id,
    theater_id: theaterId,
    movie_id: movieId,
    source_showtime_id: record.session,
    starts_at: toInstant(record.startsAt),
    starts_at_local: record.startsAtLocal,
    timezone: record.timezone,
    business_date: record.businessDate,
    auditorium: record.auditorium,
    screen: record.screen,
    format_tags: record.formats,
    raw_format_tags: record.rawFormats,
    language: record.language,
    subtitle_language: record.subtitleLanguage,
    booking_url: record.bookingUrl,
    warnings: record.warnings?.map((code) => ({
      code,
      message: warningMessages[code] ?? 'Reported by the source.',
    })),
    source_lineage: { raw_ids: record.rawIds },
  }
}

type ShowtimeDoc = ReturnType<typeof toDoc>
