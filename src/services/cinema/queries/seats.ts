/** Reads who sits where: the counts of a showtime, and its seats from the shared layout. */

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { seatStatusOf } from '../normalise/seat-codes.ts'
import { toSections } from '../normalise/seat-map.ts'
import { unpackCodes } from '../seat-bits.ts'
import { type Layout, layoutFromText } from '../seat-layout.ts'
import { type CinemaDb, cinemaTables, type ShowtimeSeatsRow } from '../tables.ts'
import { idList } from './id-list.ts'

/** A layout ready to be written out. One text and not one per seat, which would keep the collector busy. */
interface ReadyLayout {
  readonly hash: string
  readonly sections: string
  /** All seats but for their status, and where each ends. */
  readonly text: string
  readonly ends: Uint32Array
}

export type StoredSeats = Omit<ShowtimeSeatsRow, 'hash'> & { readonly layout_hash: string | null }

const layoutsMax = 500

const select =
  sql.raw(`select k.showtime_id, k.captured_at, k.told, k.layout_id, k.codes, k.extras, y.hash as layout_hash
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
    const { text, ends } = layout
    const letters = unpackCodes(codes, ends.length)
    const raws = rawStatuses(row.extras)
    let seats = ''
    let start = 0
    for (const [index, end] of ends.entries()) {
      const raw = raws?.get(index)
      seats += `${index === 0 ? '' : ','}${text.slice(start, end)},"status":"${seatStatusOf(letters[index])}"`
      seats += raw === undefined ? '}' : `,"raw_status":${JSON.stringify(raw)}}`
      start = end
    }
    return { sections: layout.sections, seats: `[${seats}]` }
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
  const areas = layout.sections.map(({ id, label }) => `,"section":${quoted(label)},"area_id":${quoted(id)}`)
  const ends = new Uint32Array(layout.seats.length)
  let text = ''
  for (const [index, seat] of layout.seats.entries()) {
    const { id, label, row, number, section, x, y, kind, rawKind } = seat
    text += `{"id":${quoted(id)},"label":${quoted(label)},"row":${quoted(row)},"number":${quoted(number)}`
    text += `${areas[section] ?? ''},"x":${x},"y":${y},"seat_type":"${kind}"`
    if (rawKind !== undefined) text += `,"raw_type":${quoted(rawKind)}`
    ends[index] = text.length
  }
  return { hash, sections: JSON.stringify(toSections(layout)), text, ends }
}

const plain = /^[\w .:-]*$/

/** As JSON; names of seats hardly ever need escaping, and a room has hundreds of them. */
function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text)
}

function rawStatuses(extras: string | null): ReadonlyMap<number, string> | undefined {
  if (extras === null) return undefined
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
