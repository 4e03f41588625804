import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { catalogueContracts, getContract } from '../../../src/services/market/gateway/contracts.ts'
import { type ProductName, products } from '../../../src/services/market/products/index.ts'
import { getNewsStory } from '../../../src/services/market/products/news/news-story.ts'
import type { Product } from '../../../src/services/market/products/product.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'
import { assertCached } from '../../support/server/until-cached.ts'

let fixture: MarketFixture

before(async () => {
  fixture = await openMarketFixture()
})
after(() => fixture[Symbol.asyncDispose]())

const strategy = {
  symbol: 'NASDAQ:AAPL',
  legs: [{ type: 'call', side: 'buy', strike: 250, expiration: 20271217, quantity: 1 }],
}
const source = '//@version=5\nindicator("Fine title")\nplot(close)'

/** A request of each product with a non-empty result. The id of a story depends on the day. */
const requestPaths: Readonly<Record<Exclude<ProductName, 'getNewsStory'>, string>> = {
  searchSymbols: '/v1/symbols/search?q=apple&limit=5',
  getHeadlines: '/v1/news/headlines?category=stock&limit=5',
  getLatestHeadlines: '/v1/news/latest?limit=5',
  getNewsFlow: '/v1/news/flow?symbols=NASDAQ:AAPL&limit=5',
  getSymbolNews: '/v1/symbols/NASDAQ:AAPL/news?limit=5',
  getEconomicCalendar: '/v1/calendar/economic?countries=US,eu&min_importance=0&limit=5',
  getNewsAgencyCalendar: '/v1/calendar/economic/newsagency?currencies=usd&limit=5',
  getEarnings: '/v1/events/earnings?limit=5&fields=sector',
  getDividends: '/v1/events/dividends?limit=5',
  getScreenerMetadata: '/v1/screeners/america/metadata?q=rsi',
  searchScreener:
    '/v1/screeners/america/search?filter=close>100,market_cap_basic>=1e9&columns=name,close,update_mode&sort=close&limit=5',
  searchGlobalScreener: '/v1/screeners/global/search?symbols=NASDAQ:AAPL,BINANCE:BTCUSDT&columns=name,close',
  getOptionChain: '/v1/options/NASDAQ:AAPL/chain?type=call&limit=5',
  getImpliedVolatility: '/v1/options/aapl/implied-volatility?exchange=nasdaq',
  getUnderlyingAggregates: '/v1/options/NASDAQ:AAPL/underlying-aggregates',
  getStrategyChart: `/v1/options/strategy-chart?payload=${Buffer.from(JSON.stringify(strategy)).toString('base64url')}`,
  listIdeas: '/v1/ideas?symbol=NASDAQ:AAPL&per_page=5',
  listScripts: '/v1/scripts?per_page=5&sort=recent',
  listPineBuiltins: '/v1/pine/builtins?q=average',
  parsePineTitle: `/v1/pine/title?source=${encodeURIComponent(source)}`,
  translatePine: `/v1/pine/translate?version=v6&source=${encodeURIComponent(source)}`,
  getAlertsStatus: '/v1/alerts/status',
}

const bodies: Partial<Record<ProductName, readonly [path: string, body: unknown]>> = {
  getEarnings: ['/v1/events/earnings', { markets: ['america'], range: [0, 3] }],
  getDividends: ['/v1/events/dividends', { markets: ['america'], range: [0, 3] }],
  searchScreener: ['/v1/screeners/america/search', { columns: ['name', 'close'], range: [0, 3] }],
  searchGlobalScreener: [
    '/v1/screeners/global/search',
    { columns: ['name'], markets: ['uk'], range: [0, 3] },
  ],
  getOptionChain: ['/v1/options/AAPL/chain?exchange=NASDAQ', { columns: ['strike'], range: [0, 3] }],
  getStrategyChart: ['/v1/options/strategy-chart', strategy],
  parsePineTitle: ['/v1/pine/title', { source }],
  translatePine: ['/v1/pine/translate', { source, version: 'v5' }],
}

