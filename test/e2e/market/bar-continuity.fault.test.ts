/** No bar is lost or repeated in silence: paged, as a whole, streamed and resumed, a series has the same bars. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { barRow, type ProviderConnection } from '../../../packages/client/test/support/fake-provider.ts'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { FakeClock, passTime } from '../../support/fake-clock.ts'
import { type FaultyMarket, openFaultyMarket } from '../../support/market/faulty-market.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'
import { streamTransports } from '../../support/market/stream-transports.ts'
import { type EventLog, openEventStream, openStreamSocket } from '../../support/server/event-reader.ts'

function bars(log: EventLog, symbol?: string) {
  return log.events
    .filter(({ event, data }) => event === 'bar' && (symbol === undefined || data.symbol === symbol))
    .map(({ data }) => data)
}

function starts(log: EventLog, symbol?: string): number[] {
  return bars(log, symbol).map(({ time }) => Date.parse(time) / 1000)
}

function hasGap(log: EventLog): boolean {
  return log.events.some(({ event }) => event === 'gap')
}

/** The id after which a reader of the log resumes. */
function lastIdOf({ events }: EventLog): string {
  return events.findLast(({ id }) => id !== undefined)?.id ?? ''
}

/** The provider answers with bars that begin at these times, by symbol. */
function serveBars(visitor: ProviderConnection, times: Readonly<Record<string, readonly number[]>>): void {
  const symbols = new Map<unknown, string>()
  visitor.hello().on('resolve_symbol', ([session, id, spec]) => {
    symbols.set(`${session} ${id}`, JSON.parse(String(spec).slice(1)).symbol)
  })
  visitor.on('create_series', ([session, id, turn, symbolId]) => {
    const s = (times[symbols.get(`${session} ${symbolId}`) ?? ''] ?? []).map((time) => barRow(time))
    visitor.sendEvent('timescale_update', session, { [String(id)]: { s, t: turn } }, {})
    visitor.sendEvent('series_completed', session, id, 'streaming', turn, { data_completed: 'end' })
  })
}

/** The provider says that a bar has begun or changed: of this symbol, or of the last series. */
function changeBar({ provider }: FaultyMarket, time: number, close: number, symbol = ''): void {
  const [resolved] = provider.callsOf('resolve_symbol').filter(([, , spec]) => String(spec).includes(symbol))
  const isOfSymbol = (call: readonly unknown[]) => call[0] === resolved?.[0] && call[3] === resolved?.[1]
  const [session, id, turn] = provider.callsOf('create_series').findLast(symbol ? isOfSymbol : Boolean) ?? []
  provider.connections
    .at(-1)
    ?.sendEvent('du', session, { [String(id)]: { s: [barRow(time, close)], t: turn } })
}

const minutes = (from: number, count: number) => Array.from({ length: count }, (_, at) => 60 * (from + at))

