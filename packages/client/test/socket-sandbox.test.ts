/** The socket against the sandbox’s provider and against a recording of the real one, and the soak. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { WebSocket as NodeSocket } from 'ws'
import { marketHosts } from '../../../sandbox/market/index.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { skipReason } from '../../../test/support/backends.ts'
import { openMarketFixture } from '../../../test/support/market/market-fixture.ts'
import { recordingsDir } from '../../../test/support/recordings.ts'
import {
  type Bar,
  MarketCallError,
  MarketSeriesError,
  MarketSocket,
  MarketStudyError,
  MarketSymbolError,
  marketMethods,
  openMarketConnection,
  type StudyPoint,
  studies,
} from '../src/index.ts'
import { FrameReader, frame } from '../src/socket/frames.ts'
import { parseMessage } from '../src/socket/messages.ts'
import { FakeProvider } from './support/fake-provider.ts'

const deadline = { timeout: 600_000 }

describe('the sandbox’s provider', deadline, () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ clock: systemClock, seed: 'client', hosts: marketHosts() })
  })
  after(() => sandbox[Symbol.asyncDispose]())

  /** It tells hosts by their name, which a page reaches as `data.tradingview.com.localhost`. */
  const options = () => ({
    url: `${sandbox.origin.replace('http', 'ws')}/socket.io/websocket?type=chart`,
    openSocket: (url: string) =>
      new NodeSocket(url, {
        headers: { host: 'data.tradingview.com', origin: 'https://www.tradingview.com' },
      }),
    reconnectDelayMs: 1,
  })

  it('gives quotes, and says which symbol it does not know', async () => {
    const found = new Map<string, unknown>()
    for await (const quote of new MarketSocket(options()).quotes([
      'NASDAQ:AAPL',
      'BINANCE:BTCUSDT',
      'X:NONE',
    ])) {
      found.set(quote.symbol, quote.ok ? quote.values.lp : quote.error)
      if (found.size === 3) break
    }
    assert.ok(Number(found.get('NASDAQ:AAPL')) > 0)
    assert.ok(Number(found.get('BINANCE:BTCUSDT')) > 0)
    assert.equal(found.get('X:NONE'), 'no_such_symbol')
  })

  it('gives a history, older bars, another symbol, and updates', async () => {
    const bars = new MarketSocket(options()).bars('BINANCE:BTCUSDT', '1', { count: 100 })
    const history: Bar[] = []
    while (history.length < 100) history.push((await bars.next()).value as Bar)
    assert.ok(history.every((bar, at) => at === 0 || bar.time > (history[at - 1]?.time ?? 0)))
    assert.equal(bars.info?.pro_name, 'BINANCE:BTCUSDT')
    const older = await bars.more(50)
    assert.equal(older.length, 50)
    assert.ok((older.at(-1)?.time ?? 0) < (history[0]?.time ?? 0))
    const update = (await bars.next()).value
    assert.ok(update && update.time >= (history.at(-1)?.time ?? 0))
    bars.change('NASDAQ:AAPL', '1D')
    let next = (await bars.next()).value
    while (next?.symbol !== 'NASDAQ:AAPL') next = (await bars.next()).value
    assert.equal(next.timeframe, '1D')
    await bars.return()
  })

  it('gives a point of every built-in study for each bar, and updates', async () => {
    const socket = new MarketSocket(options())
    for (const create of Object.values(studies)) {
      const study = create()
      const points: StudyPoint[] = []
      const history = { count: 40, live: false } as const
      for await (const point of socket.study<string>('NASDAQ:AAPL', '1D', study, history)) points.push(point)
      assert.equal(points.length, 40, study.id)
      for (const { values } of points) {
        assert.deepEqual(Object.keys(values), study.plots)
        assert.ok(Object.values(values).every(Number.isFinite), study.id)
      }
    }
    const live = socket.study('BINANCE:BTCUSDT', '1', studies.volume(), { count: 1 })
    const first = (await live.next()).value
    const update = (await live.next()).value
    assert.ok(first && update && update.time >= first.time)
    await live.return()
  })

  it('refuses studies in its own words', async () => {
    const socket = new MarketSocket(options())
    const refusal = { name: 'MarketStudyError', reason: 'check study unexpected error' }
    await assert.rejects(socket.study('NASDAQ:AAPL', '1D', { id: 'CMF@tv-basicstudies-251' }).next(), refusal)
    await assert.rejects(socket.study('NASDAQ:AAPL', '1D', studies.rsi({ length: 0 })).next(), refusal)
    await assert.rejects(socket.study('X:NONE', '1D', studies.rsi()).next(), MarketSymbolError)
    await assert.rejects(socket.study('NASDAQ:AAPL', '7', studies.rsi()).next(), MarketSeriesError)
    const { url, ...rest } = options()
    const plain = new MarketSocket({ ...rest, url: url.replace('?type=chart', '') })
    await assert.rejects(plain.study('NASDAQ:AAPL', '1D', studies.rsi()).next(), MarketStudyError)
  })

  it('resolves symbols and refuses in its own words', async () => {
    const socket = new MarketSocket(options())
    assert.equal((await socket.resolve('NASDAQ:AAPL')).pro_name, 'NASDAQ:AAPL')
    await assert.rejects(socket.resolve('X:NONE'), MarketSymbolError)
    await assert.rejects(socket.bars('X:NONE', '1D').next(), MarketSymbolError)
    await assert.rejects(socket.bars('NASDAQ:AAPL', '7').next(), (error) => {
      assert.ok(error instanceof MarketSeriesError)
      assert.equal(error.reason, 'custom_resolution')
      return true
    })
    await assert.rejects(socket.bars('NASDAQ:AAPL', '1D', { timeZone: 'Mars/Base' }).next(), (error) => {
      assert.ok(error instanceof MarketCallError)
      assert.equal(error.reason, 'invalid timezone')
      return true
    })
  })

  it('survives being reset once a stream has begun', async () => {
    sandbox.faults.set({ host: 'data.tradingview.com', kind: 'reset', when: 'body', times: 2 })
    for await (const quote of new MarketSocket(options()).quotes('NASDAQ:AAPL')) {
      assert.ok(quote.ok)
      break
    }
  })

  it('knows every call of the specification', async () => {
    const connection = await openMarketConnection(options())
    const { call } = connection
    call('set_auth_token', 'unauthorized_user_token')
    call('set_locale', 'en', 'US')
    call('quote_create_session', 'qs_1')
    call('quote_set_fields', 'qs_1', 'lp')
    call('quote_add_symbols', 'qs_1', 'NASDAQ:AAPL', { flags: ['force_permission'] })
    call('quote_fast_symbols', 'qs_1', 'NASDAQ:AAPL')
    call('quote_remove_symbols', 'qs_1', 'NASDAQ:AAPL')
    call('quote_delete_session', 'qs_1')
    call('chart_create_session', 'cs_1', '')
    call('switch_timezone', 'cs_1', 'Etc/UTC')
    call('resolve_symbol', 'cs_1', 'sym_1', 'NASDAQ:AAPL')
    call('create_series', 'cs_1', 'sds_1', 's1', 'sym_1', '60', 10)
    const events = connection[Symbol.asyncIterator]()
    await untilEvent(events, 'series_completed')
    call('request_more_data', 'cs_1', 'sds_1', 5)
    await untilEvent(events, 'series_completed')
    call('modify_series', 'cs_1', 'sds_1', 's2', 'sym_1', '1D', '')
    await untilEvent(events, 'series_completed')
    call('create_study', 'cs_1', 'st1', 'st1', 'sds_1', 'RSI@tv-basicstudies-251', {})
    await untilEvent(events, 'study_completed')
    call('modify_study', 'cs_1', 'st1', 'st2', { in_0: 7 })
    assert.equal((await untilEvent(events, 'study_completed'))[2], 's2_st2')
    call('remove_study', 'cs_1', 'st1')
    await untilEvent(events, 'study_deleted')
    call('remove_series', 'cs_1', 'sds_1')
    await untilEvent(events, 'series_deleted')
    call('remove_study', 'cs_1', 'st1')
    const refused = await untilEvent(events, 'critical_error')
    assert.equal(refused[1], 'no_point_or_series')
    call('chart_delete_session', 'cs_1')
    connection.close()
  })
})

