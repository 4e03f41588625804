/** Logs what happened to showtimes: what is listed, whether it can be booked, and for how much. */

import { toInstant } from '../../../core/clock.ts'
import type { ChangeBatch, ChangeKeys } from '../../../store/changes/change-batch.ts'
import type { ShowtimeChangeType } from '../schema/changes.ts'
import type { PriceQuote } from '../schema/index.ts'
import type { SeatSummary, ShowtimeFacts, ShowtimeRow } from '../schema/tables.ts'

export type LoggedShowtime = Pick<ShowtimeRow, 'id' | 'chain_id' | 'theater_id' | 'movie_id'>

/** By which readers filter; see `cinemaChanges`. */
function keysOf({ chain_id, theater_id, movie_id }: LoggedShowtime): ChangeKeys {
  return { chain: chain_id, theater: theater_id, movie: movie_id }
}

export interface Difference {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

export function logShowtime(
  log: ChangeBatch,
  type: ShowtimeChangeType,
  showtime: LoggedShowtime,
  detectedAt: number,
  { difference, before }: { readonly difference?: Difference; readonly before?: LoggedShowtime } = {},
): void {
  log.add({
    type,
    subject: showtime.id,
    detectedAt,
    keys: keysOf(showtime),
    keysBefore: before && keysOf(before),
    ...(difference ? { doc: JSON.stringify(difference) } : {}),
  })
}

/** What can be said about a showtime that has not begun, as `statusAt` has it. */
type Bookable = 'cancelled' | 'sold_out' | 'open'

function bookableOf(facts: string, seatSummary: string | null): Bookable {
  const { state } = JSON.parse(facts) as ShowtimeFacts
  if (state === 'cancelled') return 'cancelled'
  return state === 'sold_out' || availableOf(seatSummary) === 0 ? 'sold_out' : 'open'
}

/** Null if it is not known. */
function availableOf(seatSummary: string | null): number | null {
  return seatSummary === null ? null : (JSON.parse(seatSummary) as SeatSummary).counts.available
}

const typeOfStatus = {
  cancelled: 'showtime.cancelled',
  sold_out: 'showtime.sold_out',
} as const satisfies Partial<Record<Bookable, ShowtimeChangeType>>

function statusChange(before: Bookable, after: Bookable): ShowtimeChangeType | undefined {
  if (before === after) return undefined
  if (after !== 'open') return typeOfStatus[after]
  return before === 'sold_out' ? 'showtime.on_sale_again' : 'showtime.added'
}

type ListedState = LoggedShowtime & Pick<ShowtimeRow, 'starts_at' | 'facts' | 'doc'>

/** A listed showtime that was stored differently. */
export function logListing(
  log: ChangeBatch,
  before: ListedState & Pick<ShowtimeRow, 'seat_summary'>,
  after: ListedState,
  detectedAt: number,
): void {
  const status = statusChange(
    bookableOf(before.facts, before.seat_summary),
    bookableOf(after.facts, before.seat_summary),
  )
  const isMoved = before.starts_at !== after.starts_at
  if (isMoved) {
    const difference = {
      before: { starts_at: toInstant(before.starts_at) },
      after: { starts_at: toInstant(after.starts_at) },
    }
    logShowtime(log, 'showtime.moved', after, detectedAt, { difference, before })
  }
  if (status !== undefined) logShowtime(log, status, after, detectedAt, { before })
  else if (!isMoved) {
    const difference = listingDifference(before, after)
    logShowtime(log, 'showtime.changed', after, detectedAt, { difference, before })
  }
}

/** The public fields that differ, and the state of the sale. */
function listingDifference(before: ListedState, after: ListedState): Difference {
  const [old, now] = [publicFields(before), publicFields(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => name !== 'source_lineage' && JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  )
  const only = (of: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, of[name] ?? null]))
  return { before: only(old), after: only(now) }
}

function publicFields({ doc, facts }: ListedState): Readonly<Record<string, unknown>> {
  const { state: status } = JSON.parse(facts) as ShowtimeFacts
  return { ...(JSON.parse(doc) as Record<string, unknown>), status }
}

/** Quotes that a difference names; a list may have hundreds. */
const quotesMax = 10

/** Of two lists of prices: the quotes that only one of them has. */
export function priceDifference(before: readonly PriceQuote[], after: readonly PriceQuote[]): Difference {
  const [old, now] = [before, after].map((quotes) => new Set(quotes.map((quote) => JSON.stringify(quote))))
  const without = (quotes: readonly PriceQuote[], others: ReadonlySet<string> | undefined) => ({
    prices: quotes.filter((quote) => !others?.has(JSON.stringify(quote))).slice(0, quotesMax),
  })
  return { before: without(before, now), after: without(after, old) }
}

/** The seats of a showtime that were captured again. That seats are sold is not news; that they are free again is. */
export function logSeats(
  log: ChangeBatch,
  showtime: LoggedShowtime & Pick<ShowtimeRow, 'facts' | 'seat_summary'>,
  seatSummary: string,
  detectedAt: number,
): void {
  const { facts, seat_summary } = showtime
  if (seat_summary === null || seat_summary === seatSummary) return
  const [available, availableNow] = [availableOf(seat_summary), availableOf(seatSummary)]
  if (available === null || availableNow === null) return
  const hasMore = availableNow > available
  const type =
    statusChange(bookableOf(facts, seat_summary), bookableOf(facts, seatSummary)) ??
    (hasMore ? 'showtime.seats_freed' : undefined)
  if (type === undefined) return
  const difference = { before: { available }, after: { available: availableNow } }
  logShowtime(log, type, showtime, detectedAt, { difference })
}