for (const transport of streamTransports) {
  describe(`over ${transport.name}, bars`, () => {
    it('of a delayed exchange are complete after a resume, however long the reader was away', async () => {
      const clock = new FakeClock(3_600_000)
      // The newest bar begins 15 minutes before the time of the clock.
      const times = { 'X:A': minutes(30, 16) }
      await using market = await openFaultyMarket(
        { onConnection: (visitor) => serveBars(visitor, times) },
        { clock },
      )
      const request = { channel: 'bars', symbols: ['X:A'], resolution: '1', count: 2 } as const
      const first = await transport.open(market.fixture.origin, request)
      await passTime(clock, 20, () => starts(first.log).length === 2)
      const last_event_id = lastIdOf(first.log)
      first[Symbol.dispose]()
      // Nobody reads the series, so it is forgotten.
      await passTime(clock, 5000, () => market.provider.openCount === 0)
      times['X:A'] = minutes(30, 20)
      using resumed = await transport.open(market.fixture.origin, { ...request, last_event_id })
      await passTime(clock, 20, () => starts(resumed.log).includes(60 * 49))
      assert.deepEqual(starts(resumed.log), minutes(45, 5))
      assert.ok(!hasGap(resumed.log))
    })

    it('of several series resume on another node, each where the reader was with it', async () => {
      const times = { 'X:A': minutes(100, 5), 'X:B': minutes(20, 5), 'X:C': [] as number[] }
      await using market = await openFaultyMarket({ onConnection: (visitor) => serveBars(visitor, times) })
      const request = { channel: 'bars', symbols: ['X:A', 'X:B', 'X:C'], resolution: '1', count: 2 } as const
      using first = await transport.open(market.fixture.origin, request)
      await first.log.until(() => starts(first.log).length === 4)
      times['X:A'] = minutes(100, 6)
      times['X:B'] = minutes(20, 8)
      times['X:C'] = minutes(7, 3)
      const node = await market.openNode()
      const last_event_id = lastIdOf(first.log)
      using resumed = await transport.open(node.origin, {
        ...request,
        symbols: ['X:B', 'X:C', 'X:A'],
        last_event_id,
      })
      await resumed.log.until(() => starts(resumed.log).length >= 9)
      assert.deepEqual(starts(resumed.log, 'X:A'), minutes(104, 2))
      assert.deepEqual(starts(resumed.log, 'X:B'), minutes(24, 4))
      assert.deepEqual(starts(resumed.log, 'X:C'), minutes(7, 3))
      // The reader had no bar of it, so nobody knows how many have begun meanwhile.
      const gaps = resumed.log.events.filter(({ event }) => event === 'gap')
      assert.deepEqual(
        gaps.map(({ data }) => data.symbol),
        ['X:C'],
      )
      // Other series than those of the id: nothing is known about what the reader has.
      using other = await transport.open(node.origin, { ...request, symbols: ['X:A', 'X:B'], last_event_id })
      await other.log.until(() => starts(other.log).length >= 14)
      assert.equal(other.log.events.filter(({ event }) => event === 'gap').length, 2)
    })

    it('are not repeated after a slow recovery of the provider; what it no longer has is a gap', async () => {
      const clock = new FakeClock(3_600_000)
      const times = { 'X:A': minutes(1, 500) }
      let isSlow = false
      await using market = await openFaultyMarket(
        { onConnection: (visitor) => (isSlow ? visitor.hello() : serveBars(visitor, times)) },
        { clock },
      )
      using reader = await transport.open(market.fixture.origin, {
        channel: 'bars',
        symbols: ['X:A'],
        resolution: '1',
        count: 2,
      })
      await passTime(clock, 20, () => starts(reader.log).length === 2)
      const recover = async (next: number[]) => {
        isSlow = true
        market.provider.connections.at(-1)?.socket.terminate()
        const errors = () => reader.log.events.filter(({ event }) => event === 'error').length
        const before = errors()
        await passTime(clock, 500, () => errors() > before)
        times['X:A'] = next
        isSlow = false
        market.provider.connections.at(-1)?.socket.terminate()
        await passTime(clock, 500, () => starts(reader.log).includes(next.at(-1) ?? 0))
      }
      await recover(minutes(3, 500))
      assert.deepEqual(starts(reader.log), minutes(499, 4))
      assert.ok(!hasGap(reader.log))
      await recover(minutes(600, 2))
      assert.deepEqual(starts(reader.log), [...minutes(499, 4), ...minutes(600, 2)])
      assert.ok(hasGap(reader.log))
    })

    it('that are corrected come again, also earlier ones, once', async () => {
      await using market = await openFaultyMarket({
        onConnection: (visitor) => serveBars(visitor, { 'X:A': minutes(1, 10) }),
      })
      const request = { channel: 'bars', symbols: ['X:A'], resolution: '1', count: 3 } as const
      using reader = await transport.open(market.fixture.origin, request)
      await reader.log.until(() => starts(reader.log).length === 3)
      const last_event_id = lastIdOf(reader.log)
      for (const [minute, close] of [
        [9, 7],
        [9, 7],
        [4, 8],
        [11, 9],
      ] as const)
        changeBar(market, 60 * minute, close)
      const corrections = [
        [540, 7],
        [240, 8],
        [660, 9],
      ]
      const closes = (log: EventLog) => bars(log).map(({ time, close }) => [Date.parse(time) / 1000, close])
      await reader.log.until(() => starts(reader.log).includes(660))
      assert.deepEqual(closes(reader.log).slice(3), corrections)
      using resumed = await transport.open(market.fixture.origin, { ...request, last_event_id })
      await resumed.log.until(() => starts(resumed.log).includes(660))
      assert.deepEqual(closes(resumed.log), corrections)
    })
  })
}

