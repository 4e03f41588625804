/** The statements of our cold reads, and how a program with nothing else to do turns their rows into text. */

import type { DatabaseSync } from 'node:sqlite'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import {
  DummyDriver,
  Kysely,
  type Dialect as KyselyDialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { kmPerMile } from '../../src/core/places/distance.ts'
import { seatStatusOf } from '../../src/services/cinema/normalise/seat-codes.ts'
import { SeatReader } from '../../src/services/cinema/queries/seats.ts'
import { readShowtime, readShowtimes } from '../../src/services/cinema/queries/showtimes.ts'
import type { CinemaDb } from '../../src/services/cinema/schema/tables.ts'
import { readNotice } from '../../src/services/notices/queries/notices.ts'
import { StableQueryCompiler } from '../../src/store/sqlite/kysely-dialect.ts'
import type { Engine } from '../../src/store/store.ts'
import type { ReadModelTables } from '../../src/store/tables.ts'

export type StatementName =
  | 'notice'
  | 'showtime'
  | 'showtimes of a theater'
  | 'theaters near'
  | 'seats of a showtime'

export interface BareStatement {
  /** Sends the statement to the store. */
  read(store: CinemaDb): unknown
  /** The values of its parameters for a request path. */
  toValues(path: string): (string | number)[]
  toText(rows: readonly (readonly unknown[])[]): string
}

/** `sample` is our response to a request of the case. */
export const bareStatements: Readonly<
  Record<Exclude<StatementName, 'theaters near'>, (sample: string) => BareStatement>
> = {
  notice: () => ({
    read: (store) => readNotice(store, ''),
    toValues: (path) => [lastPart(path)],
    toText: (rows) => String(rows[0]?.[0]),
  }),

  showtime: () => ({
    read: (store) => readShowtime(store, '', withSeats),
    toValues: (path) => [lastPart(path)],
    toText: (rows) => String(rows[0]?.[docColumn]),
  }),

  'showtimes of a theater': () => ({
    read: (store) =>
      readShowtimes(store, { theaterId: '', firstDay: '', lastDay: '' }, withSeats, undefined, 20),
    toValues(path) {
      const day = path.slice(path.indexOf('date=') + 5, path.indexOf('&'))
      return [path.split('/', 4)[3] ?? '', day, day, 21]
    },
    toText(rows) {
      let text = ''
      for (let at = 0; at < rows.length && at < 20; at += 1) text += `,${rows[at]?.[docColumn]}`
      return text
    },
  }),

  'seats of a showtime'(sample) {
    const { data } = JSON.parse(sample) as { data: { seats: { status: string }[] } }
    const seats = data.seats.map(({ status: _, ...seat }) => `,${JSON.stringify(seat).slice(0, -1)}`)
    return {
      read: (store) => new SeatReader(store).readWithShowtime(''),
      toValues: (path) => [path.split('/', 4)[3] ?? ''],
      toText(rows) {
        const codes = rows[0]?.[codesColumn] as string
        let text = ''
        for (let seat = 0; seat < seats.length; seat += 1)
          text += `${seats[seat]},"status":"${seatStatusOf(codes[seat])}"}`
        return text
      },
    }
  },
}

/** The text of the theaters around a point. Ours has them in memory, in a tree; so does this. */
export function theatersNear(db: DatabaseSync): (path: string) => string {
  const theaters = db.prepare('select lon, lat, doc from theater where lat is not null').all() as unknown as {
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
}

const withSeats = { seats: true } as const
/** As `showtimeColumns` and the columns of seats have them. */
const docColumn = 7
const codesColumn = 11

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The text of the statement that `read` sends to the store, without a store. */
export async function statementText(engine: Engine, read: BareStatement['read']): Promise<string> {
  const kysely = new Kysely<ReadModelTables>({ dialect: dialects[engine] })
  let text = ''
  const store: Pick<CinemaDb, 'engine' | 'run'> = {
    engine,
    async run(statement, values) {
      text = statement.built(kysely, values).sql
      return []
    },
  }
  await read(store as CinemaDb)
  return text
}

const dialects: Readonly<Record<Engine, KyselyDialect>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new StableQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}
