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
import { readActions } from '../../identity/operator/audit.ts'
import type { Store } from '../../store/store.ts'
import type { Discoverer, Discovery } from '../discovery.ts'
import type { OperatorMembers } from './operator-members.ts'
import { operatorService } from './operator-service.ts'

const nothingFound: Discovery = {
  target: 'https://fern.example/',
  findings: [],
  pages: [],
  undecided: ['No known platform was recognised.'],
}

/** The member routes have a test of their own. */
const members = {} as OperatorMembers

for (const engine of testEngines) {
  describe(`${engine.name}: the routes for operators`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let server: IdentityFixture
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
        routes: ({ operators }) => operatorService({ operators, discoverer, members }).routes,
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
  const operators = { hasOperators: true, admit: async () => 'operator@example.org' }
  const discoverer = { discover: async () => nothingFound, [Symbol.asyncDispose]: async () => {} }
  await using server = await openTestServer({ service: operatorService({ operators, discoverer, members }) })
  const { json, text } = await server.get('/v1/openapi.json')
  await assertValidOpenApi(new Map([['operator', text]]))
  assert.equal(json.paths['/v1/discover'].post.operationId, 'discover')
})
