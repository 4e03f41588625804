/** What a run has saved is imported again: into the data that the run left, and into none. */

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { silentEvents } from '../../../src/core/events.ts'
import { type CinemaTables, withCinemaTables } from '../../../src/services/cinema/schema/tables.ts'
import { cinemaWriter } from '../../../src/services/cinema/sync.ts'
import type { Store } from '../../../src/store/store.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import type { AnySource, AnyWriter } from '../../../src/sync/source.ts'
import { createSyncEngine, type SyncEngine } from '../../../src/sync/sync-engine.ts'
import { openCinemaSandbox, sandboxCinemaSources } from '../../support/cinema/cinema-sandbox.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { testEngines } from '../../support/store/test-engines.ts'

/** With seats and prices, with rates, and with the prices of a page. */
const platforms = ['vista-ocapi', 'webedia', 'json-ld']
const sources = sandboxCinemaSources
  .filter(({ id }) => platforms.includes(id))
  .map((source) => ({ ...source, members: source.members.slice(0, 1) }))
const runs = 2
const hourMs = 3_600_000

type Count = Pick<CinemaTables['theater_day'], 'showtimes' | 'movies' | 'seatmaps' | 'prices'>

/** Of each theater and day, as they are stored. */
async function storedCounts(store: Store): Promise<Map<string, Count>> {
  const days = await withCinemaTables(store.readModel.read)
    .selectFrom('theater_day')
    .select(['theater_id', 'business_date', 'showtimes', 'movies', 'seatmaps', 'prices'])
    .orderBy('theater_id')
    .orderBy('business_date')
    .execute()
  return new Map(
    days.map(({ theater_id, business_date, ...counts }) => [`${theater_id} ${business_date}`, counts]),
  )
}

/** The same from the rows that are counted. */
async function trueCounts(store: Store): Promise<Map<string, Count>> {
  const rows = await withCinemaTables(store.readModel.read)
    .selectFrom('showtime')
    .leftJoin('showtime_seats', 'showtime_seats.showtime_id', 'showtime.id')
    .leftJoin('showtime_prices', 'showtime_prices.showtime_id', 'showtime.id')
    .select([
      'theater_id',
      'business_date',
      'movie_id',
      'showtime_seats.showtime_id as seats',
      'showtime_prices.showtime_id as prices',
    ])
    .where('gone_at', 'is', null)
    .orderBy('theater_id')
    .orderBy('business_date')
    .execute()
  const byDay = Map.groupBy(rows, (row) => `${row.theater_id} ${row.business_date}`)
  return new Map(
    [...byDay].map(([day, shows]) => [
      day,
      {
        showtimes: shows.length,
        movies: new Set(shows.map((show) => show.movie_id)).size,
        seatmaps: shows.filter(({ seats }) => seats !== null).length,
        prices: shows.filter(({ prices }) => prices !== null).length,
      },
    ]),
  )
}

async function totals(store: Store) {
  const theaters = await withCinemaTables(store.readModel.read)
    .selectFrom('theater')
    .select(['id', 'seatmaps', 'prices'])
    .orderBy('id')
    .execute()
  return theaters
}

for (const engine of testEngines) {
  describe(`the artifacts of whole runs on ${engine.name}`, { skip: engine.skip }, () => {
    it('leave the counts of theaters and days as the runs left them', async () => {
      await using stack = new AsyncDisposableStack()
      const folder = await mkdtemp(join(tmpdir(), 'broadsheet-import-'))
      stack.defer(() => rm(folder, { recursive: true, force: true }))
      const place = stack.use(await engine.borrowDatabase())
      const clock = new FakeClock('2026-11-15T12:00:00Z')
      const world = stack.use(await openCinemaSandbox(clock))
      const signal = AbortSignal.timeout(600_000)
      const inStore = async <Result>(work: (store: Store, sync: SyncEngine) => Promise<Result>) => {
        await using store = await place.openStore({ role: 'worker' })
        const sync = createSyncEngine({
          store,
          outbound: { for: () => world.http },
          artifacts: diskArtifactStore({ folder }),
          sources: sources as unknown as AnySource[],
          writers: [cinemaWriter(sources) as AnyWriter],
          clock,
          events: silentEvents,
          holder: `test:${process.pid}`,
        })
        return await work(store, sync)
      }
      const readCounts = async (store: Store) => {
        const counts = await storedCounts(store)
        assert.deepEqual(counts, await trueCounts(store))
        return { counts, theaters: await totals(store) }
      }
      const importAll = async (store: Store, sync: SyncEngine) => {
        const saved = await store.ledger.read.selectFrom('artifact').select('id').orderBy('id').execute()
        assert.equal(saved.length, runs * sources.length)
        for (const { id } of saved) {
          const report = await sync.import(id, { signal, force: true })
          // An earlier list has not yet what was listed later.
          assert.ok(['succeeded', 'partial'].includes(report.status), JSON.stringify(report))
          assert.deepEqual(await storedCounts(store), await trueCounts(store))
        }
      }
      const synced = await inStore(async (store, sync) => {
        for (let run = 0; run < runs; run += 1) {
          for (const { id } of sources) {
            const { status } = await sync.run(id, { mode: 'manual', signal })
            assert.ok(['succeeded', 'partial'].includes(status), `${id}: ${status}`)
          }
          await readCounts(store)
          clock.advance(13 * hourMs)
        }
        return await readCounts(store)
      })
      assert.ok([...synced.counts.values()].some(({ seatmaps, prices }) => seatmaps > 0 && prices > 0))
      await inStore(async (store, sync) => {
        await importAll(store, sync)
        assert.deepEqual(await readCounts(store), synced)
      })
      await place.deleteReadModel()
      await inStore(async (store, sync) => {
        await importAll(store, sync)
        assert.deepEqual(await readCounts(store), synced)
      })
    })
  })
}
