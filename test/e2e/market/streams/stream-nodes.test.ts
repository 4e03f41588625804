/** Several nodes that stream from one provider. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock, passTime } from '../../../support/fake-clock.ts'
import { openFaultyMarket } from '../../../support/market/faulty-market.ts'
import { streamTransports } from '../../../support/market/stream-transports.ts'
import type { EventLog } from '../../../support/server/event-reader.ts'

const prices = new Map([['X:A', 1]])
const quotes = { channel: 'quotes', symbols: ['X:A'] } as const
const readersPerNode = 10

function lastPrice(log: EventLog): number | undefined {
  return log.events.findLast(({ event }) => event === 'quote')?.data.last
}

for (const transport of streamTransports) {
  describe(`over ${transport.name}, two nodes`, () => {
    it('have two connections to the provider and request a symbol once each, however many read', async () => {
      await using market = await openFaultyMarket({ onConnection: (visitor) => visitor.quotes(prices) })
      const { provider, fixture } = market
      const nodes = [fixture, await market.openNode()]
      assert.equal(provider.attempts.count, 0)
      const streams = await Promise.all(
        nodes.flatMap(({ origin }) =>
          Array.from({ length: readersPerNode }, () => transport.open(origin, quotes)),
        ),
      )
      for (const { log } of streams) await log.until(() => lastPrice(log) === 1)
      for (const node of nodes) assert.equal((await node.get('/v1/quotes?symbols=X:A')).json.data[0].last, 1)
      assert.equal(provider.attempts.count, nodes.length)
      assert.deepEqual(
        provider.connections.map(({ receivedCalls }) =>
          receivedCalls.filter(({ params }) => params.includes('X:A')).map(({ method }) => method),
        ),
        nodes.map(() => ['quote_add_symbols']),
      )
      for (const stream of streams) stream[Symbol.dispose]()
    })

    it('lose and close their connections independently of each other', async () => {
      const clock = new FakeClock()
      await using market = await openFaultyMarket(
        { onConnection: (visitor) => visitor.quotes(prices) },
        { clock },
      )
      const { provider, fixture } = market
      const other = await market.openNode()
      using first = await transport.open(fixture.origin, quotes)
      await passTime(clock, 20, () => lastPrice(first.log) === 1)
      using second = await transport.open(other.origin, quotes)
      await passTime(clock, 20, () => lastPrice(second.log) === 1)
      provider.connections[0]?.socket.terminate()
      const isLost = ({ log }: { log: EventLog }) =>
        log.events.some(({ event, data }) => event === 'status' && data.provider === 'disconnected')
      await passTime(clock, 20, () => isLost(first) && provider.openCount === 2)
      assert.ok(!isLost(second))
      first[Symbol.dispose]()
      await passTime(clock, 1000, () => provider.openCount === 1)
      const [session] =
        provider.connections[1]?.receivedCalls.find(({ method }) => method === 'quote_create_session')
          ?.params ?? []
      provider.connections[1]?.sendEvent('qsd', session, { n: 'X:A', s: 'ok', v: { lp: 5 } })
      await passTime(clock, 20, () => lastPrice(second.log) === 5)
      assert.ok(!isLost(second))
    })
  })
}
