/** Quotes and bars through the server, over connections that fail. */

import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type MarketFixture, openMarketFixture } from '../../../test/support/market/market-fixture.ts'
import {
  Broadsheet,
  type market as Market,
  MarketCallError,
  MarketOverflowError,
  MarketSymbolError,
  UnexpectedResponseError,
} from '../src/index.ts'

type StreamedBar = Market.StreamedBar

const deadline = { timeout: 600_000 }

describe('prices', deadline, () => {
  let fixture: MarketFixture
  before(async () => {
    fixture = await openMarketFixture()
  })
  after(() => fixture[Symbol.asyncDispose]())

  it('come from the server as quotes and bars with the names of its other responses, and as states', async () => {
    const { market, streams } = new Broadsheet({ services: { market: fixture.origin } })
    const states: string[] = []
    streams.onStateChange(({ state }) => states.push(state))
    const seen = new Map<string, unknown>()
    const quotes = streams.quotes(['binance:btcusdt', 'X:NONE'])
    for await (const quote of quotes) {
      seen.set(quote.symbol, quote.ok ? typeof quote.last : quote.error)
      if (seen.size === 2) quotes.add('NASDAQ:AAPL')
      if (seen.size === 3) break
    }
    assert.deepEqual(Object.fromEntries(seen), {
      'binance:btcusdt': 'number',
      'NASDAQ:AAPL': 'number',
      'X:NONE': 'unknown_symbol',
    })
    const bars = streams.bars('BINANCE:BTCUSDT', '1', { count: 20 })
    const history: StreamedBar[] = []
    while (history.length < 20) history.push((await bars.next()).value as StreamedBar)
    const times = history.map(({ time }) => time)
    assert.deepEqual(times, times.toSorted())
    const { data } = await market.getBars({ symbol: 'BINANCE:BTCUSDT', resolution: '1', count: 20 })
    const shared = data.find(({ time }) => time === times[10])
    assert.deepEqual(history[10], {
      ...shared,
      symbol: 'BINANCE:BTCUSDT',
      resolution: '1',
      session: 'regular',
      adjustment: 'splits',
    })
    assert.equal(bars.series?.currency, 'USDT')
    const older = await bars.more(30)
    assert.equal(older.length, 30)
    assert.ok(String(older.at(-1)?.time) < String(times[0]))
    assert.equal(bars.historyEnd, undefined)
    const update = (await bars.next()).value
    assert.ok(update && update.time >= String(times.at(-1)))
    assert.equal(streams.state, 'connected')
    bars.change('NASDAQ:AAPL', '1M')
    const next = (await bars.next()).value
    assert.deepEqual([next?.symbol, next?.resolution], ['NASDAQ:AAPL', '1M'])
    await bars.return()
    await assert.rejects(streams.bars('X:NONE', '1D').next(), MarketSymbolError)
    const only = streams.bars('NASDAQ:AAPL', '1M', { count: 5, live: false })
    assert.equal((await Array.fromAsync(only)).length, 5)
    assert.equal(streams.state, 'closed')
    assert.equal(states[0], 'connecting')
    const stopped = new AbortController()
    const waiting = streams.quotes('NASDAQ:AAPL', { signal: stopped.signal })
    await waiting.next()
    stopped.abort(new Error('enough'))
    await assert.rejects(async () => {
      for (;;) if ((await waiting.next()).done) throw new Error('no reason')
    }, /enough/)
    streams.close()
  })
})

describe('the client', () => {
  it('needs no baseUrl where services has the address', async () => {
    const { cinema } = new Broadsheet({ services: { market: 'http://127.0.0.1:1' } })
    await assert.rejects(cinema.listChains(), /no address of cinema: set baseUrl or services.cinema/)
    assert.throws(() => new Broadsheet({ services: {} }), /baseUrl is missing/)
    assert.throws(() => new Broadsheet({ services: { market: 'ftp://x' } }), /services.market begins with/)
  })
})

