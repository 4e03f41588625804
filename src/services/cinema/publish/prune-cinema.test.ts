import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Transaction } from 'kysely'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../store/store.ts'
import { pruneCinema } from './prune-cinema.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows with only the columns that matter here
type AnyTables = Record<string, any>

const dayMs = 86_400_000

for (const engine of testEngines) {
  describe(`${engine.name}: pruning of cinema`, { skip: engine.skip }, () => {
    it('deletes price lists and layouts without a showtime, and movies without one for long', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      await store.readModel.transaction(async (readModelTx) => {
        const tx = readModelTx as unknown as Transaction<AnyTables>
        const doc = { hash: '', doc: '{}' }
        for (const id of ['used', 'unused']) {
          await tx
            .insertInto('price_list')
            .values({ id, quotes: 1, ...doc })
            .execute()
          await tx
            .insertInto('seat_layout')
            .values({ id, theater_id: 't', seat_count: 1, ...doc })
            .execute()
          await tx
            .insertInto('movie')
            .values({ id, title: id, title_key: id, search: id, ...doc })
            .execute()
          const listing = {
            platform: 'p',
            chain_id: 'c',
            film: id,
            movie_id: id,
            stamp: 1,
            work: '{}',
            record: '{}',
          }
          await tx
            .insertInto('movie_listing')
            .values({ ...listing, hash: '' })
            .execute()
        }
        await tx.insertInto('showtime').values(showtime).execute()
        const captured = { showtime_id: 's', captured_at: 1, hash: '' }
        await tx
          .insertInto('showtime_prices')
          .values({ ...captured, list_id: 'used' })
          .execute()
        await tx
          .insertInto('showtime_seats')
          .values({ ...captured, seat_summary: '', layout_id: 'used' })
          .execute()
      })
      assert.equal(await prune(store, 0), 2)
      assert.deepEqual(await ids(store, 'price_list'), ['used'])
      assert.deepEqual(await ids(store, 'seat_layout'), ['used'])
      assert.equal(await prune(store, 120), 0)
      assert.deepEqual(await ids(store, 'movie'), ['unused', 'used'])
      assert.equal(await prune(store, 121), 1)
      assert.deepEqual(await ids(store, 'movie'), ['used'])
      assert.equal(await prune(store, 121), 0)
    })

    it('deletes few showtimes in one transaction, and what only they referred to after them', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      await store.readModel.transaction(async (readModelTx) => {
        const tx = readModelTx as unknown as Transaction<AnyTables>
        await tx.insertInto('price_list').values({ id: 'p', quotes: 1, hash: '', doc: '{}' }).execute()
        for (let n = 0; n < 120; n++) {
          await tx
            .insertInto('showtime')
            .values({ ...showtime, id: `s${n}`, theater_id: `t${n}` })
            .execute()
        }
        await tx
          .insertInto('showtime_prices')
          .values({ showtime_id: 's119', captured_at: 1, hash: '', list_id: 'p' })
          .execute()
      })
      const deleted: number[] = []
      for (let part = 0; part < 5; part++) deleted.push(await prune(store, 321))
      assert.deepEqual(deleted, [50, 50, 20, 1, 0])
    })

    it('deletes showtimes by their start, whatever their business date', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const rows = [
        {
          ...showtime,
          id: 'upcoming',
          starts_at: 330 * dayMs,
          business_date: '0001-01-01',
          day_starts_at: 0,
        },
        { ...showtime, id: 'past', business_date: '9999-12-31', day_starts_at: 9e12 },
      ]
      await store.readModel.transaction(async (tx) => {
        for (const row of rows)
          await (tx as unknown as Transaction<AnyTables>).insertInto('showtime').values(row).execute()
      })
      assert.equal(await prune(store, 321), 1)
      assert.deepEqual(await ids(store, 'showtime'), ['upcoming'])
    })
  })
}

const showtime = {
  id: 's',
  theater_id: 't',
  movie_id: 'used',
  chain_id: 'c',
  source_id: 'p',
  starts_at: 200 * dayMs,
  business_date: '2026-01-01',
  day_starts_at: 1,
  seating: '',
  formats: '',
  languages: '',
  facts: '',
  has_grid: 0,
  hash: '',
  doc: '{}',
}

async function prune({ readModel }: Store, day: number): Promise<number> {
  const { dialect } = readModel
  return await readModel.transaction((tx) => pruneCinema({ tx, dialect, now: day * dayMs }, 120))
}

async function ids({ readModel }: Store, table: string): Promise<string[]> {
  const rows = await (readModel.read as unknown as Transaction<AnyTables>)
    .selectFrom(table)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map((row) => String(row.id))
}
