/** Publishes theaters with their counts. */

import { contentHash } from '../../../core/content-hash.ts'
import { Failure } from '../../../core/errors.ts'
import { foldText } from '../normalise/fold-text.ts'
import type { CinemaChangeType } from '../schema/changes.ts'
import type { Theater } from '../schema/index.ts'
import type { HorizonRecord, TheaterRecord } from '../schema/records.ts'
import type { TheaterRow } from '../schema/tables.ts'
import { findSchemaError } from './find-schema-error.ts'
import { keepTheaterFields } from './keep-known-fields.ts'
import type { Counts, PublishContext } from './publish-context.ts'
import type { PublishedShowtimes } from './showtimes.ts'

const docVersion = 1

export async function publishTheaters(
  context: PublishContext,
  records: readonly TheaterRecord[],
  horizons: readonly HorizonRecord[],
  { formats, counts }: PublishedShowtimes,
): Promise<Partial<Counts>> {
  const areShowtimesChanged = counts.written + counts.removed > 0
  const rows: TheaterRow[] = []
  let changed = 0
  for (const record of records) {
    const horizon = horizons.find(({ site }) => site === record.site)
    const siteFormats = [...(formats.get(record.site) ?? [])].sort()
    const { row, isChanged, isNew } = await toRow(context, record, horizon, siteFormats, areShowtimesChanged)
    if (isChanged) changed += 1
    if (isNew) logTheater(context, row)
    rows.push(row)
  }
  await context.dialect.upsertChanged(context.tx, 'theater', ['id'], rows)
  return { written: changed, unchanged: rows.length - changed }
}

async function toRow(
  context: PublishContext,
  delivered: TheaterRecord,
  horizon: HorizonRecord | undefined,
  formats: readonly string[],
  areShowtimesChanged: boolean,
): Promise<{ row: TheaterRow; isChanged: boolean; isNew: boolean }> {
  const { sourceId, memberId, chainId, capturedAt, artifactId, stamp } = context
  const id = context.theaterId(delivered.site)
  const stored = await context.tx
    .selectFrom('theater')
    .select(['doc', 'doc_hash', 'updated_at', ...horizonColumns, ...countColumns])
    .where('id', '=', id)
    .executeTakeFirst()
  const record = stored === undefined ? delivered : keepFields(context, delivered, stored.doc)
  const resource = toDoc(record, id, chainId, formats)
  const schemaError = findSchemaError('theater', resource)
  // Showtimes cannot be published without their theater.
  if (schemaError !== undefined) throw new Failure('upstream_changed', `The ${schemaError}.`)
  const doc = JSON.stringify(resource)
  const docHash = contentHash(docVersion, doc)
  const counts = await countTheater(context.tx, id)
  const { city = '', state = '', postal_code = '', country = '', line1 = '' } = record.address ?? {}
  const isChanged = stored?.doc_hash !== docHash
  const isUpdated = isChanged || areShowtimesChanged || !isSameCount(counts, stored)
  const row: TheaterRow = {
    id,
    source_id: sourceId,
    member_id: memberId,
    chain_id: chainId,
    site: record.site,
    name: record.name,
    city: foldText(city),
    state: foldText(state),
    postal_code: foldText(postal_code),
    country: foldText(country),
    lat: record.geo?.lat ?? null,
    lon: record.geo?.lon ?? null,
    timezone: record.timezone,
    search: [record.name, line1, city, state, postal_code, chainId].join(' | '),
    captured_at: capturedAt,
    artifact_id: artifactId,
    updated_at: isUpdated ? capturedAt : (stored?.updated_at ?? capturedAt),
    ...counts,
    horizon_first: horizon?.firstDate ?? stored?.horizon_first ?? null,
    // Showtimes that a short list lacks stay, and with them the days on which they are.
    horizon_last: latest([horizon?.lastDate, counts.last_date]),
    horizon_source: horizon === undefined ? (stored?.horizon_source ?? null) : context.adapter.horizon.source,
    stamp,
    doc_hash: docHash,
    // A new capture time is a change.
    hash: String(stamp),
    doc,
  }
  return { row, isChanged, isNew: stored === undefined }
}

function logTheater({ log, capturedAt }: PublishContext, { id, chain_id }: TheaterRow): void {
  const keys = { chain: chain_id, theater: id, movie: '' }
  const type: CinemaChangeType = 'theater.added'
  log.add({ type, subject: id, detectedAt: capturedAt, keys })
}

function keepFields(context: PublishContext, record: TheaterRecord, storedDoc: string): TheaterRecord {
  const kept = keepTheaterFields(record, JSON.parse(storedDoc) as Theater)
  if (kept.hasKeptFields)
    context.hold(1, kept.isHeld ? 'the source does not describe the theater' : undefined)
  return kept.record
}

function latest(days: readonly (string | null | undefined)[]): string | null {
  return days.reduce<string | null>((last, day) => (day && (last === null || day > last) ? day : last), null)
}

/** The lineage comes last, so that a read can append to it. */
function toDoc(record: TheaterRecord, id: string, chainId: string, formats: readonly string[]) {
  return {
    id,
    chain_id: chainId,
    name: record.name,
    source_theater_id: record.site,
    slug: record.slug,
    address: record.address,
    geo: record.geo,
    timezone: record.timezone,
    phone: record.phone,
    website_url: record.websiteUrl,
    amenities: record.amenities,
    formats: formats.length === 0 ? undefined : formats,
    source_lineage: { raw_ids: record.rawIds },
  }
}

const horizonColumns = ['horizon_first', 'horizon_source'] as const
const countColumns = ['movies', 'showtimes', 'seatmaps', 'prices', 'first_date', 'last_date'] as const
type TheaterCounts = Pick<TheaterRow, (typeof countColumns)[number]>

function isSameCount(one: TheaterCounts, other: TheaterCounts | undefined): boolean {
  return countColumns.every((column) => one[column] === other?.[column])
}

export async function countTheater(tx: PublishContext['tx'], theaterId: string): Promise<TheaterCounts> {
  const days = await tx
    .selectFrom('theater_day')
    .select((eb) => [
      eb.fn.sum('showtimes').as('showtimes'),
      eb.fn.sum('seatmaps').as('seatmaps'),
      eb.fn.sum('prices').as('prices'),
      eb.fn.min('business_date').as('first_date'),
      eb.fn.max('business_date').as('last_date'),
    ])
    .where('theater_id', '=', theaterId)
    .executeTakeFirst()
  const movies = await tx
    .selectFrom('showtime')
    .select((eb) => eb.fn.count('movie_id').distinct().as('movies'))
    .where('theater_id', '=', theaterId)
    .where('gone_at', 'is', null)
    .executeTakeFirst()
  return {
    movies: Number(movies?.movies ?? 0),
    showtimes: Number(days?.showtimes ?? 0),
    seatmaps: Number(days?.seatmaps ?? 0),
    prices: Number(days?.prices ?? 0),
    first_date: days?.first_date ?? null,
    last_date: days?.last_date ?? null,
  }
}
