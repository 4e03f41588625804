/** Runs published clients of the provider as they are; every TLS connection of the process goes to a port of this machine instead. */

import { createRequire, syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'

const [port = '', name = ''] = process.argv.slice(2)
const require = createRequire(import.meta.url)

tls.connect = (() => {
  const socket = net.connect(Number(port), '127.0.0.1')
  // Some clients wait for the handshake.
  socket.once('connect', () => socket.emit('secureConnect'))
  return socket
}) as never
syncBuiltinESMExports()

// biome-ignore lint/suspicious/noExplicitAny: packages without types, or with wrong ones
type Untyped = any

const clients: Readonly<Record<string, () => Promise<unknown>>> = {
  async '@ch99q/twc'() {
    const { createSession, createChart, createSeries, createQuote }: Untyped = await import('@ch99q/twc')
    const { bollingerBandsStudy, macdStudy, rsiStudy, smaStudy, cmfStudy }: Untyped = await import(
      '@ch99q/twc/studies'
    )
    const session = await createSession()
    const chart = await createChart(session)
    const symbol = await chart.resolve('AAPL', 'NASDAQ')
    const series = await createSeries(session, chart, symbol, '1D', 50)
    const { reports } = await createQuote(session, 'AAPL', 'NASDAQ')
    const bars = series.history.length
    const studies = []
    for (const study of [smaStudy, rsiStudy, bollingerBandsStudy, macdStudy]) {
      const { history, close } = await study(session, chart, series)
      studies.push({ points: history.length, values: history.at(-1).length })
      await close()
    }
    await series.modify({ timeframe: '60', count: 20 })
    const modified = series.history.length
    const refusal = await cmfStudy(session, chart, series).catch((error: unknown) => error)
    await series.close()
    await session.close()
    return {
      bars,
      modified,
      studies,
      refusal: String(refusal),
      reports: reports.length,
      years: reports.filter(({ type }: Untyped) => type === 'annual').length,
    }
  },

  async '@mathieuc/tradingview'() {
    const { Client, searchMarketV3 }: Untyped = require('@mathieuc/tradingview')
    const [{ id: found }] = await searchMarketV3('NASDAQ:AAPL')
    const client = new Client()
    const chart = new client.Session.Chart()
    const completed = () => new Promise<void>((resolve) => chart.onUpdate(() => resolve()))
    const now = Math.floor(Date.now() / 1000)
    const replay = now - (now % 60) - 40 * 60
    chart.setMarket('BINANCE:BTCUSDT', { timeframe: '1', replay, range: 20 })
    await completed()
    const first = chart.periods.length
    const isPast = chart.periods[0].time < replay
    await chart.replayStep(3)
    const stepped = chart.periods.length - first
    const ended = new Promise<void>((resolve) => chart.onReplayEnd(() => resolve()))
    await chart.replayStep(100)
    await ended
    const last = chart.periods.length - first - stepped
    await client.end()
    return { found, first, isPast, stepped, hasEnded: true, last }
  },

  async 'tradingview-ws'() {
    const { connect, getCandles }: Untyped = require('tradingview-ws')
    const connection = await connect()
    const symbols = ['NASDAQ:AAPL', 'BINANCE:BTCUSDT', 'X:NONE']
    const candles: Untyped[][] = await getCandles({ connection, symbols, amount: 120, timeframe: 60 })
    await connection.close()
    return { bars: candles.map(({ length }) => length), price: candles[0]?.at(-1)?.close }
  },

  'tradingview-scraper': () => readTicker(require('tradingview-scraper')),
  'tradingview-data': () => readTicker(require('tradingview-data')),

  async 'tradingview-api-adapter'() {
    const { tv }: Untyped = await import('tradingview-api-adapter')
    const client = tv()
    const symbol = client.symbol('NASDAQ:AAPL')
    const price = await symbol.price()
    const { length: bars } = await symbol.candles({ timeframe: '1h', count: 100 })
    const { description } = await symbol.info()
    const prices = await client.symbols(['BINANCE:BTCUSDT', 'NASDAQ:MSFT']).prices()
    await client.disconnect()
    return { price, bars, description, prices: Object.keys(prices) }
  },

  async 'tradingview-technical-analysis'() {
    const analyze: Untyped = require('tradingview-technical-analysis')
    const found = await analyze(['BINANCE:BTCUSDT'], ['1h', '1d'])
    return { signals: Object.values(found['BINANCE:BTCUSDT'].signals) }
  },
}

async function readTicker({ TradingViewAPI }: Untyped): Promise<unknown> {
  const api = new TradingViewAPI()
  await api.setup()
  const ticker = await api.getTicker('NASDAQ:AAPL')
  const { lp, description } = await ticker.fetch()
  await api.cleanup()
  return { price: lp, description }
}

const result = await clients[name]?.()
process.stdout.write(`result ${JSON.stringify(result)}\n`)
process.exit()
