/** Publishes showtimes: writes listed ones, keeps past ones, marks those that two lists lack before their start. */

import { isUnusualLoss } from '../../../core/short-list.ts'
import { chunks } from '../../../store/chunks.ts'
import type { Showtime } from '../schema/index.ts'
import type { ListedRecord, ShowtimeRecord, TheaterRecord } from '../schema/records.ts'
import type { ShowtimeRow } from '../schema/tables.ts'
import { assessAbsences, isForeignList, type UpcomingShowtime } from './assess-absences.ts'
import { keepShowtimeFields } from './keep-known-fields.ts'
import { type ListingRow, toListingRows } from './listing-rows.ts'
import { logListing, logShowtime } from './log-showtimes.ts'
import type { Counts, PublishContext } from './publish-context.ts'

/** Matches no record, so a showtime that is listed again is rewritten. */
const delistedHash = 'gone'

export interface ShowtimeRecords {
  readonly theaters: readonly TheaterRecord[]
  readonly showtimes: readonly ShowtimeRecord[]
  readonly listed: readonly ListedRecord[]
  /** Business dates that could not be read: nothing is absent from them. */
  readonly unreadDays: ReadonlySet<string> | 'all'
}

export interface PublishedShowtimes {
  readonly counts: Counts
  /** The formats of all upcoming showtimes, by site. */
  readonly formats: ReadonlyMap<string, ReadonlySet<string>>
}

export async function publishShowtimes(
  context: PublishContext,
  { theaters, showtimes, listed, unreadDays }: ShowtimeRecords,
  movieOf: ReadonlyMap<string, string>,
): Promise<PublishedShowtimes> {
  holdUnreadable(context, listed, showtimes.length)
  const rows = toListingRows(context, await keepUnresolvedFields(context, showtimes), movieOf)
  const listedIds = new Map<string, Pick<UpcomingShowtime, 'movieId' | 'startsAt'> | undefined>([
    ...listed.map(({ site, session }) => [context.showtimeId(site, session), undefined] as const),
    // A showtime that cannot be stored is still listed.
    ...showtimes.map(({ site, session }) => [context.showtimeId(site, session), undefined] as const),
    ...rows.map((row) => [row.id, { movieId: row.movie_id, startsAt: row.starts_at }] as const),
  ])
  const formats = new Map<string, Set<string>>()
  const ids = { gone: [] as string[], absent: [] as string[], returned: [] as string[] }
  const stored = new Map<string, UpcomingRow>()
  for (const { site } of theaters) {
    const upcoming = await readUpcoming(context, context.theaterId(site))
    for (const row of upcoming) stored.set(row.id, row)
    const { goneIds, absentIds, returnedIds, held, problem } = assessAbsences(
      withoutUnidentified(context, onReadDays(upcoming, unreadDays), listed, listedIds),
      listedIds,
      context.capturedAt,
    )
    ids.gone.push(...goneIds)
    ids.absent.push(...absentIds)
    ids.returned.push(...returnedIds)
    context.hold(held, problem)
    const replaced = new Set([...goneIds, ...rows.map(({ id }) => id)])
    const kept = upcoming.filter(({ id }) => !replaced.has(id))
    // Some sources list showtimes that have begun.
    const listedUpcoming = rows.filter(
      (row) => row.theater_id === context.theaterId(site) && row.starts_at > context.capturedAt,
    )
    formats.set(
      site,
      new Set([...listedUpcoming, ...kept].flatMap((row) => row.formats.trim().split(' ').filter(Boolean))),
    )
  }
  await logShowtimes(context, rows, stored, ids.gone)
  const outcome = await context.dialect.upsertChanged(context.tx, 'showtime', ['id'], rows)
  await updateShowtimes(context, ids.gone, {
    gone_at: context.capturedAt,
    absent_at: null,
    hash: delistedHash,
  })
  await updateShowtimes(
    context,
    ids.absent.filter((id) => !ids.gone.includes(id)),
    {
      absent_at: context.capturedAt,
    },
  )
  await updateShowtimes(context, ids.returned, { absent_at: null })
  return { counts: { ...outcome, removed: ids.gone.length }, formats }
}

/** Before they are written. */
async function logShowtimes(
  { tx, log, capturedAt }: PublishContext,
  rows: readonly ListingRow[],
  stored: ReadonlyMap<string, UpcomingRow>,
  goneIds: readonly string[],
): Promise<void> {
  /** Those that are stored have begun, or their source did not list them for a while. */
  const others = rows.filter(({ id }) => !stored.has(id))
  const begun = new Set<string>()
  for (const ids of chunks(others.map(({ id }) => id)))
    for (const { id } of await tx
      .selectFrom('showtime')
      .select('id')
      .where('id', 'in', ids)
      .where('gone_at', 'is', null)
      .execute())
      begun.add(id)
  const changed = rows.filter(({ id, hash }) => (stored.get(id)?.hash ?? hash) !== hash)
  const docs = await readDocs(
    tx,
    changed.map(({ id }) => id),
  )
  for (const row of rows) {
    const before = stored.get(row.id)
    const doc = docs.get(row.id)
    if (before !== undefined && doc !== undefined) logListing(log, { ...before, doc }, row, capturedAt)
    if (before === undefined && !begun.has(row.id)) logShowtime(log, 'showtime.added', row, capturedAt)
  }
  for (const id of goneIds.toSorted()) {
    const before = stored.get(id)
    if (before !== undefined) logShowtime(log, 'showtime.cancelled', before, capturedAt)
  }
}

