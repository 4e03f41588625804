/** Responses to live refreshes are saved like those of a sync: before they are parsed, importable, bounded. */

import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Failure } from '../../../src/core/errors.ts'
import { silentEvents } from '../../../src/core/events.ts'
import { stableId } from '../../../src/core/stable-id.ts'
import { recountTheaters } from '../../../src/services/cinema/publish/recount-theaters.ts'
import { type CinemaTables, withCinemaTables } from '../../../src/services/cinema/schema/tables.ts'
import { cinemaWriter } from '../../../src/services/cinema/sync.ts'
import type { Store } from '../../../src/store/store.ts'
import type { ArtifactRow } from '../../../src/store/tables.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import type { AnySource, AnyWriter } from '../../../src/sync/source.ts'
import { readSourceStatus } from '../../../src/sync/source-status.ts'
import { createSyncEngine } from '../../../src/sync/sync-engine.ts'
import { type CinemaFixture, openCinemaFixture, publishWeek } from '../../support/cinema/cinema-fixture.ts'
import { quote, seatRecords } from '../../support/cinema/made-up-records.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const leeds = stableId('th', 'grid-platform', 'alpha', 'a1')
const session = (name: string) => stableId('st', 'grid-platform', 'alpha', 'a1', name)
const savedMax = 20

