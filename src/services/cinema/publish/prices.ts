/** Publishes prices: each list of quotes once, and the list of each showtime. */

import { contentHash } from '../../../core/content-hash.ts'
import { defined } from '../../../core/defined.ts'
import { isShortList } from '../../../core/short-list.ts'
import { stableId } from '../../../core/stable-id.ts'
import { chunks } from '../../../store/chunks.ts'
import type { PriceQuote } from '../schema/index.ts'
import type { PricesRecord, Quote } from '../schema/records.ts'
import type { CinemaTables } from '../schema/tables.ts'
import { appendPrices } from './capture-history.ts'
import { findSchemaError } from './find-schema-error.ts'
import { type LoggedShowtime, logShowtime, priceDifference } from './log-showtimes.ts'
import type { Counts, PublishContext } from './publish-context.ts'

const docVersion = 1
/** How long a list of prices stays if a far shorter one arrives. */
const listStaysMs = 24 * 3_600_000
const quotesFloor = 2

type PricesContext = Pick<PublishContext, 'tx' | 'dialect' | 'log' | 'showtimeId' | 'drop' | 'hold'>

export async function publishPrices(
  context: PricesContext,
  records: readonly PricesRecord[],
): Promise<Partial<Counts>> {
  const lists = new Map<string, { id: string; quotes: number; hash: string; doc: string }>()
  const quotesOf = new Map<string, readonly PriceQuote[]>()
  const rows = records.flatMap((record) => {
    const quotes = withoutRepeats(record.quotes.map(toQuote))
    const doc = JSON.stringify(quotes)
    const id = stableId('pl', String(docVersion), doc)
    const schemaError = lists.has(id) ? undefined : findSchemaError('prices', quotes)
    if (schemaError !== undefined) {
      context.drop(schemaError)
      return []
    }
    if (!lists.has(id)) lists.set(id, { id, quotes: quotes.length, hash: contentHash(docVersion, doc), doc })
    quotesOf.set(id, quotes)
    return {
      showtime_id: context.showtimeId(record.site, record.session),
      list_id: id,
      captured_at: record.capturedAt,
      hash: record.capturedAt.toString(36),
    }
  })
  const storedById = await readStoredPrices(context, rows)
  let shorter = 0
  const newerRows = rows.filter((row) => {
    const stored = storedById.get(row.showtime_id)
    if (stored === undefined) context.drop('prices of a showtime nobody lists')
    if (stored === undefined || stored.capturedAt >= row.captured_at) return false
    const isKept =
      isShortList(lists.get(row.list_id)?.quotes ?? 0, stored.quotes, quotesFloor) &&
      row.captured_at - stored.capturedAt < listStaysMs
    if (isKept) shorter += 1
    return !isKept
  })
  await logPrices(context, newerRows, storedById, quotesOf)
  if (shorter > 0) context.hold(shorter, `${shorter} lists of prices became far shorter`)
  await context.dialect.upsertChanged(context.tx, 'price_list', ['id'], lists.values())
  const { written } = await context.dialect.upsertChanged(
    context.tx,
    'showtime_prices',
    ['showtime_id'],
    newerRows.map((row) => ({
      ...row,
      history: appendPrices(
        storedById.get(row.showtime_id)?.history ?? null,
        row.captured_at,
        quotesOf.get(row.list_id) ?? [],
      ),
    })),
  )
  return { written, unchanged: rows.length - written }
}

type PricesRow = Pick<CinemaTables['showtime_prices'], 'showtime_id' | 'list_id' | 'captured_at'>

/** Before they are written. */
async function logPrices(
  { tx, log }: PricesContext,
  rows: readonly PricesRow[],
  storedById: ReadonlyMap<string, StoredPrices>,
  quotesOf: ReadonlyMap<string, readonly PriceQuote[]>,
): Promise<void> {
  const changed = rows.flatMap((row) => {
    const stored = storedById.get(row.showtime_id)
    const isChanged = stored && stored.listId !== null && stored.listId !== row.list_id
    return isChanged && stored.startsAt > row.captured_at ? { row, stored, listId: stored.listId } : []
  })
  const before = new Map<string, readonly PriceQuote[]>()
  for (const ids of chunks(new Set(changed.map(({ listId }) => listId))))
    for (const { id, doc } of await tx
      .selectFrom('price_list')
      .select(['id', 'doc'])
      .where('id', 'in', ids)
      .execute())
      before.set(id, JSON.parse(doc) as PriceQuote[])
  for (const { row, stored, listId } of changed) {
    const difference = priceDifference(before.get(listId) ?? [], quotesOf.get(row.list_id) ?? [])
    logShowtime(log, 'showtime.price_changed', stored, row.captured_at, { difference })
  }
}

interface StoredPrices extends LoggedShowtime {
  readonly startsAt: number
  /** Null if never captured. */
  readonly listId: string | null
  /** -1 if never captured. */
  readonly capturedAt: number
  readonly quotes: number
  readonly history: string | null
}

/** For existing showtimes. */
async function readStoredPrices(
  { tx }: PricesContext,
  rows: readonly { readonly showtime_id: string }[],
): Promise<Map<string, StoredPrices>> {
  const storedById = new Map<string, StoredPrices>()
  for (const ids of chunks(rows.map(({ showtime_id }) => showtime_id))) {
    const rowsInBatch = await tx
      .selectFrom('showtime')
      .leftJoin('showtime_prices', 'showtime_prices.showtime_id', 'showtime.id')
      .leftJoin('price_list', 'price_list.id', 'showtime_prices.list_id')
      .select([
        'showtime.id',
        'showtime.theater_id',
        'showtime.movie_id',
        'showtime.chain_id',
        'showtime.starts_at',
        'showtime_prices.list_id',
        'showtime_prices.captured_at',
        'showtime_prices.history',
        'price_list.quotes',
      ])
      .where('showtime.id', 'in', ids)
      .execute()
    for (const { captured_at, quotes, starts_at, list_id, ...row } of rowsInBatch)
      storedById.set(row.id, {
        ...row,
        startsAt: starts_at,
        listId: list_id,
        capturedAt: captured_at ?? -1,
        quotes: Number(quotes ?? 0),
      })
  }
  return storedById
}

function withoutRepeats(quotes: readonly PriceQuote[]): PriceQuote[] {
  return [...new Map(quotes.map((quote) => [JSON.stringify(quote), quote])).values()]
}

function toQuote(quote: Quote): PriceQuote {
  return defined<PriceQuote>({
    ticket_type_id: quote.ticketTypeId,
    label: quote.label,
    amount: quote.amount,
    currency: quote.currency,
    audience: quote.audience,
    tax_amount: quote.taxAmount,
    fee_amount: quote.feeAmount,
    fees_included: quote.feesIncluded,
    area_id: quote.areaId,
    area_label: quote.areaLabel,
    min_quantity: quote.minQuantity,
    max_quantity: quote.maxQuantity,
    rules: quote.rules?.slice(),
  })
}
