/** The provider's socket as it should not be, and what callers see of it. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { barRow, type ProviderConnection } from '../../../../packages/client/test/support/fake-provider.ts'
import { FakeClock, passTime } from '../../../support/fake-clock.ts'
import { openFaultyMarket } from '../../../support/market/faulty-market.ts'
import { streamTransports } from '../../../support/market/stream-transports.ts'
import type { EventLog } from '../../../support/server/event-reader.ts'

const prices = new Map([
  ['X:A', 1],
  ['X:B', 2],
])
const quotesOfA = { channel: 'quotes', symbols: ['X:A'] } as const
const quotesOfBoth = { channel: 'quotes', symbols: ['X:A', 'X:B'] } as const

const brokenFrame = `~m~99999999~m~${'x'.repeat(100)}`

/** More bars of X:A than a client takes, and no end of them; those of others as they should be. */
function floodBars(visitor: ProviderConnection): void {
  const series = new Map<unknown, unknown>()
  visitor.quotes(prices).on('resolve_symbol', ([session, id, symbol]) => {
    series.set(`${session} ${id}`, symbol)
  })
  visitor.on('create_series', ([session, id, turn, symbolId]) => {
    const send = (from: number, count: number) => {
      const s = Array.from({ length: count }, (_, at) => barRow(60 * (from + at)))
      visitor.sendEvent('timescale_update', session, { [String(id)]: { s, t: turn } })
    }
    if (String(series.get(`${session} ${symbolId}`)).includes('X:A')) {
      for (const from of [1, 10_001, 20_001]) send(from, 10_000)
    } else {
      send(1, 2)
      visitor.sendEvent('series_completed', session, id, 'streaming', turn, {})
    }
  })
}

function named(log: EventLog, name: string) {
  return log.events.filter(({ event }) => event === name).map(({ data }) => data)
}

