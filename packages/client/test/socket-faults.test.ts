/** Everything a provider can do wrong, done by a real socket: a documented error or a silent recovery, and never a reader left waiting. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { WebSocket as NodeSocket } from 'ws'
import { systemClock } from '../src/clock.ts'
import {
  MarketCallError,
  MarketConnectionError,
  MarketOverflowError,
  MarketProtocolError,
  MarketSeriesError,
  MarketSocket,
  type MarketSocketOptions,
  MarketStudyError,
  MarketSymbolError,
  MarketTimeoutError,
  type QuoteStream,
  type StudyStream,
  studies,
} from '../src/index.ts'
import { frame } from '../src/socket/frames.ts'
import {
  barRow,
  eventFrame,
  FakeProvider,
  type FakeProviderOptions,
  type ProviderConnection,
  pointRow,
} from './support/fake-provider.ts'
import { HeldClock } from './support/held-clock.ts'

const symbol = 'NASDAQ:AAPL'
const prices = new Map([[symbol, 100]])

/** Nothing here may take longer than this; what hangs fails by name. */
const deadline = { timeout: 600_000 }

describe('the origin of a connection', deadline, () => {
  for (const origin of [undefined, 'https://www.example.org']) {
    it(`is ${origin ?? 'none'} if the option is ${origin ?? 'absent'}`, async () => {
      const origins: (string | undefined)[] = []
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      server.on('upgrade', (request, connection) => {
        origins.push(request.headers.origin)
        connection.destroy()
      })
      const { port } = server.address() as AddressInfo
      const socket = new MarketSocket({ url: `ws://127.0.0.1:${port}/`, origin, attemptsMax: 1 })
      await assert.rejects(socket.quotes([symbol]).next(), MarketConnectionError)
      socket.close()
      server.close()
      assert.deepEqual(origins, [origin])
    })
  }
})

