/** What the streams promise: state is said again after a lost connection, buffers are bounded, and an end leaves nothing behind. */

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, it } from 'node:test'
import { WebSocket as NodeSocket } from 'ws'
import {
  type Bar,
  type BarStream,
  type Clock,
  MarketCallError,
  MarketConnectionError,
  MarketOverflowError,
  MarketSocket,
  type MarketSocketOptions,
  MarketSymbolError,
  openMarketConnection,
  type StudyPoint,
  studies,
} from '../src/index.ts'
import { frame } from '../src/socket/frames.ts'
import { barRow, eventFrame, FakeProvider, pointRow } from './support/fake-provider.ts'

const deadline = { timeout: 600_000 }

function open(provider: FakeProvider, options: MarketSocketOptions = {}): MarketSocket {
  return new MarketSocket({ url: provider.url, reconnectDelayMs: 1, reconnectDelayMsMax: 5, ...options })
}

async function take<Value>(stream: AsyncIterator<Value>, count: number): Promise<Value[]> {
  const values: Value[] = []
  while (values.length < count) {
    const { value, done } = await stream.next()
    if (done) break
    values.push(value)
  }
  return values
}

const times = (bars: readonly Bar[]) => bars.map(({ time }) => time)

describe('quotes', deadline, () => {
  it('have a connection whose state is known', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor, number) => {
        visitor.quotes(new Map([['A', number]]))
      },
    })
    const socket = open(provider)
    const states: string[] = []
    let error: unknown
    socket.onStateChange((change) => {
      states.push(change.state)
      if (change.state === 'waiting') ({ error } = change)
    })
    assert.equal(socket.state, 'closed')
    const quotes = socket.quotes('A')
    await quotes.next()
    assert.equal(socket.state, 'connected')
    provider.connections[0]?.socket.terminate()
    await quotes.next()
    await quotes.return()
    assert.deepEqual(states, ['connecting', 'connected', 'waiting', 'connecting', 'connected', 'closed'])
    assert.ok(error instanceof MarketConnectionError)
  })

  it('are whole at first, and whole after every change', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.quotes(new Map([['A', 1]])),
    })
    const quotes = open(provider).quotes('A')
    const first = (await quotes.next()).value
    assert.deepEqual(first, { ok: true, symbol: 'A', values: { description: 'About A', lp: 1 } })
    const session = provider.callsOf('quote_create_session')[0]?.[0]
    provider.connections[0]?.sendEvent('qsd', session, { n: 'A', s: 'ok', v: { lp: 2 } })
    const second = (await quotes.next()).value
    assert.deepEqual(second, { ok: true, symbol: 'A', values: { description: 'About A', lp: 2 } })
    await quotes.return()
  })

  it('give a slow reader the newest state of each symbol, once', async () => {
    const symbols = ['A', 'B', 'C']
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.quotes(new Map(symbols.map((symbol) => [symbol, 0]))),
    })
    const quotes = open(provider).quotes(symbols)
    await take(quotes, 3)
    const session = provider.callsOf('quote_create_session')[0]?.[0]
    const visitor = provider.connections[0]
    for (let price = 1; price <= 5000; price++) {
      visitor?.sendEvent('qsd', session, { n: symbols[price % 3], s: 'ok', v: { lp: price } })
    }
    // Once the heartbeat has come back, everything before it has been read.
    visitor?.sendRaw(frame('~h~1'))
    await provider.waitUntil(() => visitor?.heartbeats.length === 1)
    const last = await take(quotes, 3)
    assert.deepEqual(last.map((quote) => quote.ok && quote.values.lp).toSorted(), [4998, 4999, 5000])
    await quotes.return()
  })

  it('say everything again on a new connection, as it is by then', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor, number) =>
        visitor.quotes(
          new Map([
            ['A', number],
            ['B', number],
            ['C', number],
          ]),
        ),
    })
    const socket = open(provider, { token: 'secret', locale: { language: 'de', country: 'DE' } })
    const quotes = socket.quotes(['A', 'B'], { fields: ['lp'] })
    await take(quotes, 2)
    quotes.add('C')
    quotes.remove('A')
    quotes.setFast('B')
    socket.setToken('another')
    socket.setLocale('fr', 'FR')
    await take(quotes, 1)
    provider.connections[0]?.socket.terminate()
    const again = await take(quotes, 2)
    assert.deepEqual(again.map((quote) => [quote.symbol, quote.ok && quote.values.lp]).toSorted(), [
      ['B', 2],
      ['C', 2],
    ])
    const [first, second] = provider.connections.map(({ receivedCalls }) =>
      receivedCalls.map(({ method, params }) => [method, ...params]),
    )
    const session = first?.[2]?.[1]
    assert.deepEqual(first, [
      ['set_auth_token', 'secret'],
      ['set_locale', 'de', 'DE'],
      ['quote_create_session', session],
      ['quote_set_fields', session, 'lp'],
      ['quote_add_symbols', session, 'A', 'B'],
      ['quote_add_symbols', session, 'C'],
      ['quote_remove_symbols', session, 'A'],
      ['quote_fast_symbols', session, 'B'],
      ['set_auth_token', 'another'],
      ['set_locale', 'fr', 'FR'],
    ])
    assert.deepEqual(second, [
      ['set_auth_token', 'another'],
      ['set_locale', 'fr', 'FR'],
      ['quote_create_session', session],
      ['quote_set_fields', session, 'lp'],
      ['quote_add_symbols', session, 'B', 'C'],
      ['quote_fast_symbols', session, 'B'],
    ])
    await quotes.return()
  })

  it('know nothing of a connection before', async () => {
    await using provider = await FakeProvider.start({
      onConnection(visitor, number) {
        if (number === 1)
          return visitor.quotes(
            new Map([
              ['A', 1],
              ['B', 1],
            ]),
          )
        visitor.on('quote_add_symbols', ([session]) => {
          visitor.sendEvent('quote_completed', session, 'A')
          visitor.sendEvent('qsd', session, { n: 'B', s: 'error', errmsg: 'no_such_symbol' })
          visitor.sendEvent('quote_completed', session, 'B')
          visitor.sendEvent('qsd', session, { n: 'A', s: 'ok', v: { lp: 2 } })
        })
        return visitor.hello()
      },
    })
    const quotes = open(provider).quotes(['A', 'B'])
    await take(quotes, 2)
    provider.connections[0]?.socket.terminate()
    assert.deepEqual(await take(quotes, 2), [
      { ok: false, symbol: 'B', error: 'no_such_symbol' },
      { ok: true, symbol: 'A', values: { lp: 2 } },
    ])
    await quotes.return()
  })

  it('forget the prices of a symbol that fails', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.quotes(new Map([['A', 1]])),
    })
    const quotes = open(provider).quotes('A')
    await quotes.next()
    const session = provider.callsOf('quote_create_session')[0]?.[0]
    provider.connections[0]?.sendEvent('qsd', session, { n: 'A', s: 'error', errmsg: 'gone' })
    assert.deepEqual((await quotes.next()).value, { ok: false, symbol: 'A', error: 'gone' })
    provider.connections[0]?.sendEvent('qsd', session, { n: 'A', s: 'ok', v: { bid: 3 } })
    assert.deepEqual((await quotes.next()).value, { ok: true, symbol: 'A', values: { bid: 3 } })
    await quotes.return()
  })

  it('wait for each symbol from when it was asked for', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.hello() })
    const waits: { end(): void; readonly signal: AbortSignal | undefined }[] = []
    const clock: Clock = {
      now: () => Date.now(),
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (ms === 777) waits.push({ end: resolve, signal })
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        }),
    }
    const quotes = open(provider, { clock, responseTimeoutMs: 777 }).quotes('A')
    const first = quotes.next()
    await provider.waitUntil(() => provider.callsOf('quote_add_symbols').length === 1)
    quotes.add('B')
    assert.equal(waits.length, 2)
    waits[0]?.end()
    assert.deepEqual((await first).value, { ok: false, symbol: 'A', error: 'no_answer' })
    quotes.remove('B')
    quotes.add('B')
    waits[1]?.end()
    const session = provider.callsOf('quote_create_session')[0]?.[0]
    provider.connections[0]?.sendEvent('quote_completed', session, 'B')
    provider.connections[0]?.sendEvent('qsd', session, { n: 'B', s: 'ok', v: { lp: 1 } })
    assert.equal((await quotes.next()).value?.ok, true, 'the wait for B before it was removed is over')
    await quotes.return()
    assert.ok(waits.every(({ signal }) => signal?.aborted))
  })

  it('answer heartbeats with the very same', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.quotes(new Map([['A', 1]])),
    })
    const quotes = open(provider).quotes('A')
    await quotes.next()
    provider.connections[0]?.sendRaw(frame('~h~41') + frame('~h~42'))
    await provider.waitUntil(() => provider.connections[0]?.heartbeats.length === 2)
    await quotes.return()
    assert.deepEqual(provider.connections[0]?.heartbeats, ['~h~41', '~h~42'])
  })
})

