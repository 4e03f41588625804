import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { openCinemaFixture } from '../../../test/support/cinema/cinema-fixture.ts'
import { weekOfRecords } from '../../../test/support/cinema/made-up-records.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { until } from '../../../test/support/until.ts'
import { createOutbound } from '../../core/outbound/create-outbound.ts'
import { createKeyedHash, identityLedger } from '../../identity/index.ts'
import { changeScope } from '../../store/changes/change-scope.ts'
import { Sender } from './sender.ts'
import { createWebhook } from './webhooks.ts'

const hash = createKeyedHash('secret')

for (const engine of testEngines) {
  describe(`${engine.name}: webhooks for what is near a place`, { skip: engine.skip }, () => {
    it('get the first changes of a theater that is added later', async () => {
      await using stack = new AsyncDisposableStack()
      const received: string[] = []
      const receiver = createServer(async (request, response) => {
        let body = ''
        for await (const chunk of request) body += chunk
        const { type, data } = JSON.parse(body)
        received.push(`${type} ${data.chain_id}`)
        response.writeHead(204).end()
      })
      receiver.listen(0, '127.0.0.1')
      await once(receiver, 'listening')
      stack.defer(() => receiver.close().closeAllConnections())
      const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
      const database = stack.use(await engine.borrowDatabase())
      const store = stack.use(await database.openStore({ role: 'worker' }))
      const fixture = stack.use(await openCinemaFixture(store))
      const { clock, changes: source } = fixture
      const publish = async (id: string) => {
        const member = fixture.members.get(id)
        assert.ok(member)
        const before = store.readModel.version(changeScope('cinema'))
        await fixture.publish(id, weekOfRecords(member, clock.now()))
        await until(() => store.readModel.version(changeScope('cinema')) > before)
      }
      await publish('alpha.a1')
      const ledger = identityLedger(store.ledger)
      const owner = { id: 'id_1', email: 'x@example.org', mailbox: 'x@example.org', quota_owner: 'id_1' }
      const nowMs = clock.now()
      await ledger.transaction(async (tx) => {
        await tx
          .insertInto('identity')
          .values({ ...owner, created_at: nowMs, blocked_at: null, per_second: null, per_minute: null })
          .execute()
        await createWebhook(ledger, tx, hash, {
          identityId: owner.id,
          service: 'cinema',
          filters: { near: 'Leeds', radius_miles: '40', type: 'theater.added,showtime.added' },
          url: `http://${host}/`,
          label: undefined,
          epoch: store.readModel.epoch(),
          position: { number: store.readModel.version(changeScope('cinema')), at: 0 },
          nowMs,
        })
      })
      const sender = stack.use(
        new Sender({
          ledger,
          readModel: store.readModel,
          source,
          hash,
          clock,
          random: () => 0.5,
          createClient: () =>
            createOutbound({
              userAgent: 'test',
              hosts: new Set([host]),
              allowPrivate: new Set([host]),
              attemptsMax: 1,
              clock,
            }),
          onWarning: (message) => assert.fail(message),
        }),
      )
      const look = async () => {
        clock.advance(1000)
        await sender.look()
        await sender.settled()
      }
      await look()
      assert.deepEqual(received, [])
      // York is 23 miles from Leeds, New York is not.
      await publish('alpha.a2')
      await publish('beta.b1')
      await look()
      await look()
      assert.deepEqual(received.toSorted(), [...Array(9).fill('showtime.added alpha'), 'theater.added alpha'])
    })
  })
}