describe('a provider that misbehaves', deadline, () => {
  it('refuses the upgrade, and then does not', async () => {
    await using provider = await FakeProvider.start({
      refuse: (number) => (number <= 2 ? 403 : undefined),
      onConnection: (visitor) => visitor.quotes(prices),
    })
    assert.equal(await firstPrice(provider), 100)
    assert.equal(provider.attempts.count, 3)
  })

  it('refuses the upgrade every time', async () => {
    await using provider = await FakeProvider.start({ refuse: () => 429, onConnection: () => {} })
    await assert.rejects(firstPrice(provider, { attemptsMax: 3 }), (error) => {
      assert.ok(error instanceof MarketConnectionError)
      assert.equal(error.shouldRetry, true)
      assert.ok(error.cause instanceof MarketConnectionError)
      return true
    })
    assert.equal(provider.attempts.count, 3)
  })

  it('refuses the upgrade for longer than an answer may take', async () => {
    await using provider = await FakeProvider.start({ refuse: () => 403, onConnection: () => {} })
    const clock = new HeldClock(777)
    const endless = { attemptsMax: Number.POSITIVE_INFINITY, responseTimeoutMs: clock.heldMs, clock }
    const rejected = assert.rejects(open(provider, endless).resolve(symbol), (error) => {
      assert.ok(error instanceof MarketTimeoutError)
      assert.ok(error.cause instanceof MarketConnectionError)
      return true
    })
    await provider.waitUntil(() => provider.attempts.count === 3)
    clock.endWaits()
    await rejected
  })

  it('is lost again and again, each time as soon as it has answered', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) =>
        visitor.quotes(prices).on('quote_fast_symbols', () => visitor.socket.terminate()),
    })
    const quotes = open(provider, { attemptsMax: 3 }).quotes(symbol)
    quotes.setFast(symbol)
    await assert.rejects(async () => {
      for await (const quote of quotes) assert.ok(quote.ok && provider.connections.length <= 3)
    }, MarketConnectionError)
    assert.equal(provider.connections.length, 3)
  })

  it('is lost again and again, each time after a good while', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.quotes(prices) })
    let now = 0
    const clock = { now: () => now, sleep: systemClock.sleep }
    const quotes = open(provider, { attemptsMax: 2, clock }).quotes(symbol)
    for (let round = 0; round < 4; round++) {
      assert.equal((await quotes.next()).value?.ok, true)
      now += 5000
      provider.connections.at(-1)?.socket.terminate()
    }
    await quotes.return()
  })

  it('is not there', async () => {
    const provider = await FakeProvider.start({ onConnection: () => {} })
    await provider[Symbol.asyncDispose]()
    await assert.rejects(firstPrice(provider, { attemptsMax: 2 }), MarketConnectionError)
  })

  it('never says hello', async () => {
    const clock = new HeldClock(777)
    await using provider = await FakeProvider.start({
      onConnection: (visitor, number) => {
        if (number > 1) visitor.quotes(prices)
        else clock.endWaits()
      },
    })
    assert.equal(await firstPrice(provider, { helloTimeoutMs: clock.heldMs, clock }), 100)
    assert.equal(provider.connections.length, 2)
  })

  it('drops the connection in the middle of a frame', async () => {
    await using provider = await FakeProvider.start({
      onConnection(visitor, number) {
        if (number > 1) return visitor.quotes(prices)
        return visitor.hello().on('quote_add_symbols', ([session]) => {
          const whole = eventFrame('qsd', session, { n: symbol, s: 'ok', v: { lp: 1 } })
          visitor.sendRaw(whole.slice(0, whole.length / 2))
          visitor.socket.close()
        })
      },
    })
    assert.equal(await firstPrice(provider), 100)
  })

  it('resets the connection without a word', async () => {
    await using provider = await FakeProvider.start({
      onConnection(visitor, number) {
        if (number > 1) return visitor.quotes(prices)
        return visitor.hello().on('quote_add_symbols', () => visitor.socket.terminate())
      },
    })
    assert.equal(await firstPrice(provider), 100)
  })

  it('closes during the subscription, each time but the last', async () => {
    await using provider = await FakeProvider.start({
      onConnection(visitor, number) {
        if (number > 4) return visitor.quotes(prices)
        return visitor.hello().on('quote_create_session', () => visitor.socket.close())
      },
    })
    assert.equal(await firstPrice(provider), 100)
    assert.equal(provider.connections.length, 5)
  })

  it('sends every byte on its own, and then everything at once', async () => {
    const quote = { n: symbol, s: 'ok', v: { lp: 7, description: 'Größe 𝄞 ~m~3~m~' } }
    await using provider = await FakeProvider.start({
      onConnection(visitor) {
        bytes(visitor, frame(JSON.stringify({ session_id: 'x' })))
        visitor.on('quote_add_symbols', ([session]) => {
          bytes(visitor, eventFrame('qsd', session, quote) + eventFrame('quote_completed', session, symbol))
        })
      },
    })
    assert.deepEqual(await firstQuote(provider), quote.v)

    await using joined = await FakeProvider.start({
      onConnection(visitor) {
        visitor.on('quote_add_symbols', ([session]) => {
          visitor.sendRaw(
            eventFrame('qsd', session, quote) +
              frame('~h~1') +
              eventFrame('quote_completed', session, symbol),
          )
        })
        visitor.hello()
      },
    })
    assert.deepEqual(await firstQuote(joined), quote.v)
  })

  it('says what nobody knows, between what one knows', async () => {
    const strange = [
      frame(''),
      frame('null'),
      frame('[1,2,3]'),
      frame('"text"'),
      frame('{"m":5,"p":[]}'),
      frame('{"m":"tickmark_update","p":["cs_x",{}]}'),
      frame('{"m":"qsd","p":[]}'),
      frame('{"m":"qsd","p":["nobody",{"n":1}]}'),
      frame('~h~nothing'),
      frame('{"session_id":"a second hello"}'),
    ]
    await using provider = await FakeProvider.start({
      onConnection(visitor) {
        visitor.quotes(prices)
        for (const one of strange) visitor.sendRaw(one)
        visitor.on('quote_create_session', ([session]) => {
          for (const value of [null, 5, 'x', [], {}, { n: symbol }, { n: symbol, s: 'ok', v: null }]) {
            visitor.sendEvent('qsd', session, value)
          }
          visitor.sendEvent('quote_completed', session)
          visitor.sendEvent('whatever', session, 1)
        })
      },
    })
    assert.equal(await firstPrice(provider), 100)
    assert.equal(provider.connections.length, 1)
  })

  it('sends garbage between frames', async () => {
    await using provider = await FakeProvider.start({
      onConnection(visitor) {
        visitor.sendRaw('\u0000garbage~m~x~m~')
        visitor.sendRaw(Buffer.from([0xff, 0xfe, 0x00, 0x80]))
        visitor.quotes(prices)
      },
    })
    assert.equal(await firstPrice(provider), 100)
    assert.equal(provider.connections.length, 1)
  })

  it('sends a frame of 10 MB', async () => {
    const huge = frame('x'.repeat(10_000_000))
    await using provider = await FakeProvider.start({
      onConnection(visitor, number) {
        if (number > 1) return visitor.quotes(prices)
        return visitor.hello().on('quote_add_symbols', () => visitor.sendRaw(huge))
      },
    })
    assert.equal(await firstPrice(provider), 100)

    await using stubborn = await FakeProvider.start({
      onConnection: (visitor) => visitor.hello().sendRaw(huge),
    })
    await assert.rejects(firstPrice(stubborn, { attemptsMax: 2 }), (error) => {
      assert.ok(error instanceof MarketConnectionError)
      assert.ok(error.cause instanceof MarketProtocolError)
      return true
    })
  })

  it('takes a frame of 10 MB where that is allowed', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.sendRaw(frame('x'.repeat(10_000_000))).quotes(prices),
    })
    assert.equal(await firstPrice(provider, { frameCharsMax: 11_000_000 }), 100)
  })

  it('stops its heartbeats and everything else', async () => {
    await using provider = await FakeProvider.start({
      onConnection(visitor, number) {
        if (number > 1) visitor.quotes(prices)
        else visitor.hello()
      },
    })
    // Time stands still for the second connection, so a busy machine cannot make it look silent too.
    let stoppedAt: number | undefined
    const now = () => {
      if (provider.connections.length < 2) return Date.now()
      stoppedAt ??= Date.now()
      return stoppedAt
    }
    const clock = { now, sleep: systemClock.sleep }
    assert.equal(await firstPrice(provider, { idleTimeoutMs: 60, clock }), 100)
    assert.equal(provider.connections.length, 2)
  })

  it('answers out of order', async () => {
    await using provider = await FakeProvider.start({
      onConnection(visitor) {
        visitor.on('quote_add_symbols', ([session]) => {
          visitor.sendEvent('quote_completed', session, symbol)
          visitor.sendEvent('qsd', session, { n: symbol, s: 'ok', v: { lp: 3 } })
        })
        visitor.on('create_series', ([session, , turn]) => {
          visitor.sendEvent('series_completed', session, 'sds_1', 'streaming', turn, {})
          visitor.sendEvent('timescale_update', session, { sds_1: { s: [barRow(60), barRow(120)], t: turn } })
          visitor.sendEvent('symbol_resolved', session, 'sds_sym_1', { full_name: symbol })
          visitor.sendEvent('series_loading', session, 'sds_1', turn)
        })
        visitor.hello()
      },
    })
    assert.equal(await firstPrice(provider), 3)
    const socket = open(provider)
    const bars = socket.bars(symbol, '1')
    assert.equal((await bars.next()).value?.time, 60)
    assert.equal((await bars.next()).value?.time, 120)
    socket.close()
  })

  it('says nothing about what was asked', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.hello() })
    const socket = open(provider, { responseTimeoutMs: 50 })
    const quotes = socket.quotes([symbol])
    assert.deepEqual(await quotes.next(), { done: false, value: { ok: false, symbol, error: 'no_answer' } })
    await quotes.return()
    await assert.rejects(socket.bars(symbol, '1D').next(), MarketTimeoutError)
    await assert.rejects(socket.resolve(symbol), (error) => {
      assert.ok(error instanceof MarketTimeoutError)
      assert.equal(error.cause, undefined)
      return true
    })
    await provider.waitUntil(() => provider.openCount === 0)
  })

  it('never says that a quote is complete', async () => {
    const [partly, late, error] = ['X:PARTLY', 'X:LATE', 'X:ERROR']
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => {
        visitor.on('quote_add_symbols', ([session]) => {
          visitor.sendEvent('qsd', session, { n: partly, s: 'ok', v: { lp: 1 } })
          visitor.sendEvent('qsd', session, { n: error, s: 'error', errmsg: 'no_such_symbol' })
        })
        visitor.hello()
      },
    })
    const clock = new HeldClock(777)
    const quotes = open(provider, { responseTimeoutMs: clock.heldMs, clock }).quotes([partly, late, error])
    const next = async () => (await quotes.next()).value
    assert.deepEqual(await next(), { ok: false, symbol: error, error: 'no_such_symbol' })
    clock.endWaits()
    assert.deepEqual(await next(), { ok: true, symbol: partly, values: { lp: 1 } })
    assert.deepEqual(await next(), { ok: false, symbol: late, error: 'no_answer' })
    const session = provider.callsOf('quote_create_session')[0]?.[0]
    for (const symbol of [partly, late, error]) {
      provider.connections[0]?.sendEvent('qsd', session, { n: symbol, s: 'ok', v: { bid: 2 } })
    }
    assert.deepEqual(await next(), { ok: true, symbol: partly, values: { lp: 1, bid: 2 } })
    assert.deepEqual(await next(), { ok: true, symbol: late, values: { bid: 2 } })
    assert.deepEqual(await next(), { ok: true, symbol: error, values: { bid: 2 } })
    await quotes.return()
  })

  it('completes a quote without a word about it', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) =>
        visitor
          .hello()
          .on('quote_add_symbols', ([session]) => visitor.sendEvent('quote_completed', session, symbol)),
    })
    const quotes = open(provider, { responseTimeoutMs: 50 }).quotes(symbol)
    assert.deepEqual((await quotes.next()).value, { ok: false, symbol, error: 'no_answer' })
    await quotes.return()
  })

  it('does not answer the farewell', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.quotes(prices) })
    const closed = Promise.withResolvers<void>()
    const openSocket = (url: string) => {
      const socket = new NodeSocket(url)
      socket.on('close', () => closed.resolve())
      return socket
    }
    for await (const _ of open(provider, { openSocket }).quotes(symbol)) {
      provider.connections[0]?.socket.pause()
      break
    }
    // By itself this socket would wait longer than the test may take.
    await closed.promise
  })

  it('says that we are wrong, and hangs up', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => {
        visitor.on('quote_add_symbols', () => {
          visitor.sendEvent('protocol_error', 'wrong data')
          visitor.socket.close()
        })
        visitor.hello()
      },
    })
    await assert.rejects(firstPrice(provider, { attemptsMax: 2 }), (error) => {
      assert.ok(error instanceof MarketConnectionError)
      assert.match(String((error.cause as Error).message), /wrong data/)
      return true
    })
  })
})

