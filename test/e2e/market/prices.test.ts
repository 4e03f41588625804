import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { systemClock } from '../../../src/core/clock.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'
import { openEventStream, openStreamSocket } from '../../support/server/event-reader.ts'

let fixture: MarketFixture

before(async () => {
  fixture = await openMarketFixture()
})
after(() => fixture[Symbol.asyncDispose]())

const at = (path: string) => fixture.origin + path

describe('bars', () => {
  it('are rows with a start, oldest first, and say where they come from', async () => {
    const { status, json, headers, text } = await fixture.get('/v1/bars/nasdaq:aapl?resolution=60&count=50')
    assert.equal(status, 200, text)
    assert.equal(json.data.length, 50)
    assert.deepEqual(Object.keys(json.data[0]), ['time', 'open', 'high', 'low', 'close', 'volume'])
    const times = json.data.map(({ time }: { time: string }) => Date.parse(time))
    assert.deepEqual(
      times,
      times.toSorted((a: number, b: number) => a - b),
    )
    const { symbol, resolution, session, adjustment, history_end } = json.meta.series
    assert.deepEqual(
      [symbol, resolution, session, adjustment, history_end],
      ['NASDAQ:AAPL', '60', 'regular', 'splits', null],
    )
    assert.equal(json.meta.series.currency, 'USD')
    const again = await fixture.get('/v1/bars/NASDAQ:AAPL?count=50&resolution=60', {
      'if-none-match': headers.get('etag') ?? '',
    })
    assert.equal(again.status, 304)
  })

  it('are CSV on request', async () => {
    const { text } = await fixture.get('/v1/bars/NASDAQ:AAPL?count=2', { accept: 'text/csv' })
    assert.match(text, /^time,open,high,low,close,volume\r?\n20\d\d-/)
    assert.equal(text.trim().split('\n').length, 3)
  })

  it('of more than one page are all there once, to the start of the history', async () => {
    const seen = new Set<string>()
    let path: string | undefined = '/v1/bars/NASDAQ:AAPL?resolution=1M&count=100'
    let end: string | null = null
    for (let pages = 0; path !== undefined && pages < 40; pages += 1) {
      const { json, headers, text, status } = await fixture.get(path)
      assert.equal(status, 200, text)
      for (const { time } of json.data) {
        assert.ok(!seen.has(time), `${time} came twice`)
        seen.add(time)
      }
      end = json.meta.series.history_end
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    assert.equal(end, 'start')
    assert.ok(seen.size > 100)
  })

  it('of extended hours include those before and after regular trading', async () => {
    const starts = async (session: string) => {
      const { json } = await fixture.get(`/v1/bars/NASDAQ:AAPL?resolution=60&count=200&session=${session}`)
      assert.equal(json.meta.series.session, session)
      return json.data.map(({ time }: { time: string }) => time.slice(11, 16))
    }
    // In New York, 16:00 is 20:00 or 21:00 in UTC.
    assert.ok(!(await starts('regular')).includes('22:00'))
    assert.ok((await starts('extended')).includes('22:00'))
  })

  it('that are adjusted for dividends differ the more the older they are', async () => {
    const search = await fixture.get(
      '/v1/screeners/america/search?filter=dividend_amount_recent%3E0.1&columns=name&limit=1',
    )
    const [{ symbol }] = search.json.data
    const closes = async (adjustment: string) => {
      const { json, text } = await fixture.get(`/v1/bars/${symbol}?count=300&adjustment=${adjustment}`)
      assert.equal(json.meta?.series.adjustment, adjustment, text)
      return json.data.map(({ close }: { close: number }) => close)
    }
    const [splits, dividends] = await Promise.all([closes('splits'), closes('dividends')])
    assert.ok(dividends[0] < splits[0], `${dividends[0]} and ${splits[0]}`)
    assert.ok(Math.abs(dividends.at(-1) / splits.at(-1) - 1) < 0.05)
  })

  it('of a range are those that start in it', async () => {
    const day = new Date(systemClock.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    const { json } = await fixture.get(`/v1/bars/BINANCE:BTCUSDT?resolution=60&from=${day}&to=${day}`)
    assert.equal(json.data.length, 24)
    assert.equal(json.data[0].time, `${day}T00:00:00.000Z`)
  })

  for (const [query, status, code, parameter] of [
    ['X:NOTHING?resolution=1D', 404, 'unknown_symbol', 'symbol'],
    ['NASDAQ:AAPL?resolution=7', 400, 'invalid_request', 'resolution'],
    ['NASDAQ:AAPL?session=night', 400, 'invalid_request', 'session'],
    ['NASDAQ:AAPL?adjustment=none', 400, 'invalid_request', 'adjustment'],
    ['NASDAQ:AAPL?count=5001', 400, 'invalid_request', 'count'],
    ['NASDAQ:AAPL?from=1901-01-01&to=1901-02-01', 404, 'no_data', 'from'],
    ['NASDAQ:AAPL?from=2026-02-30', 400, 'invalid_request', 'from'],
    ['NASDAQ:AAPL?from=2026-03-01&to=2026-02-01', 400, 'invalid_request', 'to'],
    ['AAPL', 400, 'invalid_request', 'exchange'],
    ['NASDAQ:AAPL?cursor=abc', 400, 'invalid_cursor', 'cursor'],
  ] as const) {
    it(`${query} is ${status} ${code}`, async () => {
      const { status: found, json } = await fixture.get(`/v1/bars/${query}`)
      assert.deepEqual([found, json.error?.code, json.error?.details?.parameter], [status, code, parameter])
    })
  }
})

describe('quotes', () => {
  it('have prices, a description and fundamental figures, in the order of the request', async () => {
    const { status, json, text } = await fixture.get(
      '/v1/quotes?symbols=nasdaq:aapl,BINANCE:BTCUSDT,X:NOTHING',
    )
    assert.equal(status, 200, text)
    const [apple, bitcoin] = json.data
    assert.deepEqual([json.data.length, apple.symbol, bitcoin.symbol], [2, 'NASDAQ:AAPL', 'BINANCE:BTCUSDT'])
    assert.ok(apple.last > 0 && apple.market_cap > 0 && bitcoin.last > 0)
    assert.deepEqual([apple.exchange, apple.currency, apple.delay_seconds], ['NASDAQ', 'USD', 0])
    assert.equal(typeof apple.sector, 'string')
    assert.deepEqual(json.meta.unknown_symbols, ['X:NOTHING'])
  })

  for (const [query, status, code] of [
    ['symbols=X:NOTHING', 404, 'unknown_symbol'],
    ['', 400, 'invalid_request'],
    ['symbols=,', 400, 'invalid_request'],
    ['symbols=AAPL', 400, 'invalid_request'],
    [`symbols=${Array.from({ length: 101 }, (_, n) => `X:S${n}`)}`, 400, 'invalid_request'],
    [`symbols=${Array.from({ length: 10_000 }, (_, n) => `X:S${n}`)}`, 414, 'uri_too_long'],
  ] as const) {
    it(`?${query.slice(0, 30)} is ${status} ${code}`, async () => {
      const { status: found, json } = await fixture.get(`/v1/quotes?${query}`)
      assert.deepEqual([found, json.error?.code], [status, code])
    })
  }
})

describe('a stream', () => {
  it('of quotes starts with the current state, follows its changes, and names symbols that do not exist', async () => {
    using stream = await openEventStream(at('/v1/stream/quotes?symbols=BINANCE:BTCUSDT,X:NOTHING'))
    assert.equal(stream.response.headers.get('content-type'), 'text/event-stream')
    const first = await stream.log.find(({ event }) => event === 'quote')
    assert.equal(first.data.symbol, 'BINANCE:BTCUSDT')
    const { data } = await stream.log.find(({ event }) => event === 'error')
    assert.deepEqual([data.symbol, data.error.code], ['X:NOTHING', 'unknown_symbol'])
    const next = await stream.log.find(
      ({ event, data }) => event === 'quote' && data.last !== first.data.last,
    )
    assert.notEqual(next.id, first.id)
  })

  it('of bars starts with as many as requested', async () => {
    using stream = await openEventStream(at('/v1/stream/bars?symbols=BINANCE:BTCUSDT&resolution=1&count=5'))
    await stream.log.until(() => stream.log.events.filter(({ event }) => event === 'bar').length > 5)
    const bars = stream.log.events.filter(({ event }) => event === 'bar').map(({ data }) => data)
    assert.equal(new Set(bars.slice(0, 5).map(({ time }) => time)).size, 5)
    assert.ok(Date.parse(bars[5].time) >= Date.parse(bars[4].time))
  })

  it('resumes after the last event: only what has changed since is sent again', async () => {
    const path = '/v1/stream/bars?symbols=BINANCE:ETHUSDT&resolution=1&count=20'
    const first = await openEventStream(at(path))
    const twentieth = await first.log.find(({ event }) => event === 'bar' && first.log.events.length >= 20)
    assert.ok(twentieth)
    const { id = '' } = first.log.events.findLast(({ event }) => event === 'bar') ?? {}
    first[Symbol.dispose]()
    using resumed = await openEventStream(at(path), { 'last-event-id': id })
    const { data, id: nextId } = await resumed.log.find(({ event }) => event === 'bar')
    assert.notEqual(nextId, id)
    assert.ok(Date.parse(data.time) >= Date.parse(first.log.events.at(-1)?.data.time))
    assert.equal(resumed.log.events.filter(({ event }) => event === 'gap').length, 0)
  })

  for (const [path, status, code] of [
    ['/v1/stream/quotes?symbols=', 400, 'invalid_request'],
    ['/v1/stream/quotes?symbols=X:A&last_event_id=7', 400, 'invalid_request'],
    ['/v1/stream/bars?symbols=X:A&resolution=7', 400, 'invalid_request'],
    [`/v1/stream/quotes?symbols=${Array.from({ length: 201 }, (_, n) => `X:S${n}`)}`, 400, 'invalid_request'],
    ['/v1/stream', 400, 'invalid_request'],
  ] as const) {
    it(`${path.slice(0, 50)} is ${status} ${code}`, async () => {
      const { status: found, json } = await fixture.get(path)
      assert.deepEqual([found, json.error?.code], [status, code])
    })
  }
})

describe('the WebSocket', () => {
  it('has many subscriptions, which can end', async () => {
    using reader = await openStreamSocket(at('/v1/stream'))
    reader.send({ op: 'subscribe', channel: 'quotes', symbols: ['BINANCE:BTCUSDT', 'NASDAQ:AAPL'], ref: 'a' })
    reader.send({ op: 'subscribe', channel: 'bars', symbols: ['BINANCE:BTCUSDT'], resolution: '1', count: 3 })
    const { data } = await reader.log.find(({ event }) => event === 'subscribed')
    assert.deepEqual(data, { ref: 'a', channel: 'quotes', symbols: 2, open: 2 })
    await reader.log.find(({ event, data }) => event === 'quote' && data.symbol === 'NASDAQ:AAPL')
    await reader.log.find(({ event }) => event === 'bar')
    reader.send({ op: 'unsubscribe', channel: 'quotes', symbols: ['BINANCE:BTCUSDT'] })
    const ended = await reader.log.find(({ event }) => event === 'unsubscribed')
    assert.deepEqual([ended.data.symbols, ended.data.open], [1, 2])
    const from = reader.log.events.length
    await reader.log.find(({ event }) => event === 'bar', from)
    const late = reader.log.events.slice(from).filter(({ event }) => event === 'quote')
    assert.ok(!late.some(({ data }) => data.symbol === 'BINANCE:BTCUSDT'))
  })

  it('takes a key as the first message only', async () => {
    using reader = await openStreamSocket(at('/v1/stream'))
    reader.send({ op: 'authenticate', key: 'key of a browser', ref: 'k' })
    const { data } = await reader.log.find(({ event }) => event === 'authenticated')
    assert.deepEqual(data, { ref: 'k' })
    using late = await openStreamSocket(at('/v1/stream'))
    late.send({ op: 'subscribe', channel: 'quotes', symbols: ['NASDAQ:AAPL'] })
    late.send({ op: 'authenticate', key: 'key of a browser', ref: 'late' })
    const { data: refused } = await late.log.find(({ event }) => event === 'error')
    assert.deepEqual([refused.error.code, refused.ref], ['invalid_request', 'late'])
    late.send({ op: 'authenticate', ref: 'no key' })
    const wrong = await late.log.find(({ event, data }) => event === 'error' && data.ref === 'no key')
    assert.match(wrong.data.error.message, /key/)
  })

  it('tells bars of one symbol apart: regular, extended, adjusted for dividends', async () => {
    using reader = await openStreamSocket(at('/v1/stream'))
    const request = { op: 'subscribe', channel: 'bars', symbols: ['NASDAQ:AAPL'], resolution: '60' }
    const kinds = [
      { adjustment: 'splits', session: 'regular' },
      { adjustment: 'splits', session: 'extended' },
      { adjustment: 'dividends', session: 'regular' },
    ]
    for (const kind of kinds) reader.send({ ...request, ...kind })
    for (const { adjustment, session } of kinds)
      await reader.log.find(
        ({ event, data }) => event === 'bar' && data.adjustment === adjustment && data.session === session,
      )
  })

  it('sends the history when a second subscription asks for more of it, and only then', async () => {
    using reader = await openStreamSocket(at('/v1/stream'))
    const request = { op: 'subscribe', channel: 'bars', symbols: ['NASDAQ:AAPL'], resolution: '1M' }
    const count = () => reader.log.events.filter(({ event }) => event === 'bar').length
    reader.send({ ...request, count: 2 })
    await reader.log.until(() => count() === 2)
    reader.send({ ...request, count: 2, ref: 'same' })
    await reader.log.find(({ data }) => data.ref === 'same')
    reader.send({ ...request, count: 30, ref: 'more' })
    await reader.log.until(() => count() >= 32)
    const times = reader.log.events.filter(({ event }) => event === 'bar').map(({ data }) => data.time)
    assert.equal(new Set(times).size, 30)
    const { data } = await reader.log.find(({ data }) => data.ref === 'more')
    assert.equal(data.open, 1)
  })

  it('repeats the ref of a message in its error', async () => {
    using reader = await openStreamSocket(at('/v1/stream'))
    for (const message of [
      { ref: 'a', op: 'subscribe', channel: 'quotes', symbols: ['AAPL'] },
      { ref: 'b' },
      { ref: 7, op: 'subscribe' },
      { ref: 'x'.repeat(65), op: 'subscribe' },
      null,
      '"ref"',
    ])
      reader.send(message)
    await reader.log.until(() => reader.log.events.length === 6)
    assert.deepEqual(
      reader.log.events.map(({ event, data }) => [event, data.ref]),
      ['a', 'b', undefined, undefined, undefined, undefined].map((ref) => ['error', ref]),
    )
  })

  it('says what is wrong with a message, and goes on', async () => {
    using reader = await openStreamSocket(at('/v1/stream'))
    const symbols = Array.from({ length: 10_000 }, (_, n) => `X:S${n}`)
    for (const message of [
      'no JSON',
      {},
      { op: 'subscribe', channel: 'quotes', symbols: ['AAPL'] },
      { op: 'subscribe', channel: 'quotes', symbols },
      { op: 'subscribe', channel: 'bars', symbols: ['X:A'], resolution: '7' },
    ]) {
      reader.send(message)
    }
    await reader.log.until(() => reader.log.events.length === 5)
    assert.deepEqual(
      reader.log.events.map(({ event, data }) => [event, data.error.code]),
      ['malformed_request', 'invalid_request', 'invalid_request', 'invalid_request', 'invalid_request'].map(
        (code) => ['error', code],
      ),
    )
    assert.match(JSON.stringify(reader.log.events[3]?.data), /at most 500.*10000/)
    reader.send({ op: 'subscribe', channel: 'quotes', symbols: ['NASDAQ:AAPL'] })
    await reader.log.find(({ event }) => event === 'quote')
  })
})
