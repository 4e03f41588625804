/** What readers do wrong, over server-sent events and over the WebSocket: each gets a clear error, and the others go on. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock, passTime } from '../../../support/fake-clock.ts'
import { openFaultyMarket } from '../../../support/market/faulty-market.ts'
import { type MarketFixture, openMarketFixture } from '../../../support/market/market-fixture.ts'
import { streamTransports } from '../../../support/market/stream-transports.ts'
import { type EventLog, openEventStream, openStreamSocket } from '../../../support/server/event-reader.ts'
import { openIdentityFixture } from '../../../support/server/identity-fixture.ts'
import { testEngines } from '../../../support/store/test-engines.ts'

const prices = new Map([
  ['X:A', 1],
  ['X:B', 2],
])

function numberedSymbols(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `X:S${n}`)
}

function quotesIn(log: EventLog) {
  return log.events.filter(({ event }) => event === 'quote').map(({ data }) => data)
}

for (const transport of streamTransports) {
  describe(`over ${transport.name}, a request`, () => {
    let fixture: MarketFixture

    before(async () => {
      fixture = await openMarketFixture()
    })
    after(() => fixture[Symbol.asyncDispose]())

    for (const [what, request, code, parameter] of [
      ['for a symbol without its exchange', { symbols: ['AAPL'] }, 'invalid_request', 'symbols'],
      ['for an unknown resolution', { resolution: '7' }, 'invalid_request', 'resolution'],
      ['for an unknown session', { session: 'night' }, 'invalid_request', 'session'],
      ['for an unknown adjustment', { adjustment: 'none' }, 'invalid_request', 'adjustment'],
      ['for too many past bars', { count: 501 }, 'invalid_request', 'count'],
      ['that resumes after no event', { last_event_id: '7' }, 'invalid_request', 'last_event_id'],
    ] as const) {
      it(`${what} is refused with ${code}, which names the parameter`, async () => {
        const error = await transport.refusal(fixture.origin, {
          channel: 'bars',
          symbols: ['NASDAQ:AAPL'],
          ...request,
        })
        assert.deepEqual([error.code, error.details?.parameter], [code, parameter], JSON.stringify(error))
      })
    }

    it('for 10,000 symbols is refused, and says what the limit is', async () => {
      const symbols = numberedSymbols(10_000)
      for (const channel of ['quotes', 'bars'] as const) {
        const error = await transport.refusal(fixture.origin, { channel, symbols })
        assert.match(JSON.stringify(error), transport.tooManyError)
      }
    })

    for (const channel of ['quotes', 'bars'] as const) {
      it(`for ${channel} of an unknown symbol is an error of that symbol; the other goes on`, async () => {
        using stream = await transport.open(fixture.origin, {
          channel,
          symbols: ['BINANCE:BTCUSDT', 'X:NOTHING'],
          ...(channel === 'bars' ? { resolution: '1' } : {}),
        })
        const { data } = await stream.log.find(({ event }) => event === 'error')
        assert.deepEqual([data.symbol, data.error.code, data.retry], ['X:NOTHING', 'unknown_symbol', false])
        const from = stream.log.events.length
        await stream.log.find(({ data }) => data.symbol === 'BINANCE:BTCUSDT', from)
      })
    }
  })

  for (const engine of testEngines) {
    describe(`${engine.name}: over ${transport.name}, a key`, { skip: engine.skip }, () => {
      it('that is revoked while a stream runs ends it with an error; the streams of others go on', async () => {
        await using database = await engine.borrowDatabase()
        await using store = await database.openStore()
        const clock = new FakeClock()
        await using accounts = await openIdentityFixture({ store, clock })
        await using market = await openFaultyMarket(
          { onConnection: (visitor) => visitor.quotes(prices) },
          { clock, accessControl: accounts.identity.accessControl },
        )
        const { token, key, keyId } = await accounts.signIn('reader@example.org')
        const request = { channel: 'quotes', symbols: ['X:A'] } as const
        using keyed = await transport.open(market.fixture.origin, request, { 'x-api-key': key })
        using other = await transport.open(market.fixture.origin, request)
        for (const { log } of [keyed, other]) await passTime(clock, 20, () => quotesIn(log).length === 1)
        const headers = { authorization: `Bearer ${token}` }
        const revoked = await accounts.request('DELETE', `/v1/auth/keys/${keyId}`, { headers })
        assert.equal(revoked.status, 200, revoked.text)
        await passTime(clock, 500, () => keyed.log.events.at(-1)?.event === 'error')
        const { data } = keyed.log.events.at(-1) ?? {}
        assert.deepEqual([data.error.code, data.error.details.reason], ['unauthenticated', 'revoked'])
        await keyed.log.untilClosed()
        market.changePrice('X:A', 9)
        await passTime(clock, 20, () => quotesIn(other.log).at(-1)?.last === 9)
      })
    })
  }
}

describe('subscriptions', () => {
  it('are limited per caller over all its streams, and free again when a stream ends', async () => {
    await using faulty = await openFaultyMarket(
      { onConnection: (visitor) => visitor.quotes(prices) },
      { subscriptionsMax: 3 },
    )
    const { at, fixture } = faulty
    const first = await openEventStream(at('/v1/stream/quotes?symbols=X:A,X:B'))
    await first.log.find(({ event }) => event === 'quote')
    using reader = await openStreamSocket(at('/v1/stream'))
    reader.send({ op: 'subscribe', channel: 'quotes', symbols: ['X:A', 'X:B'] })
    const { data } = await reader.log.find(({ event }) => event === 'error')
    assert.deepEqual([data.error.code, data.error.details.limit], ['rate_limited', 3])
    assert.equal((await fixture.get('/v1/stream/quotes?symbols=X:A,X:B')).status, 429)
    first[Symbol.dispose]()
    // The server notices the end a moment later.
    for (let subscribed = false; !subscribed; ) {
      const from = reader.log.events.length
      reader.send({ op: 'subscribe', channel: 'quotes', symbols: ['X:A', 'X:B'] })
      const { event } = await reader.log.find(
        ({ event }) => event === 'error' || event === 'subscribed',
        from,
      )
      subscribed = event === 'subscribed'
    }
  })

  it('of symbols that nobody reads yet cost one request each: no caller can take the places of all', async () => {
    await using faulty = await openFaultyMarket(
      { onConnection: (visitor) => visitor.quotes(prices) },
      { missesPerMinute: 10 },
    )
    using reader = await openStreamSocket(faulty.at('/v1/stream'))
    const symbols = Array.from({ length: 200 }, (_, n) => `X:S${n}`)
    reader.send({ op: 'subscribe', channel: 'quotes', symbols })
    await reader.log.find(({ event }) => event === 'subscribed')
    reader.send({ op: 'unsubscribe', channel: 'quotes', symbols })
    reader.send({ op: 'subscribe', channel: 'quotes', symbols: ['X:A'] })
    const { data } = await reader.log.find(({ event, data: { symbol, symbols: count } }) =>
      event === 'error' ? symbol === undefined : event === 'subscribed' && count === 1,
    )
    assert.equal(data.error?.details.counted, 'requests that the cache cannot answer')
  })

  it('of bars are limited to a share of all series', async () => {
    await using faulty = await openFaultyMarket({ onConnection: (visitor) => visitor.bars(() => []) })
    using reader = await openStreamSocket(faulty.at('/v1/stream'))
    const symbols = Array.from({ length: 50 }, (_, n) => `X:S${n}`)
    reader.send({ op: 'subscribe', channel: 'bars', symbols })
    await reader.log.find(({ event }) => event === 'subscribed')
    reader.send({ op: 'subscribe', channel: 'bars', symbols: ['X:A'] })
    const { data } = await reader.log.find(({ event, data: { symbol, symbols: count } }) =>
      event === 'error' ? symbol === undefined : event === 'subscribed' && count === 1,
    )
    assert.equal(data.error?.details.counted, 'series of bars of all streams')
    reader.send({ op: 'unsubscribe', channel: 'bars', symbols: ['X:S0'] })
    await reader.log.find(({ event }) => event === 'unsubscribed')
    reader.send({ op: 'subscribe', channel: 'bars', symbols: ['X:A'] })
    await reader.log.find(({ event, data }) => event === 'subscribed' && data.symbols === 1)
  })

  it('of bars take the places of series that nobody reads any more', async () => {
    const clock = new FakeClock()
    await using faulty = await openFaultyMarket(
      { onConnection: (visitor) => visitor.bars(() => []) },
      { clock, missesPerMinute: 100_000 },
    )
    using reader = await openStreamSocket(faulty.at('/v1/stream'))
    for (let round = 0; round < 4; round += 1) {
      const symbols = Array.from({ length: 50 }, (_, n) => `X:S${round}${n}`)
      for (const op of ['subscribe', 'unsubscribe']) {
        reader.send({ op, channel: 'bars', symbols })
        const from = reader.log.events.length
        await reader.log.find(({ event }) => event === `${op}d`, Math.max(0, from - 1))
      }
    }
    // They are kept for half a minute, but not if another one needs the place.
    clock.advance(6000)
    reader.send({ op: 'subscribe', channel: 'bars', symbols: ['X:A'] })
    const { event } = await reader.log.find(({ event, data: { symbol, symbols: count } }) =>
      event === 'error' ? symbol === undefined : event === 'subscribed' && count === 1,
    )
    assert.equal(event, 'subscribed')
  })

  it('of bars by many streams of a caller share the series: each counts once', async () => {
    await using faulty = await openFaultyMarket({ onConnection: (visitor) => visitor.bars(() => [60]) })
    const open = () => openStreamSocket(faulty.at('/v1/stream'))
    const subscribe = { op: 'subscribe', channel: 'bars', symbols: ['X:A'], resolution: '1' }
    const readers = await Promise.all(Array.from({ length: 60 }, open))
    for (const reader of readers) {
      reader.send(subscribe)
      await reader.log.find(({ event }) => event === 'bar')
    }
    // Still in use when all but one have left.
    for (const reader of readers.slice(1)) {
      reader.send({ ...subscribe, op: 'unsubscribe' })
      await reader.log.find(({ event }) => event === 'unsubscribed')
    }
    const symbols = Array.from({ length: 50 }, (_, n) => `X:S${n}`)
    const from = readers[1]?.log.events.length
    readers[1]?.send({ ...subscribe, symbols })
    const refused = await readers[1]?.log.find(({ event }) => event === 'error', from)
    assert.deepEqual([refused?.data.error.details.open, refused?.data.error.details.requested], [1, 50])
    for (const reader of readers) reader[Symbol.dispose]()
  })

  it('count against the budget of uncached requests', async () => {
    await using faulty = await openFaultyMarket(
      { onConnection: (visitor) => visitor.quotes(prices) },
      { missesPerMinute: 2 },
    )
    const { fixture } = faulty
    assert.equal((await fixture.get('/v1/quotes?symbols=X:A,X:B')).status, 200)
    assert.equal((await fixture.get('/v1/quotes?symbols=X:A,X:B')).status, 200)
    assert.equal((await fixture.get('/v1/quotes?symbols=X:C')).status, 429)
    assert.equal((await fixture.get('/v1/stream/quotes?symbols=X:A')).status, 429)
  })
})
