/** Columns of earnings reports and dividends. Both recur every thirteen weeks, on a weekday that follows from the symbol. */

import { type Day, dayOf, startOf } from '../../../calendar.ts'
import { between, fraction, pick } from '../../hash.ts'
import { isCompany, type Listing } from '../../listings/listing.ts'
import { lookup } from '../../lookup.ts'
import { dividendAmount, nextExDay, paysDividend } from '../dividends.ts'
import {
  cycleDays,
  nextCycleDay,
  priceEarnings,
  quarterlyEarnings,
  reportedPrice,
  reportSalt,
  roundCents,
  yearlyEarnings,
} from '../earnings.ts'
import type { Snapshot } from '../snapshot.ts'
import { type Column, cachedColumn } from './column.ts'

interface Context {
  readonly listing: Listing
  readonly today: Day
  readonly close: number
}

/** −1 before the market opens, 1 after it closes, 0 when unknown. */
function releaseTime({ listing }: Context): -1 | 0 | 1 {
  return pick(listing.key, 703, [-1, -1, 1, 1, 0] as const)
}

function reportSeconds(context: Context, cyclesAhead: 0 | -1): number {
  const hour = releaseTime(context) === 1 ? 20.5 : 12
  return (
    startOf(nextCycleDay(context.listing, context.today, reportSalt) + cyclesAhead * cycleDays) / 1000 +
    hour * 3600
  )
}

function earningsPerShare({ listing, today }: Context): number {
  return quarterlyEarnings(listing, today)
}

function earningsPerShareOfYear({ listing, today }: Context): number {
  return yearlyEarnings(listing, today)
}

function priceToEarnings({ listing, today, close }: Context): number {
  return priceEarnings(listing, today, close)
}

function revenue({ listing, today }: Context): number {
  return Math.round(reportedPrice(listing, today) * listing.units * between(listing.key, 705, 0.02, 0.2))
}

/** Up to five percent off the reported value; one company in ten has no forecast. */
function forecast(reported: number, { listing }: Context): number {
  return fraction(listing.key, 706) < 0.1
    ? Number.NaN
    : roundCents(reported * between(listing.key, 707, 0.95, 1.05))
}

function surprise(reported: number, context: Context): number {
  return roundCents(reported - forecast(reported, context))
}

function surprisePercent(reported: number, context: Context): number {
  return roundCents((100 * surprise(reported, context)) / forecast(reported, context))
}

type EventColumn = (context: Context) => number

const reports: Readonly<Record<string, EventColumn>> = {
  earnings_release_date: (context) => reportSeconds(context, -1),
  earnings_release_next_date: (context) => reportSeconds(context, 0),
  earnings_release_time: releaseTime,
  earnings_release_next_time: releaseTime,
  earnings_publication_type_fq: (context) => 22 + releaseTime(context),
  earnings_publication_type_next_fq: (context) => 11 + releaseTime(context),
  earnings_per_share_fq: earningsPerShare,
  earnings_per_share_basic_fq: earningsPerShare,
  earnings_per_share_diluted_fq: earningsPerShare,
  earnings_per_share_basic_ttm: earningsPerShareOfYear,
  earnings_per_share_diluted_ttm: earningsPerShareOfYear,
  price_earnings_ttm: priceToEarnings,
  price_earnings_current: priceToEarnings,
  earnings_yield: (context) => roundCents((100 * earningsPerShareOfYear(context)) / context.close),
  earnings_per_share_forecast_fq: (context) => forecast(earningsPerShare(context), context),
  earnings_per_share_forecast_next_fq: (context) => roundCents(earningsPerShare(context) * 1.02),
  eps_surprise_fq: (context) => surprise(earningsPerShare(context), context),
  eps_surprise_percent_fq: (context) => surprisePercent(earningsPerShare(context), context),
  revenue_fq: revenue,
  revenue_forecast_fq: (context) => forecast(revenue(context), context),
  revenue_forecast_next_fq: (context) => Math.round(revenue(context) * 1.02),
  revenue_surprise_fq: (context) => surprise(revenue(context), context),
  revenue_surprise_percent_fq: (context) => surprisePercent(revenue(context), context),
}

function exDate(context: Context, cyclesAhead: 0 | -1): number {
  return startOf(nextExDay(context.listing, context.today) + cyclesAhead * cycleDays) / 1000 + 43_140
}

function amount({ listing, today }: Context): number {
  return dividendAmount(listing, today)
}

const payoutSeconds = 20 * 86_400

const dividends: Readonly<Record<string, EventColumn>> = {
  dividend_ex_date_recent: (context) => exDate(context, -1),
  dividend_ex_date_upcoming: (context) => exDate(context, 0),
  dividend_payment_date_recent: (context) => exDate(context, -1) + payoutSeconds,
  dividend_payment_date_upcoming: (context) => exDate(context, 0) + payoutSeconds,
  dividend_amount_recent: amount,
  dividend_amount_upcoming: amount,
  dividends_yield: (context) => roundCents((400 * amount(context)) / context.close),
  dividends_yield_current: (context) => roundCents((400 * amount(context)) / context.close),
}

export function eventColumn(field: string, snapshot: Snapshot): Column | undefined {
  const compute = lookup(reports, field) ?? lookup(dividends, field)
  if (compute === undefined) return undefined
  const applies = Object.hasOwn(reports, field) ? isCompany : paysDividend
  return cachedColumn(snapshot.listings.all.length, snapshot, (row) => {
    const listing = snapshot.listing(row)
    const { close } = snapshot.today(row)
    return applies(listing) ? compute({ listing, today: dayOf(snapshot.ms), close }) : Number.NaN
  })
}
