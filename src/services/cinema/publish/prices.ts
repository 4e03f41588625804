/** Publishes prices: each list of quotes once, and the list of each showtime. */

import { contentHash } from '../../../core/content-hash.ts'
import { defined } from '../../../core/defined.ts'
import { stableId } from '../../../core/stable-id.ts'
import { chunks } from '../../../store/chunks.ts'
import type { PriceQuote } from '../schema/index.ts'
import type { PricesRecord, Quote } from '../schema/records.ts'
import { findSchemaError } from './find-schema-error.ts'
import type { Counts, PublishContext } from './publish-context.ts'

const docVersion = 1

type PricesContext = Pick<PublishContext, 'tx' | 'dialect' | 'showtimeId' | 'drop'>

export async function publishPrices(
  context: PricesContext,
  records: readonly PricesRecord[],
): Promise<Partial<Counts>> {
  const lists = new Map<string, { id: string; quotes: number; hash: string; doc: string }>()
  const rows = records.flatMap((record) => {
    const quotes = record.quotes.map(toQuote)
    const doc = JSON.stringify(quotes)
    const id = stableId('pl', String(docVersion), doc)
    const schemaError = lists.has(id) ? undefined : findSchemaError('prices', quotes)
    if (schemaError !== undefined) {
      context.drop(schemaError)
      return []
    }
    if (!lists.has(id)) lists.set(id, { id, quotes: quotes.length, hash: contentHash(docVersion, doc), doc })
    return {
      showtime_id: context.showtimeId(record.site, record.session),
      list_id: id,
      captured_at: record.capturedAt,
      hash: record.capturedAt.toString(36),
    }
  })
  const capturedAtById = await readCapturedTimes(context, rows)
  const newerRows = rows.filter((row) => {
    const storedCapturedAt = capturedAtById.get(row.showtime_id)
    if (storedCapturedAt === undefined) context.drop('prices of a showtime nobody lists')
    return storedCapturedAt !== undefined && storedCapturedAt < row.captured_at
  })
  await context.dialect.upsertChanged(context.tx, 'price_list', ['id'], lists.values())
  const { written } = await context.dialect.upsertChanged(
    context.tx,
    'showtime_prices',
    ['showtime_id'],
    newerRows,
  )
  return { written, unchanged: rows.length - written }
}

/** The capture time of existing showtimes' prices; -1 if never captured. */
async function readCapturedTimes(
  { tx }: PricesContext,
  rows: readonly { readonly showtime_id: string }[],
): Promise<Map<string, number>> {
  const capturedAtById = new Map<string, number>()
  for (const ids of chunks(rows.map(({ showtime_id }) => showtime_id))) {
    const rowsInBatch = await tx
      .selectFrom('showtime')
      .leftJoin('showtime_prices', 'showtime_prices.showtime_id', 'showtime.id')
      .select(['showtime.id', 'showtime_prices.captured_at'])
      .where('showtime.id', 'in', ids)
      .execute()
    for (const { id, captured_at } of rowsInBatch) capturedAtById.set(id, captured_at ?? -1)
  }
  return capturedAtById
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
