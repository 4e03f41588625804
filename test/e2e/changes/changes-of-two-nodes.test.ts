/** Two nodes on one database: both have the same changes, and each notices at once what the other publishes. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noticesService } from '../../../src/services/notices/index.ts'
import { changeScope } from '../../../src/store/changes/change-scope.ts'
import type { Store } from '../../../src/store/store.ts'
import { FakeClock, passTime } from '../../support/fake-clock.ts'
import { logNotices } from '../../support/log-notices.ts'
import { openEventStream } from '../../support/server/event-reader.ts'
import { openTestServer, type TestServer } from '../../support/server/test-server.ts'
import { type TestEngine, testEngines } from '../../support/store/test-engines.ts'
import { until } from '../../support/until.ts'

interface Node {
  readonly store: Store
  readonly server: TestServer
  readonly clock: FakeClock
  log(...towns: readonly string[]): Promise<void>
  /** Until its store knows of this change. */
  knows(number: number): Promise<void>
}

async function openNodes(engine: TestEngine) {
  await using stack = new AsyncDisposableStack()
  const place = stack.use(await engine.borrowDatabase())
  const open = async (): Promise<Node> => {
    const store = stack.use(await place.openStore({ role: 'worker' }))
    const clock = new FakeClock()
    const service = noticesService(store.readModel, clock)
    const server = stack.use(await openTestServer({ service, store, clock }))
    return {
      store,
      server,
      clock,
      log: (...towns) => logNotices(store, clock.now(), towns),
      knows: (number) => until(() => store.readModel.version(changeScope('notices')) === number),
    }
  }
  const one = await open()
  const other = await open()
  const resources = stack.move()
  return { one, other, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

for (const engine of testEngines) {
  describe(`${engine.name}: two nodes`, { skip: engine.skip }, () => {
    it('have the same changes in the same order, whichever has published them', async () => {
      await using nodes = await openNodes(engine)
      const { one, other } = nodes
      await Promise.all(
        Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? one : other).log(`a${at}`, `b${at}`)),
      )
      await Promise.all([one.knows(24), other.knows(24)])
      const [ofOne, ofOther] = await Promise.all(
        [one, other].map(async ({ server }) => (await server.get('/v1/changes?limit=100')).json),
      )
      assert.deepEqual(ofOne.data, ofOther.data)
      assert.equal(ofOne.meta.changes_after, ofOther.meta.changes_after)
      assert.deepEqual(
        ofOne.data.map(({ number }: { number: number }) => number),
        Array.from({ length: 24 }, (_, at) => at + 1),
      )
      const half = ofOne.data[11].number
      const [epoch] = ofOne.meta.changes_after.split('-')
      const rest = (await other.server.get(`/v1/changes?after=${epoch}-${half}-0&limit=100`)).json
      assert.deepEqual(rest.data, ofOne.data.slice(12))
    })

    it('end the wait of a request on one when the other publishes', async () => {
      await using nodes = await openNodes(engine)
      const { one, other } = nodes
      const { changes_after: after } = (await one.server.get('/v1/changes')).json.meta
      let isAnswered = false
      const waiting = one.server.get(`/v1/changes?after=${after}`, { prefer: 'wait=20' }).finally(() => {
        isAnswered = true
      })
      await other.log('x')
      await one.knows(1)
      // So small that a slow machine answers before the wait is over.
      await passTime(one.clock, 1, () => isAnswered)
      const { json } = await waiting
      assert.deepEqual(
        json.data.map(({ notice_id }: { notice_id: string }) => notice_id),
        ['x'],
      )
    })

    it('stream what the other publishes, and resume a stream of the other without loss or repetition', async () => {
      await using nodes = await openNodes(engine)
      const { one, other } = nodes
      const path = '/v1/changes/stream'
      const townsOf = ({ log }: Awaited<ReturnType<typeof openEventStream>>) =>
        log.events.filter(({ event }) => event === 'change').map(({ data }) => data.notice_id)
      using first = await openEventStream(one.server.origin + path)
      await passTime(one.clock, 250, () => first.log.events.length > 0)
      await other.log('a', 'b')
      await passTime(one.clock, 250, () => townsOf(first).length === 2)
      assert.deepEqual(townsOf(first), ['a', 'b'])
      const afterFirst = first.log.events.find(({ event }) => event === 'change')?.id ?? ''
      using second = await openEventStream(other.server.origin + path, { 'last-event-id': afterFirst })
      await one.log('c')
      await passTime(other.clock, 250, () => townsOf(second).length === 2)
      assert.deepEqual(townsOf(second), ['b', 'c'])
    })
  })
}