describe('what the provider says no to', deadline, () => {
  const refusing = (
    answer: (visitor: ProviderConnection, session: unknown, turn: unknown) => void,
  ): FakeProviderOptions => ({
    onConnection: (visitor) => {
      visitor.on('create_series', ([session, , turn]) => answer(visitor, session, turn))
      visitor.hello()
    },
  })

  it('an unknown symbol among others costs the others nothing', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.quotes(prices) })
    const socket = open(provider)
    const quotes = socket.quotes(['X:NONE', symbol])
    assert.deepEqual((await quotes.next()).value, { ok: false, symbol: 'X:NONE', error: 'no_such_symbol' })
    const { value } = await quotes.next()
    assert.ok(value?.ok)
    assert.equal(value.values.lp, 100)
    socket.close()
  })

  const refusals = {
    symbol_error: {
      answer: (visitor: ProviderConnection, session: unknown) =>
        visitor.sendEvent('symbol_error', session, 'sds_sym_1', 'invalid symbol'),
      error: MarketSymbolError,
      reason: 'invalid symbol',
    },
    series_error: {
      answer: (visitor: ProviderConnection, session: unknown, turn: unknown) =>
        visitor.sendEvent('series_error', session, 'sds_1', turn, 'custom_resolution', 'node', 1),
      error: MarketSeriesError,
      reason: 'custom_resolution',
    },
    critical_error: {
      answer: (visitor: ProviderConnection, session: unknown) =>
        visitor.sendEvent('critical_error', session, 'invalid parameters', 'method: create_series'),
      error: MarketCallError,
      reason: 'invalid parameters',
    },
  }
  for (const [name, { answer, error: Kind, reason }] of Object.entries(refusals)) {
    it(`${name} ends the bars with ${Kind.name}`, async () => {
      await using provider = await FakeProvider.start(refusing(answer))
      const bars = open(provider).bars(symbol, '7')
      await assert.rejects(bars.next(), (error) => {
        assert.ok(error instanceof Kind)
        assert.equal(error.reason, reason)
        assert.equal(error.shouldRetry, false)
        return true
      })
      assert.deepEqual(await bars.next(), { done: true, value: undefined })
      await provider.waitUntil(() => provider.openCount === 0)
    })
  }

  it('no reason is said to be none', async () => {
    const events = [
      ['symbol_error', ['sds_sym_1'], `${symbol}: no reason given`],
      ['series_error', ['sds_1', 's1'], `${symbol} 7: no reason given`],
      ['critical_error', [], 'no reason given'],
    ] as const
    for (const [method, params, message] of events) {
      await using provider = await FakeProvider.start(
        refusing((visitor, session) => visitor.sendEvent(method, session, ...params)),
      )
      await assert.rejects(open(provider).bars(symbol, '7').next(), { message })
      await assert.rejects(open(provider).study(symbol, '7', studies.rsi()).next(), { message })
    }
  })

  it('long texts are cut, and unreadable ones are left out', async () => {
    const long = JSON.stringify('x'.repeat(3_000_000))
    const short = `${'x'.repeat(500)}…`
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const cases = [
      [`"critical_error","p":["SESSION",${long},${long}]`, `${short}: ${short}`],
      [`"critical_error","p":["SESSION",${deep},${deep}]`, 'no reason given'],
      [`"critical_error","p":["SESSION","wrong",{"toString":1}]`, 'wrong: {"toString":1}'],
    ] as const
    for (const [json, message] of cases) {
      const answer = (visitor: ProviderConnection) => (params: readonly unknown[]) =>
        visitor.sendRaw(frame(`{"m":${json}}`.replace('SESSION', String(params[0]))))
      await using provider = await FakeProvider.start({
        onConnection: (visitor) =>
          visitor.on('create_series', answer(visitor)).on('quote_add_symbols', answer(visitor)).hello(),
      })
      const socket = open(provider)
      await assert.rejects(socket.bars(symbol, '7').next(), { name: 'MarketCallError', message })
      await assert.rejects(socket.study(symbol, '7', studies.rsi()).next(), { message })
      await assert.rejects(socket.quotes(symbol).next(), { name: 'MarketCallError', message })
      assert.equal(provider.connections.length, 3)
    }

    await using resolving = await FakeProvider.start({
      onConnection: (visitor) =>
        visitor
          .on('resolve_symbol', ([session]) =>
            visitor.sendRaw(frame(`{"m":"critical_error","p":["${session}",${long},${long}]}`)),
          )
          .hello(),
    })
    await assert.rejects(open(resolving).resolve(symbol), { message: `${short}: ${short}` })

    for (const [json, reason] of [
      [long, short],
      [deep, 'no reason given'],
    ]) {
      await using hanging = await FakeProvider.start({
        onConnection: (visitor) => visitor.hello().sendRaw(frame(`{"m":"protocol_error","p":[${json}]}`)),
      })
      await assert.rejects(firstPrice(hanging, { attemptsMax: 1 }), (error) => {
        assert.ok(error instanceof MarketConnectionError && error.cause instanceof MarketProtocolError)
        assert.equal(error.cause.message, `the provider says: ${reason}`)
        return true
      })
      await using quoting = await FakeProvider.start({
        onConnection: (visitor) =>
          visitor
            .on('quote_add_symbols', ([session]) =>
              visitor.sendRaw(
                frame(`{"m":"qsd","p":["${session}",{"n":"${symbol}","s":"error","errmsg":${json}}]}`),
              ),
            )
            .hello(),
      })
      const quotes = open(quoting).quotes(symbol)
      assert.deepEqual((await quotes.next()).value, { ok: false, symbol, error: reason })
      await quotes.return()
    }
  })

  it('an event whose session or symbol is not a text is ignored', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    await using provider = await FakeProvider.start({
      onConnection: (visitor) =>
        visitor
          .on('quote_add_symbols', ([session]) => {
            for (const odd of [deep, '{"toString":1}'])
              visitor
                .sendRaw(frame(`{"m":"quote_completed","p":[${odd},"${symbol}"]}`))
                .sendRaw(frame(`{"m":"quote_completed","p":["${session}",${odd}]}`))
            visitor.sendEvent('qsd', session, { n: symbol, s: 'ok', v: { lp: 1 } })
            visitor.sendEvent('quote_completed', session, symbol)
          })
          .hello(),
    })
    const quotes = open(provider).quotes(symbol)
    assert.deepEqual((await quotes.next()).value, { ok: true, symbol, values: { lp: 1 } })
    assert.equal(provider.connections.length, 1)
    await quotes.return()
  })

  it('an old error does not end what was asked after it', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => {
        visitor.bars(() => [60, 120])
        visitor.on('create_series', ([session]) => {
          visitor.sendEvent('series_error', session, 'sds_1', 's0', 'custom_resolution')
          visitor.sendEvent('symbol_error', session, 'sds_sym_0', 'invalid symbol')
          visitor.sendEvent('timescale_update', session, { sds_1: { s: [barRow(1)], t: 's0' } })
          visitor.sendEvent('timescale_update', session, { sds_1: { s: [barRow(60)], t: 's1' } })
          visitor.sendEvent('series_completed', session, 'sds_1', 'streaming', 's0', {})
          visitor.sendEvent('series_completed', session, 'sds_1', 'streaming', 's1', {})
        })
      },
    })
    const bars = open(provider).bars(symbol, '1')
    assert.equal((await bars.next()).value?.time, 60)
    await bars.return()
  })
})