for (const engine of testEngines) {
  describe(`artifacts of live refreshes on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let fixture: CinemaFixture
    let folder: string
    let isFull: boolean
    beforeEach(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore({ role: 'worker' })
      folder = await mkdtemp(join(tmpdir(), 'broadsheet-live-'))
      isFull = false
      const disk = diskArtifactStore({ folder })
      fixture = await openCinemaFixture(store, {
        artifacts: {
          ...disk,
          save: (...args) =>
            isFull
              ? Promise.reject(
                  new Failure('store_unavailable', 'The disk is full; the artifact was not saved.'),
                )
              : disk.save(...args),
        },
      })
      await publishWeek(fixture)
      fixture.upstream.records = (name, nowMs) => [
        ...seatRecords(name, nowMs, ['sold', 'sold', 'sold', 'blocked', 'broken', 'available']),
        { type: 'prices', site: 'a1', session: name, capturedAt: nowMs, quotes: [{ ...quote, amount: 14 }] },
      ]
      fixture.clock.advance(1000)
    })
    afterEach(async () => {
      await fixture[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    })

    const seats = (name: string, query: string) =>
      fixture.request(`/v1/showtimes/${session(name)}/seatmap?${query}`)
    const rows = () =>
      store.ledger.read.selectFrom('artifact').selectAll().orderBy('id').execute() as Promise<ArtifactRow[]>
    const files = () => globSync('**/*.zst', { cwd: folder })
    const sync = () =>
      createSyncEngine({
        store,
        outbound: { for: () => ({ request: () => Promise.reject(new Error('unexpected request')) }) },
        artifacts: fixture.artifacts,
        sources: fixture.sources as unknown as AnySource[],
        writers: [cinemaWriter(fixture.sources) as AnyWriter],
        clock: fixture.clock,
        events: silentEvents,
        holder: `test:${process.pid}`,
      })
    const forget = () =>
      store.readModel.transaction(async (tx) => {
        await sql`delete from showtime_seats`.execute(tx)
        await sql`delete from showtime_prices`.execute(tx)
        await sql`update showtime set seats_at = null, seat_summary = null`.execute(tx)
        await store.readModel.dialect.bumpVersion(tx, 'cinema-seats', fixture.clock.now())
      })
    const signal = () => AbortSignal.timeout(600_000)

    it('are listed with their row count, and belong to no run', async () => {
      await seats('next', 'source_mode=live')
      const headers = { 'x-api-key': await fixture.createKey() }
      const { json } = await fixture.request('/v1/artifacts?chain_id=alpha', { headers })
      const [{ id: _, local_path, sha256, bytes, ...rest }, ...others] = json.data
      assert.deepEqual(others, [])
      assert.deepEqual(rest, {
        source_id: 'grid-platform',
        chain_id: 'alpha',
        artifact_type: 'live',
        s3_uri: null,
        row_count: 1,
        captured_at: '2026-11-15T12:00:01.000Z',
        imported_at: '2026-11-15T12:00:01.000Z',
        metadata: { member_id: 'alpha.a1', run_id: null },
      })
      assert.deepEqual(files(), [local_path])
      assert.ok(sha256.length === 64 && bytes > 0)
    })

    it('do not affect the health of a source', async () => {
      await seats('next', 'source_mode=live')
      const source = fixture.sources.find(({ id }) => id === 'grid-platform')
      assert.ok(source)
      const { latestArtifact, health } = await readSourceStatus(store, source, fixture.clock.now())
      assert.equal(latestArtifact, undefined)
      assert.equal(health, 'missing_artifact')
    })

    it('can be imported again, by id and as a file, and change nothing else', async () => {
      await seats('next', 'source_mode=live')
      await fixture.request(`/v1/showtimes/${session('next')}/prices?source_mode=live`)
      const listed = (await fixture.request(`/v1/theaters/${leeds}/showtimes?days=45&seat_detail=none`)).json
        .data
      const saved = await rows()
      assert.equal(saved.length, 2)
      // A part is no list that shrank, and says nothing about how long the list is.
      const whole = {
        service: 'cinema',
        source_id: 'grid-platform',
        member_id: 'alpha.a1',
        artifact_id: 1,
        record_count: 1000,
        published_at: 1,
        held_reason: null,
        response_digest: null,
        digested_at: null,
        response_tag: null,
        tagged_at: null,
      }
      await store.readModel.transaction((tx) => tx.insertInto('member_state').values(whole).execute())
      const replays: (number | string)[][] = [
        saved.map(({ id }) => id),
        saved.map(({ location }) => join(folder, location)),
      ]
      for (const [seatsOf = 0, pricesOf = 0] of replays) {
        await forget()
        assert.equal((await seats('next', 'seat_detail=grid')).json.data.availability_grade, 'none')
        for (const artifact of [seatsOf, pricesOf]) {
          const report = await sync().import(artifact, { signal: signal() })
          assert.equal(report.status, 'succeeded', JSON.stringify(report))
        }
        const again = (await seats('next', 'seat_detail=grid')).json.data
        assert.equal(again.summary.sold, 3)
        assert.equal(again.captured_at, '2026-11-15T12:00:01.000Z')
        assert.equal(again.seats.length, 6)
        const prices = await fixture.request(`/v1/showtimes/${session('next')}/prices`)
        assert.equal(prices.json.data[0].amount, 14)
      }
      const after = await fixture.request(`/v1/theaters/${leeds}/showtimes?days=45&seat_detail=none`)
      assert.deepEqual(after.json.data, listed)
      const states = await store.readModel.read.selectFrom('member_state').selectAll().execute()
      assert.deepEqual(states, [whole], 'a part was taken for the whole list')
    })

    it('leave the counts of the theater true when they are imported again', async () => {
      for (const topic of ['seatmap', 'prices'])
        await fixture.request(`/v1/showtimes/${session('tomorrow')}/${topic}?source_mode=live`)
      const counts = async () => {
        const read = withCinemaTables(store.readModel.read)
        const columns = ['showtimes', 'movies', 'seatmaps', 'prices'] as const
        const days = read.selectFrom('theater_day').select(['business_date', ...columns])
        const theater = read.selectFrom('theater').select(['seatmaps', 'prices'])
        return {
          days: await days.where('theater_id', '=', leeds).orderBy('business_date').execute(),
          theater: await theater.where('id', '=', leeds).execute(),
        }
      }
      const counted = await counts()
      assert.deepEqual(counted.theater, [{ seatmaps: 2, prices: 2 }])
      const recount = () =>
        store.readModel.transaction((tx) =>
          recountTheaters(tx.withTables<CinemaTables>(), store.readModel.dialect, [leeds]),
        )
      await forget()
      await recount()
      assert.deepEqual((await counts()).theater, [{ seatmaps: 0, prices: 0 }])
      for (const { id } of await rows()) await sync().import(id, { signal: signal() })
      const imported = await counts()
      assert.deepEqual(imported.theater, [{ seatmaps: 1, prices: 1 }])
      await recount()
      assert.deepEqual(await counts(), imported)
    })

    it('are ignored for a showtime that does not exist', async () => {
      await seats('next', 'source_mode=live')
      const [saved] = await rows()
      await forget()
      await store.readModel.transaction((tx) =>
        sql`delete from showtime where id = ${session('next')}`.execute(tx),
      )
      await sync().import(saved?.id ?? 0, { signal: signal() })
      const { rows: left } = await sql`select * from showtime_seats`.execute(store.readModel.read)
      assert.deepEqual(left, [])
    })

    it('are pruned to the newest of each theater', async () => {
      for (let turn = 0; turn < savedMax + 3; turn += 1) {
        fixture.clock.advance(1000)
        assert.equal((await seats('next', 'source_mode=live')).status, 200)
      }
      const saved = await rows()
      assert.equal(saved.length, savedMax)
      assert.equal(saved.at(-1)?.captured_at, fixture.clock.now())
      assert.deepEqual(new Set(files()), new Set(saved.map(({ location }) => location)))
    })

    it('do not prune artifacts of a run', async () => {
      const member = fixture.members.get('alpha.a1')
      assert.ok(member)
      const head = {
        service: 'cinema',
        sourceId: 'grid-platform',
        memberId: member.id,
        runId: 'r1',
        capturedAt: 1,
      }
      const { artifacts, clock } = fixture
      const { saveArtifact } = await import('../../../src/sync/artifacts/artifact-rows.ts')
      await saveArtifact(
        { store, artifacts, clock, holder: 'test:1' },
        head,
        (async function* () {})(),
        signal(),
      )
      for (let turn = 0; turn < savedMax + 2; turn += 1) {
        fixture.clock.advance(1000)
        await seats('next', 'source_mode=live')
      }
      const [first] = await rows()
      assert.equal(first?.artifact_type, 'answers')
      assert.equal((await rows()).length, savedMax + 1)
    })

    it('are saved even if they cannot be parsed', async () => {
      for (const body of ['<html>Just a moment</html>', '[]', '{"session": "ne']) {
        fixture.upstream.bodies = () => [body]
        assert.equal((await seats('next', 'source_mode=live')).status, 503, body)
      }
      const saved = await rows()
      assert.deepEqual(
        saved.map(({ imported_at }) => imported_at),
        [null, null, null],
      )
    })

    it('may contain NUL, which databases reject', async () => {
      const odd = 'ne\0xt'
      fixture.upstream.bodies = (_, nowMs) => [JSON.stringify({ session: odd, nowMs })]
      const response = await seats('next', 'source_mode=live')
      assert.equal(response.status, 200, response.text)
      assert.equal(response.json.data.summary.sold, 3)
    })

    it('are limited in size', async () => {
      fixture.upstream.bodies = function* () {
        while (true) yield '{}'
      }
      const response = await seats('next', 'source_mode=live')
      assert.equal(response.status, 503)
      assert.equal(response.json.error.code, 'upstream_unavailable')
      fixture.upstream.bodies = () => [JSON.stringify({ long: 'x'.repeat(17 * 1024 ** 2) })]
      assert.equal((await seats('next', 'source_mode=live')).status, 503)
      assert.deepEqual(await rows(), [])
      assert.deepEqual(files(), [])
    })

    it('are not used if they cannot be saved; stored data is served', async () => {
      isFull = true
      const refused = await seats('next', 'source_mode=live')
      assert.equal(refused.status, 503)
      assert.equal(refused.json.error.code, 'store_unavailable')
      fixture.clock.advance(16 * 60_000)
      const stored = await seats('next', 'source_mode=auto')
      assert.equal(stored.json.data.summary.sold, 1)
      assert.equal(stored.json.meta.warnings[0].code, 'stale_availability')
      const list = await fixture.request(`/v1/theaters/${leeds}/showtimes?source_mode=live`)
      assert.equal(list.status, 200)
      assert.ok(list.json.meta.warnings.every(({ code }: { code: string }) => code === 'stale_availability'))
    })
  })
}
