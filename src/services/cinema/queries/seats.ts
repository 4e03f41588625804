/** Reads who sits where: the counts of a showtime, and its seats from the shared layout. */

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { codeByNumber, codeNumberAt } from '../encoding/packed-seat-codes.ts'
import { decodeLayout } from '../encoding/seat-layout.ts'
import { seatStatusOf } from '../normalise/seat-codes.ts'
import { toSections } from '../normalise/seat-map.ts'
import { type CinemaDb, type ShowtimeSeatsRow, withCinemaTables } from '../schema/tables.ts'
import { idList } from './id-list.ts'
import { type ListedShowtime, showtimeColumns } from './showtime-json.ts'

/** A layout ready to be written out. One text and not one per seat, which would keep the collector busy. */
interface RenderedLayout {
  readonly sections: string
  /** `[{` and all seats but for their status, with `},{` between them, and where the status of each goes. */
  readonly text: string
  readonly ends: Uint32Array
}

export type StoredSeats = Omit<ShowtimeSeatsRow, 'hash'> & { readonly layout_hash: string | null }

const layoutsMax = 500

const seatColumns = 'k.captured_at, k.told, k.layout_id, k.codes, k.extras, y.hash as layout_hash'

/** A showtime and its seats; those are null where nothing was captured. */
type ShowtimeWithSeats = Omit<ListedShowtime, 'told'> & {
  readonly [Column in keyof Omit<StoredSeats, 'showtime_id'>]: StoredSeats[Column] | null
}

export class SeatReader {
  readonly #db: CinemaDb
  readonly #layouts = new LRUCache<string, RenderedLayout>({ max: layoutsMax })

  constructor(db: CinemaDb) {
    this.#db = db
  }

  /** One look-up for both. */
  async readWithShowtime(
    id: string,
  ): Promise<{ readonly row: ListedShowtime; readonly stored: StoredSeats | undefined } | undefined> {
    const [row] = await this.#db.prepared<ShowtimeWithSeats>(
      'cinema:seats-of-one',
      (read, param) => {
        const text = sql`select ${sql.raw(showtimeColumns)}, ${sql.raw(seatColumns)} from showtime s
          left join showtime_seats k on k.showtime_id = s.id left join seat_layout y on y.id = k.layout_id
          where s.id = ${param<string>('id')}`
        return { compile: () => text.compile(read) }
      },
      { id },
    )
    if (row === undefined) return undefined
    const { captured_at, told, layout_id, codes, extras, layout_hash } = row
    if (captured_at === null || told === null) return { row, stored: undefined }
    return { row, stored: { showtime_id: id, captured_at, told, layout_id, codes, extras, layout_hash } }
  }

  async readMany(showtimeIds: readonly string[]): Promise<Map<string, StoredSeats>> {
    const rows = await this.#db.prepared<StoredSeats>(
      'cinema:seats-of-many',
      (read, param) => {
        const ids = idList(this.#db.engine, param<string>('ids'))
        const text = sql`select k.showtime_id, ${sql.raw(seatColumns)} from showtime_seats k
          left join seat_layout y on y.id = k.layout_id where k.showtime_id in ${ids}`
        return { compile: () => text.compile(read) }
      },
      { ids: JSON.stringify(showtimeIds) },
    )
    return new Map(rows.map((row) => [row.showtime_id, row]))
  }

  /** JSON of `sections` and `seats`; undefined where no seat is known. */
  async seatGridJson(row: StoredSeats): Promise<{ sections: string; seats: string } | undefined> {
    const { layout_id, layout_hash, codes } = row
    if (layout_id === null || layout_hash === null || codes === null) return undefined
    const layout = await this.#layout(layout_id, layout_hash)
    if (layout === undefined) return undefined
    const { text, ends } = layout
    if (ends.length === 0) return { sections: layout.sections, seats: '[]' }
    const raws = parseRawStatuses(row.extras)
    let seats = ''
    let start = 0
    for (let index = 0; index < ends.length; index += 1) {
      const end = ends[index] ?? start
      seats += text.slice(start, end) + statusTexts[codeNumberAt(codes, index)]
      const raw = raws?.get(index)
      if (raw !== undefined) seats += `,"raw_status":${JSON.stringify(raw)}`
      start = end
    }
    return { sections: layout.sections, seats: `${seats}}]` }
  }

  /** By content: rooms of one plan share its text. */
  async #layout(id: string, hash: string): Promise<RenderedLayout | undefined> {
    const cachedLayout = this.#layouts.get(hash)
    if (cachedLayout !== undefined) return cachedLayout
    const [row] = await this.#db.prepared<{ hash: string; doc: string }>(
      'cinema:layout',
      (read, param) =>
        withCinemaTables(read)
          .selectFrom('seat_layout')
          .select(['hash', 'doc'])
          .where('id', '=', param<string>('id')),
      { id },
    )
    if (row === undefined) return undefined
    const layout = renderLayout(row.doc)
    this.#layouts.set(row.hash, layout)
    return layout
  }
}

const statusTexts = codeByNumber.map((letter) => `,"status":"${seatStatusOf(letter)}"`)

function renderLayout(doc: string): RenderedLayout {
  const layout = decodeLayout(doc)
  // What needs no escape in the document needs none here, and a room has hundreds of names.
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
  return { sections: JSON.stringify(toSections(layout)), text, ends }
}

function parseRawStatuses(extras: string | null): ReadonlyMap<number, string> | undefined {
  if (extras === null) return undefined
  const { raw = [] } = JSON.parse(extras) as { raw?: [number, string][] }
  return new Map(raw)
}

/** Codes of what the source warned about, such as `layout_mismatch`. */
export function parseSeatWarnings(extras: string | null): readonly string[] {
  return extras === null ? [] : ((JSON.parse(extras) as { warnings?: string[] }).warnings ?? [])
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

/** One look-up for both. */
export async function readShowtimeWithPrices(
  db: CinemaDb,
  id: string,
): Promise<{ readonly row: ListedShowtime; readonly stored: StoredPrices | undefined } | undefined> {
  const [row] = await db.prepared<ShowtimeWithPrices>(
    'cinema:prices-of-one',
    (read, param) => {
      const text = sql`select ${sql.raw(showtimeColumns)}, p.captured_at as prices_at, l.doc as prices_doc
        from showtime s left join showtime_prices p on p.showtime_id = s.id
        left join price_list l on l.id = p.list_id where s.id = ${param<string>('id')}`
      return { compile: () => text.compile(read) }
    },
    { id },
  )
  if (row === undefined) return undefined
  const { prices_at, prices_doc } = row
  const hasPrices = prices_at !== null && prices_doc !== null
  return { row, stored: hasPrices ? { captured_at: prices_at, doc: prices_doc } : undefined }
}
