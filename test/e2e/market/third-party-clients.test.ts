import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { StockField, StockScreener } from 'tradingview-screener'
import { Agent, cacheStores, interceptors, request } from 'undici'
import { FakeClock } from '../../support/fake-clock.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

/** The parts we use of a package without types. */
interface Policy {
  storable(): boolean
  age(): number
  timeToLive(): number
  satisfiesWithoutRevalidation(request: object): boolean
  revalidationHeaders(request: object): Record<string, string>
}

const require = createRequire(import.meta.url)
const CachePolicy = require('http-cache-semantics') as new (
  request: object,
  response: object,
  options: { shared: boolean },
) => Policy

let fixture: MarketFixture

before(async () => {
  fixture = await openMarketFixture()
})
after(() => fixture[Symbol.asyncDispose]())

describe('tradingview-screener, with another url', () => {
  /** The only change a user of the package makes. */
  class OurScreener extends StockScreener {
    protected override url = `${fixture.origin}/v1/raw/scanner.scan?market=america`
  }

  it('gets its results', async () => {
    const { data, totalCount } = await new OurScreener()
      .select(StockField.NAME, StockField.PRICE, StockField.VOLUME)
      .where(StockField.PRICE.gt(100))
      .sortBy(StockField.PRICE, false)
      .setRange(0, 20)
      .get()
    assert.equal(data.length, 20)
    assert.ok(totalCount >= 20)
    const prices = data.map((row) => Number(row.close))
    assert.ok(prices.every((price) => price > 100))
    assert.deepEqual(
      prices,
      prices.toSorted((a, b) => b - a),
    )
  })

  it('gets the provider’s error message', async () => {
    class WrongMarket extends StockScreener {
      protected override url = `${fixture.origin}/v1/raw/scanner.scan?market=atlantis`
    }
    await assert.rejects(new WrongMarket().get(), { code: 404 })
  })
})

describe('@mathieuc/tradingview on the sandbox’s socket', () => {
  it('gets a quote, bars and a study', { timeout: 600_000 }, async () => {
    const { client, BuiltInIndicator } = openSocketClient(fixture.sandbox.origin)
    try {
      const quote = new client.Session.Quote()
      const market = new quote.Market('NASDAQ:AAPL')
      const price = await new Promise<number>((resolve, reject) => {
        market.onData((data) => {
          if (typeof data.lp === 'number') resolve(data.lp)
        })
        market.onError((...reasons) => reject(new Error(reasons.join(' '))))
      })
      assert.ok(price > 0)

      const chart = new client.Session.Chart()
      chart.setMarket('NASDAQ:AAPL', { timeframe: '60', range: 50 })
      await new Promise<void>((resolve, reject) => {
        chart.onUpdate(() => resolve())
        chart.onError((...reasons) => reject(new Error(reasons.join(' '))))
      })
      assert.equal(chart.periods.length, 50)
      assert.equal(chart.infos.full_name, 'NASDAQ:AAPL')
      for (const { open, close, max, min } of chart.periods) {
        assert.ok(min <= open && open <= max && min <= close && close <= max)
      }

      const indicator = new BuiltInIndicator('Volume@tv-basicstudies-241')
      const study = new chart.Study(indicator)
      const completed = () => new Promise<void>((resolve) => study.onReady(resolve))
      await completed()
      const newest = study.periods[0]
      assert.deepEqual([newest?.$time, newest?.plot_0], [chart.periods[0]?.time, chart.periods[0]?.volume])
      indicator.setOption('length', 5)
      study.setIndicator(indicator)
      await completed()
      assert.notEqual(study.periods[0]?.plot_2, newest?.plot_2)
      study.remove()

      const refused = new chart.Study(new BuiltInIndicator('STD;DEMA'))
      const reason = await new Promise((resolve) => refused.onError(resolve))
      assert.equal(reason, 'check study unexpected error')
    } finally {
      await client.end()
    }
  })
})

interface SocketClient {
  readonly Session: {
    readonly Quote: new () => { readonly Market: new (symbol: string) => SocketMarket }
    readonly Chart: new () => SocketChart
  }
  end(): Promise<void>
}

interface SocketMarket {
  onData(listener: (data: { lp?: number }) => void): void
  onError(listener: (...reasons: unknown[]) => void): void
}

