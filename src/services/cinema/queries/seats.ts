/** Reads the seats and prices of showtimes, and renders seat grids from shared layouts. */

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { idList } from '../../../store/id-list.ts'
import { Statement } from '../../../store/statements/statement.ts'
import { codeByNumber, codeNumberAt } from '../encoding/packed-seat-codes.ts'
import { decodeLayout } from '../encoding/seat-layout.ts'
import { seatStatusOf } from '../normalise/seat-codes.ts'
import { toSections } from '../normalise/seat-map.ts'
import type { CinemaDb, CinemaReadModel, ShowtimeSeatsRow } from '../schema/tables.ts'
import { type ListedShowtime, showtimeColumns } from './showtime-json.ts'

/** A layout rendered to JSON, as one string: one per seat would burden the garbage collector. */
interface RenderedLayout {
  readonly sections: string
  /** All seats without their status, and the offset at which each status is inserted. */
  readonly text: string
  readonly ends: Uint32Array
  /**
   * The same with every seat in one status, by number; made on first use. Neighbours mostly share a status, so a grid is
   * put together from a few long parts of these, where two parts per seat cost more than the statement.
   */
  readonly byStatus: (string | undefined)[]
}

export interface SeatGridJson {
  readonly sections: string
  readonly seats: string
}

export type StoredSeats = Omit<ShowtimeSeatsRow, 'hash'> & { readonly layout_hash: string | null }

/** In characters, with the texts of three statuses. */
const layoutsSizeMax = 32 * 1024 * 1024

const seatColumns = 'k.captured_at, k.seat_summary, k.layout_id, k.codes, k.extras, y.hash as layout_hash'

/** The seat columns are null if nothing was captured. */
type ShowtimeWithSeats = Omit<ListedShowtime, 'seat_summary'> & {
  readonly [Column in keyof Omit<StoredSeats, 'showtime_id'>]: StoredSeats[Column] | null
}

const showtimeWithSeats = new Statement<CinemaReadModel, { id: string }, ShowtimeWithSeats>((_, param) => {
  const columns = sql.raw(`${showtimeColumns}, ${seatColumns}`)
  return sql`select ${columns} from showtime s left join showtime_seats k on k.showtime_id = s.id
    left join seat_layout y on y.id = k.layout_id where s.id = ${param('id')}`
})

const seatsOfMany = new Statement<CinemaReadModel, { ids: readonly string[] }, StoredSeats>(
  (_, param, { engine }) => sql`select k.showtime_id, ${sql.raw(seatColumns)} from showtime_seats k
    left join seat_layout y on y.id = k.layout_id where k.showtime_id in ${idList(engine, param('ids'))}`,
)

const layoutById = new Statement<CinemaReadModel, { id: string }, { hash: string; doc: string }>(
  (read, param) => read.selectFrom('seat_layout').select(['hash', 'doc']).where('id', '=', param('id')),
)

export class SeatReader {
  readonly #db: CinemaDb
  readonly #layouts = new LRUCache<string, RenderedLayout>({
    maxSize: layoutsSizeMax,
    sizeCalculation: ({ sections, text, ends }) => sections.length + 4 * (text.length + ends.length + 1),
  })

  constructor(db: CinemaDb) {
    this.#db = db
  }

  async readWithShowtime(
    id: string,
  ): Promise<{ readonly row: ListedShowtime; readonly stored: StoredSeats | undefined } | undefined> {
    const [row] = await this.#db.run(showtimeWithSeats, { id })
    if (row === undefined) return undefined
    const { captured_at, seat_summary, layout_id, codes, extras, layout_hash } = row
    if (captured_at === null || seat_summary === null) return { row, stored: undefined }
    return {
      row,
      stored: { showtime_id: id, captured_at, seat_summary, layout_id, codes, extras, layout_hash },
    }
  }

  async readMany(ids: readonly string[]): Promise<Map<string, StoredSeats>> {
    return new Map((await this.#db.run(seatsOfMany, { ids })).map((row) => [row.showtime_id, row]))
  }

  /** JSON of `sections` and `seats`; undefined without a layout. */
  async seatGridJson(row: StoredSeats): Promise<SeatGridJson | undefined> {
    const { layout_id, layout_hash, codes, extras } = row
    if (layout_id === null || layout_hash === null || codes === null) return undefined
    const layout = await this.#layout(layout_id, layout_hash)
    return layout && { sections: layout.sections, seats: renderSeats(layout, codes, extras) }
  }

  /** Cached by content: auditoriums with equal layouts share one entry. */
  async #layout(id: string, hash: string): Promise<RenderedLayout | undefined> {
    const cachedLayout = this.#layouts.get(hash)
    if (cachedLayout !== undefined) return cachedLayout
    const [row] = await this.#db.run(layoutById, { id })
    if (row === undefined) return undefined
    const layout = renderLayout(row.doc)
    this.#layouts.set(row.hash, layout)
    return layout
  }
}