async function requestPath(name: ProductName): Promise<string> {
  if (name !== 'getNewsStory') return requestPaths[name]
  const { json } = await fixture.get('/v1/news/headlines?provider=ledger-daily&limit=1')
  return `/v1/news/stories/${encodeURIComponent(json.data[0].id)}`
}

function checkAnswer({ response }: Product, json: { data: unknown }): void {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const check = ajv.compile('rows' in response ? response.rows : response.data)
  const rows = 'rows' in response ? (json.data as unknown[]) : [json.data]
  assert.ok(rows.length > 0, 'rows')
  for (const row of rows)
    assert.ok(check(row), `${JSON.stringify(check.errors?.[0])} in ${JSON.stringify(row)}`)
}

describe('GET /v1/news/stories/{id}', () => {
  const story = async (provider: string) => {
    const { json } = await fixture.get(`/v1/news/headlines?provider=${provider}&limit=1`)
    const item = json.data[0]
    return { item, answer: await fixture.get(`/v1/news/stories/${encodeURIComponent(item.id)}`) }
  }

  it('returns the item of the lists with its text', async () => {
    const { item, answer } = await story('ledger-daily')
    assert.equal(answer.status, 200, answer.text)
    checkAnswer(getNewsStory, answer.json)
    const { text, summary, ...rest } = answer.json.data
    assert.deepEqual({ ...rest, summary: null }, item)
    assert.equal(text, `${summary}\n\nListed as ${item.symbols[0]}.`)
    assert.equal(answer.json.meta.source_contract, 'news.story')
  })

  it('has no text where the publisher shows headlines alone', async () => {
    const { answer } = await story('northgate')
    assert.deepEqual([answer.json.data.permission, answer.json.data.text], ['headline', null])
    checkAnswer(getNewsStory, answer.json)
  })

  it('is 404 for an id that the provider does not know, 400 for one that cannot be', async () => {
    const unknown = await fixture.get('/v1/news/stories/nobody:0123456789abc:0')
    assert.deepEqual([unknown.status, unknown.json.error.details], [404, { parameter: 'id' }])
    for (const id of ['two%20words', 'x'.repeat(201), '%E2%82%AC']) {
      assert.equal((await fixture.get(`/v1/news/stories/${id}`)).status, 400, id)
    }
  })
})

