/** Quotes and bars through the server, over connections that fail. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type MarketFixture, openMarketFixture } from '../../../test/support/market/market-fixture.ts'
import { Broadsheet, type market as Market, MarketOverflowError, MarketSymbolError } from '../src/index.ts'
import type { SocketLike } from '../src/socket/open-socket.ts'
import { barEvent, barPage, FakeServer, quoteEvent, series, until } from './support/fake-server.ts'
import { HeldClock } from './support/held-clock.ts'

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
  const minuteOf = ({ time }: StreamedBar) => new Date(time).getUTCMinutes()

  it('that hangs up is connected to again: the state that did not change is not said again', async () => {
    await using server = await FakeServer.start((message, connection, number) => {
      connection.accept(message)
      connection.send(quoteEvent('X:A', 5), quoteEvent('X:B', number === 1 ? 6 : 7))
    })
    const quotes = server.client().streams.quotes(['X:A', 'X:B'])
    const read = async () => {
      const { value } = await quotes.next()
      return value?.ok && [value.symbol, value.last]
    }
    assert.deepEqual(
      [await read(), await read()],
      [
        ['X:A', 5],
        ['X:B', 6],
      ],
    )
    server.connections[0]?.socket.terminate()
    assert.deepEqual(await read(), ['X:B', 7])
    await quotes.return()
    await until(() => server.openCount === 0)
  })

  it('that has bars between the history and the stream gives each once, with corrections of earlier ones', async () => {
    await using server = await FakeServer.start((message, connection) => {
      connection.accept(message)
      connection.send(...[0, 1, 2, 3].map((minute) => barEvent(minute)), barEvent(1, 2))
    })
    server.setPages(barPage(0, 1))
    const bars = server.client().streams.bars('X:A', '1', { count: 2 })
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

  it('that hangs up is asked for the bars after the last one', async () => {
    await using server = await FakeServer.start((message, connection, number) => {
      connection.accept(message)
      connection.send(...(number === 1 ? [0, 1] : [1, 2]).map((minute) => barEvent(minute)))
    })
    server.setPages(barPage(0))
    const bars = server.client().streams.bars('X:A', '1', { count: 1 })
    const minutes: number[] = []
    for await (const bar of bars) {
      minutes.push(minuteOf(bar))
      if (minutes.length === 2) server.connections[0]?.socket.terminate()
      if (minutes.length === 3) break
    }
    assert.deepEqual(minutes, [0, 1, 2])
    assert.deepEqual(
      server.connections.map(({ messages: [first] }) => first?.last_event_id),
      [undefined, 'b-1'],
    )
  })

  it('that lacks bars is asked for them; those that it no longer has end the stream', async () => {
    // The stream begins after the history, and has a gap.
    await using server = await FakeServer.start((message, connection) => {
      connection.accept(message)
      connection.send(barEvent(4), { event: 'gap', data: series }, barEvent(9))
    })
    server.setPages(barPage(0, 1), barPage(1, 2, 3, 4), barPage(4, 5, 6, 7, 8))
    const bars = server.client().streams.bars('X:A', '1', { count: 2 })
    const minutes: number[] = []
    for await (const bar of bars) if (minutes.push(minuteOf(bar)) === 10) break
    assert.deepEqual(minutes, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])

    await using forgetful = await FakeServer.start((_, connection) => connection.send(barEvent(4)))
    forgetful.setPages(barPage(0, 1), barPage(3, 4))
    await assert.rejects(
      Array.fromAsync(forgetful.client().streams.bars('X:A', '1', { count: 2 })),
      MarketOverflowError,
    )
  })

  it('that sends more events at once than bars may be unread is read on: nothing is late', async () => {
    await using server = await FakeServer.start((message, connection) => {
      connection.accept(message)
      const repeated = Array.from({ length: 500 }, (_, at) => barEvent(at % 2))
      connection.send(...repeated, barEvent(2))
    })
    server.setPages(barPage(0, 1))
    const bars = server.client().streams.bars('X:A', '1', { count: 2, bufferMax: 2 })
    const minutes: number[] = []
    for await (const bar of bars) if (minutes.push(minuteOf(bar)) === 3) break
    assert.deepEqual(minutes, [0, 1, 2])
  })

  it('that does not respond to a message within 30 seconds is left, and connected to again', async () => {
    const clock = new HeldClock(30_000)
    await using server = await FakeServer.start((message, connection, number) => {
      if (number === 1) return
      connection.accept(message)
      connection.send(quoteEvent('X:A', 5))
    })
    const { streams } = server.client({ clock })
    const errors: unknown[] = []
    streams.onStateChange(({ state, error }) => state === 'waiting' && errors.push(String(error)))
    const quotes = streams.quotes('X:A')
    const first = quotes.next()
    await until(() => server.connections[0]?.messages.length === 1)
    clock.endWaits()
    assert.equal((await first).value?.symbol, 'X:A')
    // There is no deadline after the response.
    clock.endWaits()
    server.connections[1]?.send(quoteEvent('X:A', 6))
    const { value } = await quotes.next()
    assert.equal(value?.ok && value.last, 6)
    assert.deepEqual(errors, ['MarketConnectionError: no response within 30000 ms'])
    await quotes.return()
  })

  it('that responds to more() after a change of the symbol changes nothing about the new series', async () => {
    await using server = await FakeServer.start()
    const end = barPage(0).replace('null}}}', '"start"}}}')
    server.setPages(barPage(3, 4), end, barPage(5, 6).replaceAll('X:A', 'X:B'))
    const bars = server.client().streams.bars('X:A', '1', { count: 2 })
    await bars.next()
    const older = bars.more(5)
    await until(() => server.pageUrls.length === 2)
    bars.change('X:B', '1')
    assert.deepEqual(await older, [])
    assert.equal((await bars.next()).value?.symbol, 'X:B')
    assert.equal(bars.historyEnd, undefined)
    await bars.return()
  })

  it('that is away is waited for, however long, with pauses that grow to half a minute; the loop can be ended', async () => {
    const pauses: number[] = []
    const failures = 300
    let attempts = 0
    const stop = new AbortController()
    const { streams } = new Broadsheet({
      services: { market: 'http://127.0.0.1:1' },
      random: () => 1,
      clock: {
        now: () => 0,
        sleep: async (ms, signal) => {
          // The limit for the handshake.
          if (ms === 10_000) await new Promise((_, reject) => signal?.addEventListener('abort', reject))
          pauses.push(ms)
        },
      },
      openSocket: () => {
        attempts += 1
        if (attempts > failures) stop.abort(new Error('enough'))
        return new RefusedSocket()
      },
    })
    await assert.rejects(streams.quotes('X:A', { signal: stop.signal }).next(), /enough/)
    assert.deepEqual(pauses.slice(0, 4), [500, 1000, 2000, 4000])
    assert.equal(Math.max(...pauses), 30_000)
    assert.ok(attempts > failures)
  })

  it('that is away when bars are requested is waited for too', async () => {
    await using server = await FakeServer.start((_, connection) => connection.send(barEvent(1)))
    server.setPages('503', '503', '503', '503', '503', '503', barPage(0, 1))
    const bars = server.client().streams.bars('X:A', '1', { count: 2 })
    assert.equal(minuteOf((await bars.next()).value as StreamedBar), 0)
    await bars.return()
  })

  it('whose message cannot be read is left, and connected to again', async () => {
    await using server = await FakeServer.start((message, connection, number) => {
      if (number < 3) connection.socket.send(number === 1 ? '<html>' : '{"event":"quote"}')
      else connection.accept(message)
      if (number === 3) connection.send({ event: 7 }, { odd: true }, quoteEvent('X:A', 3))
    })
    const { streams } = server.client()
    const states: unknown[] = []
    streams.onStateChange(({ state, error }) => states.push([state, error instanceof Error]))
    const quotes = streams.quotes('X:A')
    const { value } = await quotes.next()
    assert.equal(value?.ok && value.last, 3)
    assert.deepEqual(states.slice(0, 3), [
      ['connecting', false],
      ['connected', false],
      ['waiting', true],
    ])
    await quotes.return()
  })

  it('without an address ends the stream', async () => {
    const { streams } = new Broadsheet({ services: { cinema: 'http://127.0.0.1:1' } })
    await assert.rejects(streams.quotes('X:A').next(), /no address of market/)
    await assert.rejects(streams.bars('X:A', '1').next(), /no address of market/)
  })
})

/** Closes as soon as it is opened. */
class RefusedSocket implements SocketLike {
  binaryType = ''
  send(): void {}
  close(): void {}
  addEventListener(type: string, listener: (event: never) => void): void {
    if (type === 'close') setImmediate(() => listener(undefined as never))
  }
}
