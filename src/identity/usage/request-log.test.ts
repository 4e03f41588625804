import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { createLedgerTime } from '../../store/coordination/ledger-time.ts'
import type { Store } from '../../store/store.ts'
import { Credits } from '../credits/credits.ts'
import { sweep } from '../housekeeping.ts'
import { createKeyedHash } from '../keyed-hash.ts'
import { RequestLog, requestsPerKey, toLoggedTarget } from './request-log.ts'

describe('a logged request', () => {
  it('has no value that could be a secret', () => {
    for (const [url, status, expected] of [
      ['/v1/things?near=Leeds&limit=2', 200, '/v1/things?near=Leeds&limit=2'],
      ['/v1/things?api_key=abc&flag&token=&q=x', 200, '/v1/things?api_key=…&flag&token=…&q=x'],
      ['/v1/things?near=hunter2', 400, '/v1/things?near=…'],
      [`/v1/things?q=${'x'.repeat(101)}`, 200, '/v1/things?q=…'],
      [`/v1/bs_live_${'a'.repeat(16)}_${'b'.repeat(50)}`, 404, '/…'],
    ] as const)
      assert.equal(toLoggedTarget(url, status), expected)
    assert.ok(toLoggedTarget(`/${'x'.repeat(5000)}`, 200).length <= 401)
  })
})

for (const engine of testEngines) {
  describe(`${engine.name}: the requests of a key`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let clock: FakeClock
    let server: IdentityFixture
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      clock = new FakeClock('2026-11-15T12:00:00Z')
      server = await openIdentityFixture({ store, clock })
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    async function requestsOf(keyId: string, token: string, query = '') {
      const { json } = await server.request('GET', `/v1/auth/keys/${keyId}/requests${query}`, {
        headers: bearer(token),
      })
      return json.data
    }

    it('are listed for its owner, cached responses too, the newest first', async () => {
      const { key, keyId, token } = await server.signIn('owner@example.org')
      const headers = { 'x-api-key': key }
      await server.request('GET', '/v1/things', { headers, clientAddress: '198.51.100.7' })
      for (let n = 0; n < 3; n += 1) await server.request('GET', '/v1/things', { headers })
      await server.request('GET', '/v1/things?nonsense=hunter2', { headers })
      await server.request('GET', '/v1/things')
      const listed = await requestsOf(keyId, token)
      assert.deepEqual(
        listed.map(({ method, target, status }: Record<string, unknown>) => [method, target, status]),
        [
          ['GET', '/v1/things?nonsense=…', 400],
          ['GET', '/v1/things', 200],
          ['GET', '/v1/things', 200],
          ['GET', '/v1/things', 200],
          ['GET', '/v1/things', 200],
        ],
      )
      const { at, address, request_id, duration_ms } = listed.at(-1)
      assert.deepEqual([at, address], ['2026-11-15T12:00:00.000Z', '198.51.100.7'])
      assert.ok(request_id.length > 0 && duration_ms >= 0)
      assert.equal((await requestsOf(keyId, token, '?limit=2')).length, 2)
    })

    it('are not shown to others, nor to the key itself', async () => {
      const { key, keyId } = await server.signIn('first@example.org')
      const { token } = await server.signIn('second@example.org')
      const path = `/v1/auth/keys/${keyId}/requests`
      assertError(await server.request('GET', path, { headers: bearer(token) }), 404, 'not_found')
      assertError(
        await server.request('GET', path, { headers: { 'x-api-key': key } }),
        401,
        'unauthenticated',
      )
    })

    it('are kept of the last ten keys that were revoked', async () => {
      const { keyId: first, token } = await server.signIn('rotating@example.org')
      const headers = bearer(token)
      const log = new RequestLog({ ledger: server.ledger, onWarning: (message) => assert.fail(message) })
      const keyIds = [first]
      for (let n = 0; n < 13; n += 1) {
        const keyId = keyIds[n] ?? ''
        const request = { method: 'GET', url: '/v1/things' } as never
        const completed = { request, requestId: 'r', address: '127.0.0.1', status: 200, elapsedMs: 1 }
        log.record(keyId, completed, clock.now())
        await log.flush()
        clock.advance(1)
        await server.request('DELETE', `/v1/auth/keys/${keyId}`, { headers })
        const { json } = await server.request('POST', '/v1/auth/keys', { headers, body: {} })
        keyIds.push(json.data.id)
      }
      const counts = await Promise.all(keyIds.map(async (id) => (await requestsOf(id, token)).length))
      assert.deepEqual(counts, [0, 0, 0, ...Array(10).fill(1), 0])
    })

    it('are the last thousand, for a week', async () => {
      const { keyId, token } = await server.signIn('busy@example.org')
      const { ledger } = server
      const log = new RequestLog({ ledger, onWarning: (message) => assert.fail(message) })
      const record = (count: number) => {
        for (let n = 0; n < count; n += 1) {
          const request = { method: 'GET', url: `/v1/things?n=${n}` } as never
          log.record(
            keyId,
            { request, requestId: 'r', address: '127.0.0.1', status: 200, elapsedMs: 1 },
            clock.now(),
          )
        }
      }
      for (const count of [700, 5000]) {
        record(count)
        await log.flush()
      }
      const count = async () => {
        const { n } = await ledger.read
          .selectFrom('key_request')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('key_id', '=', keyId)
          .executeTakeFirstOrThrow()
        return Number(n)
      }
      assert.equal(await count(), requestsPerKey)
      const [newest] = await requestsOf(keyId, token, '?limit=1')
      assert.equal(newest.target, '/v1/things?n=4999')
      const hash = createKeyedHash('test-secret')
      const allowances = { perDayAnonymous: 50, perMonthIdentified: 1000 }
      const credits = new Credits({ ledger, hash, allowances, now: () => clock.now() })
      const ledgerNow = createLedgerTime(ledger, clock)
      clock.advance(6 * 86_400_000)
      await sweep({ ledger, credits, clock, ledgerNow })
      assert.equal(await count(), requestsPerKey)
      clock.advance(86_400_001)
      await sweep({ ledger, credits, clock, ledgerNow })
      assert.equal(await count(), 0)
    })
  })
}