for (const product of products) {
  const { name, path, methods, contract } = product
  const { max_age_seconds: fresh, stale_while_revalidate_seconds: stale } = getContract(contract).freshness

  describe(`GET ${path}`, () => {
    it('returns rows that match its schema, with age and cache bounds', async () => {
      const answer = await fixture.get(await requestPath(name))
      assert.equal(answer.status, 200, answer.text)
      checkAnswer(product, answer.json)
      assert.equal(
        answer.headers.get('cache-control'),
        `public, max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`,
      )
      assert.match(answer.headers.get('cache-status') ?? '', /^broadsheet; /)
      assert.match(answer.headers.get('age') ?? '', /^\d+$/)
      assert.equal(answer.json.meta.source_contract, contract)
    })

    it('returns 304 for a matching ETag, fresh and cached', async () => {
      const { headers } = await fixture.get(await requestPath(name))
      const etag = headers.get('etag') ?? ''
      assert.match(etag, /^W\//)
      for (let times = 0; times < 3; times++) {
        const again = await fixture.get(await requestPath(name), { 'if-none-match': etag })
        assert.equal(again.status, 304)
        assert.equal(again.text, '')
        assert.equal(again.headers.get('etag'), etag)
        assert.ok(again.headers.get('age'))
        if (times === 2) assertCached(again)
        await fixture.get(await requestPath(name))
      }
    })
  })

  if (!methods.includes('POST')) continue
  describe(`POST ${path}`, () => {
    it('takes a body instead of parameters', async () => {
      const [target, body] = bodies[name] ?? ['', {}]
      const answer = await fixture.post(target, body)
      assert.equal(answer.status, 200, answer.text)
      checkAnswer(product, answer.json)
    })
  })
}

describe('product rows', () => {
  it('form consecutive pages', async () => {
    const base = '/v1/screeners/america/search?columns=name,close&sort=market_cap_basic'
    const whole = await fixture.get(`${base}&limit=20`)
    const first = await fixture.get(`${base}&limit=10`)
    const second = await fixture.get(`${base}&limit=10&offset=${first.json.meta.page.next_offset}`)
    assert.deepEqual([...first.json.data, ...second.json.data], whole.json.data)
    assert.equal(first.json.meta.page.total, whole.json.meta.page.total)
  })

  it('report their delay', async () => {
    for (const path of ['screeners/futures/search', 'screeners/bond/search', 'options/NASDAQ:AAPL/chain']) {
      const { delay } = (await fixture.get(`/v1/${path}?limit=5`)).json.meta
      assert.ok(delay?.update_modes.length > 0, path)
      assert.ok(delay.delay_seconds_max > 0, path)
    }
    const { delay } = (await fixture.get('/v1/screeners/crypto/search?limit=5')).json.meta
    assert.deepEqual(delay, { update_modes: ['streaming'], delay_seconds_max: 0 })
  })

  it('have a total only if the provider reports it', async () => {
    const search = '/v1/symbols/search?exchange=NYSE'
    const { total } = (await fixture.get(`${search}&limit=1`)).json.meta.page
    assert.equal((await fixture.get(`${search}&limit=1&offset=${total - 1}`)).json.meta.page.total, total)
    assert.equal((await fixture.get(`${search}&offset=9999`)).json.meta.page.total, null)
    assert.ok((await fixture.get('/v1/scripts')).json.meta.page.total > 0)
    assert.equal((await fixture.get('/v1/scripts?kind=strategy')).json.meta.page.total, null)
  })

  it('come as CSV with the requested columns', async () => {
    const path = '/v1/screeners/america/search?columns=name,close&limit=2'
    const { text, headers } = await fixture.get(path, { accept: 'text/csv' })
    assert.match(headers.get('content-type') ?? '', /^text\/csv/)
    assert.equal(text.split('\r\n')[0], 'symbol,name,close')
    assert.equal(text.trim().split('\r\n').length, 3)
  })

  it('match the filters', async () => {
    const { json } = await fixture.get(
      '/v1/screeners/america/search?filter=close>50,close<=200,type=stock|dr&columns=close,type&limit=100&sort=close&order=asc',
    )
    assert.ok(json.data.length > 0)
    const closes: number[] = json.data.map((row: { close: number }) => row.close)
    assert.ok(closes.every((close) => close > 50 && close <= 200))
    assert.deepEqual(
      closes,
      closes.toSorted((a, b) => a - b),
    )
    assert.ok(json.data.every((row: { type: string }) => row.type === 'stock' || row.type === 'dr'))
  })

  it('of a chain match expiration, strikes and type', async () => {
    const all = await fixture.get('/v1/options/NASDAQ:AAPL/chain?limit=1')
    const { expiration, strike } = all.json.data[0]
    const { json } = await fixture.get(
      `/v1/options/NASDAQ:AAPL/chain?expiration=${expiration}&strike_min=${strike}&strike_max=${strike + 50}&type=put`,
    )
    assert.ok(json.data.length > 0)
    for (const row of json.data) {
      assert.equal(row.expiration, expiration)
      assert.equal(row.type, 'put')
      assert.ok(row.strike >= strike && row.strike <= strike + 50)
    }
  })

  it('of the flow continue at the cursor', async () => {
    const first = await fixture.get('/v1/news/flow?limit=200')
    const { next_cursor } = first.json.meta.pagination
    assert.ok(next_cursor)
    const second = await fixture.get(`/v1/news/flow?limit=200&cursor=${encodeURIComponent(next_cursor)}`)
    assert.equal(second.status, 200)
    const ids = new Set(first.json.data.map((item: { id: string }) => item.id))
    assert.ok(second.json.data.every((item: { id: string }) => !ids.has(item.id)))
  })

  it('of the flow are complete for any page size', async () => {
    async function walk(limit: number, most: number): Promise<string[]> {
      const ids: string[] = []
      let cursor = ''
      do {
        const { status, json, text } = await fixture.get(`/v1/news/flow?limit=${limit}${cursor}`)
        assert.equal(status, 200, text)
        assert.equal(json.meta.page.next_offset, null)
        ids.push(...json.data.map((item: { id: string }) => item.id))
        cursor = `&cursor=${encodeURIComponent(json.meta.pagination.next_cursor)}`
      } while (ids.length < most)
      return ids.slice(0, most)
    }
    const whole = await walk(200, 400)
    assert.equal(new Set(whole).size, 400)
    assert.deepEqual(await walk(150, 400), whole)
    assert.deepEqual(await walk(40, 400), whole)
  })

  it('of ideas and scripts have the next page, up to the last one', async () => {
    for (const path of ['/v1/ideas', '/v1/scripts']) {
      const first = await fixture.get(`${path}?per_page=5`)
      const { next_page, next_offset } = first.json.meta.page
      assert.deepEqual([next_page, next_offset], [2, null])
      const second = await fixture.get(`${path}?per_page=5&page=${next_page}`)
      const ids = new Set([...first.json.data, ...second.json.data].map(({ id }: { id: number }) => id))
      assert.equal(ids.size, 10)
      const last = await fixture.get(`${path}?per_page=5&page=50`)
      assert.deepEqual([last.json.data.length, last.json.meta.page.next_page], [5, null])
    }
  })

  it('have no next offset on routes without an offset', async () => {
    for (const path of ['/v1/news/headlines', '/v1/news/latest', '/v1/symbols/NASDAQ:AAPL/news']) {
      const { json } = await fixture.get(`${path}?limit=1`)
      assert.ok(json.meta.page.total > 1)
      assert.equal(json.meta.page.next_offset, null)
    }
  })

  it('distinguish an unknown symbol from one without data', async () => {
    const known = await fixture.get('/v1/options/FX_IDC:EURUSD/implied-volatility')
    const unknown = await fixture.get('/v1/options/NASDAQ:NOSUCHTICKER/implied-volatility')
    assert.deepEqual([known.status, known.json.error.code], [404, 'no_data'])
    assert.deepEqual([unknown.status, unknown.json.error.code], [404, 'unknown_symbol'])
    const chain = await fixture.get('/v1/options/FX_IDC:EURUSD/chain')
    assert.deepEqual([chain.status, chain.json.data], [200, []])
    assert.equal(
      (await fixture.get('/v1/options/NASDAQ:NOSUCHTICKER/chain')).json.error.code,
      'unknown_symbol',
    )
    assert.equal(
      (await fixture.get('/v1/symbols/NASDAQ:NOSUCHTICKER/news')).json.error.code,
      'unknown_symbol',
    )
  })

  it('of Pine report the errors in a source', async () => {
    const { json } = await fixture.post('/v1/pine/translate', {
      source: 'indicator("x"\nplot(',
      version: 'v5',
    })
    assert.equal(json.data.ok, false)
    assert.ok(json.data.errors.length > 0)
    assert.ok(json.data.errors[0].message)
  })
})

/** The first request, the second, and one that is served from the cache of the server. */
const ways = ['miss', 'hit', 'hot'] as const

describe('cache headers', () => {
  it('report the state of a response over time', async () => {
    const clock = new FakeClock()
    await using own = await openMarketFixture({ clock })
    const path = '/v1/screeners/america/search?columns=name&limit=1'
    const reports: Record<string, unknown>[] = []
    async function look(): Promise<void> {
      const { headers, json } = await own.get(path)
      reports.push({
        status: json.meta.cache.status,
        age: headers.get('age'),
        header: headers.get('cache-status'),
      })
    }
    for (const _ of ways) await look()
    clock.advance(299_500)
    await look()
    clock.advance(501)
    await look()
    assert.deepEqual(reports, [
      { status: 'miss', age: '0', header: 'broadsheet; fwd=miss; stored' },
      { status: 'hit', age: '0', header: 'broadsheet; hit; ttl=300' },
      { status: 'hit', age: '0', header: 'broadsheet; hit; ttl=300' },
      { status: 'hit', age: '299', header: 'broadsheet; hit; ttl=0' },
      { status: 'stale', age: '300', header: 'broadsheet; hit; detail=stale; ttl=-1' },
    ])
    while (own.sandbox.requests.list().length < 2) await new Promise((resolve) => setImmediate(resolve))
  })

  it('are private for a caller with a credential', async () => {
    for (const way of ways) {
      const { headers } = await fixture.get('/v1/alerts/status', { 'x-service-key': 'anything' })
      assert.match(headers.get('cache-control') ?? '', /^private, max-age=30/, way)
    }
  })

  it('prevent caching of POST responses', async () => {
    const { headers } = await fixture.post('/v1/pine/title', { source })
    assert.equal(headers.get('cache-control'), 'no-store')
  })

  it('prevent caching of errors', async () => {
    const { status, headers } = await fixture.get('/v1/options/NASDAQ:NOSUCHTICKER/chain')
    assert.deepEqual([status, headers.get('cache-control')], [404, 'no-store'])
  })
})

describe('raw route', () => {
  it('serves every contract', async () => {
    const parameters = 'symbol=NASDAQ:AAPL&scriptId=STD%3BSMA&market=america'
    for (const { id, method, path } of catalogueContracts) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const search = [...new URLSearchParams(parameters)].filter(([name]) => places.includes(name))
      const query = new URLSearchParams([...search, ...extra(id)])
      const answer =
        method === 'GET'
          ? await fixture.get(`/v1/raw/${id}?${query}`)
          : await fixture.post(`/v1/raw/${id}?${query}`, rawBody(id), {
              'content-type': id.startsWith('Pine')
                ? 'application/x-www-form-urlencoded'
                : 'application/json',
            })
      assert.equal(answer.status, 200, `${id} ${answer.text.slice(0, 300)}`)
    }
  })

  it('forwards body and response unchanged', async () => {
    const body = '{ "range":[0,2],\n "columns":["name","close"], "sort":{"sortBy":"name","sortOrder":"asc"} }'
    const plain = { 'content-type': 'text/plain;charset=UTF-8' }
    const { status, text, headers, json } = await fixture.post('/v1/raw/scanner.scan?market=uk', body, plain)
    assert.equal(status, 200)
    assert.ok(text.startsWith('{"totalCount":'))
    assert.equal(json.data.length, 2)
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    const compact = JSON.stringify(JSON.parse(body))
    const again = await fixture.post('/v1/raw/scanner.scan?market=uk', compact, plain)
    assert.equal(again.text, text)
    assert.match(again.headers.get('cache-status') ?? '', /hit/)
    const retyped = await fixture.post('/v1/raw/scanner.scan?market=uk', compact)
    assert.match(retyped.headers.get('cache-status') ?? '', /fwd=miss/)
  })

  it('takes repeated parameters', async () => {
    const { status, json } = await fixture.get('/v1/raw/news.flow.v2?filter=lang:en&filter=market:crypto')
    assert.equal(status, 200)
    assert.ok(json.items.length > 0)
  })

  it('has none but the thirty contracts of the catalogue', async () => {
    const { status, json } = await fixture.get('/v1/raw/news.story?id=x')
    assert.deepEqual([status, json.error.code, json.error.details.known.length], [404, 'not_found', 30])
  })

  it('suggests the closest contract', async () => {
    const { status, json } = await fixture.get('/v1/raw/symbol.serch')
    assert.deepEqual([status, json.error.details.did_you_mean], [404, 'symbol.search'])
  })

  it('requires the method of the contract', async () => {
    const wrong = await fixture.get('/v1/raw/scanner.scan')
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'POST, OPTIONS'])
    assert.equal((await fixture.post('/v1/raw/symbol.search', {})).status, 405)
  })
})

