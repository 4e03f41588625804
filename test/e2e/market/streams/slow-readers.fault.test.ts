/** Readers of streams that do not read: each holds a bounded amount of memory, and the others go on. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock, passTime } from '../../../support/fake-clock.ts'
import { openFaultyMarket } from '../../../support/market/faulty-market.ts'
import { streamTransports } from '../../../support/market/stream-transports.ts'
import { type EventLog, openStreamSocket } from '../../../support/server/event-reader.ts'

function quotesIn(log: EventLog) {
  return log.events.filter(({ event }) => event === 'quote').map(({ data }) => data)
}

for (const transport of streamTransports) {
  describe(`over ${transport.name}, a reader`, () => {
    it('that never reads holds a bounded amount and is disconnected; one that reads again gets the newest state', async () => {
      const clock = new FakeClock()
      const symbols = Array.from({ length: 200 }, (_, n) => `X:S${n}`)
      await using market = await openFaultyMarket(
        { onConnection: (visitor) => visitor.quotes(new Map(symbols.map((symbol) => [symbol, 0]))) },
        { clock },
      )
      const { fixture, changePrice } = market
      const open = () => transport.open(fixture.origin, { channel: 'quotes', symbols })
      using healthy = await open()
      using resting = await open()
      using stalled = await open()
      const hasAll = (log: EventLog, price: number) => () =>
        quotesIn(log).filter(({ last }) => last === price).length >= symbols.length
      for (const { log } of [healthy, resting, stalled]) await passTime(clock, 20, hasAll(log, 0))
      resting.pause()
      stalled.pause()
      // More than 24 MB, which is more than the buffers of a connection on this machine take.
      const rounds = 300
      for (let price = 1; price <= rounds; price += 1) {
        for (const symbol of symbols) changePrice(symbol, price)
        await passTime(clock, 20, () => healthy.log.events.at(-1)?.data.last === price)
      }
      await passTime(clock, 20, hasAll(healthy.log, rounds))
      assert.equal(quotesIn(healthy.log).length, (rounds + 1) * symbols.length)
      resting.resume()
      await passTime(clock, 1, hasAll(resting.log, rounds))
      const received = quotesIn(resting.log).length
      assert.ok(received < quotesIn(healthy.log).length / 2, `${received} events were kept for it`)
      await passTime(clock, 1000, async () => (await fixture.metrics.text()).includes('{reason="slow"} 1'))
      changePrice('X:S7', -1)
      for (const { log } of [healthy, resting])
        await passTime(clock, 20, () => quotesIn(log).at(-1)?.last === -1)
      stalled.resume()
      await stalled.log.untilClosed()
    })
  })
}

describe('over a WebSocket, a reader that takes a sixth of what there is', () => {
  it('reads prices that are a few seconds old at most, however long it reads', async () => {
    const clock = new FakeClock()
    const symbols = Array.from({ length: 200 }, (_, n) => `X:S${n}`)
    await using market = await openFaultyMarket(
      { onConnection: (visitor) => visitor.quotes(new Map(symbols.map((symbol) => [symbol, 0]))) },
      { clock },
    )
    const { fixture, changePrice } = market
    const open = async () => {
      const reader = await openStreamSocket(`${fixture.origin}/v1/stream`)
      reader.send({ op: 'subscribe', channel: 'quotes', symbols })
      await passTime(clock, 20, () => quotesIn(reader.log).length >= symbols.length)
      return reader
    }
    using healthy = await open()
    using slow = await open()
    // The price says when it was set.
    const beganAt = clock.now()
    const ages: number[] = []
    slow.socket.on('message', () => {
      ages.push(clock.now() - beganAt - slow.log.events.at(-1)?.data.last)
      slow.pause()
    })
    const rounds = 300
    for (let round = 1; round <= rounds; round += 1) {
      if (round % 6 === 0) slow.resume()
      clock.advance(20)
      const price = clock.now() - beganAt
      for (const symbol of symbols) changePrice(symbol, price)
      await passTime(clock, 20, () => healthy.log.events.at(-1)?.data.last === price)
    }
    const share = quotesIn(slow.log).length / quotesIn(healthy.log).length
    assert.ok(share > 0.05 && share < 0.3, String(share))
    assert.ok(Math.max(...ages) <= 5000, `${Math.max(...ages)} ms`)
  })
})
