/** Quotes and bars through the server: the same interface as the provider's socket, over connections that fail. */

import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { WebSocket as NodeSocket } from 'ws'
import { type MarketFixture, openMarketFixture } from '../../../test/support/market/market-fixture.ts'
import {
  type Bar,
  Broadsheet,
  MarketCallError,
  MarketConnectionError,
  MarketOverflowError,
  MarketSocket,
  MarketSymbolError,
  type PriceSource,
} from '../src/index.ts'

const deadline = { timeout: 600_000 }

describe('prices', deadline, () => {
  let fixture: MarketFixture
  before(async () => {
    fixture = await openMarketFixture()
  })
  after(() => fixture[Symbol.asyncDispose]())

  const sources: Readonly<Record<string, () => PriceSource>> = {
    'the provider’s socket': () =>
      new MarketSocket({
        url: `${fixture.sandbox.origin.replace('http', 'ws')}/socket.io/websocket`,
        openSocket: (url) =>
          new NodeSocket(url, {
            origin: 'https://www.tradingview.com',
            headers: { host: 'data.tradingview.com' },
          }),
      }),
    'the server': () => new Broadsheet({ services: { market: fixture.origin } }).streams,
  }

  for (const [name, open] of Object.entries(sources)) {
    it(`come from ${name} as quotes, bars and states`, async () => {
      const source = open()
      const states: string[] = []
      source.onStateChange(({ state }) => states.push(state))
      const seen = new Map<string, unknown>()
      const quotes = source.quotes(['binance:btcusdt', 'X:NONE'], { fields: ['lp', 'volume'] })
      for await (const quote of quotes) {
        seen.set(quote.symbol, quote.ok ? Object.keys(quote.values).toSorted().join() : quote.error)
        if (seen.size === 2) quotes.add('NASDAQ:AAPL')
        if (seen.size === 3) break
      }
      assert.deepEqual(Object.fromEntries(seen), {
        'binance:btcusdt': 'lp,volume',
        'NASDAQ:AAPL': 'lp,volume',
        'X:NONE': 'no_such_symbol',
      })
      const bars = source.bars('BINANCE:BTCUSDT', '1', { count: 20 })
      const history: Bar[] = []
      while (history.length < 20) history.push((await bars.next()).value as Bar)
      assert.ok(history.every((bar, at) => at === 0 || bar.time > (history[at - 1]?.time ?? 0)))
      assert.equal(bars.info?.currency_code, 'USDT')
      const older = await bars.more(30)
      assert.equal(older.length, 30)
      assert.ok((older.at(-1)?.time ?? 0) < (history[0]?.time ?? 0))
      assert.equal(bars.historyEnd, undefined)
      const update = (await bars.next()).value
      assert.ok(update && update.time >= (history.at(-1)?.time ?? 0))
      assert.equal(source.state, 'connected')
      bars.change('NASDAQ:AAPL', '1M')
      const next = (await bars.next()).value
      assert.deepEqual([next?.symbol, next?.timeframe], ['NASDAQ:AAPL', '1M'])
      await bars.return()
      await assert.rejects(source.bars('X:NONE', '1D').next(), MarketSymbolError)
      const only = source.bars('NASDAQ:AAPL', '1M', { count: 5, live: false })
      assert.equal((await Array.fromAsync(only)).length, 5)
      assert.equal(source.state, 'closed')
      assert.equal(states[0], 'connecting')
      const stopped = new AbortController()
      const waiting = source.quotes('NASDAQ:AAPL', { signal: stopped.signal })
      await waiting.next()
      stopped.abort(new Error('enough'))
      await assert.rejects(async () => {
        for (;;) if ((await waiting.next()).done) throw new Error('no reason')
      }, /enough/)
      source.close()
    })
  }
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
    let json: string | undefined
    const server: Server = createServer(({ url = '', headers }, response) => {
      if (url.startsWith('/v1/bars/')) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(json)
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
      streams,
      answerJson: (text: string) => {
        json = text
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
      values.map((quote) => quote?.ok && quote.values.lp),
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

  it('that has bars between the history and the stream gives each once; bars that are lost end the stream', async () => {
    const bar = (minute: number) =>
      `{"symbol":"X:A","resolution":"1","time":"2026-11-16T10:0${minute}:00Z",${prices}}`
    const prices = '"open":1,"high":1,"low":1,"close":1,"volume":null'
    const event = (minute: number) => `id: ${minute}\nevent: bar\ndata: ${bar(minute)}\n\n`
    await using server = await startServer((send) =>
      send(`${[0, 1, 2, 3].map(event).join('')}event: gap\ndata: {"symbol":"X:A","resolution":"1"}\n\n`),
    )
    server.answerJson(`{"data":[${bar(0)},${bar(1)}],"meta":{"series":{"history_end":null}}}`)
    const bars = server.streams.bars('X:A', '1', { count: 2 })
    const minutes: number[] = []
    await assert.rejects(async () => {
      for await (const { time } of bars) minutes.push(new Date(time * 1000).getUTCMinutes())
    }, MarketOverflowError)
    assert.deepEqual(minutes, [0, 1, 2, 3])
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

  it('that never stops with one event, or fails again and again, is given up', async () => {
    await using endless = await startServer((send) => send(`data: ${'x'.repeat(1_100_000)}`))
    const { streams } = new Broadsheet({
      services: { market: 'http://127.0.0.1:1' },
      clock: { now: () => 0, sleep: async (ms) => (ms > 40_000 ? await new Promise(() => {}) : undefined) },
    })
    await assert.rejects(streams.quotes('X:A').next(), MarketConnectionError)
    const states: unknown[] = []
    endless.streams.onStateChange(({ state, error }) => states.push([state, error instanceof Error]))
    const waiting = endless.streams.quotes('X:A')
    const first = waiting.next()
    while (!states.some((state) => String(state) === 'waiting,true'))
      await new Promise((resolve) => setImmediate(resolve))
    await waiting.return()
    assert.deepEqual(await first, { value: undefined, done: true })
  })
})