describe('the end of a stream', deadline, () => {
  it('deletes the session, and the connection goes with the last one', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.quotes(new Map([['A', 1]])),
    })
    const socket = open(provider)
    const [one, two] = [socket.quotes('A'), socket.quotes('A')]
    await Promise.all([one.next(), two.next()])
    await one.return()
    await provider.waitUntil(() => provider.callsOf('quote_delete_session').length === 1)
    assert.equal(provider.openCount, 1)
    await two.return()
    await provider.waitUntil(() => provider.openCount === 0)
    assert.equal(provider.callsOf('quote_delete_session').length, 2)
    assert.deepEqual(await one.next(), { done: true, value: undefined })
  })

  it('comes with the loop that is left, and another begins anew', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.quotes(new Map([['A', 1]])),
    })
    const socket = open(provider)
    for (let round = 0; round < 3; round++) {
      for await (const quote of socket.quotes('A')) {
        assert.ok(quote.ok)
        break
      }
    }
    await provider.waitUntil(() => provider.openCount === 0)
    assert.equal(provider.connections.length, 3)
  })

  it('by a signal throws its reason, whatever was waited for', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.hello() })
    const reason = new Error('enough')
    for (const start of [
      (signal: AbortSignal) => open(provider).quotes('A', { signal }).next(),
      (signal: AbortSignal) => open(provider).bars('A', '1', { signal }).next(),
      (signal: AbortSignal) => open(provider).resolve('A', { signal }),
    ]) {
      const controller = new AbortController()
      const asked = provider.connections.length
      const waiting = start(controller.signal)
      await provider.waitUntil(() => (provider.connections[asked]?.receivedCalls.length ?? 0) > 1)
      controller.abort(reason)
      await assert.rejects(waiting, reason)
      await provider.waitUntil(() => provider.openCount === 0)
    }
    await assert.rejects(
      open(provider)
        .quotes('A', { signal: AbortSignal.abort(reason) })
        .next(),
      reason,
    )
  })

  it('comes for all when the socket is closed, and no other begins', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.quotes(new Map([['A', 1]])),
    })
    const socket = open(provider)
    const quotes = socket.quotes('A')
    await quotes.next()
    const waiting = quotes.next()
    socket.close()
    assert.deepEqual(await waiting, { done: true, value: undefined })
    assert.deepEqual(await socket.quotes('A').next(), { done: true, value: undefined })
    await assert.rejects(socket.resolve('A'), MarketConnectionError)
    await provider.waitUntil(() => provider.openCount === 0)
  })

  it('while no connection can be made needs none', async () => {
    await using provider = await FakeProvider.start({ refuse: () => 503, onConnection: () => {} })
    const quotes = open(provider, { attemptsMax: Number.POSITIVE_INFINITY }).quotes('A')
    const waiting = quotes.next()
    await provider.waitUntil(() => provider.attempts.count >= 3)
    await quotes.return()
    assert.deepEqual(await waiting, { done: true, value: undefined })
  })
})