for (const transport of streamTransports) {
  describe(`over ${transport.name}, a provider`, { concurrency: 4 }, () => {
    it('has one connection and one subscription per symbol, however many read', async () => {
      await using faulty = await openFaultyMarket({ onConnection: (visitor) => visitor.quotes(prices) })
      const { provider, fixture, changePrice } = faulty
      const streams = await Promise.all(
        Array.from({ length: 30 }, () => transport.open(fixture.origin, quotesOfBoth)),
      )
      for (const { log } of streams) await log.until(() => named(log, 'quote').length >= 2)
      assert.equal((await fixture.get('/v1/quotes?symbols=X:A')).json.data[0].last, 1)
      assert.equal(provider.attempts.count, 1)
      const requested = provider.callsOf('quote_add_symbols').flat()
      assert.equal(requested.filter((one) => one === 'X:A').length, 1)
      changePrice('X:A', 7)
      for (const { log } of streams) await log.find(({ data }) => data.last === 7)
      for (const stream of streams) stream[Symbol.dispose]()
    })

    it('that is lost is a status; quotes go on with what changed, nothing twice', async () => {
      await using faulty = await openFaultyMarket({
        onConnection: (visitor, number) =>
          visitor.quotes(number === 1 ? prices : new Map([...prices, ['X:B', 3]])),
      })
      const { provider, fixture } = faulty
      using stream = await transport.open(fixture.origin, quotesOfBoth)
      const { log } = stream
      await log.until(() => named(log, 'quote').length === 2)
      provider.connections[0]?.socket.terminate()
      const { data } = await log.find(
        ({ event, data }) => event === 'status' && data.provider === 'disconnected',
      )
      assert.equal(data.error.code, 'upstream_unavailable')
      await log.find(({ event, data }) => event === 'quote' && data.last === 3)
      assert.deepEqual(
        named(log, 'quote').map(({ symbol, last }) => [symbol, last]),
        [
          ['X:A', 1],
          ['X:B', 2],
          ['X:B', 3],
        ],
      )
    })

    it('that is lost costs no bar: those that began meanwhile follow, each once, also after a resume', async () => {
      const times = [60, 120, 180]
      await using faulty = await openFaultyMarket({ onConnection: (visitor) => visitor.bars(() => times) })
      const { provider, fixture } = faulty
      const request = { channel: 'bars', symbols: ['X:A'], resolution: '1', count: 2 } as const
      const open = (last_event_id?: string) =>
        transport.open(fixture.origin, {
          ...request,
          ...(last_event_id === undefined ? {} : { last_event_id }),
        })
      const starts = (log: EventLog) => named(log, 'bar').map(({ time }) => Date.parse(time) / 1000)
      const first = await open()
      using other = await open()
      await first.log.until(() => starts(first.log).length === 2)
      await other.log.until(() => starts(other.log).length === 2)
      const lastId = first.log.events.findLast(({ event }) => event === 'bar')?.id ?? ''
      first[Symbol.dispose]()
      times.push(240, 300, 360)
      provider.connections[0]?.socket.terminate()
      await other.log.until(() => starts(other.log).includes(360))
      assert.deepEqual(starts(other.log), [120, 180, 240, 300, 360])
      using resumed = await open(lastId)
      await resumed.log.until(() => starts(resumed.log).includes(360))
      assert.deepEqual(starts(resumed.log), [240, 300, 360])
      // Of another process: by the newest bar that the reader has, which may have changed.
      const foreign = lastId.replace(/^[0-9a-f]{8}/, '00000000')
      using moved = await open(foreign)
      await moved.log.until(() => starts(moved.log).includes(360))
      assert.deepEqual(starts(moved.log), [180, 240, 300, 360])
      assert.deepEqual(named(moved.log, 'gap'), [])
      using late = await open(foreign.replace(/[^-]+$/, (30).toString(36)))
      await late.log.until(() => starts(late.log).includes(360))
      assert.equal(named(late.log, 'gap').length, 1)
    })

    for (const [status, origin, code] of [
      [403, null, 'upstream_refused'],
      [403, undefined, 'upstream_refused'],
      [429, undefined, 'upstream_unavailable'],
      [500, undefined, 'upstream_unavailable'],
    ] as const) {
      it(`that refuses with ${status} ${origin === null ? 'without an origin ' : ''}is a status with ${code}`, async () => {
        const more = origin === null ? { origin } : {}
        await using faulty = await openFaultyMarket({ onConnection: () => {}, refuse: () => status }, more)
        using stream = await transport.open(faulty.fixture.origin, quotesOfA)
        const { data } = await stream.log.find(({ event }) => event === 'status')
        assert.deepEqual([data.provider, data.error.code], ['disconnected', code])
        assert.equal(data.error.details?.setting, origin === null ? 'MARKET_ORIGIN' : undefined)
        assert.equal(typeof data.retry_in_ms, 'number')
      })
    }

    it('that sends broken frames is a status, and used again when it does not', async () => {
      await using faulty = await openFaultyMarket({
        onConnection: (visitor, number) => {
          if (number > 2) visitor.quotes(prices)
          else visitor.hello().on('quote_add_symbols', () => visitor.sendRaw(brokenFrame))
        },
      })
      using stream = await transport.open(faulty.fixture.origin, quotesOfA)
      await stream.log.find(({ event }) => event === 'quote')
      const codes = stream.log.events.flatMap(({ data }) => data.error?.code ?? [])
      assert.deepEqual([...new Set(codes)], ['upstream_changed'])
    })

    it('that floods delays nobody: readers get the newest state', async () => {
      await using faulty = await openFaultyMarket({ onConnection: (visitor) => visitor.quotes(prices) })
      const { fixture, changePrice } = faulty
      using stream = await transport.open(fixture.origin, quotesOfA)
      using other = await transport.open(fixture.origin, { channel: 'quotes', symbols: ['X:B'] })
      for (const { log } of [stream, other]) await log.find(({ event }) => event === 'quote')
      for (let price = 1; price <= 50_000; price += 1) changePrice('X:A', price)
      changePrice('X:B', 3)
      await stream.log.find(({ data }) => data.last === 50_000)
      await other.log.find(({ data }) => data.last === 3)
      assert.ok(stream.log.events.length < 5000, String(stream.log.events.length))
      assert.equal(named(other.log, 'quote').length, 2)
    })

    it('that sends bars without end is an error of that symbol; the other goes on', async () => {
      await using faulty = await openFaultyMarket({ onConnection: floodBars })
      const request = { channel: 'bars', symbols: ['X:A', 'X:B'], resolution: '1', count: 5 } as const
      using stream = await transport.open(faulty.fixture.origin, request)
      await stream.log.until(() => named(stream.log, 'bar').length === 2)
      const { data } = await stream.log.find(({ event }) => event === 'error')
      assert.deepEqual([data.symbol, data.error.code, data.retry], ['X:A', 'upstream_unavailable', true])
      assert.equal(data.error.message, 'The provider sent too many bars of X:A.')
      assert.deepEqual([...new Set(named(stream.log, 'bar').map(({ symbol }) => symbol))], ['X:B'])
      assert.equal(faulty.provider.connections.length, 1)
    })

    it('that ends a session gets a new one', async () => {
      await using faulty = await openFaultyMarket({ onConnection: (visitor) => visitor.quotes(prices) })
      const { provider, fixture } = faulty
      using stream = await transport.open(fixture.origin, quotesOfA)
      await stream.log.find(({ event }) => event === 'quote')
      const session = provider.callsOf('quote_create_session')[0]?.[0]
      provider.connections[0]?.sendEvent('critical_error', session, 'too many symbols', '')
      await stream.log.find(({ event }) => event === 'error')
      await provider.waitUntil(() => provider.callsOf('quote_create_session').length === 2)
      await stream.log.until(() => named(stream.log, 'quote').length === 2)
    })

    it('that says nothing about a symbol is an error of that symbol; the other goes on', async () => {
      await using faulty = await openFaultyMarket({
        onConnection: (visitor) =>
          visitor.hello().on('quote_add_symbols', ([session, ...symbols]) => {
            if (symbols.includes('X:B'))
              visitor.sendEvent('qsd', session, { n: 'X:B', s: 'ok', v: { lp: 2 } })
          }),
      })
      const { fixture, changePrice } = faulty
      using stream = await transport.open(fixture.origin, quotesOfBoth)
      const { data } = await stream.log.find(({ event }) => event === 'error')
      assert.deepEqual([data.symbol, data.error.code, data.retry], ['X:A', 'upstream_timeout', true])
      changePrice('X:B', 4)
      await stream.log.find(({ data }) => data.symbol === 'X:B' && data.last === 4)
    })

    it('that goes silent is a status, and the stream goes on with the next connection', async () => {
      const clock = new FakeClock()
      await using faulty = await openFaultyMarket(
        { onConnection: (visitor, number) => visitor.quotes(new Map([['X:A', number === 1 ? 1 : 2]])) },
        { clock },
      )
      using stream = await transport.open(faulty.fixture.origin, quotesOfA)
      const { log } = stream
      await passTime(clock, 20, () => named(log, 'quote').length === 1)
      const findLoss = () => named(log, 'status').find(({ provider }) => provider === 'disconnected')
      await passTime(clock, 1000, () => findLoss() !== undefined)
      assert.equal(findLoss().error.code, 'upstream_unavailable')
      await passTime(clock, 50, () => named(log, 'quote').length === 2)
      assert.deepEqual(
        named(log, 'quote').map(({ last }) => last),
        [1, 2],
      )
    })
  })
}

