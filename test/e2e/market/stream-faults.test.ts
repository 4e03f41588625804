/** The provider's socket as it should not be, and what callers see of it. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  FakeProvider,
  type FakeProviderOptions,
} from '../../../packages/client/test/support/fake-provider.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'
import { openEventStream, openStreamSocket } from '../../support/server/event-reader.ts'

interface Faulty extends AsyncDisposable {
  readonly provider: FakeProvider
  readonly fixture: MarketFixture
  at(path: string): string
}

async function openFaulty(
  options: FakeProviderOptions,
  more: Parameters<typeof openMarketFixture>[0] = {},
): Promise<Faulty> {
  await using stack = new AsyncDisposableStack()
  const provider = stack.use(await FakeProvider.start(options))
  const origin = provider.url.replace(/^ws(.*?\d)\/.*$/, 'http$1')
  const fixture = stack.use(
    await openMarketFixture({ ...more, hosts: [], outbound: { overrideOrigin: () => ({ origin }) } }),
  )
  const kept = stack.move()
  return {
    provider,
    fixture,
    at: (path) => fixture.origin + path,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

const prices = new Map([
  ['X:A', 1],
  ['X:B', 2],
])

describe('a provider', () => {
  it('has one connection and one subscription per symbol, however many read', async () => {
    await using faulty = await openFaulty({ onConnection: (visitor) => visitor.quotes(prices) })
    const { provider, at, fixture } = faulty
    const streams = await Promise.all(
      Array.from({ length: 30 }, () => openEventStream(at('/v1/stream/quotes?symbols=X:A,X:B'))),
    )
    for (const { log } of streams) await log.until(() => log.events.length >= 2)
    assert.equal((await fixture.get('/v1/quotes?symbols=X:A')).json.data[0].last, 1)
    assert.equal(provider.attempts.count, 1)
    assert.equal(
      provider
        .callsOf('quote_add_symbols')
        .flat()
        .filter((one) => one === 'X:A').length,
      1,
    )
    const session = provider.callsOf('quote_create_session')[0]?.[0]
    provider.connections[0]?.sendEvent('qsd', session, { n: 'X:A', s: 'ok', v: { lp: 7 } })
    for (const { log } of streams) await log.find(({ data }) => data.last === 7)
    for (const stream of streams) stream[Symbol.dispose]()
  })

  it('that is lost is a status; quotes go on with what changed, nothing twice', async () => {
    await using faulty = await openFaulty({
      onConnection: (visitor, number) =>
        visitor.quotes(number === 1 ? prices : new Map([...prices, ['X:B', 3]])),
    })
    const { provider, at } = faulty
    using stream = await openEventStream(at('/v1/stream/quotes?symbols=X:A,X:B'))
    const { log } = stream
    await log.until(() => log.events.filter(({ event }) => event === 'quote').length === 2)
    provider.connections[0]?.socket.terminate()
    const { data } = await log.find(
      ({ event, data }) => event === 'status' && data.provider === 'disconnected',
    )
    assert.equal(data.error.code, 'upstream_unavailable')
    await log.find(({ event, data }) => event === 'quote' && data.last === 3)
    const quotes = log.events.filter(({ event }) => event === 'quote')
    assert.deepEqual(
      quotes.map(({ data }) => [data.symbol, data.last]),
      [
        ['X:A', 1],
        ['X:B', 2],
        ['X:B', 3],
      ],
    )
  })

  it('that is lost costs no bar: those that began meanwhile follow, each once, also after a resume', async () => {
    const times = [60, 120, 180]
    await using faulty = await openFaulty({ onConnection: (visitor) => visitor.bars(() => times) })
    const { provider, at } = faulty
    const path = '/v1/stream/bars?symbols=X:A&resolution=1&count=2'
    const first = await openEventStream(at(path))
    using other = await openEventStream(at(path))
    const starts = (log: typeof first.log) =>
      log.events.filter(({ event }) => event === 'bar').map(({ data }) => Date.parse(data.time) / 1000)
    await first.log.until(() => starts(first.log).length === 2)
    const lastId = first.log.events.findLast(({ event }) => event === 'bar')?.id ?? ''
    first[Symbol.dispose]()
    times.push(240, 300, 360)
    provider.connections[0]?.socket.terminate()
    await other.log.until(() => starts(other.log).includes(360))
    assert.deepEqual(starts(other.log), [120, 180, 240, 300, 360])
    using resumed = await openEventStream(at(path), { 'last-event-id': lastId })
    await resumed.log.until(() => starts(resumed.log).includes(360))
    assert.deepEqual(starts(resumed.log), [240, 300, 360])
    // Of another process: by the time of the event.
    const foreign = lastId.replace(/^[0-9a-f]{8}/, '00000000').replace(/\d+$/, '250')
    using moved = await openEventStream(`${at(path)}&last_event_id=${foreign}`)
    await moved.log.until(() => starts(moved.log).includes(360))
    assert.deepEqual(starts(moved.log), [240, 300, 360])
    using late = await openEventStream(`${at(path)}&last_event_id=${foreign.replace(/\d+$/, '30')}`)
    await late.log.until(() => starts(late.log).includes(360))
    assert.equal(late.log.events.filter(({ event }) => event === 'gap').length, 1)
  })

  for (const [status, origin, code, http] of [
    [403, null, 'upstream_refused', 502],
    [403, undefined, 'upstream_refused', 502],
    [429, undefined, 'upstream_unavailable', 503],
    [500, undefined, 'upstream_unavailable', 503],
  ] as const) {
    it(`that refuses with ${status} ${origin === null ? 'without an origin ' : ''}is ${http} ${code}`, async () => {
      const more = origin === null ? { origin } : {}
      await using faulty = await openFaulty({ onConnection: () => {}, refuse: () => status }, more)
      const { at, fixture } = faulty
      using stream = await openEventStream(at('/v1/stream/quotes?symbols=X:A'))
      const { data } = await stream.log.find(({ event }) => event === 'status')
      assert.deepEqual([data.provider, data.error.code], ['disconnected', code])
      for (const path of ['/v1/quotes?symbols=X:C', '/v1/bars/X:A']) {
        const { status: found, json } = await fixture.get(path)
        assert.deepEqual([found, json.error.code], [http, code])
        assert.equal(json.error.details?.setting, origin === null ? 'MARKET_ORIGIN' : undefined)
      }
    })
  }

  it('that sends broken frames is 502, and used again when it does not', async () => {
    await using faulty = await openFaulty({
      onConnection: (visitor, number) => {
        if (number > 2) visitor.quotes(prices)
        else
          visitor.hello().on('quote_add_symbols', () => visitor.sendRaw(`~m~99999999~m~${'x'.repeat(100)}`))
      },
    })
    using stream = await openEventStream(faulty.at('/v1/stream/quotes?symbols=X:A'))
    const { data } = await stream.log.find(({ event }) => event === 'status' && stream.log.events.length > 1)
    assert.ok(data)
    await stream.log.find(({ event }) => event === 'quote')
    const codes = stream.log.events.flatMap(({ data }) => data.error?.code ?? [])
    assert.deepEqual([...new Set(codes)], ['upstream_changed'])
  })

  it('that floods delays nobody: readers get the newest state', async () => {
    await using faulty = await openFaulty({ onConnection: (visitor) => visitor.quotes(prices) })
    const { provider, at } = faulty
    using stream = await openEventStream(at('/v1/stream/quotes?symbols=X:A'))
    await stream.log.find(({ event }) => event === 'quote')
    const session = provider.callsOf('quote_create_session')[0]?.[0]
    for (let lp = 1; lp <= 50_000; lp += 1)
      provider.connections[0]?.sendEvent('qsd', session, { n: 'X:A', s: 'ok', v: { lp } })
    await stream.log.find(({ data }) => data.last === 50_000)
    assert.ok(stream.log.events.length < 5000, String(stream.log.events.length))
  })

  it('that ends a session gets a new one', async () => {
    await using faulty = await openFaulty({ onConnection: (visitor) => visitor.quotes(prices) })
    const { provider, at } = faulty
    using stream = await openEventStream(at('/v1/stream/quotes?symbols=X:A'))
    await stream.log.find(({ event }) => event === 'quote')
    const session = provider.callsOf('quote_create_session')[0]?.[0]
    provider.connections[0]?.sendEvent('critical_error', session, 'too many symbols', '')
    await stream.log.find(({ event }) => event === 'error')
    await provider.waitUntil(() => provider.callsOf('quote_create_session').length === 2)
    await stream.log.find(({ event }) => event === 'quote', 2)
  })

  it('that says nothing about a symbol, or gives a reason, is an error of the request', async () => {
    await using faulty = await openFaulty({
      onConnection: (visitor) => {
        visitor.hello().on('create_series', ([session, series, turn, , resolution]) => {
          if (resolution === '60')
            visitor.sendEvent('series_error', session, series, turn, 'custom_resolution', 'node', 1)
          if (resolution === '30')
            visitor.sendEvent('critical_error', session, 'invalid parameters', `args: "[${series}]"`)
        })
      },
    })
    const { fixture } = faulty
    const results = await Promise.all(
      [
        '/v1/bars/X:A?resolution=60',
        '/v1/bars/X:A?resolution=30',
        '/v1/bars/X:A',
        '/v1/quotes?symbols=X:A',
      ].map(async (path) => {
        const { status, json } = await fixture.get(path)
        return [status, json.error.code]
      }),
    )
    assert.deepEqual(results, [
      [400, 'invalid_request'],
      [503, 'upstream_unavailable'],
      [504, 'upstream_timeout'],
      [504, 'upstream_timeout'],
    ])
  })
})

describe('subscriptions', () => {
  it('are limited per caller over all its streams, and free again when a stream ends', async () => {
    await using faulty = await openFaulty(
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
    await using faulty = await openFaulty(
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
    await using faulty = await openFaulty({ onConnection: (visitor) => visitor.bars(() => []) })
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

  it('count against the budget of uncached requests', async () => {
    await using faulty = await openFaulty(
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