interface SocketChart {
  readonly periods: readonly {
    time: number
    open: number
    close: number
    max: number
    min: number
    volume: number
  }[]
  readonly Study: new (indicator: Indicator) => SocketStudy
  readonly infos: { full_name: string }
  setMarket(symbol: string, options: object): void
  onUpdate(listener: () => void): void
  onError(listener: (...reasons: unknown[]) => void): void
}

interface Indicator {
  setOption(name: string, value: unknown): void
}

interface SocketStudy {
  readonly periods: readonly { $time: number; plot_0: number; plot_2: number }[]
  onReady(listener: () => void): void
  onError(listener: (...reasons: unknown[]) => void): void
  setIndicator(indicator: Indicator): void
  remove(): void
}

interface SocketPackage {
  readonly Client: new () => SocketClient
  readonly BuiltInIndicator: new (type: string) => Indicator
}

/** The package has a fixed address; its socket is redirected to this machine, with the original host. */
function openSocketClient(
  origin: string,
): Pick<SocketPackage, 'BuiltInIndicator'> & { client: SocketClient } {
  const own = createRequire(require.resolve('@mathieuc/tradingview'))
  const Socket = own('ws') as new (address: string, options: object) => object
  const path = own.resolve('ws')
  class LedSocket extends Socket {
    static readonly OPEN = 1
    constructor(address: string, options: { headers?: object }) {
      const { host, pathname, search } = new URL(address)
      super(`${origin.replace('http', 'ws')}${pathname}${search}`, {
        ...options,
        headers: { ...options.headers, host },
      })
    }
  }
  const cached = own.cache[path]
  if (!cached) throw new Error('the package has no socket of its own')
  cached.exports = LedSocket
  const { Client, BuiltInIndicator } = require('@mathieuc/tradingview') as SocketPackage
  return { client: new Client(), BuiltInIndicator }
}

const path = '/v1/screeners/america/search?columns=name&limit=1'

describe('a standard HTTP cache in front of the server', () => {
  it('http-cache-semantics: reuses a response while it is fresh, then revalidates it', async () => {
    const clock = new FakeClock()
    await using own = await openMarketFixture({ clock })
    await own.get(path)
    clock.advance(100_000)
    const { headers } = await own.get(path)
    const request = { url: path, method: 'GET', headers: { host: 'x' } }
    const policy = new CachePolicy(
      request,
      { status: 200, headers: Object.fromEntries(headers) },
      { shared: true },
    )
    assert.ok(policy.storable())
    assert.equal(Math.round(policy.age()), 100)
    assert.equal(Math.round(policy.timeToLive() / 1000), 200 + 3600)
    assert.ok(policy.satisfiesWithoutRevalidation(request))
    const again = policy.revalidationHeaders(request)
    assert.equal(again['if-none-match'], headers.get('etag'))
    const { status } = await own.get(path, { 'if-none-match': String(again['if-none-match']) })
    assert.equal(status, 304)
  })

  it('http-cache-semantics: does not share the response to a request with a key', async () => {
    const { headers } = await fixture.get('/v1/alerts/status', { authorization: 'Bearer x' })
    const request = { url: '/', method: 'GET', headers: { authorization: 'Bearer x' } }
    const policy = new CachePolicy(
      request,
      { status: 200, headers: Object.fromEntries(headers) },
      { shared: true },
    )
    assert.equal(policy.storable(), false)
  })

  it('undici’s cache: requests once, and again after an error', async () => {
    const store = new cacheStores.MemoryCacheStore()
    await using dispatcher = new ClosingAgent(new Agent().compose(interceptors.cache({ store })))
    const send = async (target: string) => {
      const { statusCode, headers, body } = await request(fixture.origin + target, {
        dispatcher: dispatcher.agent,
      })
      const { meta } = (await body.json()) as { meta: { request_id: string } }
      return { statusCode, headers, id: meta.request_id }
    }
    const first = await send(path)
    const second = await send(path)
    assert.equal(second.id, first.id)
    const failed = await send('/v1/screeners/atlantis/search')
    const failedAgain = await send('/v1/screeners/atlantis/search')
    assert.deepEqual([failed.statusCode, failedAgain.statusCode], [404, 404])
    assert.notEqual(failedAgain.id, failed.id)
  })
})

class ClosingAgent implements AsyncDisposable {
  readonly agent: ReturnType<Agent['compose']>

  constructor(agent: ReturnType<Agent['compose']>) {
    this.agent = agent
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.agent.close()
  }
}
