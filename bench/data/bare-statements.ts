/** The statements of our cold reads, and how a program with nothing else to do turns their rows into text. */

import type { DatabaseSync } from 'node:sqlite'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector } from 'kysely'
import { kmPerMile } from '../../src/core/places/distance.ts'
import { codeByNumber, codeNumberAt } from '../../src/services/cinema/encoding/packed-seat-codes.ts'
import { seatStatusOf } from '../../src/services/cinema/normalise/seat-codes.ts'
import { SeatReader } from '../../src/services/cinema/queries/seats.ts'
import { readShowtime, readShowtimes } from '../../src/services/cinema/queries/showtimes.ts'
import type { CinemaDb } from '../../src/services/cinema/schema/tables.ts'
import { readNotice } from '../../src/services/notices/queries/notices.ts'
import { StableQueryCompiler } from '../../src/store/sqlite/kysely-dialect.ts'
import { StatementCache } from '../../src/store/statements/statement-cache.ts'
import type { ReadModelTables } from '../../src/store/tables.ts'

/** The text of the rows for a request path. */
export type ReadRows = (path: string) => string

export type BareStatement =
  | 'notice'
  | 'showtime'
  | 'showtimes of a theater'
  | 'theaters near'
  | 'seats of a showtime'

/** `sample` is our response to a request of the case. */
export const bareStatements: Readonly<
  Record<BareStatement, (db: DatabaseSync, sample: string) => Promise<ReadRows>>
> = {
  async notice(db) {
    const statement = await prepare(db, (store) => readNotice(store, ''))
    return (path) => String(statement(lastPart(path))[0]?.[0])
  },

  async showtime(db) {
    const statement = await prepare(db, (store) => readShowtime(store, '', withSeats))
    return (path) => String(statement(lastPart(path))[0]?.[docColumn])
  },

  async 'showtimes of a theater'(db) {
    const filter = { theaterId: '', firstDay: '', lastDay: '' }
    const statement = await prepare(db, (store) => readShowtimes(store, filter, withSeats, undefined, 20))
    return (path) => {
      const day = path.slice(path.indexOf('date=') + 5, path.indexOf('&'))
      const rows = statement(path.split('/', 4)[3] ?? '', day, day, 21)
      let text = ''
      for (let at = 0; at < rows.length && at < 20; at += 1) text += `,${rows[at]?.[docColumn]}`
      return text
    }
  },

  /** Ours has the theaters in memory, in a tree; so does this. */
  async 'theaters near'(db) {
    const theaters = db
      .prepare('select lon, lat, doc from theater where lat is not null')
      .all() as unknown as {
      lon: number
      lat: number
      doc: string
    }[]
    const tree = new KDBush(theaters.length)
    for (const { lon, lat } of theaters) tree.add(lon, lat)
    tree.finish()
    return (path) => {
      const query = new URLSearchParams(path.slice(path.indexOf('?')))
      const found = around(tree, Number(query.get('lon')), Number(query.get('lat')), 21, 25 * kmPerMile)
      let text = ''
      for (let at = 0; at < found.length && at < 20; at += 1) text += `,${theaters[found[at] ?? 0]?.doc}`
      return text
    }
  },

  async 'seats of a showtime'(db, sample) {
    const statement = await prepare(db, (store) => new SeatReader(store).readWithShowtime(''))
    const { data } = JSON.parse(sample) as { data: { seats: { status: string }[] } }
    const seats = data.seats.map(({ status: _, ...seat }) => `,${JSON.stringify(seat).slice(0, -1)}`)
    const statuses = codeByNumber.map((letter) => `,"status":"${seatStatusOf(letter)}"}`)
    return (path) => {
      const codes = statement(path.split('/', 4)[3] ?? '')[0]?.[codesColumn] as Uint8Array
      let text = ''
      for (let seat = 0; seat < seats.length; seat += 1)
        text += (seats[seat] ?? '') + statuses[codeNumberAt(codes, seat)]
      return text
    }
  },
}

const withSeats = { seats: true, movie: false, prices: false }
/** As `showtimeColumns` and the columns of seats have them. */
const docColumn = 7
const codesColumn = 11

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

type Statement = (...values: (string | number)[]) => unknown[][]

/** The statement that `read` sends to the store, prepared without the store. */
async function prepare(db: DatabaseSync, read: (store: CinemaDb) => Promise<unknown>): Promise<Statement> {
  const statements = new StatementCache(compiler)
  let text = ''
  const store: Pick<CinemaDb, 'engine' | 'prepared'> = {
    engine: 'sqlite',
    async prepared(name, build) {
      text = statements.get(name, build).sql
      return []
    },
  }
  await read(store as CinemaDb)
  const statement = db.prepare(text)
  statement.setReturnArrays(true)
  return (...values) => statement.all(...values) as unknown as unknown[][]
}

const compiler = new Kysely<ReadModelTables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new StableQueryCompiler(),
  },
})