describe('bars without end', deadline, () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => barRow(60 * (from + at)))
  /** Three parts with one bar more than the bound, and the completion of them. */
  const flood = (visitor: ProviderConnection, session: unknown, from = 1) => {
    for (const s of [rows(from, 10_000), rows(from + 10_000, 10_000), rows(from + 20_000, 1)])
      visitor.sendEvent('timescale_update', session, { sds_1: { s, t: 's1' } })
    visitor.sendEvent('series_completed', session, 'sds_1', 'streaming', 's1', {})
  }
  const isTooLong = (error: unknown) => {
    assert.ok(error instanceof MarketOverflowError)
    assert.equal(error.message, 'the history has more than 20000 bars')
    return true
  }

  it('end the stream before the history is complete', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.hello().on('create_series', ([session]) => flood(visitor, session)),
    })
    const read = (bufferMax: number) => open(provider).bars(symbol, '1', { bufferMax, live: false })
    for (const bufferMax of [10, 20_000]) await assert.rejects(read(bufferMax).next(), isTooLong)
    let count = 0
    for await (const _ of read(20_001)) count++
    assert.equal(count, 20_001)
    await provider.waitUntil(() => provider.openCount === 0)
  })

  it('end the stream that asked for older ones, unless it asked for so many', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) =>
        visitor.bars(() => [60 * 30_000]).on('request_more_data', ([session]) => flood(visitor, session)),
    })
    const bars = open(provider).bars(symbol, '1')
    await bars.next()
    await assert.rejects(bars.more(5), isTooLong)
    await assert.rejects(bars.next(), isTooLong)

    const patient = open(provider).bars(symbol, '1')
    await patient.next()
    assert.equal((await patient.more(20_001)).length, 20_001)
    await patient.return()
    await provider.waitUntil(() => provider.openCount === 0)
  })
})

