/** Reads the seats and prices of showtimes, and renders seat grids from shared layouts. */

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { idList } from '../../../store/id-list.ts'
import { Statement } from '../../../store/statements/statement.ts'
import { seatStatusOf } from '../normalise/seat-codes.ts'
import type { LayoutRecord } from '../schema/records.ts'
import type { CinemaDb, CinemaReadModel, ShowtimeSeatsRow } from '../schema/tables.ts'
import { type ListedShowtime, showtimeColumns, showtimeTables } from './showtime-json.ts'

/** A layout rendered to JSON. */
interface RenderedLayout {
  readonly sections: string
  /** Each seat up to its status. */
  readonly seats: readonly string[]
}

export interface SeatGridJson {
  readonly sections: string
  readonly seats: string
}

export type StoredSeats = Omit<ShowtimeSeatsRow, 'free' | 'together' | 'history' | 'hash'> & {
  readonly layout_hash: string | null
}

/** In characters. */
const layoutsSizeMax = 32 * 1024 * 1024

const seatColumns = 'k.captured_at, k.seat_summary, k.layout_id, k.codes, k.extras, y.hash as layout_hash'

/** The seat columns are null if nothing was captured. */
type ShowtimeWithSeats = Omit<ListedShowtime, 'seat_summary'> & {
  readonly [Column in keyof Omit<StoredSeats, 'showtime_id'>]: StoredSeats[Column] | null
}

const showtimeWithSeats = new Statement<CinemaReadModel, { id: string }, ShowtimeWithSeats>((_, param) => {
  const columns = sql.raw(`${showtimeColumns}, ${seatColumns}`)
  return sql`select ${columns} from ${sql.raw(showtimeTables)} left join showtime_seats k on k.showtime_id = s.id
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
    sizeCalculation: ({ sections, seats }) => seats.reduce((sum, seat) => sum + seat.length, sections.length),
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

function renderLayout(doc: string): RenderedLayout {
  const { sections, seats } = JSON.parse(doc) as Pick<LayoutRecord, 'sections' | 'seats'>
  return {
    sections: JSON.stringify(sections),
    seats: seats.map(({ id, label, row, number, section, x, y, kind, rawKind }) => {
      const area = { section: sections[section]?.label, area_id: sections[section]?.id }
      const seat = { id, label, row, number, ...area, x, y, seat_type: kind, raw_type: rawKind }
      return JSON.stringify(seat).slice(0, -1)
    }),
  }
}

function renderSeats({ seats }: RenderedLayout, codes: string, extras: string | null): string {
  const raws = parseRawStatuses(extras)
  const texts = seats.map((seat, at) => {
    const raw = raws?.get(at)
    const rawStatus = raw === undefined ? '' : `,"raw_status":${JSON.stringify(raw)}`
    return `${seat},"status":"${seatStatusOf(codes[at])}"${rawStatus}}`
  })
  return `[${texts.join(',')}]`
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
export async function countGrids(db: CinemaDb, rows: readonly ListedShowtime[]): Promise<number> {
  const [row] = await db.run(gridCount, { ids: rows.map(({ id }) => id) })
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
  return sql`select ${columns} from ${sql.raw(showtimeTables)} left join showtime_prices p on p.showtime_id = s.id
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