describe('on request, a provider', { concurrency: 4 }, () => {
  for (const [status, origin, code, http] of [
    [403, null, 'upstream_refused', 502],
    [403, undefined, 'upstream_refused', 502],
    [429, undefined, 'upstream_unavailable', 503],
    [500, undefined, 'upstream_unavailable', 503],
  ] as const) {
    it(`that refuses with ${status} ${origin === null ? 'without an origin ' : ''}is ${http} ${code}`, async () => {
      const more = origin === null ? { origin } : {}
      await using faulty = await openFaultyMarket({ onConnection: () => {}, refuse: () => status }, more)
      const { fixture } = faulty
      for (const path of ['/v1/quotes?symbols=X:C', '/v1/bars/X:A']) {
        const { status: found, json } = await fixture.get(path)
        assert.deepEqual([found, json.error.code], [http, code])
        assert.equal(json.error.details?.setting, origin === null ? 'MARKET_ORIGIN' : undefined)
      }
    })
  }

  it('that sends broken frames is 502 upstream_changed', async () => {
    await using faulty = await openFaultyMarket({
      onConnection: (visitor) =>
        visitor
          .hello()
          .on('create_series', () => visitor.sendRaw(brokenFrame))
          .on('quote_add_symbols', () => visitor.sendRaw(brokenFrame)),
    })
    for (const path of ['/v1/bars/X:A', '/v1/quotes?symbols=X:A']) {
      const { status, json } = await faulty.fixture.get(path)
      assert.deepEqual([status, json.error.code], [502, 'upstream_changed'])
    }
  })

  it('that sends bars without end is 503 upstream_unavailable; other requests are served meanwhile', async () => {
    await using faulty = await openFaultyMarket({ onConnection: floodBars })
    const { fixture, provider } = faulty
    const [flooded, bars, quotes] = await Promise.all(
      ['/v1/bars/X:A', '/v1/bars/X:B', '/v1/quotes?symbols=X:A'].map((path) => fixture.get(path)),
    )
    assert.deepEqual([flooded?.status, flooded?.json.error.code], [503, 'upstream_unavailable'])
    assert.equal(flooded?.json.error.message, 'The provider sent too many bars of X:A.')
    assert.deepEqual([bars?.status, bars?.json.data.length], [200, 2])
    assert.equal(quotes?.json.data[0].last, 1)
    assert.equal(provider.connections.length, 1)
  })

  it('that says nothing about a symbol, or gives a reason, is an error of the request', async () => {
    await using faulty = await openFaultyMarket({
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