function extra(id: string): [string, string][] {
  if (id === 'symbol.search') return [['text', 'apple']]
  if (id === 'news.headlines.v2.symbol-view')
    return [
      ['symbol', 'NASDAQ:AAPL'],
      ['lang', 'en'],
    ]
  if (id.startsWith('news.flow')) return [['filter', 'lang:en']]
  if (id.startsWith('news.'))
    return [
      ['lang', 'en'],
      ['category', 'base'],
    ]
  if (id.startsWith('calendar.economic')) {
    return [
      ['from', '2026-11-01T00:00:00.000Z'],
      ['to', '2026-11-08T00:00:00.000Z'],
      ['countries', 'US'],
    ]
  }
  return []
}

function rawBody(id: string): unknown {
  if (id.startsWith('Pine')) return new URLSearchParams({ source }).toString()
  if (id.startsWith('OptionsCharting')) return strategy
  const columns = ['name']
  if (id !== 'scanner.scan.options') return { columns, markets: ['america'], range: [0, 1] }
  return {
    columns: ['strike'],
    range: [0, 1],
    index_filters: [{ name: 'underlying_symbol', values: ['NASDAQ:AAPL'] }],
  }
}

const manyColumns = Array.from({ length: 5000 }, (_, index) => `column_${index}`)

