/** A showtime as it is served: the stored document, and what follows from the clock, the capture and the question. */

import { toInstant } from '../../../core/clock.ts'
import type { DataCapabilities, ShowtimeStatus } from '../schema.ts'
import type { ShowtimeRow, ShowtimeSeatsRow } from '../tables.ts'
import type { KnownTheater } from './theater-index.ts'

type Listed = Pick<
  ShowtimeRow,
  | 'id'
  | 'theater_id'
  | 'movie_id'
  | 'starts_at'
  | 'business_date'
  | 'state'
  | 'sales_start_at'
  | 'sales_end_at'
  | 'seating'
  | 'lacks'
  | 'gone_at'
  | 'doc'
>

type Summed = Pick<
  ShowtimeSeatsRow,
  'capacity' | 'available' | 'sold' | 'held' | 'blocked' | 'broken' | 'rate'
>

/** The seat columns are there when they were asked for, and null where nothing was captured. */
export interface ListedShowtime extends Listed, Partial<Summed> {
  readonly seats_at?: number | null
  readonly seats_seating?: string | null
  readonly confidence?: string | null
  readonly movie_doc?: string | null
  readonly theater_doc?: string | null
  readonly prices_doc?: string | null
}

/** The first of these that applies. */
export function statusAt(row: ListedShowtime, nowMs: number): ShowtimeStatus {
  if (row.state === 'cancelled' || row.gone_at !== null) return 'cancelled'
  if (nowMs > (row.sales_end_at ?? row.starts_at)) return 'past'
  if (row.state === 'sold_out' || row.available === 0) return 'sold_out'
  if (row.sales_start_at !== null && row.sales_start_at > nowMs && row.state !== 'not_on_sale')
    return 'not_on_sale'
  return row.state as ShowtimeStatus
}

export interface Shown {
  readonly nowMs: number
  /** Whether the summary of seats is told where there is one. */
  readonly withSeats: boolean
  readonly expanded: { readonly movie?: string; readonly theater?: string; readonly prices?: string }
}

export function showtimeText(row: ListedShowtime, theater: KnownTheater | undefined, shown: Shown): string {
  const { expanded } = shown
  let text = theater === undefined ? row.doc.slice(0, -1) : `${row.doc.slice(0, -2)}${theater.lineageTail}`
  text += `,"status":"${statusAt(row, shown.nowMs)}"`
  if (theater !== undefined) text += `,"capabilities":${capabilitiesText(theater, row)}`
  if (shown.withSeats && row.seats_at !== null && row.seats_at !== undefined)
    text += `,"availability_summary":${summaryText(row, row.seats_seating ?? row.seating, row.seats_at)}`
  if (expanded.movie !== undefined) text += `,"movie":${expanded.movie}`
  if (expanded.theater !== undefined) text += `,"theater":${expanded.theater}`
  if (expanded.prices !== undefined) text += `,"prices":${expanded.prices}`
  return `${text}}`
}

export function summaryText(
  row: Partial<Summed> & { readonly confidence?: string | null },
  seating: string,
  capturedAt: number,
): string {
  return (
    `{"seating_type":"${seating}","capacity":${row.capacity ?? null},"available":${row.available ?? null}` +
    `,"sold":${row.sold ?? null},"held":${row.held ?? null},"blocked":${row.blocked ?? null}` +
    `,"broken":${row.broken ?? null},"occupancy_rate":${row.rate ?? null}` +
    `,"captured_at":"${toInstant(capturedAt)}","confidence":"${row.confidence ?? 'unknown'}"}`
  )
}

/** Few sources and few kinds of sessions make few texts. */
const texts = new Map<DataCapabilities, Map<string, string>>()

function capabilitiesText(theater: KnownTheater, row: Pick<ShowtimeRow, 'lacks' | 'seating'>): string {
  const key = `${row.lacks}/${row.seating}`
  const ofSource = texts.get(theater.capabilities) ?? new Map<string, string>()
  texts.set(theater.capabilities, ofSource)
  const known = ofSource.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(sessionCapabilities(theater.capabilities, row))
  if (ofSource.size < 500) ofSource.set(key, text)
  return text
}

/** What this one session can give. */
export function sessionCapabilities(
  ofSource: DataCapabilities,
  { lacks, seating }: Pick<ShowtimeRow, 'lacks' | 'seating'>,
): DataCapabilities {
  const lacking = Object.fromEntries(
    lacks
      .split(',')
      .filter((name) => name !== '')
      .map((name) => [name, false]),
  )
  return {
    ...ofSource,
    ...lacking,
    general_admission: ofSource.general_admission && seating !== 'reserved',
  }
}
