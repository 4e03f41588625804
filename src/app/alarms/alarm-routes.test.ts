import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { readActions } from '../../identity/operator/audit.ts'
import type { Store } from '../../store/store.ts'
import type { OperatorDeps } from '../operator/operator-route.ts'
import { operatorService } from '../operator/operator-service.ts'
import { createOperatorAlarms } from './operator-alarms.ts'
import { updateAlarms } from './update-alarms.ts'

/** Not requested here. */
const others = { discoverer: {}, members: {}, runs: {} } as OperatorDeps

for (const engine of testEngines) {
  describe(`${engine.name}: the alarm routes for operators`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let server: IdentityFixture
    let authorization = ''
    const clock = new FakeClock()
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      server = await openIdentityFixture({
        store,
        clock,
        operatorEmails: ['operator@example.org'],
        routes: ({ operators, limitRequests }) => {
          const alarms = createOperatorAlarms({ store, clock })
          return operatorService({ ...others, operators, limitRequests, alarms }).routes
        },
      })
      authorization = `Bearer ${(await server.signIn('operator@example.org')).token}`
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    async function ask(method: string, path: string, body?: unknown) {
      clock.advance(7_000)
      return await server.request(method, path, {
        headers: { authorization },
        ...(body === undefined ? {} : { body }),
      })
    }
    const id = 'host_refuses:api.example.org'

    it('list what is wrong, mute it, and unmute it', async () => {
      const causes = [
        { kind: 'host_refuses', subject: 'api.example.org', detail: 'It denies access.' },
      ] as const
      await updateAlarms(store, { node: '', causes, recipients: [], nowMs: clock.now() })
      const states = async () => {
        const { alarms, mutes } = (await ask('GET', '/v1/alarms')).json.data
        return [alarms.map((alarm: { id: string; state: string }) => [alarm.id, alarm.state]), mutes.length]
      }
      assert.deepEqual(await states(), [[[id, 'open']], 0])
      const muted = await ask('POST', '/v1/alarms/mute', { target: id, hours: 3, note: 'known' })
      assert.equal(muted.status, 200, muted.text)
      const until = new Date(clock.now() + 3 * 3_600_000).toISOString()
      const expected = { target: id, until, muted_by: 'operator@example.org', note: 'known' }
      assert.deepEqual(muted.json.data, expected)
      assert.deepEqual(await states(), [[[id, 'muted']], 1])
      const [action] = await readActions(server.ledger, 1)
      assert.deepEqual(
        [action?.operator, action?.action, action?.target],
        ['operator@example.org', 'alarms.mute', id],
      )
      assert.equal((await ask('POST', '/v1/alarms/unmute', { target: id })).status, 200)
      assert.deepEqual(await states(), [[[id, 'open']], 0])
      assertError(await ask('POST', '/v1/alarms/unmute', { target: id }), 404, 'not_found')
    })

    it('refuse names that no alarm has, and are nothing to strangers', async () => {
      for (const body of [{}, { target: 'host' }, { target: id, hours: 0 }, { target: id, hours: 9_000 }])
        assertError(await ask('POST', '/v1/alarms/mute', body), 400, 'invalid_request')
      const { token } = await server.signIn('stranger@example.org')
      const headers = { authorization: `Bearer ${token}` }
      assertError(await server.request('GET', '/v1/alarms', { headers }), 404, 'not_found')
      assertError(
        await server.request('POST', '/v1/alarms/mute', { headers, body: { target: 'all' } }),
        404,
        'not_found',
      )
    })
  })
}