describe('a server', deadline, () => {
  const event = (id: number, last: number) =>
    `id: ${id}\nevent: quote\ndata: {"symbol":"X:A","last":${last}}\n\n`

  /** Each connection gets the next behaviour; the last one stays. */
  async function startServer(...behaviours: ((send: (text: string) => void, end: () => void) => void)[]) {
    const requests: { url: string; lastEventId: unknown; key: unknown }[] = []
    const pageUrls: string[] = []
    let pages: string[] = []
    const server: Server = createServer(({ url = '', headers }, response) => {
      if (url.startsWith('/v1/bars/')) {
        pageUrls.push(url)
        const json = pages.length > 1 ? pages.shift() : pages[0]
        if (json === '503') response.writeHead(503, { 'retry-after': '0' }).end()
        else response.writeHead(200, { 'content-type': 'application/json' }).end(json)
        return
      }
      requests.push({ url, lastEventId: headers['last-event-id'], key: headers['x-api-key'] })
      const behave = behaviours[Math.min(requests.length, behaviours.length) - 1]
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      behave?.(
        (text) => response.write(text),
        () => response.destroy(),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { streams } = new Broadsheet({ services: { market: origin }, key: 'k', random: () => 0 })
    return {
      requests,
      pageUrls,
      streams,
      /** Each request for bars gets the next page; the last one stays. */
      answerJson: (...texts: string[]) => {
        pages = texts
      },
      async [Symbol.asyncDispose]() {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      },
    }
  }

  it('that hangs up is asked for what came after the last event, with the key', async () => {
    await using server = await startServer(
      (send, end) => {
        send(`retry: 1\n\n:\n\n${event(1, 5).slice(0, 20)}`)
        setImmediate(() => {
          send(event(1, 5).slice(20))
          setTimeout(end, 20)
        })
      },
      (send) => send(`data: no json\n\nevent: odd\ndata: 7\n\n${event(2, 6)}`),
    )
    const quotes = server.streams.quotes('X:A')
    const values = [(await quotes.next()).value, (await quotes.next()).value]
    assert.deepEqual(
      values.map((quote) => quote?.ok && quote.last),
      [5, 6],
    )
    assert.deepEqual(
      server.requests.map(({ lastEventId, key }) => [lastEventId, key]),
      [
        [undefined, 'k'],
        ['1', 'k'],
      ],
    )
    await quotes.return()
  })

  const prices = '"open":1,"high":1,"low":1,"close":1,"volume":null'
  const barRow = (minute: number) =>
    `{"symbol":"X:A","resolution":"1","time":"2026-11-16T10:${String(minute).padStart(2, '0')}:00Z",${prices}}`
  const barEvent = (minute: number) => `id: ${minute}\nevent: bar\ndata: ${barRow(minute)}\n\n`
  const page = (...minutes: number[]) =>
    `{"data":[${minutes.map(barRow).join()}],"meta":{"series":{"history_end":null}}}`
  const minuteOf = ({ time }: StreamedBar) => new Date(time).getUTCMinutes()

  it('that has bars between the history and the stream gives each once, with corrections of earlier ones', async () => {
    const corrected = barEvent(1).replace('"close":1', '"close":2')
    await using server = await startServer((send) => send([0, 1, 2, 3].map(barEvent).join('') + corrected))
    server.answerJson(page(0, 1))
    const bars = server.streams.bars('X:A', '1', { count: 2 })
    const seen: unknown[] = []
    for await (const bar of bars) {
      seen.push([minuteOf(bar), bar.close])
      if (seen.length === 5) break
    }
    assert.deepEqual(seen, [
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
      [1, 2],
    ])
  })

  it('that lacks bars is asked for them; those that it no longer has end the stream', async () => {
    // The stream begins after the history, and has a gap.
    const gap = 'event: gap\ndata: {"symbol":"X:A","resolution":"1"}\n\n'
    await using server = await startServer((send) => send(barEvent(4) + gap + barEvent(9)))
    server.answerJson(page(0, 1), page(1, 2, 3, 4), page(4, 5, 6, 7, 8))
    const bars = server.streams.bars('X:A', '1', { count: 2 })
    const minutes: number[] = []
    for await (const bar of bars) if (minutes.push(minuteOf(bar)) === 10) break
    assert.deepEqual(minutes, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])

    await using forgetful = await startServer((send) => send(barEvent(4)))
    forgetful.answerJson(page(0, 1), page(3, 4))
    await assert.rejects(
      Array.fromAsync(forgetful.streams.bars('X:A', '1', { count: 2 })),
      MarketOverflowError,
    )
  })

  it('that responds to more() after a change of the symbol changes nothing about the new series', async () => {
    await using server = await startServer(() => {})
    const end = page(0).replace('null}}}', '"start"}}}')
    server.answerJson(page(3, 4), end, page(5, 6).replaceAll('X:A', 'X:B'))
    const bars = server.streams.bars('X:A', '1', { count: 2 })
    await bars.next()
    const older = bars.more(5)
    while (server.pageUrls.length < 2) await new Promise((resolve) => setImmediate(resolve))
    bars.change('X:B', '1')
    assert.deepEqual(await older, [])
    assert.equal((await bars.next()).value?.symbol, 'X:B')
    assert.equal(bars.historyEnd, undefined)
    await bars.return()
  })

  it('that is faster than the loop is read to the end: the loop gets the newest state', async () => {
    const count = 5000
    const { promise: isRead, resolve: onRead } = Promise.withResolvers<void>()
    await using server = await startServer((send) => {
      send(event(0, 0))
      const sendMore = async () => {
        for (let at = 1; at <= count; at += 1000) {
          send(Array.from({ length: 1000 }, (_, more) => event(at + more, at + more)).join(''))
          await new Promise((resolve) => setImmediate(resolve))
        }
        send('event: status\ndata: {"provider":"disconnected"}\n\n')
      }
      void sendMore()
    })
    server.streams.onStateChange(({ state }) => {
      if (state === 'waiting') onRead()
    })
    const quotes = server.streams.quotes('X:A')
    await quotes.next()
    // The loop is busy.
    await isRead
    const { value } = await quotes.next()
    assert.equal(value?.ok && value.last, count)
    await quotes.return()
  })

  it('that is away is waited for, however long, with pauses that grow to half a minute; the loop can be ended', async () => {
    const pauses: number[] = []
    const failures = 300
    let requests = 0
    const stop = new AbortController()
    const { streams } = new Broadsheet({
      services: { market: 'http://127.0.0.1:1' },
      random: () => 1,
      clock: {
        now: () => 0,
        sleep: async (ms, signal) => {
          if (ms === 45_000) await new Promise((_, reject) => signal?.addEventListener('abort', reject))
          pauses.push(ms)
        },
      },
      fetch: async () => {
        requests += 1
        if (requests > failures) stop.abort(new Error('enough'))
        throw new TypeError('connection refused')
      },
    })
    await assert.rejects(streams.quotes('X:A', { signal: stop.signal }).next(), /enough/)
    assert.deepEqual(pauses.slice(0, 4), [500, 1000, 2000, 4000])
    assert.equal(Math.max(...pauses), 30_000)
    assert.ok(requests > failures)
  })

  it('that is away when bars are requested is waited for too', async () => {
    await using server = await startServer((send) => send(barEvent(1)))
    server.answerJson('503', '503', '503', '503', '503', '503', page(0, 1))
    const bars = server.streams.bars('X:A', '1', { count: 2 })
    assert.equal(minuteOf((await bars.next()).value as StreamedBar), 0)
    await bars.return()
  })

  it('that ends the stream says why', async () => {
    await using server = await startServer((send) =>
      send('event: error\ndata: {"error":{"code":"unauthenticated","message":"This key was revoked."}}\n\n'),
    )
    await assert.rejects(server.streams.quotes('X:A').next(), (error: unknown) => {
      assert.ok(error instanceof MarketCallError && error.reason === 'unauthenticated')
      return true
    })
  })

  it('that never stops with one event is left, and asked again', async () => {
    await using endless = await startServer((send) => send(`data: ${'x'.repeat(1_100_000)}`))
    const states: unknown[] = []
    endless.streams.onStateChange(({ state, error }) => states.push([state, error instanceof Error]))
    const waiting = endless.streams.quotes('X:A')
    const first = waiting.next()
    while (!states.some((state) => String(state) === 'waiting,true'))
      await new Promise((resolve) => setImmediate(resolve))
    await waiting.return()
    assert.deepEqual(await first, { value: undefined, done: true })
  })

  it('without an address, or that is no server of streams, ends the stream', async () => {
    const { streams } = new Broadsheet({ services: { cinema: 'http://127.0.0.1:1' } })
    await assert.rejects(streams.quotes('X:A').next(), /no address of market/)
    await assert.rejects(streams.bars('X:A', '1').next(), /no address of market/)
    const page = async () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
    const other = new Broadsheet({ services: { market: 'http://127.0.0.1:1' }, fetch: page }).streams
    await assert.rejects(other.quotes('X:A').next(), UnexpectedResponseError)
  })
})

describe('the series of a stream of bars', () => {
  it('has the session and the adjustment of its options, in its history and in what follows', async () => {
    const asked: URL[] = []
    const abort = new AbortController()
    const { streams } = new Broadsheet({
      baseUrl: 'http://localhost:8000',
      fetch: async (input) => {
        const url = new URL(String(input instanceof Request ? input.url : input))
        asked.push(url)
        if (asked.length === 2) abort.abort()
        const series = { symbol: 'X:Y', history_end: 'start' }
        return Response.json({ data: [], meta: { series } })
      },
    })
    const options = { session: 'extended', adjustment: 'dividends', signal: abort.signal } as const
    await streams
      .bars('X:Y', '60', options)
      .next()
      .catch(() => {})
    assert.deepEqual(
      asked.map(({ pathname, searchParams }) => [
        pathname.split('/')[4],
        searchParams.get('session'),
        searchParams.get('adjustment'),
      ]),
      [
        ['X%3AY', 'extended', 'dividends'],
        ['bars', 'extended', 'dividends'],
      ],
    )
  })
})