describe('bars', deadline, () => {
  const all = Array.from({ length: 50 }, (_, at) => 60 * (at + 1))

  it('come oldest first, then every change, also of earlier ones; nothing comes twice', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.bars(() => all) })
    const bars = open(provider).bars('A', '1', { count: 3 })
    assert.deepEqual(times(await take(bars, 3)), [2880, 2940, 3000])
    assert.equal(bars.info?.full_name, 'A')
    const session = provider.callsOf('chart_create_session')[0]?.[0]
    const du = (...rows: object[]) =>
      provider.connections[0]?.sendEvent('du', session, { sds_1: { s: rows, t: 's1' } })
    du(barRow(2940, 5), barRow(3000), barRow(3000, 7), barRow(3060, 8))
    const news = await take(bars, 3)
    assert.deepEqual(
      news.map(({ time, close }) => [time, close]),
      [
        [2940, 5],
        [3000, 7],
        [3060, 8],
      ],
    )
    await bars.return()
    await provider.waitUntil(() => provider.openCount === 0)
    assert.deepEqual(provider.callsOf('remove_series'), [[session, 'sds_1']])
    assert.deepEqual(provider.callsOf('chart_delete_session'), [[session]])
  })

  it('of many streams share sessions; what one does concerns no other', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.bars(() => all) })
    const socket = open(provider)
    const streams = Array.from({ length: 12 }, (_, at) => socket.bars(`S${at}`, '1', { count: 2 }))
    const inZone = socket.bars('Z', '1', { count: 2, timeZone: 'Etc/UTC' })
    for (const stream of [...streams, inZone]) assert.deepEqual(times(await take(stream, 2)), [2940, 3000])
    assert.deepEqual(
      streams.map(({ info }) => info?.full_name),
      streams.map((_, at) => `S${at}`),
    )
    assert.equal(provider.callsOf('chart_create_session').length, 3)
    assert.equal(provider.callsOf('switch_timezone').length, 1)
    await assert.rejects(take(socket.bars('NONE', '1'), 1), MarketSymbolError)
    const session = provider.callsOf('chart_create_session')[0]?.[0]
    const [second, third] = streams.slice(1)
    const args = 'method: request_more_data. args: "[sds_2, 0]"'
    provider.connections[0]?.sendEvent('critical_error', session, 'invalid parameters', args)
    await assert.rejects(second?.next() ?? Promise.resolve(), MarketCallError)
    third?.switchTimeZone('exchange')
    await provider.waitUntil(() => provider.callsOf('remove_series').length === 3)
    assert.equal(provider.callsOf('chart_create_session').length, 4)
    for (const [at, call] of provider.callsOf('create_series').slice(0, 10).entries()) {
      const turn = call[2]
      const rows = [barRow(3060 + at)]
      provider.connections[0]?.sendEvent('du', session, { [`sds_${at + 1}`]: { s: rows, t: turn } })
    }
    assert.deepEqual(times(await take(streams[9] as BarStream, 1)), [3069])
    socket.close()
    await provider.waitUntil(() => provider.openCount === 0)
  })

  it('say why there are no older ones', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => {
        visitor.bars(() => all)
        visitor.on('request_more_data', ([session, series]) =>
          visitor.sendEvent('series_completed', session, series, 'streaming', 's1', {
            data_completed: 'limit',
          }),
        )
      },
    })
    const bars = open(provider).bars('A', '1', { count: 10 })
    await take(bars, 10)
    assert.equal(bars.historyEnd, undefined)
    assert.deepEqual(await bars.more(5), [])
    assert.equal(bars.historyEnd, 'limit')
    bars.change('B', '1')
    assert.equal(bars.historyEnd, undefined)
    await bars.return()
    const whole = open(provider).bars('A', '1', { count: 50, live: false })
    await take(whole, 51)
    assert.equal(whole.historyEnd, 'start')
  })

  it('end by themselves where only the history is wanted, also when there is none', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.bars(() => all) })
    const history = await take(open(provider).bars('A', '1', { count: 40, live: false }), 100)
    assert.deepEqual(times(history), all.slice(-40))
    await using empty = await FakeProvider.start({ onConnection: (visitor) => visitor.bars(() => []) })
    assert.deepEqual(await take(open(empty).bars('A', '1', { live: false }), 1), [])
  })

  it('go on after a lost connection with what came meanwhile, without a gap and nothing twice', async () => {
    const known = all.slice(0, 10)
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.bars(() => known) })
    const bars = open(provider).bars('A', '1', { count: 4 })
    assert.deepEqual(times(await take(bars, 4)), all.slice(6, 10))
    known.push(...all.slice(10))
    provider.connections[0]?.socket.terminate()
    assert.deepEqual(times(await take(bars, 40)), all.slice(10))
    await bars.return()
  })

  it('give older ones on demand, until there are none, also across a lost connection', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.bars(() => all) })
    const bars = open(provider).bars('A', '1', { count: 5 })
    await take(bars, 5)
    assert.deepEqual(times(await bars.more(10)), all.slice(35, 45))
    const [twice] = await Promise.allSettled([bars.more(1).then(() => bars.more(0)), bars.more(1)])
    assert.equal(twice.status, 'rejected')
    provider.connections[0]?.socket.terminate()
    await provider.waitUntil(
      () => provider.connections.length === 2 && provider.callsOf('create_series').length === 2,
    )
    assert.deepEqual(times(await bars.more(20)), all.slice(14, 34))
    assert.deepEqual(times(await bars.more(100)), all.slice(0, 14))
    assert.deepEqual(await bars.more(100), [])
    await bars.return()
    await assert.rejects(bars.more(1), TypeError)
  })

  it('of another symbol take the place of those before', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.bars(() => all) })
    const bars: BarStream = open(provider).bars('A', '1', { count: 3, timeZone: 'Europe/Berlin' })
    await take(bars, 1)
    bars.change('B', '5')
    const next = await take(bars, 3)
    assert.deepEqual(
      next.map(({ symbol, timeframe }) => `${symbol} ${timeframe}`),
      ['B 5', 'B 5', 'B 5'],
    )
    provider.connections[0]?.socket.terminate()
    await provider.waitUntil(() => provider.callsOf('create_series').length === 2)
    assert.deepEqual(provider.callsOf('create_series')[1]?.slice(4), ['5', 3])
    assert.equal(provider.callsOf('switch_timezone').length, 2)
    bars.switchTimeZone('exchange')
    await provider.waitUntil(() => provider.callsOf('switch_timezone').length === 3)
    await bars.return()
  })

  it('of another symbol keep the range, on this connection and the next', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.bars(() => all) })
    const bars = open(provider).bars('A', '1', { count: 3, range: '12M' })
    await take(bars, 1)
    bars.change('B', '5')
    await take(bars, 3)
    provider.connections[0]?.socket.terminate()
    await provider.waitUntil(() => provider.callsOf('create_series').length === 2)
    assert.deepEqual(provider.callsOf('modify_series')[0]?.slice(4), ['5', '12M'])
    assert.deepEqual(provider.callsOf('create_series')[1]?.slice(4), ['5', 3, '12M'])
    await bars.return()
  })

  it('that nobody reads end the stream instead of leaving a gap', async () => {
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.bars(() => all) })
    const bars = open(provider).bars('A', '1', { count: 50, bufferMax: 10 })
    const read = take(bars, 50)
    await assert.rejects(read, MarketOverflowError)
    await provider.waitUntil(() => provider.openCount === 0)
  })
})