describe('the calls of the protocol', () => {
  it('are those of the server’s catalogue, and two of studies', async () => {
    await using fixture = await openMarketFixture()
    const { json } = await fixture.get('/v1/catalog')
    const names = json.websocket.methods.map(({ method_name }: { method_name: string }) => method_name)
    assert.deepEqual(marketMethods.toSorted(), [...names, 'create_study', 'modify_study'].sort())
  })
})

const recordings = recordingsDir('market')

describe('the recorded frames of the provider', {
  skip: skipReason('recordings', recordings),
  ...deadline,
}, () => {
  const read = () => readFileSync(join(recordings ?? '', 'ws.series-switch.events.json'), 'utf8')

  it('decode, however they are cut', () => {
    const events = JSON.parse(read()) as { m: string; p: unknown[] }[]
    const wire = events.map((event) => frame(JSON.stringify(event))).join('')
    for (const size of [1, 7, 1000, wire.length]) {
      const reader = new FrameReader(8_000_000)
      const payloads: string[] = []
      for (let at = 0; at < wire.length; at += size) payloads.push(...reader.push(wire.slice(at, at + size)))
      const decoded = payloads.map(parseMessage).map((message) => message.kind === 'event' && message.event)
      assert.deepEqual(
        decoded,
        events.map(({ m: method, p: params }) => ({ method, params })),
      )
    }
  })

  it('are understood by the streams: the bars after a change of symbol, and the quote beside them', async () => {
    const symbol = '={"adjustment":"splits","session":"regular","symbol":"HOSE:VCB"}'
    await using provider = await FakeProvider.start({
      onConnection(visitor) {
        visitor.bars(() => [60, 120, 180])
        visitor.on('modify_series', ([chart]) => {
          const quote = provider.callsOf('quote_create_session')[0]?.[0]
          const text = read()
            .replaceAll('cs_tKeYG4jmczi0', String(chart))
            .replaceAll('qs_VaE7A29s2hiW', String(quote))
          for (const event of JSON.parse(text) as object[]) visitor.sendRaw(frame(JSON.stringify(event)))
          visitor.sendEvent('quote_completed', quote, symbol)
        })
      },
    })
    const socket = new MarketSocket({ url: provider.url })
    const quotes = socket.quotes(symbol)
    const quote = quotes.next()
    const bars = socket.bars('A', '60', { count: 3 })
    await bars.next()
    bars.change(symbol, '60')
    const found: Bar[] = []
    while (found.length < 30) found.push((await bars.next()).value as Bar)
    assert.deepEqual(found[0], {
      symbol,
      timeframe: '60',
      time: 1750212000,
      open: 57200,
      high: 57300,
      low: 56900,
      close: 57100,
      volume: 430900,
    })
    assert.equal(bars.info?.full_name, 'HOSE_DLY:VCB')
    const { value } = await quote
    assert.ok(value?.ok)
    assert.equal(value.values.bid, 56600)
    assert.equal(value.values.allowed_adjustment, 'any')
    socket.close()
  })
})