describe('bars of a series that is subscribed to again, with another one', () => {
  it('resume where the reader was', async () => {
    const times = { 'X:A': minutes(100, 5), 'X:B': minutes(20, 5) }
    await using market = await openFaultyMarket({ onConnection: (visitor) => serveBars(visitor, times) })
    const request = { op: 'subscribe', channel: 'bars', resolution: '1', count: 1 }
    using first = await openStreamSocket(market.at('/v1/stream'))
    first.send({ ...request, symbols: ['X:A'] })
    await first.log.until(() => starts(first.log, 'X:A').length === 1)
    first.send({ ...request, symbols: ['X:A', 'X:B'] })
    await first.log.until(() => starts(first.log, 'X:B').length === 1)
    times['X:A'] = minutes(100, 9)
    const node = await market.openNode()
    using resumed = await openStreamSocket(`${node.origin}/v1/stream`)
    resumed.send({ ...request, symbols: ['X:A', 'X:B'], last_event_id: lastIdOf(first.log) })
    await resumed.log.until(() => starts(resumed.log, 'X:A').includes(60 * 108))
    assert.deepEqual(starts(resumed.log, 'X:A'), minutes(104, 5))
    assert.ok(!hasGap(resumed.log))
  })
})

describe('bars of a series that is in two subscriptions of a reader', () => {
  const request = { op: 'subscribe', channel: 'bars', resolution: '1', count: 1 }
  const ofOne = { ...request, symbols: ['X:A', 'X:C'] }
  const ofOther = { ...request, symbols: ['X:A', 'X:B'] }

  /** A reader whose last event is one of X:C, after one of X:A. */
  async function open() {
    const times = { 'X:A': minutes(100, 5), 'X:B': minutes(20, 5), 'X:C': minutes(60, 5) }
    const market = await openFaultyMarket({ onConnection: (visitor) => serveBars(visitor, times) })
    const reader = await openStreamSocket(market.at('/v1/stream'))
    reader.send(ofOne)
    await reader.log.until(() => starts(reader.log).length === 2)
    reader.send(ofOther)
    await reader.log.until(() => starts(reader.log, 'X:B').length === 1)
    for (const [symbol, time] of [
      ['X:A', 60 * 105],
      ['X:C', 60 * 65],
    ] as const) {
      changeBar(market, time, 1, symbol)
      times[symbol].push(time)
      await reader.log.until(() => starts(reader.log, symbol).includes(time))
    }
    assert.equal(starts(reader.log, 'X:A').length, 2)
    reader[Symbol.dispose]()
    return { market, times, last_event_id: lastIdOf(reader.log) }
  }

  it('resume where the reader was with the series, whichever subscription the last event was of', async () => {
    const { market, last_event_id } = await open()
    await using _market = market
    const node = await market.openNode()
    using resumed = await openStreamSocket(`${node.origin}/v1/stream`)
    resumed.send({ ...ofOne, last_event_id })
    await resumed.log.until(() => starts(resumed.log).length >= 2)
    assert.deepEqual(starts(resumed.log, 'X:A'), [60 * 105])
  })

  it('come once after both were resumed', async () => {
    const { market, last_event_id } = await open()
    await using _market = market
    const node = await market.openNode()
    using resumed = await openStreamSocket(`${node.origin}/v1/stream`)
    resumed.send({ ...ofOne, last_event_id })
    await resumed.log.until(() => starts(resumed.log).length >= 2)
    resumed.send({ ...ofOther, last_event_id })
    await resumed.log.until(() => starts(resumed.log, 'X:B').length > 0)
    assert.equal(starts(resumed.log, 'X:A').length, 1)
  })
})

