import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

let fixture: MarketFixture

before(async () => {
  fixture = await openMarketFixture()
})
after(() => fixture[Symbol.asyncDispose]())

const strategy = {
  symbol: 'NASDAQ:AAPL',
  legs: [{ type: 'call', side: 'buy', strike: 250, expiration: 20271217, quantity: 1 }],
}

/** A GET of a strategy whose members are in this order. */
function strategyChart(payload: unknown): string {
  return `/v1/options/strategy-chart?payload=${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
}

function withMembersReversed(value: object): object {
  return Object.fromEntries(Object.entries(value).toReversed())
}

/** Equivalent requests. */
const same: readonly (readonly [string, string])[] = [
  ['/v1/symbols/search?q=tesla&limit=3', '/v1/symbols/search?limit=3&q=tesla'],
  ['/v1/pine/builtins?q=average&limit=3', '/v1/pine/builtins?limit=3&q=average'],
  ['/v1/calendar/economic?limit=3&min_importance=0', '/v1/calendar/economic?min_importance=0&limit=3'],
  [
    '/v1/calendar/economic?from=2026-11-15&to=2026-11-16',
    '/v1/calendar/economic?from=2026-11-15T00:00:00Z&to=2026-11-16T23:59:59.999Z',
  ],
  [
    '/v1/calendar/economic/newsagency?from=2026-11-15&to=2026-11-16&countries=us,EU',
    '/v1/calendar/economic/newsagency?from=2026-11-15T01:00:00%2B01:00&to=2026-11-16&countries=eu,US,EU',
  ],
  ['/v1/symbols/AAPL/news?exchange=NASDAQ', '/v1/symbols/nasdaq:aapl/news'],
  ['/v1/news/flow?country=us,DE', '/v1/news/flow?country=DE,US,us'],
  ['/v1/news/flow?symbols=nasdaq:aapl,NASDAQ:MSFT', '/v1/news/flow?symbols=NASDAQ:MSFT,NASDAQ:AAPL'],
  [
    '/v1/events/earnings?symbols=nasdaq:aapl,NASDAQ:MSFT',
    '/v1/events/earnings?symbols=NASDAQ:AAPL,NASDAQ:MSFT,nasdaq:msft',
  ],
  ['/v1/events/earnings?markets=america,UK', '/v1/events/earnings?markets=uk,america,America'],
  ['/v1/events/dividends?markets=', '/v1/events/dividends'],
  [
    '/v1/screeners/america/search?exchange=nasdaq,NYSE',
    '/v1/screeners/america/search?exchange=NYSE,NASDAQ,nyse',
  ],
  [
    '/v1/screeners/america/search?index=sp:spx,NASDAQ:NDX',
    '/v1/screeners/america/search?index=nasdaq:ndx,SP:SPX',
  ],
  ['/v1/screeners/global/search?markets=UK,america', '/v1/screeners/global/search?markets=america,uk'],
  ['/v1/screeners/america/metadata?q=RSI', '/v1/screeners/america/metadata?q=rsi'],
  ['/v1/pine/builtins?q=Moving', '/v1/pine/builtins?q=moving'],
  ['/v1/news/headlines?provider=ledger.daily', '/v1/news/headlines?provider=ledger_daily'],
  [
    strategyChart(strategy),
    strategyChart(withMembersReversed({ ...strategy, legs: strategy.legs.map(withMembersReversed) })),
  ],
]

describe('equivalent requests', () => {
  for (const [first, second] of same) {
    it(`${first} and ${second} share a cache entry and an ETag`, async () => {
      const fetched = await fixture.get(first)
      assert.equal(fetched.status, 200, fetched.text)
      const kept = await fixture.get(second)
      assert.match(kept.headers.get('cache-status') ?? '', /hit/)
      assert.equal(kept.headers.get('etag'), fetched.headers.get('etag'))
      const again = await fixture.get(second, { 'if-none-match': fetched.headers.get('etag') ?? '' })
      assert.equal(again.status, 304)
    })
  }

  it('do not share an ETag with other views of the same response', async () => {
    const tags = await Promise.all(
      ['limit=3', 'limit=4', 'limit=3&offset=1'].map(async (rest) => {
        const { headers } = await fixture.get(`/v1/pine/builtins?${rest}`)
        return headers.get('etag')
      }),
    )
    assert.equal(new Set(tags).size, 3)
  })
})

const source = '//@version=5\nindicator("Fine title")\nplot(close)'
const scan = { columns: ['name'], range: [0, 3] }

const posted: readonly (readonly [path: string, body: unknown, parameter: string])[] = [
  ['/v1/pine/translate?version=v6', { source }, 'version'],
  ['/v1/pine/title?source=x', { source }, 'source'],
  ['/v1/screeners/america/search?limit=5', scan, 'limit'],
  ['/v1/screeners/global/search?nonsense=1', { ...scan, markets: ['uk'] }, 'nonsense'],
  ['/v1/events/earnings?from=2026-11-15', { ...scan, markets: ['america'] }, 'from'],
  ['/v1/events/dividends?limit=5', { ...scan, markets: ['america'] }, 'limit'],
  ['/v1/options/NASDAQ:AAPL/chain?limit=5', { columns: ['strike'] }, 'limit'],
  ['/v1/options/strategy-chart?payload=e30', strategy, 'payload'],
]

it('have one ETag, however the format is negotiated', async () => {
  const path = '/v1/symbols/search?q=tesla&limit=5'
  const tags = await Promise.all(
    ['*/*', 'application/json', 'application/json;q=0.9, text/csv;q=0.1'].map(async (accept) => {
      const { headers } = await fixture.get(path, { accept })
      return headers.get('etag')
    }),
  )
  assert.equal(new Set(tags).size, 1)
  const { headers } = await fixture.get(path, { accept: 'text/csv' })
  assert.notEqual(headers.get('etag'), tags[0])
})

describe('columns of events', () => {
  it('have one name in rows, by either name in the request', async () => {
    const { json } = await fixture.get('/v1/events/earnings?fields=currency,sector&limit=1')
    const { columns } = json.meta
    assert.deepEqual(columns, [...new Set(columns)])
    assert.ok(columns.includes('currency') && columns.includes('sector'))
    assert.equal(typeof json.data[0]?.currency, 'string')
  })

  it('can be sorted by either name', async () => {
    const tags = await Promise.all(
      ['market_cap', 'market_cap_basic'].map(async (sort) => {
        const { status, headers, text } = await fixture.get(`/v1/events/earnings?sort=${sort}&order=desc`)
        assert.equal(status, 200, text)
        return headers.get('etag')
      }),
    )
    assert.equal(tags[0], tags[1])
  })

  it('that would be ambiguous are rejected in a body, with the right name', async () => {
    const { status, json } = await fixture.post('/v1/events/earnings', {
      ...scan,
      columns: ['name', 'currency'],
    })
    assert.deepEqual([status, json.error?.code], [400, 'invalid_request'])
    const { parameter, expected } = json.error.details
    assert.deepEqual([parameter, expected], ['columns', 'fundamental_currency_code'])
  })
})

describe('a POST', () => {
  for (const [path, body, parameter] of posted) {
    it(`to ${path} is 400: ${parameter} would be ignored`, async () => {
      const { status, json } = await fixture.post(path, body)
      assert.deepEqual([status, json.error?.code], [400, 'invalid_request'])
      assert.equal(json.error.details.parameter, parameter)
    })
  }

  it('scans only the market of its path', async () => {
    const path = '/v1/screeners/america/search'
    assert.equal((await fixture.post(path, { ...scan, markets: ['america'] })).status, 200)
    const { status, json } = await fixture.post(path, { ...scan, markets: ['america', 'uk'] })
    assert.deepEqual([status, json.error?.details.parameter], [400, 'markets'])
    assert.match(json.error.details.expected, /\/v1\/screeners\/uk\/search/)
  })

  it('does not scan all markets with a tree without an expression', async () => {
    const path = '/v1/screeners/global/search'
    const or = { operation: { operator: 'or', operands: [] } }
    for (const operands of [[], [or]]) {
      const { status, json } = await fixture.post(path, { ...scan, filter2: { operator: 'and', operands } })
      assert.deepEqual([status, json.error?.details.parameter], [400, 'markets'])
    }
    const expression = { left: 'name', operation: 'equal', right: 'AAPL' }
    const filter2 = { operator: 'and', operands: [{ expression }] }
    assert.equal((await fixture.post(path, { ...scan, filter2 })).status, 200)
  })
})

interface Row {
  readonly symbol: string
  readonly close: number
  readonly exchange: string
}

async function rowsOf(filter: string): Promise<Row[]> {
  const query = new URLSearchParams({ filter, columns: 'close,exchange', limit: '1000', sort: 'close' })
  const { status, json, text } = await fixture.get(`/v1/screeners/america/search?${query}`)
  assert.equal(status, 200, text)
  return json.data
}

describe('one of several numbers', () => {
  it('matches exactly these numbers', async () => {
    const all = await rowsOf('close>0')
    const closes = [...new Set(all.map(({ close }) => close))]
    const three = [closes[2], closes[10], closes[20]].map(Number)
    const listed = three.join('|')
    for (const filter of [`close=${listed}`, `close:in:${listed}`]) {
      const found = await rowsOf(filter)
      assert.deepEqual(new Set(found.map(({ close }) => close)), new Set(three))
    }
    const two = three.slice(0, 2)
    const found = await rowsOf(`close=${two.join('|')}`)
    assert.deepEqual(new Set(found.map(({ close }) => close)), new Set(two))
    const range = await rowsOf(`close=${two[1]}..${two[0]}`)
    assert.ok(range.some(({ close }) => !two.includes(close)))
  })

  it('combines with other filters, and can be negated', async () => {
    const all = await rowsOf('close>0')
    const { close, exchange } = all[5] ?? assert.fail('rows')
    const found = await rowsOf(`close=${close}|-1,exchange=${exchange}`)
    assert.ok(found.length > 0)
    assert.ok(found.every((row) => row.close === close && row.exchange === exchange))
    const rest = await rowsOf(`close!=${close}|-1`)
    assert.ok(rest.length > 0 && rest.every((row) => row.close !== close))
  })
})

const hints: readonly (readonly [path: string, parameter: string, expected: RegExp | undefined])[] = [
  ['/v1/events/earnings?symbols=AAPL', 'symbols', /^EXCHANGE:TICKER/],
  ['/v1/news/headlines?symbol=AAPL', 'symbol', /^EXCHANGE:TICKER/],
  ['/v1/news/flow?symbols=AAPL', 'symbols', /^EXCHANGE:TICKER/],
  ['/v1/raw/OptionsCharting.GetInTimeIV?symbol=AAPL', 'symbol', /^EXCHANGE:TICKER/],
  ['/v1/screeners/america/search?symbols=AAPL&exchange=NASDAQ', 'symbols', /^EXCHANGE:TICKER/],
  ['/v1/screeners/america/search?index=SPX', 'index', /^EXCHANGE:TICKER/],
  ['/v1/symbols/AAPL/news', 'exchange', /exchange=NASDAQ/],
  ['/v1/events/earnings?markets=global', 'markets', /names of markets/],
  ['/v1/screeners/america/search?filter=close>@nope', 'filter', undefined],
  ['/v1/screeners/america/search?filter=close=a|b', 'filter', undefined],
  ['/v1/screeners/america/search?exchange=\u017ftk', 'exchange', /NASDAQ/],
  ['/v1/news/headlines?symbol=NASDAQ:\u017ftk', 'symbol', /^EXCHANGE:TICKER/],
  ['/v1/news/flow?version=v1&country=us', 'country', /version=v2/],
  ['/v1/news/flow?provider=nobody', 'provider', undefined],
  ['/v1/news/flow?sector=Nowhere', 'sector', undefined],
  ['/v1/news/flow?lang=xx', 'lang', undefined],
  ['/v1/news/flow?cursor=AAAA', 'cursor', undefined],
  ['/v1/news/flow?corp_activity=nothing', 'corp_activity', undefined],
  ['/v1/news/flow?economic_category=nothing', 'economic_category', undefined],
]

describe('an error', () => {
  for (const [path, parameter, expected] of hints) {
    it(`of ${path} names ${parameter} and a valid form`, async () => {
      const { status, json } = await fixture.get(encodeURI(path))
      assert.deepEqual([status, json.error?.details?.parameter], [400, parameter], JSON.stringify(json))
      if (expected) assert.match(json.error.details.expected, expected)
      assert.doesNotMatch(json.error.message, /Did you mean "global"|market_country/)
    })
  }
})

describe('a calendar', () => {
  it('with only a past end starts before that end', async () => {
    for (const path of ['/v1/calendar/economic', '/v1/events/earnings', '/v1/events/dividends']) {
      assert.equal((await fixture.get(`${path}?to=2024-05-13`)).status, 200)
    }
  })
})