interface Bad {
  readonly what: string
  readonly path: string
  readonly body?: unknown
  readonly status: number
  readonly code: string
  readonly parameter?: string
}

const bad: readonly Bad[] = [
  {
    what: 'an unknown market',
    path: '/v1/screeners/amerca/search',
    status: 404,
    code: 'not_found',
    parameter: 'market',
  },
  {
    what: 'an unknown market in a list',
    path: '/v1/events/earnings?markets=atlantis',
    status: 400,
    code: 'invalid_request',
    parameter: 'markets',
  },
  ...['/v1/screeners/america/search', '/v1/screeners/global/search', '/v1/events/dividends'].map((path) => ({
    what: `an unknown market in a body for ${path}`,
    path,
    body: { markets: ['america', 'narnia'] },
    status: 400,
    code: 'invalid_request',
    parameter: 'markets',
  })),
  {
    what: 'two markets for a contract that takes one',
    path: '/v1/raw/scanner.scan?market=america&market=uk',
    body: { range: [0, 1] },
    status: 400,
    code: 'invalid_request',
    parameter: 'market',
  },
  {
    what: 'an unknown column',
    path: '/v1/screeners/america/search?columns=name,clsoe',
    status: 400,
    code: 'invalid_request',
    parameter: 'columns',
  },
  ...(
    [
      ['/v1/screeners/america/search?sort=nope', 'sort'],
      ['/v1/screeners/america/search?filter=nope>1', 'filter'],
      ['/v1/screeners/global/search?markets=uk&columns=nope', 'columns'],
      ['/v1/events/earnings?fields=nope', 'fields'],
      ['/v1/events/earnings?sort=nope', 'sort'],
      ['/v1/options/NASDAQ:AAPL/chain?columns=nope', 'columns'],
      ['/v1/options/NASDAQ:AAPL/chain?sort=nope', 'sort'],
    ] as const
  ).map(([path, parameter]) => ({
    what: `an unknown column in ${path}`,
    path,
    status: 400,
    code: 'invalid_request',
    parameter,
  })),
  ...(
    [
      [{ columns: ['nope'] }, 'columns'],
      [{ sort: { sortBy: 'nope' } }, 'sort'],
    ] as const
  ).map(([body, parameter]) => ({
    what: `an unknown column in ${parameter} of a body`,
    path: '/v1/events/earnings',
    body: { ...body, markets: ['america'] },
    status: 400,
    code: 'invalid_request',
    parameter,
  })),
  {
    what: 'a column that cannot be one',
    path: '/v1/screeners/america/search?columns=name,a%20b',
    status: 400,
    code: 'invalid_request',
    parameter: 'columns',
  },
  {
    what: 'an unknown operator',
    path: '/v1/screeners/america/search?filter=close:above:3',
    status: 400,
    code: 'invalid_request',
    parameter: 'filter',
  },
  {
    what: 'an unknown operation in a body',
    path: '/v1/screeners/america/search',
    body: { filter: [{ left: 'close', operation: 'drop', right: 1 }] },
    status: 400,
    code: 'invalid_request',
    parameter: 'filter',
  },
  {
    what: 'a malformed symbol',
    path: '/v1/symbols/NASDAQ:AA%20PL/news',
    status: 400,
    code: 'invalid_request',
    parameter: 'symbol',
  },
  {
    what: 'a symbol with path segments',
    path: '/v1/options/NASDAQ:..%2F..%2Fx/implied-volatility',
    status: 400,
    code: 'invalid_request',
    parameter: 'symbol',
  },
  {
    what: 'a bare ticker',
    path: '/v1/symbols/AAPL/news',
    status: 400,
    code: 'invalid_request',
    parameter: 'exchange',
  },
  {
    what: '5,000 columns',
    path: '/v1/screeners/america/search',
    body: { columns: manyColumns },
    status: 413,
    code: 'payload_too_large',
  },
  {
    what: 'a thousand columns',
    path: '/v1/screeners/america/search',
    body: { columns: manyColumns.slice(0, 1000) },
    status: 400,
    code: 'invalid_request',
    parameter: 'columns',
  },
  {
    what: '5,000 columns in a query',
    path: `/v1/screeners/america/search?columns=${manyColumns.join(',')}`,
    status: 414,
    code: 'uri_too_long',
  },
  {
    what: 'a body of 10 MB',
    path: '/v1/raw/scanner.scan',
    body: 'x'.repeat(10_000_000),
    status: 413,
    code: 'payload_too_large',
  },
  {
    what: 'a strategy with NaN',
    path: '/v1/options/strategy-chart',
    body: '{"legs":[{"strike":NaN}]}',
    status: 400,
    code: 'malformed_request',
  },
  {
    what: 'a strategy with an infinite number',
    path: '/v1/options/strategy-chart',
    body: '{"legs":[{"strike":1e999}]}',
    status: 400,
    code: 'malformed_request',
  },
  ...[
    ['with NaN', '{"legs":NaN}'],
    ['with an infinite number', '{"legs":[{"strike":1e999}]}'],
  ].map(([what, payload = '']) => ({
    what: `a payload ${what}`,
    path: `/v1/options/strategy-chart?payload=${Buffer.from(payload).toString('base64url')}`,
    status: 400,
    code: 'invalid_request',
    parameter: 'payload',
  })),
  {
    what: 'a strategy the provider rejects',
    path: '/v1/options/strategy-chart',
    body: { legs: [] },
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a Pine source of 1 MB',
    path: '/v1/pine/title',
    body: { source: 'x'.repeat(1_000_000) },
    status: 413,
    code: 'payload_too_large',
  },
  {
    what: 'a Pine source of 200 kB',
    path: '/v1/pine/title',
    body: { source: 'x'.repeat(200_000) },
    status: 400,
    code: 'invalid_request',
    parameter: 'source',
  },
  {
    what: 'an unknown version of the flow',
    path: '/v1/news/flow?version=v3',
    status: 400,
    code: 'invalid_request',
    parameter: 'version',
  },
  {
    what: 'a malformed cursor',
    path: '/v1/news/flow?cursor=x~eyJ9',
    status: 400,
    code: 'invalid_cursor',
    parameter: 'cursor',
  },
  {
    what: 'a filter that v1 does not support',
    path: '/v1/news/flow?version=v1&market=stock',
    status: 400,
    code: 'invalid_request',
    parameter: 'market',
  },
  {
    what: 'a day that does not exist',
    path: '/v1/calendar/economic?from=2026-02-30',
    status: 400,
    code: 'invalid_request',
    parameter: 'from',
  },
  {
    what: 'an instant of a day that does not exist',
    path: '/v1/calendar/economic?from=2026-02-30T00:00:00Z',
    status: 400,
    code: 'invalid_request',
    parameter: 'from',
  },
  {
    what: 'an instant that is in the year 10000 in UTC',
    path: '/v1/calendar/economic?from=9999-12-31&to=9999-12-31T23:59:59-01:00',
    status: 400,
    code: 'invalid_request',
    parameter: 'to',
  },
  {
    what: 'an instant before the year 0 in UTC',
    path: '/v1/events/earnings?from=0000-01-01T00:00:00%2B01:00&to=0000-01-02',
    status: 400,
    code: 'invalid_request',
    parameter: 'from',
  },
  {
    what: 'a range that ends before its start',
    path: '/v1/calendar/economic?from=2026-03-02&to=2026-03-01',
    status: 400,
    code: 'invalid_request',
    parameter: 'to',
  },
  {
    what: 'a range of a year',
    path: '/v1/events/earnings?from=2026-01-01&to=2026-12-31',
    status: 400,
    code: 'invalid_request',
    parameter: 'to',
  },
  {
    what: 'an empty search',
    path: '/v1/symbols/search',
    status: 400,
    code: 'invalid_request',
    parameter: 'q',
  },
  {
    what: 'a scan of all markets',
    path: '/v1/screeners/global/search',
    status: 400,
    code: 'invalid_request',
    parameter: 'markets',
  },
  {
    what: 'all markets as one market',
    path: '/v1/screeners/GLOBAL/search?limit=1000',
    status: 400,
    code: 'invalid_request',
    parameter: 'market',
  },
  {
    what: 'all markets as one market, with a body',
    path: '/v1/screeners/Global/search',
    body: { range: [0, 1000] },
    status: 400,
    code: 'invalid_request',
    parameter: 'market',
  },
  {
    what: 'all markets as one market in the raw route',
    path: '/v1/raw/scanner.scan?market=gLobal',
    body: { range: [0, 1000] },
    status: 400,
    code: 'invalid_request',
    parameter: 'market',
  },
  {
    what: 'a range that is too wide',
    path: '/v1/screeners/america/search',
    body: { range: [0, 100_000] },
    status: 400,
    code: 'invalid_request',
    parameter: 'range',
  },
  {
    what: 'a misspelled parameter',
    path: '/v1/ideas?symbl=x',
    status: 400,
    code: 'invalid_request',
    parameter: 'symbl',
  },
  {
    what: 'a script id with path segments',
    path: '/v1/raw/PineFacade.GetScript?scriptId=..',
    status: 400,
    code: 'invalid_request',
    parameter: 'scriptId',
  },
  {
    what: 'a contract without a symbol',
    path: '/v1/raw/OptionsCharting.GetInTimeIV',
    status: 400,
    code: 'invalid_request',
    parameter: 'symbol',
  },
  {
    what: 'a scan that is not JSON',
    path: '/v1/raw/scanner.scan',
    body: 'columns=name',
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a filter tree that is too deep',
    path: '/v1/screeners/america/search',
    body: { filter2: deep(20) },
    status: 400,
    code: 'invalid_request',
    parameter: 'filter2',
  },
]

function deep(levels: number): object {
  if (levels === 0) return { expression: { left: 'close', operation: 'greater', right: 1 } }
  return { operator: 'and', operands: [{ operation: deep(levels - 1) }] }
}

describe('bad input', () => {
  for (const { what, path, body, status, code, parameter } of bad) {
    it(`${what} is ${status} ${code}`, async () => {
      const answer = body === undefined ? await fixture.get(path) : await fixture.post(path, body)
      assert.deepEqual([answer.status, answer.json?.error?.code], [status, code], answer.text.slice(0, 500))
      if (parameter !== undefined) assert.equal(answer.json.error.details.parameter, parameter)
    })
  }

  it('does not include metadata of all markets', async () => {
    assert.equal((await fixture.get('/v1/screeners/GLOBAL/metadata?limit=1')).status, 200)
    assert.equal((await fixture.get('/v1/raw/scanner.metainfo?market=global')).status, 200)
  })

  it('suggests the closest column', async () => {
    const { json } = await fixture.get('/v1/screeners/america/search?columns=name,clsoe')
    assert.equal(json.error.details.did_you_mean, 'close')
  })
})
