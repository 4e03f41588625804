/** Reads who sits where: the counts of a showtime, and its seats from the shared layout. */

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { seatStatusOf } from '../normalise/seat-codes.ts'
import { toSections } from '../normalise/seat-map.ts'
import { unpackCodes } from '../seat-bits.ts'
import { type Layout, layoutFromText } from '../seat-layout.ts'
import { type CinemaDb, cinemaTables, type ShowtimeSeatsRow } from '../tables.ts'
import { idList } from './id-list.ts'

/** A layout ready to be written out: each seat's text but for its status. */
interface ReadyLayout {
  readonly hash: string
  readonly sections: string
  readonly seats: readonly string[]
}

export type StoredSeats = Omit<ShowtimeSeatsRow, 'hash'> & { readonly layout_hash: string | null }

const layoutsMax = 500

const select = sql.raw(`select k.showtime_id, k.captured_at, k.grade, k.seating, k.confidence, k.layout_id,
    k.codes, k.extras, k.capacity, k.available, k.sold, k.held, k.blocked, k.broken, k.rate, y.hash as layout_hash
  from showtime_seats k left join seat_layout y on y.id = k.layout_id`)

export class SeatReader {
  readonly #db: CinemaDb
  readonly #layouts = new LRUCache<string, ReadyLayout>({ max: layoutsMax })

  constructor(db: CinemaDb) {
    this.#db = db
  }

  async read(showtimeId: string): Promise<StoredSeats | undefined> {
    const rows = await this.#db.prepared<StoredSeats>(
      'cinema:seats-of-one',
      (read, param) => {
        const text = sql`${select} where k.showtime_id = ${param<string>('id')}`
        return { compile: () => text.compile(read) }
      },
      { id: showtimeId },
    )
    return rows[0]
  }

  async readMany(showtimeIds: readonly string[]): Promise<Map<string, StoredSeats>> {
    const rows = await this.#db.prepared<StoredSeats>(
      'cinema:seats-of-many',
      (read, param) => {
        const ids = idList(this.#db.engine, param<string>('ids'))
        const text = sql`${select} where k.showtime_id in ${ids}`
        return { compile: () => text.compile(read) }
      },
      { ids: JSON.stringify(showtimeIds) },
    )
    return new Map(rows.map((row) => [row.showtime_id, row]))
  }

  /** JSON of `sections` and `seats`; undefined where no seat is known. */
  async grid(row: StoredSeats): Promise<{ sections: string; seats: string } | undefined> {
    const { layout_id, layout_hash, codes } = row
    if (layout_id === null || layout_hash === null || codes === null) return undefined
    const layout = await this.#layout(layout_id, layout_hash)
    if (layout === undefined) return undefined
    const statuses = unpackCodes(codes, layout.seats.length)
    const raws = rawStatuses(row.extras)
    const seats = layout.seats.map((seat, index) => {
      const raw = raws.get(index)
      const status = `${seat},"status":"${seatStatusOf(statuses[index])}"`
      return raw === undefined ? `${status}}` : `${status},"raw_status":${JSON.stringify(raw)}}`
    })
    return { sections: layout.sections, seats: `[${seats.join(',')}]` }
  }

  async #layout(id: string, hash: string): Promise<ReadyLayout | undefined> {
    const known = this.#layouts.get(id)
    if (known?.hash === hash) return known
    const [row] = await this.#db.prepared<{ hash: string; doc: string }>(
      'cinema:layout',
      (read, param) =>
        cinemaTables(read)
          .selectFrom('seat_layout')
          .select(['hash', 'doc'])
          .where('id', '=', param<string>('id')),
      { id },
    )
    if (row === undefined) return undefined
    const layout = ready(row.hash, layoutFromText(row.doc))
    this.#layouts.set(id, layout)
    return layout
  }
}

function ready(hash: string, layout: Layout): ReadyLayout {
  const seats = layout.seats.map((seat) => {
    const section = layout.sections[seat.section]
    return JSON.stringify({
      id: seat.id,
      label: seat.label,
      row: seat.row,
      number: seat.number,
      section: section?.label,
      area_id: section?.id,
      x: seat.x,
      y: seat.y,
      seat_type: seat.kind,
      raw_type: seat.rawKind,
    }).slice(0, -1)
  })
  return { hash, sections: JSON.stringify(toSections(layout)), seats }
}

function rawStatuses(extras: string | null): ReadonlyMap<number, string> {
  if (extras === null) return new Map()
  const { raw = [] } = JSON.parse(extras) as { raw?: [number, string][] }
  return new Map(raw)
}

/** Codes of what the source warned about, such as `layout_mismatch`. */
export function seatWarnings(extras: string | null): readonly string[] {
  return extras === null ? [] : ((JSON.parse(extras) as { warnings?: string[] }).warnings ?? [])
}

export interface StoredPrices {
  readonly captured_at: number
  readonly doc: string
}

/** The quotes of a showtime as a JSON array. */
export async function readPrices(db: CinemaDb, showtimeId: string): Promise<StoredPrices | undefined> {
  const [row] = await db.prepared<StoredPrices>(
    'cinema:prices',
    (read, param) => {
      const text = sql`select p.captured_at, l.doc from showtime_prices p join price_list l on l.id = p.list_id
        where p.showtime_id = ${param<string>('id')}`
      return { compile: () => text.compile(read) }
    },
    { id: showtimeId },
  )
  return row
}