describe('studies', deadline, () => {
  const upTo = (last: number) => Array.from({ length: last }, (_, at) => (at + 1) * 60)
  const timesOf = (points: readonly StudyPoint[]) => points.map(({ time }) => time)

  it('have a point for each bar, oldest first, then every change', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.studies(() => upTo(10)),
    })
    const points = open(provider).study('A', '1', studies.sma({ length: 5 }), { count: 3 })
    assert.deepEqual(
      await take(points, 3),
      [480, 540, 600].map((time) => ({ symbol: 'A', timeframe: '1', time, values: { average: time } })),
    )
    const [session] = provider.callsOf('chart_create_session')[0] ?? []
    const inputs = { in_0: { v: 5, f: true, t: 'integer' }, in_1: { v: 'close', f: true, t: 'source' } }
    assert.deepEqual(provider.callsOf('create_study'), [
      [session, 'st1', 'st1', 'sds_1', 'MASimple@tv-basicstudies-251', inputs],
    ])
    const st = [pointRow(540, 1), pointRow(600), pointRow(600, 2), pointRow(660, 3)]
    provider.connections[0]?.sendEvent('du', session, { st1: { st, t: 's1_st1' } })
    const changed = await take(points, 2)
    assert.deepEqual(
      changed.map(({ time, values }) => [time, values.average]),
      [
        [600, 2],
        [660, 3],
      ],
    )
    await points.return()
    await provider.waitUntil(() => provider.openCount === 0)
  })

  it('of any id have the inputs and plots that are given', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.studies(() => [60]),
    })
    const raw = { id: 'CCI@tv-basicstudies-251', inputs: { in_0: 20 } }
    const points = open(provider).study('A', '1', raw, { count: 1, live: false })
    assert.deepEqual(
      (await take(points, 2)).map(({ values }) => values),
      [{ plot_0: 60 }],
    )
    assert.deepEqual(provider.callsOf('create_study')[0]?.slice(4), [raw.id, raw.inputs])
    assert.equal(points.historyEnd, 'start')
    assert.equal(points.info?.full_name, 'A')
  })

  it('go on after a lost connection with what came meanwhile, nothing twice, and without a gap', async () => {
    let last = 5
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.studies(() => upTo(last)),
    })
    const points = open(provider).study('A', '1', studies.rsi(), { count: 3 })
    assert.deepEqual(timesOf(await take(points, 3)), [180, 240, 300])
    last = 6
    provider.connections[0]?.socket.terminate()
    assert.deepEqual(timesOf(await take(points, 1)), [360])
    // More than the history that was asked for.
    last = 20
    provider.connections[1]?.socket.terminate()
    assert.deepEqual(timesOf(await take(points, 14)), upTo(20).slice(6))
    assert.deepEqual(
      provider.callsOf('create_series').map((params) => params[5]),
      [3, 3, 3, 5000],
    )
    const turns = provider.callsOf('create_series').map((params) => params[2])
    assert.equal(new Set(turns).size, turns.length)
    await points.return()
  })

  it('end with a signal, with the loop, and when nobody reads them', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.studies(() => upTo(10)),
    })
    const socket = open(provider)
    const stop = new AbortController()
    const aborted = socket.study('A', '1', studies.rsi(), { count: 1, signal: stop.signal })
    await aborted.next()
    const waiting = aborted.next()
    stop.abort(new Error('enough'))
    await assert.rejects(waiting, /enough/)
    assert.equal(getEventListeners(stop.signal, 'abort').length, 0)
    for await (const _ of socket.study('A', '1', studies.rsi())) break
    const unread = socket.study('A', '1', studies.rsi(), { count: 5, bufferMax: 3 })
    await assert.rejects(async () => {
      for (let at = 0; at < 10; at++) await unread.next()
    }, MarketOverflowError)
    await provider.waitUntil(() => provider.openCount === 0)
  })
})

