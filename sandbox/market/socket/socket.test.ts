import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { WebSocket } from 'ws'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'
import { frame, unframe } from './frames.ts'

// biome-ignore lint/suspicious/noExplicitAny: events hold many things
type Params = any[]

interface Event {
  readonly m: string
  readonly p: Params
  readonly t?: number
}

/** `String()` and comparisons throw for it. */
const unprintable = { toString: 1, valueOf: 1 }

/** A client that queues events until a test reads them. */
class Client implements AsyncDisposable {
  readonly #socket: WebSocket
  readonly #events: Event[] = []
  readonly heartbeats: string[] = []
  #waiting: (() => void) | undefined
  echoes = true
  hello: Record<string, unknown> | undefined
  closed: number | undefined

  constructor(market: TestMarket, host = 'data.tradingview.com', query = '?type=chart') {
    const { port } = new URL(market.sandbox.origin)
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/websocket${query}`, {
      headers: { host, origin: 'https://www.tradingview.com' },
    })
    this.#socket.on('message', (data) => this.#receive(String(data)))
    this.#socket.on('close', (code) => {
      this.closed = code
      this.#waiting?.()
    })
  }

  async open(): Promise<this> {
    if (this.#socket.readyState !== WebSocket.OPEN) await once(this.#socket, 'open')
    await this.#until(() => this.hello !== undefined)
    return this
  }

  call(method: string, ...params: Params): void {
    this.#socket.send(frame(JSON.stringify({ m: method, p: params })))
  }

  raw(text: string): void {
    this.#socket.send(text)
  }

  /** The next event with this name; earlier events are discarded. */
  async next(method: string): Promise<Event> {
    for (;;) {
      await this.#until(() => this.#events.length > 0 || this.closed !== undefined)
      const event = this.#events.shift()
      assert.ok(event, `closed with ${this.closed} before ${method}`)
      if (event.m === method) return event
    }
  }

  /** The names of all events up to and including this one. */
  async namesUntil(method: string): Promise<string[]> {
    const names: string[] = []
    for (;;) {
      await this.#until(() => this.#events.length > 0)
      const name = this.#events.shift()?.m ?? ''
      names.push(name)
      if (name === method) return names
    }
  }

  async end(): Promise<number> {
    await this.#until(() => this.closed !== undefined)
    return this.closed ?? 0
  }

  async #until(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve
      })
    }
  }

  #receive(message: string): void {
    const payloads = unframe(message)
    assert.ok(payloads, message)
    for (const payload of payloads) {
      if (payload.startsWith('~h~')) {
        this.heartbeats.push(payload)
        if (this.echoes) this.raw(frame(payload))
        continue
      }
      const value = JSON.parse(payload)
      if (this.hello === undefined) this.hello = value
      else this.#events.push(value)
    }
    this.#waiting?.()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.closed === undefined) {
      this.#socket.close()
      await this.end()
    }
  }
}

async function connect() {
  const market = await openTestMarket()
  const client = await new Client(market).open()
  client.call('set_auth_token', 'unauthorized_user_token')
  return {
    market,
    client,
    /** Advances the clock by seconds until the promise settles. */
    async advancing<Value>(answer: Promise<Value>): Promise<Value> {
      let isSettled = false
      const settled = answer.finally(() => {
        isSettled = true
      })
      while (!isSettled) {
        market.clock.advance(1_000)
        await new Promise((resolve) => setImmediate(resolve))
      }
      return settled
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await market[Symbol.asyncDispose]()
    },
  }
}

describe('socket', () => {
  it('sends a greeting at every host name', async () => {
    await using market = await openTestMarket()
    for (const name of ['data', 'prodata', 'widgetdata', 'history-data']) {
      await using client = await new Client(market, `${name}.tradingview.com`).open()
      assert.equal(client.hello?.protocol, 'json')
      assert.equal(client.hello?.timestampMs, market.clock.now())
    }
  })

  it('refuses pages of others, and clients that send no origin', async () => {
    await using market = await openTestMarket()
    const address = `${market.sandbox.origin.replace('http', 'ws')}/socket.io/websocket`
    for (const origin of [undefined, 'https://example.org', 'https://tradingview.com.example.org']) {
      const headers = { host: 'data.tradingview.com', ...(origin === undefined ? {} : { origin }) }
      const [error] = await once(new WebSocket(address, { headers }), 'error').catch((thrown) => [thrown])
      assert.match(String(error), /Unexpected server response: 403/)
    }
  })

  it('sends heartbeats, and disconnects clients that do not echo them', async () => {
    await using context = await connect()
    const { client, market } = context
    client.call('quote_create_session', 'qs_1')
    client.call('quote_add_symbols', 'qs_1', 'BINANCE:BTCUSDT')
    await client.next('quote_completed')
    while (client.heartbeats.length < 3) await context.advancing(client.next('qsd'))
    assert.deepEqual(client.heartbeats.slice(0, 3), ['~h~1', '~h~2', '~h~3'])
    client.echoes = false
    while (client.closed === undefined) {
      market.clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.equal(client.closed, 1001)
  })

  it('reports malformed messages and closes', async () => {
    for (const text of [
      'garbage',
      '~m~3~m~{}}',
      frame('[]'),
      frame('{"m":1,"p":[]}'),
      frame('{"m":"make_tea","p":[]}'),
    ]) {
      await using context = await connect()
      context.client.raw(text)
      const { p } = await context.client.next('protocol_error')
      assert.equal(typeof p[0], 'string')
      await context.client.end()
    }
  })

  it('keeps a session usable after an error', async () => {
    await using context = await connect()
    const { client } = context
    client.call('chart_create_session', 'cs_1', '')
    client.call('create_series', 'cs_1', 's', 't', 'never-resolved', '60', 10)
    const { p } = await client.next('critical_error')
    assert.deepEqual(p.slice(0, 2), ['cs_1', 'invalid parameters'])
    assert.match(p[2], /^method: create_series\. args: /)
    client.call('resolve_symbol', 'cs_1', 'sym', 'NASDAQ:AAPL')
    await client.next('symbol_resolved')
    client.call('quote_add_symbols', 'nobody', 'NASDAQ:AAPL')
    assert.deepEqual((await client.next('critical_error')).p.slice(0, 2), ['nobody', 'invalid session'])
    client.call('resolve_symbol', unprintable, 'sym', 'NASDAQ:AAPL')
    assert.deepEqual((await client.next('critical_error')).p.slice(0, 2), ['', 'invalid parameters'])
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    client.raw(frame(`{"m":"resolve_symbol","p":["cs_1",${deep}]}`))
    assert.deepEqual((await client.next('critical_error')).p, [
      'cs_1',
      'invalid parameters',
      'method: resolve_symbol. args: "[cs_1, …]"',
    ])
  })

  it('limits the number of sessions and symbols', async () => {
    await using context = await connect()
    const { client } = context
    for (let at = 0; at < 21; at++) client.call('chart_create_session', `cs_${at}`)
    assert.deepEqual((await client.next('critical_error')).p.slice(0, 2), ['cs_20', 'too many sessions'])
    client.call('quote_create_session', 'qs')
    client.call('quote_set_fields', 'qs', 'lp')
    client.call(
      'quote_add_symbols',
      'qs',
      ...Array.from({ length: 600 }, (_, at) => `={"symbol":"NASDAQ:AAPL","at":${at}}`),
    )
    assert.equal((await client.next('critical_error')).p[1], 'too many symbols')
  })
})

describe('quote sessions', () => {
  it('send the description, the last trade, and then only changes', async () => {
    await using context = await connect()
    const { client } = context
    client.call('quote_create_session', 'qs')
    client.call('quote_add_symbols', 'qs', 'NASDAQ:AAPL', { flags: ['force_permission'] })
    const first = await client.next('qsd')
    assert.deepEqual(
      [first.p[0], first.p[1].n, first.p[1].s, first.t],
      ['qs', 'NASDAQ:AAPL', 'ok', undefined],
    )
    assert.deepEqual([first.p[1].v.description, first.p[1].v.lp], ['Apple Inc.', undefined])
    const second = await client.next('qsd')
    assert.equal(second.p[1].v.trade_loaded, true)
    assert.ok(second.p[1].v.lp > 0 && second.p[1].v.volume > 0)
    const { lp, price_earnings_ttm: multiple } = second.p[1].v
    assert.equal(multiple, Math.round((100 * lp) / first.p[1].v.earnings_per_share_basic_ttm) / 100)
    assert.deepEqual((await client.next('quote_completed')).p, ['qs', 'NASDAQ:AAPL'])
    const update = await context.advancing(client.next('qsd'))
    assert.equal('trade_loaded' in update.p[1].v, false)
    assert.ok('lp_time' in update.p[1].v)
  })

  it('agree with the scanner', async () => {
    await using context = await connect()
    const { client, market } = context
    market.clock.advance(30_000)
    client.call('quote_create_session', 'qs')
    client.call('quote_set_fields', 'qs', 'lp', 'volume', 'prev_close_price')
    client.call('quote_add_symbols', 'qs', 'NASDAQ:AAPL')
    await client.next('qsd')
    const { p } = await client.next('qsd')
    const { json } = await market.ask('scanner/america/scan', {
      body: { columns: ['close', 'volume', 'change_abs'], symbols: { tickers: ['NASDAQ:AAPL'] } },
    })
    const [close, volume, change] = json.data[0].d
    assert.equal(new Date(market.clock.now()).getUTCSeconds(), 0)
    assert.deepEqual([p[1].v.lp, p[1].v.volume], [close, volume])
    assert.ok(Math.abs(close - change - p[1].v.prev_close_price) < 1e-9)
  })

  it('send only the requested fields', async () => {
    await using context = await connect()
    const { client } = context
    client.call('quote_create_session', 'qs')
    client.call('quote_set_fields', 'qs', 'lp', 'ch', 'description', 'no_such_field')
    client.call('quote_add_symbols', 'qs', 'BINANCE:BTCUSDT')
    assert.deepEqual(Object.keys((await client.next('qsd')).p[1].v), ['description'])
    assert.deepEqual(Object.keys((await client.next('qsd')).p[1].v), ['lp', 'ch'])
  })

  it('repeat the symbol as the client wrote it', async () => {
    await using context = await connect()
    const { client } = context
    client.call('quote_create_session', 'qs')
    const name = '={"symbol":"NASDAQ:AAPL","adjustment":"splits","session":"regular"}'
    client.call('quote_add_symbols', 'qs', name)
    assert.equal((await client.next('qsd')).p[1].n, name)
  })

  it('report unknown symbols', async () => {
    await using context = await connect()
    const { client } = context
    client.call('quote_create_session', 'qs')
    client.call('quote_add_symbols', 'qs', 'NO:SUCH', '={"symbol":', 'NASDAQ:AAPL')
    for (const name of ['NO:SUCH', '={"symbol":']) {
      const { p } = await client.next('qsd')
      assert.deepEqual(p[1], { n: name, s: 'error', v: {}, errmsg: 'no_such_symbol' })
    }
    assert.equal((await client.next('qsd')).p[1].s, 'ok')
  })

  it('stop updates of removed symbols and sessions', async () => {
    await using context = await connect()
    const { client } = context
    client.call('quote_create_session', 'qs')
    client.call('quote_create_session', 'other')
    client.call('quote_add_symbols', 'qs', 'BINANCE:BTCUSDT', 'BINANCE:ETHUSDT')
    client.call('quote_add_symbols', 'other', 'BINANCE:SOLUSDT')
    client.call('quote_remove_symbols', 'qs', 'BINANCE:BTCUSDT')
    client.call('quote_delete_session', 'other')
    for (let at = 0; at < 3; at++) await client.next('quote_completed')
    for (let at = 0; at < 5; at++) {
      assert.equal((await context.advancing(client.next('qsd'))).p[1].n, 'BINANCE:ETHUSDT')
    }
  })

  it('update fast symbols more often', async () => {
    await using context = await connect()
    const { client } = context
    client.call('quote_create_session', 'qs')
    client.call('quote_set_fields', 'qs', 'lp', 'volume')
    client.call('quote_add_symbols', 'qs', 'BINANCE:BTCUSDT', 'BINANCE:ETHUSDT')
    client.call('quote_fast_symbols', 'qs', 'BINANCE:BTCUSDT')
    for (let at = 0; at < 2; at++) await client.next('quote_completed')
    const seen: Record<string, number> = {}
    for (let at = 0; at < 24; at++) {
      const { n } = (await context.advancing(client.next('qsd'))).p[1]
      seen[n] = (seen[n] ?? 0) + 1
    }
    assert.ok((seen['BINANCE:BTCUSDT'] ?? 0) > 2 * (seen['BINANCE:ETHUSDT'] ?? 0), JSON.stringify(seen))
  })
})

describe('chart sessions', () => {
  async function chart(symbol: string, resolution: string, count: unknown, range?: string) {
    const context = await connect()
    context.client.call('chart_create_session', 'cs', '')
    context.client.call('resolve_symbol', 'cs', 'sym_1', symbol)
    context.client.call(
      'create_series',
      'cs',
      'sds_1',
      's1',
      'sym_1',
      resolution,
      count,
      ...(range === undefined ? [] : [range]),
    )
    return context
  }

  it('answer pipelined calls in the order of the real provider', async () => {
    await using context = await chart('NASDAQ:AAPL', '60', 100)
    assert.deepEqual(await context.client.namesUntil('series_completed'), [
      'series_loading',
      'symbol_resolved',
      'timescale_update',
      'series_completed',
    ])
  })

  it('resolve a symbol to its description', async () => {
    await using context = await chart('TSE:7203', '1D', 5)
    const { p, t } = await context.client.next('symbol_resolved')
    assert.equal(p[1], 'sym_1')
    assert.equal(t, Math.floor(context.market.clock.now() / 1000))
    const { pro_name, full_name, session, timezone, delay, pricescale } = p[2]
    assert.deepEqual(
      [pro_name, full_name, session, timezone, delay, pricescale],
      ['TSE:7203', 'TSE_DLY:7203', '0900-1130,1230-1530', 'Asia/Tokyo', 1200, 100],
    )
  })

  it('send bars that agree with the scanner', async () => {
    await using context = await chart('NASDAQ:AAPL', '1D', 30)
    const { p } = await context.client.next('timescale_update')
    const { s, t } = p[1].sds_1
    assert.deepEqual([s.length, t, s[0].i, s[29].i], [30, 's1', 0, 29])
    assert.deepEqual(
      p[2].changes,
      s.map(({ v }: { v: number[] }) => v[0]),
    )
    const { json } = await context.market.ask('scanner/america/scan', {
      body: { columns: ['open', 'high[1]', 'close[1]'], symbols: { tickers: ['NASDAQ:AAPL'] } },
    })
    const [open, highBefore, closeBefore] = json.data[0].d
    assert.deepEqual([s[29].v[1], s[28].v[2], s[28].v[4]], [open, highBefore, closeBefore])
    const done = await context.client.next('series_completed')
    assert.deepEqual(done.p, ['cs', 'sds_1', 'streaming', 's1', { rt_update_period: 0 }])
  })

  it('follow the clock: the last bar changes, then a new one begins', async () => {
    await using context = await chart('BINANCE:BTCUSDT', '1', 10)
    const { p } = await context.client.next('timescale_update')
    const last = p[1].sds_1.s.at(-1)
    await context.client.next('series_completed')
    const update = await context.advancing(context.client.next('du'))
    assert.equal(update.p[1].sds_1.s.at(-1).i, last.i)
    let newest = update.p[1].sds_1.s.at(-1)
    while (newest.i === last.i)
      newest = (await context.advancing(context.client.next('du'))).p[1].sds_1.s.at(-1)
    assert.deepEqual([newest.i, newest.v[0]], [last.i + 1, last.v[0] + 60])
  })

  it('send older bars on request, without gaps, until the history begins', async () => {
    await using context = await chart('NASDAQ:AAPL', '1D', 20)
    const first = (await context.client.next('timescale_update')).p[1].sds_1.s
    await context.client.next('series_completed')
    context.client.call('request_more_data', 'cs', 'sds_1', 30)
    const more = (await context.client.next('timescale_update')).p[1].sds_1.s
    assert.deepEqual([more.length, more.at(-1).i + 1], [30, first[0].i])
    const whole = await (async () => {
      await using other = await chart('NASDAQ:AAPL', '1D', 50)
      return (await other.client.next('timescale_update')).p[1].sds_1.s
    })()
    const values = (rows: { v: number[] }[]) => rows.map(({ v }) => v)
    assert.deepEqual(values([...more, ...first]), values(whole))
    await context.client.next('series_completed')
    for (;;) {
      context.client.call('request_more_data', 'cs', 'sds_1', 5_000)
      const { p } = await context.client.next('series_completed')
      if (p[4].data_completed === undefined) continue
      assert.equal(p[4].data_completed, 'end')
      break
    }
  })

  it('refuse more data while a series is loading', async () => {
    await using context = await chart('NASDAQ:AAPL', '1D', 20)
    context.client.call('request_more_data', 'cs', 'sds_1', 30)
    assert.equal((await context.client.next('critical_error')).p[1], 'invalid parameters')
  })

  it('load bars around a moment and over a span of time', async () => {
    const moment = Date.parse('2026-06-01T00:00:00Z') / 1000
    await using before = await chart('NASDAQ:AAPL', '1D', ['bar_count', moment, 5])
    const earlier = (await before.client.next('timescale_update')).p[1].sds_1.s
    assert.ok(earlier.length === 5 && earlier.every(({ v }: { v: number[] }) => (v[0] ?? 0) <= moment))
    await using after = await chart('NASDAQ:AAPL', '1D', ['bar_count', moment, -5])
    const later = (await after.client.next('timescale_update')).p[1].sds_1.s
    assert.ok(later.length === 5 && later.every(({ v }: { v: number[] }) => (v[0] ?? 0) >= moment))
    await using span = await chart('NASDAQ:AAPL', '1D', 300, `r,${moment}:${moment + 86_400 * 30}`)
    const within = (await span.client.next('timescale_update')).p[1].sds_1.s
    assert.ok(within.length > 18 && within.length < 24)
    assert.equal((await span.client.next('series_timeframe')).p[5], `r,${moment}:${moment + 86_400 * 30}`)
  })

  it('begin with the first trading day of the year for YTD', async () => {
    await using context = await chart('NASDAQ:AAPL', '1D', 300, 'YTD')
    const [first] = (await context.client.next('timescale_update')).p[1].sds_1.s
    const year = new Date(context.market.clock.now()).getUTCFullYear()
    assert.equal(new Date(first.v[0] * 1000).toISOString().slice(0, 10), `${year}-01-02`)
  })

  it('have the hours of the session that the client wants', async () => {
    for (const [session, hours] of [
      ['regular', '0930-1600'],
      ['extended', '0400-2000'],
    ] as const) {
      await using context = await chart(`={"symbol":"NASDAQ:AAPL","session":"${session}"}`, '15', 200)
      const [, , info] = (await context.client.next('symbol_resolved')).p
      assert.deepEqual([info.subsession_id, info.session], [session, hours])
      const ids = info.subsessions.map(({ id }: { id: string }) => id)
      assert.deepEqual(ids, ['regular', 'extended'])
      const { p } = await context.client.next('timescale_update')
      const minutes = p[1].sds_1.s.map(({ v }: { v: number[] }) => ((v[0] ?? 0) / 60) % 1440)
      // 09:30 in New York is 13:30 or 14:30 in UTC.
      const isEarly = minutes.some((minute: number) => minute >= 9 * 60 && minute < 13 * 60)
      assert.equal(isEarly, session === 'extended')
    }
  })

  it('replace the bars of a modified series', async () => {
    await using context = await chart('NASDAQ:AAPL', '1D', 20)
    await context.client.next('series_completed')
    context.client.call('resolve_symbol', 'cs', 'sym_2', '={"symbol":"NYSE:JPM"}')
    context.client.call('modify_series', 'cs', 'sds_1', 's2', 'sym_2', '60', '')
    assert.deepEqual((await context.client.next('series_loading')).p, ['cs', 'sds_1', 's2'])
    const cleared = await context.client.next('timescale_update')
    assert.deepEqual([cleared.p[1].sds_1.s, cleared.p[1].sds_1.t], [[], 's2'])
    assert.equal((await context.client.next('symbol_resolved')).p[2].name, 'JPM')
    const { p } = await context.client.next('timescale_update')
    assert.deepEqual([p[1].sds_1.s.length, p[1].sds_1.t], [20, 's2'])
    assert.equal((await context.client.next('series_completed')).p[3], 's2')
  })

  it('take the range of a modified series as the sixth parameter, or after the count as the seventh', async () => {
    await using context = await chart('NASDAQ:AAPL', '1D', 20)
    await context.client.next('series_completed')
    context.client.call('modify_series', 'cs', 'sds_1', 's2', 'sym_1', '1D', '12M')
    assert.equal((await context.client.next('series_timeframe')).p[5], '12M')
    context.client.call('modify_series', 'cs', 'sds_1', 's3', 'sym_1', '1D', 20, 'YTD')
    assert.equal((await context.client.next('series_timeframe')).p[5], 'YTD')
    context.client.call('modify_series', 'cs', 'sds_1', 's4', 'sym_1', '1D', 7, '')
    await context.client.next('series_loading')
    await context.client.next('timescale_update')
    assert.equal((await context.client.next('timescale_update')).p[1].sds_1.s.length, 7)
    context.client.call('modify_series', 'cs', 'sds_1', 's5', 'sym_1', '1D', 20, '', '')
    assert.match(JSON.stringify(await context.client.next('critical_error')), /invalid parameters/)
  })

  it('remove a series', async () => {
    await using context = await chart('NASDAQ:AAPL', '1D', 20)
    await context.client.next('series_completed')
    context.client.call('remove_series', 'cs', 'sds_1')
    assert.deepEqual((await context.client.next('timescale_update')).p[1].sds_1.s, [])
    assert.deepEqual((await context.client.next('series_deleted')).p, ['cs', 'sds_1', 's1'])
    context.client.call('remove_series', 'cs', 'sds_1')
    assert.equal((await context.client.next('critical_error')).p[1], 'no_point_or_series')
  })

  it('send nothing more for an unknown symbol', async () => {
    await using context = await chart('NO:SUCH', '60', 10)
    assert.deepEqual((await context.client.next('symbol_error')).p.slice(0, 3), [
      'cs',
      'sym_1',
      'invalid symbol',
    ])
    context.client.call('resolve_symbol', 'cs', 'sym_2', 'NASDAQ:AAPL')
    assert.deepEqual(await context.client.namesUntil('symbol_resolved'), ['symbol_resolved'])
  })

  it('complete without bars for a listing that was never traded', async () => {
    await using context = await chart('NYSE:EVTD', '60', 10)
    const names = await context.client.namesUntil('series_completed')
    assert.deepEqual(names, ['series_loading', 'symbol_resolved', 'series_completed'])
  })

  it('refuse paid resolutions and chart types, and invalid parameters', async () => {
    await using custom = await chart('NASDAQ:AAPL', '7', 10)
    assert.equal((await custom.client.next('series_error')).p[3], 'custom_resolution')
    await using renko = await chart(
      '={"symbol":{"symbol":"NASDAQ:AAPL"},"type":"BarSetRenko@tv-prostudies-40!"}',
      '60',
      10,
    )
    assert.equal(
      (await renko.client.next('series_error')).p[3],
      'study_not_auth:BarSetRenko@tv-prostudies-40',
    )
    for (const [resolution, count] of [
      ['XX', 10],
      ['60', 0],
      ['60', -5],
      ['60', 1.5],
      ['60', 'many'],
      ['60', ['bar_count', 'x', 1]],
      ['60', ['bar_count', unprintable, 1]],
    ] as const) {
      await using wrong = await chart('NASDAQ:AAPL', resolution, count)
      assert.equal(
        (await wrong.client.next('critical_error')).p[1],
        'invalid parameters',
        `${resolution} ${JSON.stringify(count)}`,
      )
    }
  })

  it('send bars again after a change of time zone, and refuse unknown zones', async () => {
    await using context = await chart('NASDAQ:AAPL', '1D', 20)
    await context.client.next('series_completed')
    context.client.call('switch_timezone', 'cs', 'Europe/Berlin')
    assert.equal((await context.client.next('timescale_update')).p[1].sds_1.s.length, 20)
    context.client.call('switch_timezone', 'cs', 'Mars/Olympus')
    assert.equal((await context.client.next('critical_error')).p[1], 'invalid timezone')
    context.client.call('set_locale', 'en', 'US')
    context.client.call('switch_timezone', 'cs', 'exchange')
    assert.equal((await context.client.next('series_completed')).p[1], 'sds_1')
  })

  it('omit the volume for listings without one', async () => {
    await using context = await chart('TVC:US10Y', '1D', 3)
    const { p } = await context.client.next('timescale_update')
    assert.equal(p[1].sds_1.s[0].v.length, 5)
  })

  it('end when their session is deleted', async () => {
    await using context = await chart('BINANCE:BTCUSDT', '1', 5)
    await context.client.next('series_completed')
    context.client.call('chart_delete_session', 'cs')
    context.client.call('chart_create_session', 'cs_2')
    context.client.call('resolve_symbol', 'cs', 'x', 'NASDAQ:AAPL')
    assert.equal((await context.client.next('critical_error')).p[1], 'invalid session')
  })
})

describe('studies', () => {
  async function chart(symbol = 'NASDAQ:AAPL', count = 50) {
    const context = await connect()
    const { client } = context
    client.call('chart_create_session', 'cs', '')
    client.call('resolve_symbol', 'cs', 'sym_1', symbol)
    client.call('create_series', 'cs', 'sds_1', 's1', 'sym_1', '1D', count)
    return context
  }

  const sma = ['MASimple@tv-basicstudies-251', { in_0: { v: 20, f: true, t: 'integer' } }] as const
  const rowsOf = ({ p }: Event, study = 'st1'): { i: number; v: number[] }[] => p[1][study].st

  it('load after their series, and name the request of the series and their own', async () => {
    await using context = await chart()
    const { client } = context
    client.call('create_study', 'cs', 'st1', 'st9', 'sds_1', ...sma)
    assert.deepEqual((await client.next('study_loading')).p, ['cs', 'st1', 's1_st9'])
    await client.next('series_completed')
    const { p, t } = await client.next('du')
    assert.deepEqual([p[1].st1.t, t], ['s1_st9', undefined])
    assert.deepEqual((await client.next('study_completed')).p, ['cs', 'st1', 's1_st9'])
  })

  it('have a value for each bar of the client, and for 100 bars before', async () => {
    await using context = await chart()
    const { client } = context
    const bars = (await client.next('timescale_update')).p[1].sds_1.s
    await client.next('series_completed')
    client.call('create_study', 'cs', 'st1', 'st1', 'sds_1', ...sma)
    const rows = rowsOf(await client.next('du'))
    assert.deepEqual([rows.length, rows[0]?.i, rows[99]?.i, rows[100]?.i], [150, -1_000_100, -1_000_001, 0])
    assert.deepEqual(
      rows.slice(100).map(({ i, v }) => [i, v[0]]),
      bars.map(({ i, v }: { i: number; v: number[] }) => [i, v[0]]),
    )
    const closes: number[] = bars.slice(-20).map(({ v }: { v: number[] }) => v[4])
    const mean = closes.reduce((sum, close) => sum + close, 0) / 20
    assert.ok(Math.abs((rows.at(-1)?.v[1] ?? 0) - mean) < 1e-6)
  })

  it('are those that published clients name, each with its plots', async () => {
    await using context = await chart()
    const { client } = context
    const bars = (await client.next('timescale_update')).p[1].sds_1.s
    const studies = {
      volume: ['Volume@tv-basicstudies-241', { length: 20, col_prev_close: 'false' }],
      ema: ['MAExp@tv-basicstudies-251', {}],
      rsi: ['RSI@tv-basicstudies-251', { in_0: 14, in_1: 'hl2' }],
      bands: ['BB@tv-basicstudies-251', {}],
      macd: ['MACD@tv-basicstudies-251', {}],
    } as const
    const last: Record<string, number[]> = {}
    for (const [name, [id, inputs]] of Object.entries(studies)) {
      client.call('create_study', 'cs', name, 'st1', 'sds_1', id, inputs)
      last[name] = rowsOf(await client.next('du'), name).at(-1)?.v ?? []
    }
    const [time, open, , , close, volume] = bars.at(-1).v
    assert.deepEqual(last.volume?.slice(0, 3), [time, volume, close < open ? 1 : 0])
    assert.equal(last.ema?.length, 2)
    const [, strength = -1] = last.rsi ?? []
    assert.ok(strength > 0 && strength < 100)
    const [, basis = 0, upper = 0, lower = 0] = last.bands ?? []
    assert.ok(lower < basis && basis < upper)
    assert.ok(Math.abs(upper + lower - 2 * basis) < 1e-6)
    const [, histogram = 0, macd = 0, signal = 0] = last.macd ?? []
    assert.ok(Math.abs(macd - signal - histogram) < 1e-9)
  })

  it('change with their bars, in the same event', async () => {
    await using context = await chart('BINANCE:BTCUSDT')
    const { client } = context
    client.call('create_study', 'cs', 'st1', 'st1', 'sds_1', 'Volume@tv-basicstudies-241', {})
    const before = rowsOf(await client.next('du')).at(-1)
    await client.next('study_completed')
    const { p } = await context.advancing(client.next('du'))
    const [bar, value] = [p[1].sds_1.s.at(-1), p[1].st1.st.at(-1)]
    assert.deepEqual([value.i, value.v[0], value.v[1]], [bar.i, bar.v[0], bar.v[5]])
    assert.deepEqual([p[1].st1.t, before?.i, before?.v[1] === value.v[1]], ['s1_st1', bar.i, false])
  })

  it('are refused for inputs that have no text, at once, with their series, and not at its updates', async () => {
    await using context = await chart('BINANCE:BTCUSDT')
    const { client } = context
    const wrong = { in_1: unprintable }
    client.call('create_study', 'cs', 'st1', 'st1', 'sds_1', 'RSI@tv-basicstudies-251', wrong)
    assert.deepEqual((await client.next('study_error')).p.slice(1, 3), ['st1', 's1_st1'])
    client.call('create_study', 'cs', 'st2', 'st2', 'sds_1', ...sma)
    await client.next('study_completed')
    client.call('modify_study', 'cs', 'st1', 'st3', wrong)
    assert.deepEqual((await client.next('study_error')).p.slice(1, 3), ['st1', 's1_st3'])
    const { p } = await context.advancing(client.next('du'))
    assert.deepEqual(Object.keys(p[1]), ['sds_1', 'st2'])
  })

  it('are computed again for another symbol, for older bars and with other inputs', async () => {
    await using context = await chart()
    const { client } = context
    client.call('create_study', 'cs', 'st1', 'st1', 'sds_1', ...sma)
    await client.next('study_completed')
    client.call('resolve_symbol', 'cs', 'sym_2', 'NYSE:JPM')
    client.call('modify_series', 'cs', 'sds_1', 's2', 'sym_2', '60', '')
    const names = await client.namesUntil('study_completed')
    assert.deepEqual(names, [
      'series_loading',
      'timescale_update',
      'study_loading',
      'symbol_resolved',
      'timescale_update',
      'series_completed',
      'du',
      'study_completed',
    ])
    client.call('request_more_data', 'cs', 'sds_1', 10)
    const rows = rowsOf(await client.next('du'))
    assert.deepEqual([rows.length, rows[100]?.i, rows.at(-1)?.i], [160, -10, 49])
    await client.next('study_completed')
    client.call('modify_study', 'cs', 'st1', 'st2', { in_0: 5 })
    const modified = await client.next('du')
    assert.equal(modified.p[1].st1.t, 's2_st2')
    assert.notDeepEqual(rowsOf(modified).at(-1), rows.at(-1))
    assert.deepEqual((await client.next('study_completed')).p, ['cs', 'st1', 's2_st2'])
  })

  it('are refused in the provider’s words if they are unknown, or if there are no bars', async () => {
    await using context = await chart()
    const { client } = context
    const refusalOf = async (...study: Params) => {
      client.call('create_study', 'cs', 'st1', 'st1', 'sds_1', ...study)
      const { p } = await client.next('study_error')
      client.call('remove_study', 'cs', 'st1')
      assert.deepEqual((await client.next('study_deleted')).p, ['cs', 'st1'])
      assert.deepEqual(p.slice(0, 3), ['cs', 'st1', 's1_st1'])
      return p[3]
    }
    const unexpected = 'check study unexpected error'
    assert.equal(await refusalOf('STD;DEMA', {}), unexpected)
    assert.equal(await refusalOf('constructor@tv-basicstudies-251', {}), unexpected)
    for (const length of [0, -1, 2.5, 1e9, 'x', null]) {
      assert.equal(await refusalOf('RSI@tv-basicstudies-251', { in_0: length }), unexpected)
    }
    for (const source of ['tea', 'constructor', 5, null, ['close'], unprintable, { v: unprintable }]) {
      assert.equal(await refusalOf('RSI@tv-basicstudies-251', { in_1: source }), unexpected)
      assert.equal(await refusalOf('BB@tv-basicstudies-251', { source }), unexpected)
    }
    for (const value of [unprintable, { v: unprintable }]) {
      assert.equal(await refusalOf('RSI@tv-basicstudies-251', { in_0: value }), unexpected)
      assert.equal(await refusalOf('BB@tv-basicstudies-251', { mult: value }), unexpected)
    }
    assert.match(await refusalOf('Script@tv-scripting-101!', { text: 'x' }), /maximum number of studies/)
    await using unknown = await chart('NO:SUCH')
    unknown.client.call('create_study', 'cs', 'st1', 'st1', 'sds_1', ...sma)
    assert.equal((await unknown.client.next('study_error')).p[3], unexpected)
  })

  it('are refused on a connection that is not for charts', async () => {
    await using market = await openTestMarket()
    await using client = await new Client(market, 'data.tradingview.com', '').open()
    client.call('chart_create_session', 'cs', '')
    client.call('resolve_symbol', 'cs', 'sym_1', 'NASDAQ:AAPL')
    client.call('create_series', 'cs', 'sds_1', 's1', 'sym_1', '1D', 10)
    client.call('create_study', 'cs', 'st1', 'st1', 'sds_1', ...sma)
    assert.equal((await client.next('study_error')).p[3], 'Study not allowed in this connection')
  })

  it('need a series, an id of their own and inputs, and are limited in number', async () => {
    await using context = await chart()
    const { client } = context
    const reasonOf = async (method: string, ...params: Params) => {
      client.call(method, 'cs', ...params)
      return (await client.next('critical_error')).p[1]
    }
    const [id] = sma
    assert.equal(await reasonOf('create_study', 'st1', 'st1', 'sds_2', id, {}), 'no_point_or_series')
    assert.equal(await reasonOf('create_study', 'sds_1', 'st1', 'sds_1', id, {}), 'invalid parameters')
    assert.equal(await reasonOf('create_study', 'st1', 'st1', 'sds_1', id), 'invalid parameters')
    assert.equal(await reasonOf('create_study', 'st1', 'st1', 'sds_1', id, []), 'invalid parameters')
    assert.equal(await reasonOf('create_study', 'st1', 1, 'sds_1', id, {}), 'invalid parameters')
    assert.equal(await reasonOf('modify_study', 'st1', 'st1', {}), 'no_point_or_series')
    assert.equal(await reasonOf('remove_study', 'st1'), 'no_point_or_series')
    for (let at = 1; at <= 21; at++) client.call('create_study', 'cs', `st${at}`, 'st1', 'sds_1', id, {})
    assert.deepEqual((await client.next('study_error')).p.slice(1, 3), ['st21', 's1_st1'])
    assert.equal(await reasonOf('create_study', 'st1', 'st1', 'sds_1', id, {}), 'invalid parameters')
  })

  it('send nothing more once they are removed, alone or with their series', async () => {
    await using context = await chart('BINANCE:BTCUSDT')
    const { client } = context
    for (const study of ['st1', 'st2']) {
      client.call('create_study', 'cs', study, 'st1', 'sds_1', ...sma)
      await client.next('study_completed')
    }
    client.call('remove_study', 'cs', 'st1')
    await client.next('study_deleted')
    const { p } = await context.advancing(client.next('du'))
    assert.deepEqual(Object.keys(p[1]), ['sds_1', 'st2'])
    client.call('remove_series', 'cs', 'sds_1')
    await client.next('series_deleted')
    client.call('remove_study', 'cs', 'st2')
    assert.equal((await client.next('critical_error')).p[1], 'no_point_or_series')
  })
})