describe('bars of the simulated provider', () => {
  // In the middle of a week, a month, a day and an hour. It stands still, so that no bar changes.
  const now = Date.parse('2026-11-11T15:47:23Z')
  const clock: Clock = { ...systemClock, now: () => now }
  const symbols = ['NASDAQ:AAPL', 'BINANCE:BTCUSDT']
  let fixture: MarketFixture
  before(async () => {
    fixture = await openMarketFixture({ clock })
    // Exchanges with a delay, and with a break at noon.
    for (const market of ['newzealand', 'japan']) {
      const { json, text } = await fixture.get(`/v1/screeners/${market}/search?columns=name&limit=1`)
      assert.ok(json.data?.[0], text)
      symbols.push(json.data[0].symbol)
    }
  })
  after(() => fixture[Symbol.asyncDispose]())

  const resolutions = ['1', '5', '45', '60', '240', '1D', '1W', '1M']

  async function load(path: string) {
    const { status, json, headers, text } = await fixture.get(path)
    assert.equal(status, 200, `${path}: ${text}`)
    return { rows: json.data as { time: string; volume: number }[], link: headers.get('link') ?? '' }
  }

  it('are the same as a whole, paged and streamed, whatever the range', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat().map((number) => symbols[number % symbols.length] ?? ''),
        fc.constantFrom(...resolutions),
        fc.constantFrom('regular', 'extended'),
        fc.constantFrom('splits', 'dividends'),
        fc.integer({ min: 5, max: 120 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 999 }),
        fc.boolean(),
        async (symbol, resolution, session, adjustment, length, count, skew, hasFrom) => {
          const series = `${symbol}?resolution=${resolution}&session=${session}&adjustment=${adjustment}`
          const { rows: whole } = await load(`/v1/bars/${series}&count=400`)
          using stream = await openEventStream(
            `${fixture.origin}/v1/stream/bars?symbols=${series.replace('?', '&')}&count=400`,
          )
          await stream.log.until(() => bars(stream.log).length >= whole.length)
          assert.deepEqual(
            bars(stream.log),
            whole.map((bar) => ({ symbol, resolution, adjustment, session, ...bar })),
          )
          // Anywhere between the starts of two bars, or at one.
          const at = (index: number) => Date.parse(whole[index]?.time ?? '')
          // Some series have few bars.
          const last = Math.max(0, whole.length - 1 - (skew % 50))
          const first = Math.min(last, Math.max(1, last - length))
          const between = (index: number) =>
            at(index) + Math.floor(((at(index + 1) - at(index) || 60_000) * (skew % 3)) / 3)
          const from = new Date(at(first)).toISOString()
          const to = new Date(Math.min(between(last), now)).toISOString()
          const expected = whole.filter(({ time }) => time <= to && (!hasFrom || time >= from))
          const range = `&to=${to}${hasFrom ? `&from=${from}` : ''}`
          const paged: unknown[] = []
          let path: string | undefined = `/v1/bars/${series}${range}&count=${count}`
          while (path !== undefined && paged.length < expected.length) {
            const { rows, link } = await load(path)
            assert.ok(rows.length <= count)
            paged.unshift(...rows)
            path = /<([^>]+)>; rel="next"/.exec(link)?.[1]
          }
          assert.deepEqual(paged.slice(-expected.length), expected)
          if (hasFrom) assert.equal(paged.length, expected.length)
        },
      ),
      { numRuns: Number(process.env.RANDOM_RANGES ?? 10) },
    )
  })

  it('of a range that begins in the future are an empty list', async () => {
    const { rows } = await load('/v1/bars/NASDAQ:AAPL?from=2026-11-12')
    assert.deepEqual(rows, [])
    const unknown = await fixture.get('/v1/bars/X:NOTHING?from=2026-11-12')
    assert.equal(unknown.status, 404)
  })

  it('until the end of all days are the newest', async () => {
    const newest = await load('/v1/bars/NASDAQ:AAPL?count=3')
    const all = await load('/v1/bars/NASDAQ:AAPL?count=3&to=9999-12-31')
    assert.deepEqual(all.rows, newest.rows)
  })
})
