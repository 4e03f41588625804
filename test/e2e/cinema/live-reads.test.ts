/** `source_mode` cached, live and auto, and the snapshot: what is refreshed, and what happens on failure. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql, type Transaction } from 'kysely'
import { Failure } from '../../../src/core/errors.ts'
import { stableId } from '../../../src/core/stable-id.ts'
import type { Warning } from '../../../src/services/cinema/schema/index.ts'
import type { CinemaTables } from '../../../src/services/cinema/schema/tables.ts'
import type { Store } from '../../../src/store/store.ts'
import { type CinemaFixture, openCinemaFixture, publishWeek } from '../../support/cinema/cinema-fixture.ts'
import { quote, seatRecords, showtimeRecord, weekOfRecords } from '../../support/cinema/made-up-records.ts'
import type { TestResponse } from '../../support/server/test-server.ts'
import { assertCached, untilCached } from '../../support/server/until-cached.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const leeds = stableId('th', 'grid-platform', 'alpha', 'a1')
const session = (name: string) => stableId('st', 'grid-platform', 'alpha', 'a1', name)
const down = new Failure('upstream_unavailable', 'It is down.')

/** Whether another connection waits for a lock of this transaction. */
async function isWaitedFor(tx: Transaction<CinemaTables>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks
    where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)
  return rows.length > 0
}

