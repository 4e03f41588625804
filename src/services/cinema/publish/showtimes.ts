/** Publishes showtimes: writes listed ones, keeps past ones, marks those delisted before their start. */

import { toInstant } from '../../../core/clock.ts'
import { contentHash } from '../../../core/content-hash.ts'
import { chunks } from '../../../store/chunks.ts'
import { encodeShowtimeFacts } from '../encoding/showtime-facts.ts'
import { dayMs, dayToMs } from '../normalise/time.ts'
import type { ShowtimeRecord, TheaterRecord } from '../schema/records.ts'
import type { ShowtimeRow } from '../schema/tables.ts'
import { findSchemaError } from './find-schema-error.ts'
import type { Counts, PublishContext } from './publish-context.ts'

/** Increment this to rewrite unchanged records. */
const docVersion = 1
/** Matches no record, so a showtime that is listed again is rewritten. */
const delistedHash = 'gone'
/** A business date begins at 06:00 local time. */
const dayStartMs = 6 * 3_600_000

export async function publishShowtimes(
  context: PublishContext,
  theaters: readonly TheaterRecord[],
  records: readonly ShowtimeRecord[],
  movieOf: ReadonlyMap<string, string>,
): Promise<Counts> {
  const rows = toRows(context, records, movieOf)
  const outcome = await context.dialect.upsertChanged(context.tx, 'showtime', ['id'], rows)
  const listed = new Set(rows.map(({ id }) => id))
  let removed = 0
  for (const { site } of theaters) removed += await markDelisted(context, context.theaterId(site), listed)
  return { ...outcome, removed }
}

/** Without the seat columns, which a listing does not change. */
type ListingRow = Omit<ShowtimeRow, 'seats_at' | 'told'>

function toRows(
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
    day_starts_at: dayToMs(record.businessDate) + dayStartMs - offsetMs,
    seating: record.seating,
    formats: record.formats.length === 0 ? '' : ` ${record.formats.join(' ')} `,
    facts: encodeShowtimeFacts({
      state: record.state,
      salesStartAt: record.salesStartAt,
      salesEndAt: record.salesEndAt,
      lacks: lacks.sort(),
    }),
    has_grid: capabilities.seat_grid && !lacks.includes('seat_grid') ? 1 : 0,
    gone_at: null,
  }
  return { ...row, hash: contentHash(docVersion, JSON.stringify(row) + doc), doc }
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

/** Applies only to upcoming showtimes, because sources do not list past ones. */
async function markDelisted(
  { tx, capturedAt }: PublishContext,
  theaterId: string,
  listed: ReadonlySet<string>,
): Promise<number> {
  const upcoming = await tx
    .selectFrom('showtime')
    .select('id')
    .where('theater_id', '=', theaterId)
    .where('starts_at', '>', capturedAt)
    .where('gone_at', 'is', null)
    .execute()
  const delistedIds = upcoming.map(({ id }) => id).filter((id) => !listed.has(id))
  for (const ids of chunks(delistedIds)) {
    await tx
      .updateTable('showtime')
      .set({ gone_at: capturedAt, hash: delistedHash })
      .where('id', 'in', ids)
      .execute()
  }
  return delistedIds.length
}

/** Deletes a theater's showtimes after the retention period, with their seats and prices. */
export async function deleteOldShowtimes(
  { tx }: PublishContext,
  theaterId: string,
  beforeMs: number,
): Promise<void> {
  const beforeDay = toInstant(beforeMs - dayMs).slice(0, 10)
  const old = await tx
    .selectFrom('showtime')
    .select('id')
    .where('theater_id', '=', theaterId)
    .where('business_date', '<', beforeDay)
    .execute()
  for (const ids of chunks(old.map(({ id }) => id))) {
    await tx.deleteFrom('showtime_seats').where('showtime_id', 'in', ids).execute()
    await tx.deleteFrom('seat_history').where('showtime_id', 'in', ids).execute()
    await tx.deleteFrom('showtime_prices').where('showtime_id', 'in', ids).execute()
    await tx.deleteFrom('showtime').where('id', 'in', ids).execute()
  }
}
