/** A cinema source that lies, stalls, refuses or loses its list costs freshness, never data. */

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Failure } from '../../../src/core/errors.ts'
import { silentEvents } from '../../../src/core/events.ts'
import { cinemaWriter } from '../../../src/services/cinema/sync.ts'
import type { Store } from '../../../src/store/store.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import type { AnySource, AnyWriter } from '../../../src/sync/source.ts'
import { createSyncEngine, type SyncEngine } from '../../../src/sync/sync-engine.ts'
import { type CinemaFixture, openCinemaFixture } from '../../support/cinema/cinema-fixture.ts'
import { weekOfRecords } from '../../support/cinema/made-up-records.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const memberTimeoutMs = 5000

for (const engine of testEngines) {
  describe(`failing cinema sources on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let fixture: CinemaFixture
    let sync: SyncEngine
    let folder: string
    let key: string
    let response: (url: string, signal: AbortSignal) => string | Promise<string>
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      fixture = await openCinemaFixture(store)
      folder = await mkdtemp(join(tmpdir(), 'broadsheet-cinema-'))
      const outbound = {
        for: () => ({
          request: async (url: string, { signal }: { readonly signal: AbortSignal }) => ({
            status: 200,
            url,
            headers: {},
            body: await response(url, signal),
            receivedAt: fixture.clock.now(),
          }),
        }),
      }
      sync = createSyncEngine({
        store,
        outbound,
        artifacts: diskArtifactStore({ folder }),
        sources: fixture.sources.filter(({ id }) => id === 'plain-platform') as unknown as AnySource[],
        writers: [cinemaWriter(fixture.sources) as AnyWriter],
        clock: fixture.clock,
        events: silentEvents,
        holder: `test:${process.pid}`,
        memberTimeoutMs,
        membersAtOnce: 4,
      })
      response = whole
      await run()
      key = await fixture.createKey()
    })
    after(async () => {
      await fixture[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    })

    function whole(url: string): string {
      const member = fixture.members.get(url.endsWith('g1') ? 'gamma.g1' : 'gamma.g2')
      assert.ok(member)
      return JSON.stringify({ records: weekOfRecords(member, fixture.clock.now()) })
    }

    function run() {
      return sync.run('plain-platform', { mode: 'manual', signal: new AbortController().signal })
    }

    const search = '/v1/showtimes/search?chain_id=gamma&date=2026-11-10&days=45&limit=200'
    const listed = async () => (await fixture.request(search)).json.data.length
    const status = async () => {
      const headers = { 'x-api-key': key }
      const { json } = await fixture.request('/v1/sync-status?source_id=plain-platform', { headers })
      return json.data[0]
    }

    it('are healthy while they respond', async () => {
      assert.equal(await listed(), 18)
      const { health, latest_run, latest_artifact, counts } = await status()
      assert.equal(health, 'ok')
      assert.equal(latest_run.status, 'succeeded')
      assert.equal(latest_run.completed, 2)
      assert.equal(latest_artifact.source_id, 'plain-platform')
      assert.equal(counts.showtimes, 18)
    })

    const faults: [string, (url: string) => string][] = [
      ['responses in HTML', () => '<html>Just a moment</html>'],
      ['is cut off', (url) => whole(url).slice(0, 200)],
      ['has another shape', () => '{"shows": []}'],
      [
        'is down',
        () => {
          throw new Failure('upstream_unavailable', 'It is down.')
        },
      ],
      [
        'wants us gone',
        () => {
          throw new Failure('upstream_refused', 'Go away.')
        },
      ],
      ['lists rows nobody can use', () => '{"records": [1, null, "x"]}'],
    ]
    for (const [name, fault] of faults) {
      it(`fail and keep their data when one ${name}`, async () => {
        response = fault
        const report = await run()
        assert.equal(report.status, 'failed')
        assert.equal(await listed(), 18)
        assert.equal((await status()).health, 'failed')
      })
    }

    it('fail and keep their data on Retry-After', async () => {
      response = () => {
        throw new Failure('upstream_unavailable', 'Too many requests.', { retryAfterSeconds: 30 })
      }
      assert.equal((await run()).status, 'failed')
      assert.equal(await listed(), 18)
    })

    it('fail and keep their data when one never responds, without blocking others', async () => {
      const requested = Promise.withResolvers<void>()
      let waiting = 0
      response = (_, signal) => {
        waiting += 1
        // Both theaters wait before the clock moves, or the later one would wait for ever.
        if (waiting === 2) requested.resolve()
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      }
      const running = run()
      await requested.promise
      const cached = await listed()
      fixture.clock.advance(memberTimeoutMs)
      const report = await running
      assert.equal(report.status, 'failed')
      assert.match('message' in report ? (report.message ?? '') : '', /too long/)
      assert.deepEqual([cached, await listed()], [18, 18])
      assert.equal((await status()).health, 'failed')
    })

    it('are held back when a list is lost; stored data is served', async () => {
      response = () => '{"records": []}'
      assert.equal((await run()).status, 'failed')
      assert.equal(await listed(), 18)
      const shrunk = (url: string) => JSON.stringify({ records: JSON.parse(whole(url)).records.slice(0, 3) })
      response = (url) => (url.endsWith('g1') ? shrunk(url) : whole(url))
      assert.equal((await run()).status, 'partial')
      assert.equal(await listed(), 18)
      assert.equal((await status()).health, 'partial')
    })

    for (const businessDate of ['0001-01-01', '9999-12-31']) {
      it(`keep their programme when every business date is ${businessDate}, and say so`, async () => {
        const programme = async () =>
          (await fixture.request(search)).json.data.map(
            ({ id, starts_at, business_date }: Record<string, string>) => [id, starts_at, business_date],
          )
        const before = await programme()
        response = (url) =>
          JSON.stringify(JSON.parse(whole(url)), (name, value) =>
            name === 'businessDate' ? businessDate : value,
          )
        // Twice, so that what one list lacks would be confirmed.
        for (let repeated = 0; repeated < 2; repeated++) {
          fixture.clock.advance(7 * 3_600_000)
          const report = await run()
          assert.equal(report.status, 'partial')
          assert.equal('notFresh' in report && report.notFresh.held, 18)
          assert.deepEqual(await programme(), before)
        }
      })
    }

    it('recover by themselves', async () => {
      response = whole
      assert.equal((await run()).status, 'succeeded')
      assert.equal((await status()).health, 'ok')
    })

    it('count a duplicate session once', async () => {
      response = (url) => {
        const { records } = JSON.parse(whole(url))
        return JSON.stringify({ records: [...records, ...records] })
      }
      assert.equal((await run()).status, 'succeeded')
      assert.equal(await listed(), 18)
    })

    it('are listed with their runs and artifacts, newest first', async () => {
      const headers = { 'x-api-key': key }
      const runs = (await fixture.request('/v1/sync-runs?status=failed', { headers })).json.data
      assert.ok(runs.length >= faults.length)
      assert.ok(
        runs.every(
          (row: { status: string; chain_id: string }) => row.status === 'failed' && row.chain_id === 'gamma',
        ),
      )
      const walked: number[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const next: string = cursor === '' ? '' : `&cursor=${cursor}`
        const { json } = await fixture.request(`/v1/artifacts?chain_id=gamma&limit=3${next}`, { headers })
        walked.push(...json.data.map(({ id }: { id: number }) => id))
        cursor = json.meta.pagination.next_cursor
      }
      assert.ok(walked.length > 3)
      assert.deepEqual(
        walked,
        [...new Set(walked)].sort((one, other) => other - one),
      )
      assert.equal((await fixture.request('/v1/artifacts?chain_id=alpha', { headers })).json.data.length, 0)
      const analytics = (await fixture.request('/v1/analytics', { headers })).json.data
      assert.ok(analytics.sync.runs_by_status.some(({ status }: { status: string }) => status === 'failed'))
    })
  })
}
