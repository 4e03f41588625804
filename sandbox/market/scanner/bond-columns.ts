/** Columns of bonds and futures that end on a day. */

import { dayOf } from '../../calendar.ts'
import type { Listing } from '../listings/listing.ts'
import { own } from '../own.ts'
import { between, whole } from '../prices/noise.ts'
import { type Column, remembered } from './column.ts'
import type { Snapshot } from './snapshot.ts'

type NumberOf = (listing: Listing, close: number, years: number) => number

/** `units` of a bond is its coupon in percent. */
const bonds: Readonly<Record<string, NumberOf>> = {
  coupon: ({ units }) => units,
  current_coupon: ({ units }) => units,
  current_yield: ({ units }, close) => (100 * units) / close,
  yield_to_maturity: yieldToMaturity,
  yield_to_worst: yieldToMaturity,
  yield_to_call: yieldToMaturity,
  close_pct: (_, close) => close,
  bid_pct: (_, close) => close - 0.1,
  ask_pct: (_, close) => close + 0.1,
  close_net: (_, close) => close * 10,
  bid_net: (_, close) => close * 10 - 1,
  ask_net: (_, close) => close * 10 + 1,
  nominal_value: () => 1000,
  denom_min: () => 1000,
  denom_increment: () => 1000,
  outstanding_amount: ({ key }) => whole(key, 401, 50, 4000) * 1_000_000,
  issue_amount: ({ key }) => whole(key, 401, 50, 4000) * 1_000_000,
  accrued_coupon_interest: ({ key, units }) => units * 10 * between(key, 402, 0, 0.5),
  years_to_maturity: (_listing, _close, years) => years,
  bond_investment_grade: ({ key }) => whole(key, 403, 0, 1),
}

const dated: Readonly<Record<string, (maturity: number, days: number) => number>> = {
  maturity_date: (maturity) => maturity,
  'maturity-date': (maturity) => maturity,
  expiration: (maturity) => maturity,
  days_to_maturity: (_, days) => Math.max(0, days),
}

export function bondColumn(field: string, snapshot: Snapshot): Column | undefined {
  const rows = snapshot.listings.all.length
  const end = own(dated, field)
  if (end !== undefined) {
    return remembered(rows, snapshot, (row) => {
      const { maturity } = snapshot.listing(row)
      return maturity === undefined ? Number.NaN : end(maturity, daysTo(maturity, snapshot))
    })
  }
  const bond = own(bonds, field)
  if (bond === undefined) return undefined
  return remembered(rows, snapshot, (row) => {
    const listing = snapshot.listing(row)
    if (listing.type !== 'bond' || listing.maturity === undefined) return Number.NaN
    return bond(listing, snapshot.live('close', row), daysTo(listing.maturity, snapshot) / 365.25)
  })
}

/** What the interest and the way to par make together, as people reckon it in the head. */
function yieldToMaturity({ units }: Listing, close: number, years: number): number {
  if (years <= 0) return Number.NaN
  return (100 * (units + (100 - close) / years)) / ((100 + close) / 2)
}

function daysTo(maturity: number, { ms }: Snapshot): number {
  const year = Math.floor(maturity / 10_000)
  const month = Math.floor(maturity / 100) % 100
  return dayOf(Date.UTC(year, month - 1, maturity % 100)) - dayOf(ms)
}
