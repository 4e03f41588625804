/** Prices: each list of quotes once, and which showtime has which. */

import { contentHash } from '../../../core/content-hash.ts'
import { stableId } from '../../../core/stable-id.ts'
import type { PriceQuote } from '../schema/index.ts'
import type { PricesRecord, Quote } from '../schema/records.ts'
import { misfitOf } from './find-schema-error.ts'
import { type Counts, inPieces, type PublishContext } from './publish-context.ts'

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
    const misfit = lists.has(id) ? undefined : misfitOf('prices', quotes)
    if (misfit !== undefined) {
      context.drop(misfit)
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
  const newest = await readNewest(context, rows)
  const fresh = rows.filter((row) => {
    const known = newest.get(row.showtime_id)
    if (known === undefined) context.drop('prices of a showtime nobody lists')
    return known !== undefined && known < row.captured_at
  })
  await context.dialect.upsertChanged(context.tx, 'price_list', ['id'], lists.values())
  const { written } = await context.dialect.upsertChanged(
    context.tx,
    'showtime_prices',
    ['showtime_id'],
    fresh,
  )
  return { written, unchanged: rows.length - written }
}

/** When the prices of the showtimes that are there were captured; long ago where they never were. */
async function readNewest(
  { tx }: PricesContext,
  rows: readonly { readonly showtime_id: string }[],
): Promise<Map<string, number>> {
  const newest = new Map<string, number>()
  for (const ids of inPieces(rows.map(({ showtime_id }) => showtime_id))) {
    const found = await tx
      .selectFrom('showtime')
      .leftJoin('showtime_prices', 'showtime_prices.showtime_id', 'showtime.id')
      .select(['showtime.id', 'showtime_prices.captured_at'])
      .where('showtime.id', 'in', ids)
      .execute()
    for (const { id, captured_at } of found) newest.set(id, captured_at ?? -1)
  }
  return newest
}

function toQuote(quote: Quote): PriceQuote {
  const named = {
    tax_amount: quote.taxAmount,
    fee_amount: quote.feeAmount,
    fees_included: quote.feesIncluded,
    area_id: quote.areaId,
    area_label: quote.areaLabel,
    min_quantity: quote.minQuantity,
    max_quantity: quote.maxQuantity,
    rules: quote.rules === undefined ? undefined : [...quote.rules],
  }
  return {
    ticket_type_id: quote.ticketTypeId,
    label: quote.label,
    amount: quote.amount,
    currency: quote.currency,
    audience: quote.audience,
    ...(Object.fromEntries(
      Object.entries(named).filter(([, value]) => value !== undefined),
    ) as Partial<PriceQuote>),
  }
}