const statusTexts = codeByNumber.map((letter) => `,"status":"${seatStatusOf(letter)}"`)

function renderLayout(doc: string): RenderedLayout {
  const layout = decodeLayout(doc)
  // If the document has no escapes, none are needed here; an auditorium has hundreds of labels.
  const quoted = doc.includes('\\') ? JSON.stringify : (text: string) => `"${text}"`
  const areas = layout.sections.map(({ id, label }) => `,"section":${quoted(label)},"area_id":${quoted(id)}`)
  const ends = new Uint32Array(layout.seats.length)
  let text = ''
  for (const [index, seat] of layout.seats.entries()) {
    const { id, label, row, number, section, x, y, kind, rawKind } = seat
    text += index === 0 ? '[{' : '},{'
    text += `"id":${quoted(id)},"label":${quoted(label)},"row":${quoted(row)},"number":${quoted(number)}`
    text += `${areas[section] ?? ''},"x":${x},"y":${y},"seat_type":"${kind}"`
    if (rawKind !== undefined) text += `,"raw_type":${quoted(rawKind)}`
    ends[index] = text.length
  }
  return { sections: JSON.stringify(toSections(layout)), text, ends, byStatus: [] }
}

function renderSeats(layout: RenderedLayout, codes: Uint8Array, extras: string | null): string {
  const count = layout.ends.length
  if (count === 0) return '[]'
  const raws = parseRawStatuses(extras)
  let seats = ''
  let first = 0
  let status = codeNumberAt(codes, 0)
  for (let seat = 0; seat < count; seat += 1) {
    const next = codeNumberAt(codes, seat + 1)
    const raw = raws?.get(seat)
    if (next === status && raw === undefined && seat + 1 < count) continue
    seats += neighbours(layout, status, first, seat)
    if (raw !== undefined) seats += `,"raw_status":${JSON.stringify(raw)}`
    first = seat + 1
    status = next
  }
  return `${seats}}]`
}

/** The seats from `first` to `last` with the same status. */
function neighbours({ text, ends, byStatus }: RenderedLayout, status: number, first: number, last: number) {
  const statusText = statusTexts[status] ?? ''
  let all = byStatus[status]
  if (all === undefined) {
    all = ''
    for (const [seat, end] of ends.entries()) all += text.slice(ends[seat - 1] ?? 0, end) + statusText
    byStatus[status] = all
  }
  const { length } = statusText
  const start = first === 0 ? 0 : (ends[first - 1] ?? 0) + first * length
  return all.slice(start, (ends[last] ?? 0) + (last + 1) * length)
}

function parseRawStatuses(extras: string | null): ReadonlyMap<number, string> | undefined {
  if (extras === null) return undefined
  const { raw = [] } = JSON.parse(extras) as { raw?: [number, string][] }
  return new Map(raw)
}

/** Warning codes of the source, such as `layout_mismatch`. */
export function parseSeatWarnings(extras: string | null): readonly string[] {
  return extras === null ? [] : ((JSON.parse(extras) as { warnings?: string[] }).warnings ?? [])
}

const gridCount = new Statement<CinemaReadModel, { ids: readonly string[] }, { grids: number }>(
  (_, param, { engine }) => sql`select count(*) as grids from showtime_seats
    where layout_id is not null and showtime_id in ${idList(engine, param('ids'))}`,
)

/** How many of these showtimes have a stored grid. */
export async function countGrids(db: CinemaDb, ids: readonly string[]): Promise<number> {
  const [row] = await db.run(gridCount, { ids })
  return Number(row?.grids ?? 0)
}

export interface StoredPrices {
  readonly captured_at: number
  /** The quotes as a JSON array. */
  readonly doc: string
}

type ShowtimeWithPrices = ListedShowtime & {
  readonly prices_at: number | null
  readonly prices_doc: string | null
}

const showtimeWithPrices = new Statement<CinemaReadModel, { id: string }, ShowtimeWithPrices>((_, param) => {
  const columns = sql.raw(`${showtimeColumns}, p.captured_at as prices_at, l.doc as prices_doc`)
  return sql`select ${columns} from showtime s left join showtime_prices p on p.showtime_id = s.id
    left join price_list l on l.id = p.list_id where s.id = ${param('id')}`
})

export async function readShowtimeWithPrices(
  db: CinemaDb,
  id: string,
): Promise<{ readonly row: ListedShowtime; readonly stored: StoredPrices | undefined } | undefined> {
  const [row] = await db.run(showtimeWithPrices, { id })
  if (row === undefined) return undefined
  const { prices_at, prices_doc } = row
  const hasPrices = prices_at !== null && prices_doc !== null
  return { row, stored: hasPrices ? { captured_at: prices_at, doc: prices_doc } : undefined }
}