/**
 * Where ids depend on the start, a held showtime does not have the id of the one that is stored. So as long as no more are
 * missing than are held without a known id, none of them is absent.
 */
function withoutUnidentified(
  context: PublishContext,
  upcoming: readonly UpcomingShowtime[],
  listed: readonly ListedRecord[],
  listedIds: ReadonlyMap<string, unknown>,
): readonly UpcomingShowtime[] {
  const known = new Set(upcoming.map(({ id }) => id))
  const unidentified = listed.filter(
    ({ isHeld, site, session }) => isHeld && !known.has(context.showtimeId(site, session)),
  )
  const found = upcoming.filter(({ id }) => listedIds.has(id))
  return upcoming.length - found.length <= unidentified.length ? found : upcoming
}

/** Sessions that their source lists, but does not describe: what is stored of them stays. */
function holdUnreadable(
  context: PublishContext,
  listed: readonly ListedRecord[],
  readableCount: number,
): void {
  const count = listed.filter(({ isHeld }) => !isHeld).length
  const isUnusual = isUnusualLoss(count, count + readableCount)
  context.hold(count, isUnusual ? `${count} listed showtimes could not be read` : undefined)
}

/** Notes that the list seems to be that of another theater. Then none of it is published until a second one agrees. */
export async function holdForeignList(
  context: PublishContext,
  { theaters, showtimes, listed: unreadable, unreadDays }: ShowtimeRecords,
  movieOf: ReadonlyMap<string, string>,
): Promise<boolean> {
  const unreadableIds = new Set(unreadable.map(({ site, session }) => context.showtimeId(site, session)))
  for (const { site } of theaters) {
    const stored = await readUpcoming(context, context.theaterId(site))
    const upcoming = onReadDays(stored, unreadDays).filter(({ id }) => !unreadableIds.has(id))
    const listed = showtimes
      .filter((record) => record.site === site && record.startsAt > context.capturedAt)
      .map(({ film, startsAt }) => ({ movieId: movieOf.get(film) ?? '', startsAt }))
    if (!isForeignList(upcoming, listed, context.capturedAt)) continue
    const absentIds = upcoming.filter(({ absentAt }) => absentAt === null).map(({ id }) => id)
    await updateShowtimes(context, absentIds, { absent_at: context.capturedAt })
    context.hold(
      upcoming.length,
      `hardly any of ${upcoming.length} upcoming showtimes is listed any more, but ${listed.length} others are`,
    )
    return true
  }
  return false
}

/** Reads stored showtimes only for records with references that the source did not describe. */
async function keepUnresolvedFields(
  context: PublishContext,
  records: readonly ShowtimeRecord[],
): Promise<readonly ShowtimeRecord[]> {
  const idOf = ({ site, session }: ShowtimeRecord) => context.showtimeId(site, session)
  const unresolvedIds = records.filter(({ unresolved }) => unresolved !== undefined).map(idOf)
  const docs = await readDocs(context.tx, unresolvedIds)
  if (docs.size === 0) return records
  let kept = 0
  const merged = records.map((record) => {
    const doc = docs.get(idOf(record))
    const complete = doc === undefined ? undefined : keepShowtimeFields(record, JSON.parse(doc) as Showtime)
    if (complete !== undefined) kept += 1
    return complete ?? record
  })
  context.hold(
    kept,
    kept === 0 ? undefined : `${kept} showtimes refer to auditoriums or attributes that are not listed`,
  )
  return merged
}

async function readDocs(
  tx: PublishContext['tx'],
  showtimeIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const docs = new Map<string, string>()
  for (const ids of chunks(showtimeIds)) {
    const rows = await tx.selectFrom('showtime').select(['id', 'doc']).where('id', 'in', ids).execute()
    for (const { id, doc } of rows) docs.set(id, doc)
  }
  return docs
}

const upcomingColumns = [
  'id',
  'theater_id',
  'movie_id',
  'chain_id',
  'starts_at',
  'formats',
  'facts',
  'seat_summary',
  'hash',
] as const

type UpcomingRow = UpcomingShowtime &
  Readonly<Pick<ShowtimeRow, (typeof upcomingColumns)[number]>> & { readonly businessDate: string }

function onReadDays(
  upcoming: readonly UpcomingRow[],
  unreadDays: ShowtimeRecords['unreadDays'],
): readonly UpcomingRow[] {
  return upcoming.filter(({ businessDate }) => unreadDays !== 'all' && !unreadDays.has(businessDate))
}

/** Past showtimes are left out, because sources do not list them. */
async function readUpcoming({ tx, capturedAt }: PublishContext, theaterId: string): Promise<UpcomingRow[]> {
  return await tx
    .selectFrom('showtime')
    .select([
      ...upcomingColumns,
      'movie_id as movieId',
      'starts_at as startsAt',
      'absent_at as absentAt',
      'business_date as businessDate',
    ])
    .where('theater_id', '=', theaterId)
    .where('starts_at', '>', capturedAt)
    .where('gone_at', 'is', null)
    .execute()
}

async function updateShowtimes(
  { tx }: PublishContext,
  showtimeIds: readonly string[],
  values: Partial<Pick<ShowtimeRow, 'gone_at' | 'absent_at' | 'hash'>>,
): Promise<void> {
  for (const ids of chunks(showtimeIds))
    await tx.updateTable('showtime').set(values).where('id', 'in', ids).execute()
}