describe('what the provider does to a study', deadline, () => {
  const rsi = studies.rsi()
  type Answer = (visitor: ProviderConnection, session: unknown, turnaround: string) => void

  /** Bars as they should be, and this answer to the request for a study. */
  const answering = (answer: Answer): FakeProviderOptions => ({
    onConnection: (visitor) => {
      visitor.bars(() => [60, 120, 180]).on('create_study', ([session]) => answer(visitor, session, 's1_st1'))
    },
  })
  /** Bars as they should be, and a study with these rows. */
  const sending = (...st: unknown[]): FakeProviderOptions =>
    answering((visitor, session, turnaround) => {
      visitor.sendEvent('du', session, { st1: { st, t: turnaround } })
      visitor.sendEvent('study_completed', session, 'st1', turnaround)
    })
  const study = (provider: FakeProvider, options: MarketSocketOptions = {}) =>
    open(provider, options).study(symbol, '1', rsi, { count: 3 })
  const nextValue = async (stream: StudyStream<'rsi'>) => (await stream.next()).value?.values.rsi

  const reasons = {
    'a text': 'check study unexpected error',
    'an object': { error: 'check study unexpected error', ctx: {}, stack_trace: [] },
  }
  for (const [name, reason] of Object.entries(reasons)) {
    it(`refuses it with ${name}`, async () => {
      await using provider = await FakeProvider.start(
        answering((visitor, session, turnaround) =>
          visitor.sendEvent('study_error', session, 'st1', turnaround, reason, 'node'),
        ),
      )
      const stream = study(provider)
      await assert.rejects(stream.next(), (error) => {
        assert.ok(error instanceof MarketStudyError)
        assert.deepEqual([error.study, error.reason], [rsi.id, 'check study unexpected error'])
        assert.equal(error.shouldRetry, false)
        return true
      })
      assert.deepEqual(await stream.next(), { done: true, value: undefined })
      await provider.waitUntil(() => provider.openCount === 0)
    })
  }

  it('refuses it without a reason, or with one that nobody can read', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const absent = 'no reason given'
    const cases = [
      ['null', absent],
      ['""', absent],
      ['{"error":""}', absent],
      [deep, absent],
      ['5', '5'],
      ['{"error":{"toString":1,"valueOf":1}}', '{"toString":1,"valueOf":1}'],
      ['{"ctx":{}}', '{"ctx":{}}'],
      [`"${'x'.repeat(3_000_000)}"`, `${'x'.repeat(500)}…`],
      [`{"ctx":"${'x'.repeat(3_000_000)}"}`, `{"ctx":"${'x'.repeat(492)}…`],
    ] as const
    for (const [json, reason] of cases) {
      await using provider = await FakeProvider.start(
        answering((visitor, session, turnaround) =>
          visitor.sendRaw(frame(`{"m":"study_error","p":["${session}","st1","${turnaround}",${json}]}`)),
        ),
      )
      await assert.rejects(study(provider).next(), (error) => {
        assert.ok(error instanceof MarketStudyError)
        assert.equal(error.message, `${rsi.id}: ${reason}`)
        return true
      })
    }
    await using provider = await FakeProvider.start(
      answering((visitor, session, turnaround) =>
        visitor.sendEvent('study_error', session, 'st1', turnaround),
      ),
    )
    await assert.rejects(study(provider).next(), { message: `${rsi.id}: ${absent}` })
  })

  it('refuses the symbol, the timeframe or the call first', async () => {
    const refusals = [
      ['symbol_error', ['sds_sym_1', 'invalid symbol'], MarketSymbolError],
      ['series_error', ['sds_1', 's1', 'custom_resolution'], MarketSeriesError],
      ['critical_error', ['invalid parameters', 'args: sds_1'], MarketCallError],
    ] as const
    for (const [method, params, Kind] of refusals) {
      await using provider = await FakeProvider.start({
        onConnection: (visitor) =>
          visitor.hello().on('create_series', ([session]) => {
            visitor.sendEvent(method, session, ...params)
            visitor.sendEvent('study_error', session, 'st1', 's1_st1', 'check study unexpected error')
          }),
      })
      await assert.rejects(study(provider).next(), Kind)
      assert.equal(provider.callsOf('create_study').length, 0)
    }
  })

  it('says nothing about it, or nothing about the bars', async () => {
    await using silent = await FakeProvider.start(answering(() => {}))
    await assert.rejects(study(silent, { responseTimeoutMs: 50 }).next(), MarketTimeoutError)
    await silent.waitUntil(() => silent.openCount === 0)
    await using barless = await FakeProvider.start({ onConnection: (visitor) => visitor.hello() })
    await assert.rejects(study(barless, { responseTimeoutMs: 50 }).next(), MarketTimeoutError)
  })

  it('sends rows that are none among good ones', async () => {
    const rows = [
      null,
      7,
      'row',
      {},
      { v: null },
      { v: {} },
      { v: [] },
      { v: ['60', 1] },
      { v: [null, 1] },
      pointRow(60, 'x'),
      pointRow(120, 1e100),
      pointRow(180, 3),
    ]
    await using provider = await FakeProvider.start(
      answering((visitor, session, turnaround) => {
        for (const slots of [null, [], 'x', { st1: null }, { st1: [] }, { st1: { t: turnaround } }])
          visitor.sendEvent('du', session, slots)
        visitor.sendEvent('du', session, { st1: { st: rows, t: turnaround } })
        visitor.sendEvent('study_completed', session, 'st1', turnaround)
      }),
    )
    const stream = study(provider)
    assert.deepEqual(
      [await nextValue(stream), await nextValue(stream), await nextValue(stream)],
      [null, null, 3],
    )
    await stream.return()
  })

  it('sends more plots than are known, and fewer', async () => {
    await using provider = await FakeProvider.start(sending({ v: [60] }, { v: [120, 1, 2, 3] }))
    const stream = study(provider)
    assert.deepEqual((await stream.next()).value?.values, { rsi: null })
    assert.deepEqual((await stream.next()).value?.values, { rsi: 1, plot_1: 2, plot_2: 3 })
    await stream.return()
  })

  it('sends the bars in several parts', async () => {
    for (const parts of [
      [
        [60, 120],
        [180, 240],
      ],
      [
        [180, 240],
        [60, 120],
      ],
      [[60, 120], [], [180, 240]],
    ]) {
      await using provider = await FakeProvider.start({
        onConnection: (visitor) => {
          visitor.hello().on('create_series', ([session, , turn]) => {
            for (const times of parts) {
              const s = times.map((time) => barRow(time))
              visitor.sendEvent('timescale_update', session, { sds_1: { s, t: turn } })
            }
            visitor.sendEvent('series_completed', session, 'sds_1', 'streaming', turn, {})
          })
          visitor.on('create_study', ([session]) => {
            const st = [0, 60, 120, 180, 240].map((time) => pointRow(time))
            visitor.sendEvent('du', session, { st1: { st, t: 's1_st1' } })
            visitor.sendEvent('study_completed', session, 'st1', 's1_st1')
          })
        },
      })
      const times: number[] = []
      for await (const { time } of open(provider).study(symbol, '1', rsi, { live: false })) times.push(time)
      assert.deepEqual(times, [60, 120, 180, 240])
    }
  })

  it('has points but no bars', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => {
        visitor.hello().on('create_series', ([session, , turn]) => {
          visitor.sendEvent('series_completed', session, 'sds_1', 'streaming', turn, {})
        })
        visitor.on('create_study', ([session]) => {
          visitor.sendEvent('du', session, { st1: { st: [pointRow(60)], t: 's1_st1' } })
          visitor.sendEvent('study_completed', session, 'st1', 's1_st1')
        })
      },
    })
    const stream = study(provider)
    assert.equal(await nextValue(stream), 60)
    await stream.return()
  })

  it('sends a row of a million plots', async () => {
    await using provider = await FakeProvider.start(sending({ v: [60, ...Array(1_000_000).fill(1)] }))
    const plotsOf = async (plots: readonly string[]) => {
      const one = { id: 'X@tv-basicstudies-1', plots }
      const stream = open(provider).study<string>(symbol, '1', one, { live: false })
      return Object.keys((await stream.next()).value?.values ?? {})
    }
    const byPosition = (count: number) => Array.from({ length: count }, (_, at) => `plot_${at}`)
    assert.deepEqual(await plotsOf([]), byPosition(100))
    assert.deepEqual(await plotsOf(['a']), ['a', ...byPosition(100).slice(1)])
    const named = Array.from({ length: 150 }, (_, at) => `p${at}`)
    assert.deepEqual(await plotsOf(named), named)
  })

  it('sends points without end before the history is complete', async () => {
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => pointRow(60 * (from + at)))
    await using provider = await FakeProvider.start(
      answering((visitor, session, turnaround) => {
        for (const from of [1, 10_001]) {
          visitor.sendEvent('du', session, { st1: { st: rows(from, 10_000), t: turnaround } })
        }
        visitor.sendEvent('du', session, { st1: { st: rows(20_001, 1), t: turnaround } })
        visitor.sendEvent('study_completed', session, 'st1', turnaround)
      }),
    )
    const read = (bufferMax: number) => open(provider).study(symbol, '1', rsi, { bufferMax, live: false })
    for (const bufferMax of [10, 20_000]) {
      await assert.rejects(read(bufferMax).next(), (error) => {
        assert.ok(error instanceof MarketOverflowError)
        assert.equal(error.message, 'the history has more than 20000 points')
        return true
      })
    }
    let count = 0
    for await (const _ of read(20_001)) count++
    assert.equal(count, 20_001)
    await provider.waitUntil(() => provider.openCount === 0)
  })

  it('takes plots away from the last point', async () => {
    await using provider = await FakeProvider.start(sending({ v: [180, 1, 2] }))
    const stream = study(provider)
    assert.deepEqual((await stream.next()).value?.values, { rsi: 1, plot_1: 2 })
    const [session] = provider.callsOf('chart_create_session')[0] ?? []
    for (const v of [
      [180, 1],
      [180, 1],
      [180, 1, 3],
    ])
      provider.connections[0]?.sendEvent('du', session, { st1: { st: [{ v }], t: 's1_st1' } })
    assert.deepEqual((await stream.next()).value?.values, { rsi: 1 })
    assert.deepEqual((await stream.next()).value?.values, { rsi: 1, plot_1: 3 })
    await stream.return()
  })

  it('answers an earlier request, another study and another series', async () => {
    await using provider = await FakeProvider.start(
      answering((visitor, session, turnaround) => {
        const wrong = { st: [pointRow(60, -1)], t: 's0_st1' }
        for (const t of ['s0_st1', 's1', 'st1', 's1_st2', undefined]) {
          visitor.sendEvent('du', session, { st1: { ...wrong, t } })
          visitor.sendEvent('study_error', session, 'st1', t, 'check study unexpected error')
          visitor.sendEvent('study_completed', session, 'st1', t)
        }
        visitor.sendEvent('du', session, { st2: { ...wrong, t: turnaround } })
        visitor.sendEvent('study_error', session, 'st2', turnaround, 'check study unexpected error')
        visitor.sendEvent('study_completed', session, 'st2', turnaround)
        visitor.sendEvent('series_completed', session, 'sds_1', 'streaming', 's1', {})
        visitor.sendEvent('du', session, { st1: { st: [pointRow(60, 5)], t: turnaround } })
        visitor.sendEvent('study_completed', session, 'st1', turnaround)
      }),
    )
    const stream = study(provider)
    assert.equal(await nextValue(stream), 5)
    assert.equal(provider.callsOf('create_study').length, 1)
    await stream.return()
  })

  it('goes on about one that was removed, while others are read', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.studies(() => [60, 120, 180]),
    })
    const socket = open(provider)
    const [removed, read] = [0, 1].map(() => socket.study(symbol, '1', rsi, { count: 1 }))
    assert.ok(removed && read)
    await removed.next()
    assert.equal(await nextValue(read), 180)
    await removed.return()
    await provider.waitUntil(() => provider.callsOf('chart_delete_session').length === 1)
    const [[gone] = [], [kept] = []] = provider.callsOf('chart_create_session')
    assert.deepEqual(provider.callsOf('remove_study'), [[gone, 'st1']])
    const visitor = provider.connections[0]
    for (const session of [gone, kept]) {
      const value = session === gone ? -1 : 7
      visitor?.sendEvent('du', session, { st1: { st: [pointRow(240, value)], t: 's1_st1' } })
    }
    visitor?.sendEvent('study_error', gone, 'st1', 's1_st1', 'gone')
    visitor?.sendEvent('study_deleted', gone, 'st1')
    assert.equal(await nextValue(read), 7)
    await read.return()
  })

  it('deletes it without being asked', async () => {
    await using provider = await FakeProvider.start(
      answering((visitor, session, turnaround) => {
        visitor.sendEvent('study_completed', session, 'st1', turnaround)
        visitor.sendEvent('study_deleted', session, 'st1')
      }),
    )
    await assert.rejects(study(provider).next(), (error) => {
      assert.ok(error instanceof MarketStudyError)
      assert.equal(error.reason, 'study_deleted')
      return true
    })
  })

  it('fails it after hours', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.studies(() => [60, 120, 180]),
    })
    const stream = open(provider).study(symbol, '1', rsi, { count: 1 })
    assert.equal(await nextValue(stream), 180)
    const [session] = provider.callsOf('chart_create_session')[0] ?? []
    provider.connections[0]?.sendEvent('study_error', session, 'st1', 's1_st1', 'timeout')
    await assert.rejects(stream.next(), MarketStudyError)
  })
})

function open(provider: FakeProvider, options: MarketSocketOptions = {}): MarketSocket {
  return new MarketSocket({ url: provider.url, reconnectDelayMs: 1, reconnectDelayMsMax: 5, ...options })
}

async function firstQuote(provider: FakeProvider, options: MarketSocketOptions = {}): Promise<unknown> {
  const quotes: QuoteStream = open(provider, options).quotes([symbol])
  for await (const quote of quotes) {
    assert.ok(quote.ok)
    return quote.values
  }
  throw new Error('the stream ended')
}

async function firstPrice(provider: FakeProvider, options: MarketSocketOptions = {}): Promise<unknown> {
  const values = (await firstQuote(provider, options)) as { lp: number }
  await provider.waitUntil(() => provider.openCount === 0)
  return values.lp
}

function bytes(visitor: ProviderConnection, text: string): void {
  for (const byte of Buffer.from(text)) visitor.sendRaw(Buffer.from([byte]))
}