describe('the soak', { timeout: 600_000 }, () => {
  it('ends after 100,000 updates and many lost connections with the right last values, and holds no more than before', async () => {
    const updates = 100_000
    const symbols = Array.from({ length: 40 }, (_, at) => `X:S${at}`)
    const prices = new Map(symbols.map((symbol) => [symbol, 0]))
    await using provider = await FakeProvider.start({ onConnection: (visitor) => visitor.quotes(prices) })
    // Here connections are lost faster than in life, where so many in a row would be given up.
    const attemptsMax = Number.POSITIVE_INFINITY
    const socket = new MarketSocket({
      url: provider.url,
      reconnectDelayMs: 1,
      reconnectDelayMsMax: 2,
      attemptsMax,
    })
    const quotes = socket.quotes(symbols)
    const last = new Map<string, unknown>()
    let read = 0
    const reading = (async () => {
      for await (const quote of quotes) {
        assert.ok(quote.ok)
        last.set(quote.symbol, quote.values.lp)
        read++
        const isLast =
          prices.get('X:S0') === updates && symbols.every((symbol) => last.get(symbol) === prices.get(symbol))
        if (isLast) return
      }
    })()

    let held = 0
    for (let update = 1; update <= updates; update++) {
      const symbol = update === updates ? 'X:S0' : (symbols[update % symbols.length] ?? '')
      prices.set(symbol, update)
      const visitor = provider.connections.at(-1)
      const session = visitor?.receivedCalls.find(({ method }) => method === 'quote_create_session')
        ?.params[0]
      visitor?.sendEvent('qsd', session ?? '', { n: symbol, s: 'ok', v: { lp: update } })
      if (update % 2000 === 0) visitor?.socket.terminate()
      if (update % 100 === 0) await new Promise(setImmediate)
      if (update === updates / 5) held = heldBytes()
    }
    await reading
    assert.deepEqual(last, prices)
    assert.ok(provider.connections.length > 10, `only ${provider.connections.length} connections`)
    assert.ok(read < updates * 2)
    const grown = heldBytes() - held
    assert.ok(grown < 4_000_000, `${grown} bytes more than after a fifth of the way`)
    await provider.waitUntil(() => provider.openCount === 0)
  })
})

function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

async function untilEvent(
  events: AsyncIterator<{ readonly method: string; readonly params: readonly unknown[] }>,
  method: string,
): Promise<readonly unknown[]> {
  for (;;) {
    const { value, done } = await events.next()
    if (done) throw new Error(`the connection ended before ${method}`)
    if (value.method === method) return value.params
  }
}