describe('the bare connection', deadline, () => {
  it('says every word of the protocol and hears every event', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) =>
        visitor
          .hello()
          .on('remove_study', ([session, study]) => visitor.sendEvent('study_deleted', session, study)),
    })
    const connection = await openMarketConnection({ url: provider.url })
    assert.equal(connection.hello.session_id, '<0.1.2>_test')
    connection.call('remove_study', 'cs_1', 'st1')
    for await (const event of connection) {
      assert.deepEqual(event, { method: 'study_deleted', params: ['cs_1', 'st1'] })
      break
    }
    await provider.waitUntil(() => provider.openCount === 0)
  })

  it('ends with what ended it', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.hello().on('set_auth_token', () => visitor.socket.terminate()),
    })
    const connection = await openMarketConnection({ url: provider.url })
    connection.call('set_auth_token', 'x')
    await assert.rejects(connection[Symbol.asyncIterator]().next(), MarketConnectionError)
  })

  it('ends with the reason of the signal, whenever that comes, and leaves nothing at it', async () => {
    await using silent = await FakeProvider.start({ onConnection: () => {} })
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.hello() })
    const reason = new Error('enough')
    const early = new AbortController()
    const opening = openMarketConnection({ url: silent.url, signal: early.signal })
    await silent.waitUntil(() => silent.connections.length === 1)
    early.abort(reason)
    await assert.rejects(opening, reason)
    await assert.rejects(openMarketConnection({ url: silent.url, signal: early.signal }), reason)

    const late = new AbortController()
    const connection = await openMarketConnection({ url: provider.url, signal: late.signal })
    const waiting = connection[Symbol.asyncIterator]().next()
    late.abort(reason)
    await assert.rejects(waiting, reason)
    await provider.waitUntil(() => provider.openCount === 0)

    const { signal } = new AbortController()
    const closed = await openMarketConnection({ url: provider.url, signal })
    assert.equal(getEventListeners(signal, 'abort').length, 1)
    closed.close()
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  })

  it('keeps no more events than it says, also of those that come with the hello', async () => {
    const burst = eventFrame('du', 'cs_1').repeat(10_001)
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.sendRaw(frame('{"session_id":"x"}') + burst),
    })
    const connection = await openMarketConnection({ url: provider.url })
    await assert.rejects(async () => {
      for await (const event of connection) assert.equal(event.method, 'du')
    }, MarketOverflowError)
    await provider.waitUntil(() => provider.openCount === 0)
  })

  it('keeps no more events than it says', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) =>
        visitor.hello().on('set_auth_token', () => {
          for (let n = 0; n < 10_001; n++) visitor.sendEvent('du', 'cs_1', n)
        }),
    })
    const connection = await openMarketConnection({ url: provider.url })
    connection.call('set_auth_token', 'x')
    await provider.waitUntil(() => provider.openCount === 0)
    await assert.rejects(async () => {
      for await (const event of connection) assert.equal(event.method, 'du')
    }, MarketOverflowError)
  })
})