for (const engine of testEngines) {
  describe(`live refresh on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let fixture: CinemaFixture
    beforeEach(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore({ role: 'worker' })
      fixture = await openCinemaFixture(store, {
        credits: { perDayAnonymous: 3, perMonthIdentified: 10 },
        livePerSecond: 5,
      })
      await publishWeek(fixture)
      fixture.upstream.records = (name, nowMs) => [
        ...seatRecords(name, nowMs, ['sold', 'sold', 'sold', 'blocked', 'broken', 'available']),
        { type: 'prices', site: 'a1', session: name, capturedAt: nowMs, quotes: [{ ...quote, amount: 14 }] },
      ]
    })
    afterEach(async () => {
      await fixture[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    const seats = (name: string, query = '') =>
      fixture.request(`/v1/showtimes/${session(name)}/seatmap?${query}`)
    const codes = (answer: { json: { meta: { warnings?: { code: string }[] } } }) =>
      (answer.json.meta.warnings ?? []).map(({ code }) => code)
    const snapshot = (body: object, headers: Record<string, string> = {}, target = fixture) =>
      target.request('/v1/availability/snapshot', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })

    it('refreshes from the source, stores the data and serves it', async () => {
      fixture.clock.advance(60_000)
      const live = await seats('next', 'source_mode=live')
      assert.equal(live.status, 200, live.text)
      assert.equal(live.json.data.summary.sold, 3)
      assert.equal(live.json.data.source_mode, 'live')
      assert.equal(live.json.meta.freshness.max_age_seconds, 0)
      assert.equal(live.headers.get('cache-control'), 'no-store')
      const cached = await seats('next')
      assert.equal(cached.json.data.summary.sold, 3)
      assert.equal(cached.json.data.captured_at, '2026-11-15T12:01:00.000Z')
      assert.equal(fixture.upstream.calls, 1)
      const prices = await fixture.request(`/v1/showtimes/${session('next')}/prices?source_mode=live`)
      assert.equal(prices.json.data[0].amount, 14)
    })

    it('refuses what cannot be true, and keeps what is stored', async () => {
      const prices = (query = '') => fixture.request(`/v1/showtimes/${session('next')}/prices?${query}`)
      const stored = [(await seats('next')).json.data, (await prices()).json.data]
      fixture.clock.advance(60_000)
      fixture.upstream.records = (name, nowMs) => [
        ...seatRecords(name, nowMs, ['sold', 'sold']).map((record) =>
          record.type === 'availability' ? { ...record, counts: { ...record.counts, available: 3 } } : record,
        ),
      ]
      const refusedSeats = await seats('next', 'source_mode=live')
      assert.equal(refusedSeats.status, 503)
      assert.match(refusedSeats.json.error.message, /more seats than the capacity/)
      fixture.upstream.records = (name, nowMs) => [
        {
          type: 'prices',
          site: 'a1',
          session: name,
          capturedAt: nowMs,
          quotes: [{ ...quote, currency: 'USD' }],
        },
      ]
      const refusedPrices = await prices('source_mode=live')
      assert.equal(refusedPrices.status, 503)
      assert.match(refusedPrices.json.error.message, /the currency is not that of the country/)
      assert.deepEqual([(await seats('next')).json.data, (await prices()).json.data], stored)
    })

    it('logs what readers find out, as a sync does', async () => {
      const { changes_after } = (await fixture.request('/v1/changes?after=now')).json.meta
      const read = async (free: number) => {
        fixture.clock.advance(60_000)
        fixture.upstream.records = (name, nowMs) =>
          seatRecords(
            name,
            nowMs,
            Array.from({ length: 6 }, (_, at) => (at < free ? 'available' : 'sold')),
          )
        assert.equal((await seats('next', 'source_mode=live')).status, 200)
      }
      for (const free of [0, 2, 3, 1]) await read(free)
      fixture.upstream.records = (name, capturedAt) => [
        { type: 'prices', site: 'a1', session: name, capturedAt, quotes: [{ ...quote, amount: 14 }] },
      ]
      await fixture.request(`/v1/showtimes/${session('next')}/prices?source_mode=live`)
      const { data } = (await fixture.request(`/v1/changes?after=${changes_after}&theater_id=${leeds}`)).json
      assert.deepEqual(
        data.map((change: { type: string; showtime: { id: string }; after: { available?: number } }) => [
          change.type,
          change.showtime.id,
          change.after.available,
        ]),
        [
          ['showtime.sold_out', session('next'), 0],
          ['showtime.on_sale_again', session('next'), 2],
          ['showtime.seats_freed', session('next'), 3],
          ['showtime.price_changed', session('next'), undefined],
        ],
      )
      const { before, after } = data[3]
      assert.deepEqual([before.prices[0].amount, after.prices[0].amount], [quote.amount, 14])
    })

    it('changes every response with seats or prices at once, with a new ETag', async () => {
      const paths = [
        `/v1/showtimes/${session('next')}`,
        `/v1/showtimes/${session('next')}?include=theater`,
        `/v1/showtimes/${session('next')}?include=prices`,
        `/v1/showtimes/${session('next')}/seatmap`,
        `/v1/showtimes/${session('next')}/prices`,
        `/v1/theaters/${leeds}/showtimes`,
        `/v1/movies/${(await fixture.request(`/v1/showtimes/${session('next')}`)).json.data.movie_id}/showtimes`,
        '/v1/showtimes/search?include=occupancy',
      ]
      fixture.clock.advance(5000)
      const before = new Map<string, TestResponse>()
      for (const path of paths) {
        before.set(path, await untilCached(() => fixture.request(path)))
      }
      const movie = await untilCached(() => fixture.request('/v1/movies/search'))
      fixture.clock.advance(1000)
      for (const topic of ['seatmap', 'prices'])
        await fixture.request(`/v1/showtimes/${session('next')}/${topic}?source_mode=live`)
      for (const [path, { json, headers }] of before) {
        const etag = headers.get('etag') ?? ''
        const after = await fixture.request(path, { headers: { 'if-none-match': etag } })
        assert.equal(after.status, 200, path)
        assert.notEqual(after.headers.get('etag'), etag, path)
        assert.notDeepEqual(
          [after.json.data, after.json.meta.freshness],
          [json.data, json.meta.freshness],
          path,
        )
        const cached = await fixture.request(path)
        assertCached(cached, path)
        assert.deepEqual(cached.json.data, after.json.data, path)
      }
      const again = await fixture.request('/v1/movies/search')
      assertCached(again, 'movies have no seats')
      assert.equal(again.headers.get('etag'), movie.headers.get('etag'))
    })

    it('reports the same age in cached and new responses within a minute', async () => {
      fixture.clock.advance(10 * 60_000 + 3000)
      for (const path of [
        `/v1/showtimes/${session('next')}`,
        `/v1/theaters/${leeds}/showtimes`,
        '/v1/stats',
      ]) {
        const first = await fixture.request(path)
        await untilCached(() => fixture.request(path))
        fixture.clock.advance(15_000)
        const cached = await fixture.request(path)
        assertCached(cached, path)
        // Cached under another key, so that it is rendered for this request.
        const uncached = await fixture.request(path, { headers: { accept: 'application/json' } })
        assert.notEqual(uncached.headers.get('server-timing'), 'cache;desc=hit', path)
        assert.equal(cached.headers.get('etag'), uncached.headers.get('etag'), path)
        assert.equal(first.json.meta.freshness.max_age_seconds, 600, path)
        assert.deepEqual(cached.json.meta.freshness, first.json.meta.freshness, path)
        assert.deepEqual(uncached.json.meta.freshness, first.json.meta.freshness, path)
      }
      fixture.clock.advance(60_000)
      const later = await seats('next')
      assert.equal(later.json.meta.freshness.max_age_seconds, 660)
    })

    it('does not deadlock with a sync of the same showtime', async () => {
      fixture.clock.advance(60_000)
      const { refreshing } = await store.readModel.transaction(async (transaction) => {
        const tx = transaction.withTables<CinemaTables>()
        const id = session('next')
        // In the order of a sync: the showtime, then its seats.
        await tx.updateTable('showtime').set({ seats_at: 0 }).where('id', '=', id).execute()
        const refreshing = seats('next', 'source_mode=live')
        if (engine.name === 'postgres') while (!(await isWaitedFor(tx)));
        await tx.updateTable('showtime_seats').set({ hash: '' }).where('showtime_id', '=', id).execute()
        return { refreshing }
      })
      const live = await refreshing
      assert.equal(live.status, 200, live.text)
      assert.equal(live.json.data.summary.sold, 3)
    })

    it('refreshes on every live request', async () => {
      await seats('next', 'source_mode=live')
      fixture.clock.advance(1000)
      await seats('next', 'source_mode=live')
      assert.equal(fixture.upstream.calls, 2)
    })

    it('refreshes once for identical concurrent requests', async () => {
      const gate = Promise.withResolvers<void>()
      fixture.upstream.heldUntil = gate.promise
      const requests = Array.from({ length: 4 }, () => seats('next', 'source_mode=live'))
      while (fixture.upstream.calls === 0) await new Promise((resolve) => setImmediate(resolve))
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      gate.resolve()
      const answers = await Promise.all(requests)
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      )
      assert.ok(fixture.upstream.calls <= 2, String(fixture.upstream.calls))
    })

    it('answers 503 if the source fails, changes or stalls, and still serves stored data', async () => {
      for (const failure of [
        down,
        new Failure('upstream_changed', 'Odd.'),
        new Failure('upstream_refused', 'No.'),
      ]) {
        fixture.upstream.error = failure
        const answer = await seats('next', 'source_mode=live')
        assert.equal(answer.status, 503)
        assert.equal(answer.json.error.code, 'upstream_unavailable')
      }
      fixture.upstream.error = undefined
      fixture.upstream.heldUntil = new Promise(() => {})
      const calls = fixture.upstream.calls
      const stalled = seats('next', 'source_mode=live')
      while (fixture.upstream.calls === calls) await new Promise((resolve) => setImmediate(resolve))
      fixture.clock.advance(4001)
      assert.equal((await stalled).json.error.code, 'upstream_unavailable')
      assert.equal((await seats('next')).json.data.summary.sold, 1)
    })

    it('answers 422 if the source will never deliver, and still serves stored data', async () => {
      for (const failure of [
        new Failure('unsupported_capability', 'The venue has not agreed.', {
          details: { capability: 'seat_summary' },
        }),
        new Failure('upstream_refused', 'A token is missing.', { details: { reason: 'token_missing' } }),
      ]) {
        fixture.upstream.error = failure
        const refused = await seats('next', 'source_mode=live')
        assert.deepEqual([refused.status, refused.json.error.code], [422, 'unsupported_capability'])
        fixture.clock.advance(16 * 60_000)
        const stored = await seats('next', 'source_mode=auto')
        assert.deepEqual([stored.status, stored.json.meta.source_mode], [200, 'cached'])
      }
      fixture.upstream.error = undefined
    })

    it('refreshes only old data with auto', async () => {
      const fresh = await seats('next', 'source_mode=auto')
      assert.equal(fresh.json.meta.source_mode, 'cached')
      assert.equal(fixture.upstream.calls, 0)
      fixture.clock.advance(16 * 60_000)
      const refreshed = await seats('next', 'source_mode=auto')
      assert.equal(refreshed.json.meta.source_mode, 'live')
      assert.equal(refreshed.json.data.summary.sold, 3)
      fixture.clock.advance(5 * 60_000)
      await seats('next', 'source_mode=auto&freshness=4m')
      assert.equal(fixture.upstream.calls, 2)
    })

    it('serves stored data with a warning if auto fails', async () => {
      fixture.clock.advance(16 * 60_000)
      fixture.upstream.error = down
      const answer = await seats('next', 'source_mode=auto')
      assert.equal(answer.status, 200)
      assert.equal(answer.json.data.summary.sold, 1)
      assert.deepEqual(codes(answer), ['stale_availability'])
      assert.equal((await seats('tomorrow', 'source_mode=auto')).status, 503)
    })

    it('warns if cached data is older than requested', async () => {
      fixture.clock.advance(16 * 60_000)
      const answer = await seats('next', 'freshness=15m')
      assert.deepEqual(codes(answer), ['stale_availability'])
      assert.equal(answer.json.meta.freshness.max_age_seconds, 960)
      assert.deepEqual(codes(await seats('next', 'freshness=17m')), [])
    })

    it('warns from the exact moment on, also with a cached response', async () => {
      fixture.clock.advance(10_000)
      for (const topic of ['seatmap', 'prices'])
        await fixture.request(`/v1/showtimes/${session('next')}/${topic}?source_mode=live`)
      const paths = ['seatmap', 'prices'].map((topic) => `/v1/showtimes/${session('next')}/${topic}`)
      const hasWarning = ({ json }: TestResponse) =>
        json.meta.warnings?.some((warning: Warning) => warning.showtime_id === session('next')) ?? false
      fixture.clock.advance(15 * 60_000 - 5000)
      for (const path of [...paths, `/v1/theaters/${leeds}/showtimes`]) {
        // The second request would store the response if it outlived the requested freshness.
        await fixture.request(`${path}?freshness=15m`)
        const before = await fixture.request(`${path}?freshness=15m`)
        assert.equal(hasWarning(before), false, path)
        fixture.clock.advance(5001)
        const headers = { 'if-none-match': before.headers.get('etag') ?? 'W/"none"' }
        const after = await fixture.request(`${path}?freshness=15m`, { headers })
        assert.equal(after.status, 200, path)
        assert.equal(hasWarning(after), true, path)
        fixture.clock.advance(-5001)
      }
    })

    it("refreshes with auto from the exact moment on, whatever the client's ETag", async () => {
      fixture.clock.advance(10_000)
      await seats('next', 'source_mode=live')
      fixture.clock.advance(15 * 60_000 - 5000)
      const { headers } = await seats('next', 'source_mode=auto')
      fixture.clock.advance(5001)
      const ifNoneMatch = { 'if-none-match': headers.get('etag') ?? 'W/"none"' }
      const path = `/v1/showtimes/${session('next')}/seatmap?source_mode=auto`
      assert.equal((await fixture.request(path, { headers: ifNoneMatch })).status, 200)
      assert.equal(fixture.upstream.calls, 2)
    })

    it('limits the rate of live requests', async () => {
      const statuses: number[] = []
      for (let turn = 0; turn < 7; turn += 1)
        statuses.push((await seats('next', `source_mode=live&freshness=${turn + 1}m`)).status)
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429])
    })

    it('refreshes a list, and warns about failures', async () => {
      const path = `/v1/theaters/${leeds}/showtimes?source_mode=live`
      fixture.clock.advance(1000)
      const list = await fixture.request(path)
      const next = list.json.data.find(
        (row: { source_showtime_id: string }) => row.source_showtime_id === 'next',
      )
      assert.equal(next.availability_summary.sold, 3)
      assert.equal(list.json.meta.source_mode, 'live')
      const calls = fixture.upstream.calls
      await fixture.request(path)
      assert.ok(fixture.upstream.calls > calls, 'a live list was served from the cache')
      fixture.upstream.error = down
      fixture.clock.advance(1000)
      const failed = await fixture.request(`${path}&freshness=30d`)
      assert.equal(failed.status, 200)
      assert.ok(codes(failed).includes('stale_availability'))
    })

    it('takes a snapshot and charges for it', async () => {
      const answer = await snapshot({
        theater_ids: [leeds],
        date: '2026-11-15',
        seat_detail: 'grid',
        include: ['movie'],
      })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.headers.get('content-length'), null, 'the response was not streamed')
      const { showtimes, seatmaps } = answer.json.data
      assert.equal(showtimes.length, 4)
      assert.equal(showtimes[0].movie.title, 'The Long Harvest')
      assert.equal(seatmaps.length, 1)
      assert.equal(seatmaps[0].seats.length, 6)
      assert.equal(answer.json.meta.credits_charged, 2)
      const nothing = await snapshot({ theater_ids: ['nobody'] })
      assert.equal(nothing.json.meta.credits_charged, 0)
      const expensive = await snapshot({ theater_ids: [leeds], seat_detail: 'grid' })
      assert.equal(expensive.status, 402, expensive.text)
      assert.equal(expensive.json.error.code, 'insufficient_credits')
      const affordable = await snapshot({
        chain_ids: ['alpha'],
        area: { lat: 53.96, lon: -1.09, radius_miles: 3 },
      })
      assert.deepEqual(
        [...new Set(affordable.json.data.showtimes.map((row: { theater_id: string }) => row.theater_id))],
        [stableId('th', 'grid-platform', 'alpha', 'a2')],
      )
    })

    it('asks no source for a caller who cannot pay', async () => {
      const body = { theater_ids: [leeds], date: '2026-11-15', source_mode: 'live' }
      assert.equal((await snapshot({ ...body, source_mode: 'cached', seat_detail: 'grid' })).status, 200)
      const answers = await Promise.all([1, 2, 3, 4].map(() => snapshot({ ...body, seat_detail: 'grid' })))
      assert.deepEqual(
        answers.map(({ status, json }) => [status, json.error?.details.needed]),
        answers.map(() => [402, 2]),
      )
      assert.equal(fixture.upstream.calls, 0)
      // One credit is left, for which the requests compete.
      const paid = await Promise.all([1, 2, 3, 4].map(() => snapshot(body)))
      assert.deepEqual(paid.map(({ status }) => status).sort(), [200, 402, 402, 402])
      assert.equal(fixture.upstream.calls, 2)
      assert.equal((await fixture.request('/v1/usage')).json.data.credits.available, 0)
    })

    it('returns up to 500 showtimes, and warns if there are more', async () => {
      await using rich = await openCinemaFixture(store)
      const member = rich.members.get('alpha.a1')
      assert.ok(member)
      const at = rich.clock.now()
      const others = weekOfRecords(member, at).filter(({ type }) => type !== 'showtime')
      for (const [count, warnings] of [
        [500, []],
        [501, ['snapshot_truncated']],
      ] as const) {
        const shows = Array.from({ length: count }, (_, index) =>
          showtimeRecord(member, `many-${index}`, at + 3_600_000 + index * 1000),
        )
        await rich.publish('alpha.a1', [...others, ...shows])
        // Shows of earlier lists stay: started ones, and those that only one list lacks.
        const ahead = { from: '2026-11-15T13:00:00Z', to: '2026-11-15T13:30:00Z' }
        const answer = await snapshot({ theater_ids: [leeds], ...ahead }, {}, rich)
        const { showtimes } = answer.json.data
        assert.deepEqual(
          [showtimes.length, showtimes.at(-1).source_showtime_id, answer.json.meta.credits_charged],
          [500, 'many-499', 20],
        )
        assert.deepEqual(codes(answer), warnings)
      }
    })

    it('rejects a snapshot without bounds, and invalid bodies', async () => {
      for (const body of [
        {},
        { days: 2 },
        { theater_ids: [] },
        { theater_ids: [leeds], days: 0 },
        { theater_ids: [leeds], days: 46 },
        { theater_ids: [leeds], include: ['popcorn'] },
        { theater_ids: [leeds], area: { lat: 91, lon: 0, radius_miles: 1 } },
        { theater_ids: [leeds], area: { lat: 0, lon: 0, radius_miles: -1 } },
        { theater_ids: [leeds], from: '2026-11-16T00:00:00Z', to: '2026-11-15T00:00:00Z' },
        { theater_ids: [leeds], date: '2026-02-30' },
        { theater_ids: [leeds], extra: true },
      ]) {
        const answer = await snapshot(body)
        assert.equal(answer.status, 400, JSON.stringify(body))
      }
    })

    it('charges once per idempotency key, and not for failures', async () => {
      const body = { theater_ids: [leeds] }
      const key = { 'idempotency-key': 'abc-1' }
      const first = await snapshot(body, key)
      const again = await snapshot(body, key)
      assert.equal(first.json.meta.credits_charged, 1)
      assert.deepEqual(again.json.data, first.json.data)
      fixture.upstream.error = down
      const failed = await snapshot({ ...body, source_mode: 'live' })
      assert.equal(failed.status, 503, failed.text)
      const usage = await fixture.request('/v1/usage')
      assert.equal(usage.json.data.credits.used, 1, usage.text)
    })

    it('warns about the failed part of a live snapshot', async () => {
      const records = fixture.upstream.records
      fixture.upstream.records = (name, nowMs) => {
        if (name === 'open') throw down
        return records(name, nowMs)
      }
      const answer = await snapshot({ theater_ids: [leeds], source_mode: 'live' })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(
        answer.json.meta.warnings.map(({ showtime_id }: { showtime_id: string }) => showtime_id),
        [session('open')],
      )
    })

    it('refreshes only upcoming shows for a live snapshot', async () => {
      const refreshed: string[] = []
      const { bodies } = fixture.upstream
      fixture.upstream.bodies = (name, nowMs) => {
        refreshed.push(name)
        return bodies(name, nowMs)
      }
      const answer = await snapshot({ theater_ids: [leeds], date: '2026-11-15', source_mode: 'live' })
      assert.deepEqual(
        answer.json.data.showtimes.map((row: { source_showtime_id: string }) => row.source_showtime_id),
        ['earlier', 'running', 'next', 'open'],
      )
      assert.deepEqual(refreshed.sort(), ['next', 'open'])
    })

    it('takes a snapshot of stored data with warnings if auto fails', async () => {
      fixture.clock.advance(16 * 60_000)
      fixture.upstream.error = down
      const answer = await snapshot({ theater_ids: [leeds], date: '2026-11-15', source_mode: 'auto' })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual([fixture.upstream.calls, answer.json.data.seatmaps[0].summary.sold], [2, 1])
      const { warnings } = answer.json.meta as { warnings: Warning[] }
      assert.deepEqual(
        new Set(warnings.map(({ code, showtime_id }) => `${code} ${showtime_id}`)),
        new Set(['next', 'open'].map((name) => `stale_availability ${session(name)}`)),
      )
    })

    it('ignore captures that are older than the stored one', async () => {
      const member = fixture.members.get('alpha.a1')
      assert.ok(member)
      const at = fixture.clock.now()
      const half = ['sold', 'sold', 'held', 'blocked', 'broken', 'available'] as const
      await fixture.publish('alpha.a1', [...weekOfRecords(member, at), ...seatRecords('next', at + 1, half)])
      const unsure = seatRecords('next', at + 2, half).map((record) =>
        record.type === 'availability' ? { ...record, confidence: 'low' as const } : record,
      )
      await fixture.publish('alpha.a1', [...weekOfRecords(member, at), ...unsure])
      await fixture.publish('alpha.a1', [
        ...weekOfRecords(member, at),
        ...seatRecords('next', at - 5, ['sold']),
      ])
      const answer = await seats('next', 'seat_detail=grid')
      assert.equal(answer.json.data.captured_at, new Date(at + 2).toISOString())
      assert.equal(answer.json.data.seats.length, 6)
    })
  })
}
