import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { toRouteInfo } from '../../http/access-control.ts'
import type { Store } from '../../store/store.ts'
import { callerLimits } from '../ratelimit/caller-limits.ts'
import { toPolicy } from '../ratelimit/policy.ts'
import { identityLedger, type Ledger } from '../tables.ts'
import { UsageRecorder } from './usage-recorder.ts'

for (const engine of testEngines) {
  describe(`${engine.name}: usage and analytics`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let clock: FakeClock
    let server: IdentityFixture
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      clock = new FakeClock('2026-11-15T12:00:00Z')
      server = await openIdentityFixture({
        store,
        clock,
        rates: { anonymous: { perSecond: 10, perMinute: 1200 } },
      })
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    it('counts every call once, cached or not, for the identity that made it', async () => {
      const { key, token } = await server.signIn('reader@example.org')
      const headers = { 'x-api-key': key }
      for (let n = 0; n < 5; n++) await server.request('GET', '/v1/things', { headers })
      await server.request('GET', '/v1/things', { headers: { authorization: `Bearer ${token}` } })
      await server.request('HEAD', '/v1/things', { headers })
      const { json } = await server.request('GET', '/v1/usage', { headers })
      const { identity, credits, limits, calls } = json.data
      assert.deepEqual(identity, { kind: 'identity', credential: 'key', email: 'reader@example.org' })
      assert.deepEqual(limits, { requests_per_second: 2000, requests_per_minute: 30_000 })
      assert.equal(credits.renews_at, '2026-12-01T00:00:00.000Z')
      const things = calls.by_route.find(({ route }: { route: string }) => route === 'GET /v1/things')
      assert.deepEqual([things.calls, things.usecase], [7, 'things'])
      const listed = await server.request('GET', '/v1/auth/keys', {
        headers: { authorization: `Bearer ${token}` },
      })
      assert.equal(listed.json.data[0].last_used_at, '2026-11-15T12:00:00.000Z')
    })

    it('shows an anonymous caller the credits and limits of their address', async () => {
      const { json } = await server.request('GET', '/v1/usage', { clientAddress: '198.51.100.9' })
      assert.deepEqual(json.data.identity, { kind: 'anonymous', credential: 'none', email: null })
      assert.deepEqual([json.data.credits.allowance, json.data.credits.period], [50, '2026-11-15'])
      assert.deepEqual(json.data.limits, { requests_per_second: 10, requests_per_minute: 1200 })
      // Calls of all anonymous callers are counted together; none are known to be theirs.
      assert.deepEqual([json.data.calls.total, json.data.calls.by_route], [null, []])
    })

    it('summarizes totals, use cases, routes, refusals, keys, accounts and limit requests', async () => {
      const { key } = await server.signIn('operator@example.org')
      const headers = { 'x-api-key': key }
      await server.request('POST', '/v1/snapshot', { headers, body: { credits: 12 } })
      await server.request('POST', '/v1/snapshot', { headers, body: { credits: 5, fails: true } })
      await server.request('POST', '/v1/auth/limits/requests', {
        headers,
        body: { requests_per_second: 3000, requests_per_minute: 50_000, reason: 'We need some more.' },
      })
      for (let n = 0; n < 15; n++)
        await server.request('GET', '/v1/things', { clientAddress: '198.51.100.10' })
      const { status, json } = await server.request('GET', '/v1/analytics', { headers })
      assert.equal(status, 200)
      const { window, usage, rate_limits, auth, sync } = json.data
      assert.deepEqual([window.days, window.top_limit], [7, 20])
      assert.equal(usage.totals.credits, 12)
      assert.equal(usage.totals.ledger_entries, 2)
      assert.equal(usage.totals.last_seen_at, '2026-11-15T12:00:00.000Z')
      assert.ok(usage.totals.identities >= 3)
      const route = (name: string) => usage.by_route.find((row: { route: string }) => row.route === name)
      assert.deepEqual([route('POST /v1/snapshot').calls, route('POST /v1/snapshot').credits], [2, 12])
      assert.ok(usage.by_usecase.some(({ usecase }: { usecase: string }) => usecase === 'things'))
      assert.equal(
        usage.by_usecase.reduce((sum: number, { credits }: { credits: number }) => sum + credits, 0),
        12,
      )
      const things = rate_limits.find((row: { route_family: string }) => row.route_family === 'things')
      assert.deepEqual([things.blocked_estimate, things.windows], [5, 1])
      assert.ok(things.requests >= 15)
      assert.deepEqual(
        [auth.active_keys, auth.revoked_keys, auth.expired_keys, auth.key_emails],
        [2, 0, 0, 2],
      )
      assert.deepEqual(auth.credit_accounts, {
        accounts: 1,
        accounts_with_balance: 0,
        credits_used: 12,
        credits_granted: 0,
      })
      assert.deepEqual(auth.limit_requests_by_status, [{ status: 'pending', count: 1 }])
      assert.deepEqual(sync, { runs_by_status: [], source_health_counts: {} })
    })

    it('respects `days` and `top_limit`', async () => {
      const { key } = await server.signIn('later@example.org')
      const headers = { 'x-api-key': key }
      const narrow = await server.request('GET', '/v1/analytics?days=90&top_limit=1', { headers })
      assert.deepEqual(
        [
          narrow.json.data.usage.by_usecase.length,
          narrow.json.data.usage.by_route.length,
          narrow.json.data.rate_limits.length,
        ],
        [1, 1, 1],
      )
      for (const query of ['days=0', 'days=91', 'top_limit=0', 'top_limit=51', 'days=x']) {
        assertError(
          await server.request('GET', `/v1/analytics?${query}`, { headers }),
          400,
          'invalid_request',
        )
      }
      assertError(await server.request('GET', '/v1/analytics'), 401, 'unauthenticated')
      clock.advance(8 * 86_400_000)
      const later = await server.request('GET', '/v1/analytics?days=1', { headers })
      assert.equal(later.json.data.usage.totals.credits, 0)
      assert.deepEqual(
        later.json.data.usage.by_route.map(({ route }: { route: string }) => route),
        ['GET /v1/analytics'],
      )
    })

    it('has the calls of an identity over time, by hour or by day, without gaps', async () => {
      const { key, token } = await server.signIn('history@example.org', '198.51.100.20')
      const headers = { 'x-api-key': key }
      for (let n = 0; n < 3; n++) await server.request('GET', '/v1/things', { headers })
      const read = async (query: string) =>
        (
          await server.request('GET', `/v1/usage/history${query}`, {
            headers: { authorization: `Bearer ${token}` },
          })
        ).json
      const { data: hours } = await read('?days=2')
      assert.equal(hours.length, 48)
      const hourMs = 3_600_000
      const lastHour = Math.floor(clock.now() / hourMs) * hourMs
      assert.equal(Date.parse(hours[0].at), lastHour - 47 * hourMs)
      assert.equal(Date.parse(hours.at(-1).at), lastHour)
      assert.ok(hours.at(-1).calls >= 3)
      assert.ok(hours.slice(0, -1).every(({ calls }: { calls: number }) => calls === 0))
      const { data: days } = await read('')
      assert.equal(days.length, 30)
      assert.equal(days.at(-1).at, `${hours.at(-1).at.slice(0, 10)}T00:00:00.000Z`)
      assert.ok(days.at(-1).calls >= 3)
      assertError(
        await server.request('GET', '/v1/usage/history', { clientAddress: '198.51.100.20' }),
        401,
        'unauthenticated',
      )
    })

    it('keeps its counts while the database is unavailable and writes them afterwards', async () => {
      const warnings: string[] = []
      const real = identityLedger(store.ledger)
      let isDown = true
      const ledger = new Proxy(real, {
        get(target, name) {
          if (name === 'transaction' && isDown) return () => Promise.reject(new Error('down'))
          const value = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      }) as Ledger
      const usage = new UsageRecorder({ ledger, onWarning: (message) => warnings.push(message) })
      const principal = {
        subject: 'id_counted',
        networks: [],
        identityId: 'id_counted',
        credential: 'key',
        keyId: undefined,
        tokenId: undefined,
        policy: toPolicy({ perSecond: 1 }),
        limits: callerLimits({ subject: 'id_counted', networks: [] }, toPolicy({ perSecond: 1 })),
      } as const
      const routeInfo = toRouteInfo(
        { method: 'GET', tag: 'Showtimes', access: 'optional' },
        '/cinema/v1/showtimes/search',
      )
      for (let n = 0; n < 3; n++) {
        usage.recordCall(principal, routeInfo, clock.now())
        await usage.flush()
      }
      assert.equal(warnings.length, 1)
      isDown = false
      usage.recordBlocked(principal, routeInfo, clock.now())
      await usage[Symbol.asyncDispose]()
      const rows = await real.read
        .selectFrom('usage')
        .selectAll()
        .where('subject', '=', 'id_counted')
        .execute()
      assert.deepEqual(
        rows.map(({ calls, blocked, route_family, usecase }) => [calls, blocked, route_family, usecase]),
        [[3, 1, 'showtimes', 'showtimes']],
      )
    })
  })
}