describe('the socket that is used', deadline, () => {
  it('may be handed in, as on Node 20, which has none', async () => {
    await using provider = await FakeProvider.start({
      onConnection: (visitor) => visitor.quotes(new Map([['A', 1]])),
    })
    const opened: string[] = []
    const socket = open(provider, {
      openSocket: (url) => {
        opened.push(url)
        return new NodeSocket(url, { origin: 'https://example.org' })
      },
    })
    for await (const quote of socket.quotes('A')) {
      assert.ok(quote.ok)
      break
    }
    assert.deepEqual(opened, [provider.url])
    await provider.waitUntil(() => provider.openCount === 0)
  })

  it('is missing with an error that says what to do', async (test) => {
    test.mock.property(globalThis, 'WebSocket', undefined)
    assert.throws(() => new MarketSocket(), { name: 'TypeError', message: /openSocket/ })
    await assert.rejects(openMarketConnection(), { name: 'TypeError', message: /openSocket/ })
    assert.ok(new MarketSocket({ openSocket: (url) => new NodeSocket(url) }))
  })

  it('is not asked a second time once it throws', async () => {
    let asked = 0
    const cause = new SyntaxError('no such protocol')
    const openSocket = () => {
      asked++
      throw cause
    }
    const quotes = new MarketSocket({ openSocket, reconnectDelayMs: 1 }).quotes('A')
    await assert.rejects(quotes.next(), (error) => {
      assert.ok(error instanceof MarketConnectionError)
      assert.deepEqual([error.shouldRetry, error.cause], [false, cause])
      return true
    })
    assert.equal(asked, 1)
  })

  it('has an address and limits that can be', () => {
    for (const url of ['not a url', '', 'localhost:8000', 'http://127.0.0.1:9'])
      assert.throws(() => new MarketSocket({ url }), { name: 'TypeError', message: /^url / })
    for (const wrong of [Number.NaN, -1])
      for (const name of [
        'attemptsMax',
        'idleTimeoutMs',
        'responseTimeoutMs',
        'helloTimeoutMs',
        'frameCharsMax',
      ])
        assert.throws(() => new MarketSocket({ [name]: wrong }), { name: 'TypeError', message: RegExp(name) })
  })
})
