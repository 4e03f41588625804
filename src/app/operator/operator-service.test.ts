import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertValidOpenApi } from '../../../test/support/assert-valid-openapi.ts'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { openTestServer } from '../../../test/support/server/test-server.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import type { AnyRoute } from '../../http/route.ts'
import type { LimitRequests } from '../../identity/index.ts'
import { readActions } from '../../identity/operator/audit.ts'
import type { Store } from '../../store/store.ts'
import type { OperatorAlarms } from '../alarms/operator-alarms.ts'
import type { Discoverer, Discovery } from '../discovery.ts'
import type { OperatorMembers } from './operator-members.ts'
import type { OperatorRuns } from './operator-runs.ts'
import { operatorService } from './operator-service.ts'

const nothingFound: Discovery = {
  target: 'https://fern.example/',
  findings: [],
  pages: [],
  undecided: ['No known platform was recognised.'],
}

/** The routes for members and runs have tests of their own. */
const members = {} as OperatorMembers
const alarms = {} as OperatorAlarms
const runs = {} as OperatorRuns

for (const engine of testEngines) {
  describe(`${engine.name}: the routes for operators`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let server: IdentityFixture
    let routes: readonly AnyRoute[]
    const clock = new FakeClock()
    const targets: string[] = []
    const discoverer: Discoverer = {
      async discover(target) {
        targets.push(target)
        return nothingFound
      },
      async [Symbol.asyncDispose]() {},
    }
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      server = await openIdentityFixture({
        store,
        clock,
        operatorEmails: ['Operator@example.org'],
        routes: ({ operators, limitRequests }) => {
          const deps = { operators, discoverer, members, runs, alarms, limitRequests }
          routes = operatorService(deps).routes
          return routes
        },
      })
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    const discover = (headers: Record<string, string>, body: unknown = { target: 'fern.example' }) =>
      server.request('POST', '/v1/discover', { headers, body })

    it('are for operators who have signed in, and for nobody else', async () => {
      const operator = await server.signIn('operator@example.org')
      const stranger = await server.signIn('stranger@example.org')
      assertError(await discover({}), 401, 'unauthenticated')
      assertError(await discover({ 'x-api-key': operator.key }), 401, 'unauthenticated')
      assertError(await discover({ authorization: `Bearer ${stranger.token}` }), 404, 'not_found')
      // Whatever is wrong with it.
      for (const body of ['{', JSON.stringify({ nothing: 1 }), 'x'.repeat(100_000)]) {
        const authorization = `Bearer ${stranger.token}`
        const headers = { authorization, 'content-type': 'application/json' }
        const response = await fetch(`${server.origin}/v1/discover`, { method: 'POST', headers, body })
        assert.equal(response.status, 404)
      }
      assert.deepEqual(targets, [])
      const { status, json } = await discover({ authorization: `Bearer ${operator.token}` })
      assert.deepEqual([status, json.data], [200, nothingFound])
      assert.deepEqual(targets, ['fern.example'])
      const [action] = await readActions(server.ledger, 5)
      assert.deepEqual(
        [action?.operator, action?.action, action?.target],
        ['operator@example.org', 'discover', 'fern.example'],
      )
    })

    it('are not found by strangers, whatever is wrong with a request', async () => {
      const authorization = `Bearer ${(await server.signIn('stranger-2@example.org')).token}`
      const headers = { authorization, 'content-type': 'application/json' }
      for (const { method, path } of routes) {
        const url = `${server.origin}${path.replaceAll(/\{\w+\}/g, 'x')}?limit=x&unknown=1`
        const bodies = method === 'GET' ? [undefined] : ['{', '{"nothing":1}', undefined]
        for (const body of bodies) {
          const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
          assert.equal(response.status, 404, `${method} ${path} ${body}`)
          assert.match(await response.text(), /There is nothing at this path/)
        }
      }
    })

    it('are limited to one request per second and ten per minute for each operator', async () => {
      clock.advance(60_000)
      const { token } = await server.signIn('operator@example.org')
      const authorization = `Bearer ${token}`
      const before = targets.length
      assert.equal((await discover({ authorization })).status, 200)
      assertError(await discover({ authorization }), 429, 'rate_limited')
      for (let n = 1; n < 10; n++) {
        clock.advance(1100)
        assert.equal((await discover({ authorization })).status, 200, `request ${n + 1}`)
      }
      clock.advance(1100)
      assertError(await discover({ authorization }), 429, 'rate_limited')
      assert.equal(targets.length - before, 10)
    })

    it('decide about requests for higher limits, and the caller sees the decision', async () => {
      clock.advance(120_000)
      const headers = { authorization: `Bearer ${(await server.signIn('operator@example.org')).token}` }
      const caller = { 'x-api-key': (await server.signIn('caller@example.org')).key }
      const wanted = { requests_per_second: 50, requests_per_minute: 900, reason: 'For <b>a school</b>.' }
      const path = '/v1/auth/limits/requests'
      for (const status of ['approved', 'rejected'] as const) {
        const { json } = await server.request('POST', path, { headers: caller, body: wanted })
        const listed = await server.request('GET', '/v1/limit-requests', { headers })
        assert.deepEqual(
          listed.json.data.map(({ id, email, reason }: Record<string, string>) => [id, email, reason]),
          [[json.data.id, 'caller@example.org', wanted.reason]],
        )
        const decision = status === 'approved' ? 'approve' : 'reject'
        const at = `/v1/limit-requests/${json.data.id}/${decision}`
        const body = { note: 'until June', ...(status === 'approved' ? { requests_per_second: 30 } : {}) }
        const decided = await server.request('POST', at, { headers, body })
        assert.deepEqual([decided.status, decided.json.data.status], [200, status], decided.text)
        assertError(await server.request('POST', at, { headers, body: {} }), 400, 'invalid_request')
        const [own] = (await server.request('GET', path, { headers: caller })).json.data
        assert.deepEqual([own.id, own.status, own.decision_note], [json.data.id, status, 'until June'])
        const [action] = await readActions(server.ledger, 1)
        assert.equal(action?.action, `limits.${decision}`)
        clock.advance(2_000)
      }
      const usage = await server.request('GET', '/v1/usage', { headers: caller })
      assert.deepEqual(usage.json.data.limits, { requests_per_second: 30, requests_per_minute: 900 })
      const decided = await server.request('GET', '/v1/limit-requests?status=approved', { headers })
      assert.equal(decided.json.data.length, 1)
      const theirs = { 'x-api-key': (await server.signIn('third@example.org')).key }
      assert.deepEqual((await server.request('GET', path, { headers: theirs })).json.data, [])
      assertError(
        await server.request('GET', '/v1/limit-requests', { headers: theirs }),
        401,
        'unauthenticated',
      )
    })

    it('forget all but the newest requests for higher limits of a caller', async () => {
      const caller = (await server.signIn('eager@example.org')).key
      const body = { requests_per_second: 5, requests_per_minute: 9, reason: 'Once more, please.' }
      for (let n = 0; n < 24; n += 1) {
        clock.advance(1_000)
        const sent = { headers: { 'x-api-key': caller }, body }
        const { json } = await server.request('POST', '/v1/auth/limits/requests', sent)
        await server.ledger.transaction((tx) =>
          tx
            .updateTable('limit_request')
            .set({ status: 'rejected' })
            .where('id', '=', json.data.id)
            .execute(),
        )
      }
      const { length } = await server.ledger.read
        .selectFrom('limit_request')
        .innerJoin('identity', 'identity.id', 'identity_id')
        .select('limit_request.id')
        .where('email', '=', 'eager@example.org')
        .execute()
      assert.equal(length, 20)
    })

    it('refuse bodies without a target, with an empty or endless one, or with anything else', async () => {
      clock.advance(120_000)
      const { token } = await server.signIn('operator@example.org')
      for (const body of [
        {},
        { target: '' },
        { target: 'x'.repeat(3000) },
        { target: 'a.example', add: true },
      ])
        assertError(await discover({ authorization: `Bearer ${token}` }, body), 400, 'invalid_request')
    })
  })
}

it('The routes for operators have a valid API document', async () => {
  const operators = {
    hasOperators: true,
    check: async () => {},
    admit: async () => 'operator@example.org',
  }
  const discoverer = { discover: async () => nothingFound, [Symbol.asyncDispose]: async () => {} }
  await using server = await openTestServer({
    service: operatorService({
      operators,
      discoverer,
      members,
      runs,
      alarms,
      limitRequests: {} as LimitRequests,
    }),
  })
  const { json, text } = await server.get('/v1/openapi.json')
  await assertValidOpenApi(new Map([['operator', text]]))
  assert.equal(json.paths['/v1/discover'].post.operationId, 'discover')
})
