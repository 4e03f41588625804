/** The pages of the market over a listening server with the simulated provider. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { roundLevels } from '../../../src/http/pages/scripts/round-levels.ts'
import { symbolPage } from '../../../src/services/market/routes/market-pages/symbol-page.ts'
import { toQuote } from '../../../src/services/market/schema/prices.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

const hostile = '<img src=x onerror=alert(1)>'

describe('pages of the market', () => {
  let fixture: MarketFixture
  before(async () => {
    fixture = await openMarketFixture()
  })
  after(() => fixture[Symbol.asyncDispose]())

  async function read(path: string, status = 200): Promise<string> {
    const answer = await fetch(fixture.origin + path, { headers: { accept: 'text/html' } })
    const text = await answer.text()
    assert.equal(answer.status, status, text.slice(0, 500))
    assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
    assert.doesNotMatch(text, /<script(?! type="module" src="\/assets\/)|<img|javascript:/)
    for (const [, link = ''] of text.matchAll(
      / (?:href|action|data-bars|data-history|data-quote)="([^"]*)"/g,
    )) {
      assert.match(new URL(link, fixture.origin + path).protocol, /^https?:$/, link)
    }
    return text
  }

  const symbolsOf = (page: string) =>
    [...page.matchAll(/<a href="symbols\/([^"]+)">/g)].map(([, symbol]) => decodeURIComponent(symbol ?? ''))

  it('find symbols by name, as the API does', async () => {
    const page = await read('/symbols?q=apple&type=')
    const { json } = await fixture.get('/v1/symbols/search?q=apple&limit=30')
    assert.deepEqual(
      symbolsOf(page),
      json.data.map(({ symbol }: { symbol: string }) => symbol),
    )
    assert.match(await read('/symbols?q=xyzzyqqq'), /No symbol matches/)
    assert.match(await read('/symbols?q=%3Cb%3E'), /value="&lt;b&gt;"/)
    const start = await read('/symbols')
    assert.ok(symbolsOf(start).includes('NASDAQ:AAPL'))
    assert.match(
      start,
      /<h2>Rose most on <time [^>]*data-zone="America\/New_York"[^>]*>\d+ [A-Z]\w+<\/time><\/h2><a href="screener\?[^"]+">See all companies<\/a>/,
    )
  })

  it('lead from a symbol that does not exist to similar ones', async () => {
    for (const [path, status] of [
      ['/symbols/NASDAQ:APPL', 404],
      ['/symbols/AAPL', 400],
      ['/symbols/NASDAQ:AAPLQZX', 404],
    ] as const) {
      const page = await read(path, status)
      assert.match(page, /role="alert"/)
      assert.match(page, /<p class="lead">Symbol not found<\/p>/)
      assert.match(page, /<a href="\.\.\/symbols\/NASDAQ:AAPL">NASDAQ:AAPL<\/a>/, path)
      const search = /<a href="\.\.(\/symbols\?q=[^"]+)">All symbols for/.exec(page)?.[1] ?? ''
      assert.ok(symbolsOf(await read(search)).includes('NASDAQ:AAPL'), search)
    }
    const hostilePage = await read(`/symbols/${encodeURIComponent(hostile)}`, 400)
    assert.match(hostilePage, /<h1>&lt;img/)
    assert.match(await read('/symbols/NASDAQ:AAPL?to=never', 400), /<h1>Invalid request<\/h1>/)
  })

  it('show the calendars by day, with the rows of the API, and as CSV', async () => {
    const day = new Date().toISOString().slice(0, 10)
    const range = `from=${day}T00:00:00Z&to=${day}T23:59:59Z&limit=100`
    for (const [kind, api] of [
      ['earnings', '/v1/events/earnings'],
      ['dividends', '/v1/events/dividends'],
      ['economic', '/v1/calendar/economic'],
    ] as const) {
      const page = await read(`/calendar?kind=${kind}&day=&market=america&countries=`)
      const { json } = await fixture.get(`${api}?${range}`)
      assert.equal(page.match(/<tr><th scope="row"/g)?.length ?? 0, json.data.length, kind)
      assert.match(page, /aria-current="true"><time/)
      if (kind === 'earnings') {
        const largest = await fixture.get(`${api}?${range}&sort=market_cap&order=desc`)
        assert.ok(json.data.length > 1)
        assert.deepEqual(
          symbolsOf(page),
          largest.json.data.map(({ symbol }: { symbol: string }) => symbol),
        )
        assert.match(page, /Company<\/th><th scope="col" class="num" aria-sort="descending">Market cap<\/th>/)
      }
      const file = await fetch(`${fixture.origin}/calendar.csv?kind=${kind}&day=${day}`)
      assert.equal(file.headers.get('content-type'), 'text/csv; charset=utf-8')
      assert.match(file.headers.get('content-disposition') ?? '', new RegExp(`"${kind}-${day}\\.csv"`))
      const lines = (await file.text()).trim().split('\r\n')
      assert.equal(Math.max(0, lines.length - 1), json.data.length)
    }
    assert.match(await read('/calendar?kind=economic&countries=%3Cb%3E', 400), /value="&lt;b&gt;"/)
    assert.match(await read('/calendar?market=atlantis', 400), /role="alert"/)
    assert.match(await read('/calendar?day=1999-01-01'), /Nothing is listed for this day/)
  })

  it('list ideas and scripts, page by page, and as CSV', async () => {
    for (const kind of ['ideas', 'scripts']) {
      const page = await read(`/${kind}?q=&symbol=`)
      const { json } = await fixture.get(`/v1/${kind}`)
      assert.equal(page.match(/<li><h3>/g)?.length, json.data.length)
      assert.match(page, new RegExp(`rel="next" href="${kind}\\?page=2"`))
      assert.match(await read(`/${kind}?sort=recent&page=2`), /rel="prev"/)
      const file = await (await fetch(`${fixture.origin}/${kind}.csv`)).text()
      assert.match(file, /^id,title,description,/)
    }
    assert.match(await read('/ideas?symbol=%3Cb%3E', 400), /role="alert"/)
  })

  it('show a quote, candles, options and news', async () => {
    const page = await read('/symbols/nasdaq:aapl?count=60&resolution=60')
    assert.match(page, /data-quote="\.\.\/v1\/stream\/quotes\?symbols=NASDAQ%3AAAPL"/)
    assert.match(page, /<span data-field="last">[\d,]+\.\d\d/)
    assert.equal(page.match(/<rect x=/g)?.length, 60)
    assert.match(page, /aria-label="60 bars from /)
    assert.match(
      page,
      /data-bars="[^"]*v1\/stream\/bars\?symbols=NASDAQ%3AAAPL&amp;resolution=60&amp;count=1"/,
    )
    assert.doesNotMatch(await read('/symbols/NASDAQ:AAPL?to=2026-01-05'), /data-bars/)
    assert.match(page, /Times of America\/New York/)
    assert.match(page, /<h2 id="options">Options<\/h2>/)
    assert.match(page, /aria-label="Implied volatility by strike/)
    assert.match(page, /<h2>News<\/h2><a href="\.\.\/news\?symbol=/)
    const expirations = [...page.matchAll(/expiration=(\d{4}-\d\d-\d\d)#options"/g)].map(([, day]) => day)
    assert.ok(expirations.length > 2)
    const later = await read(`/symbols/NASDAQ:AAPL?expiration=${expirations[1]}`)
    assert.match(later, new RegExp(`aria-label="Options that expire on ${expirations[1]}"`))
    const currency = await read('/symbols/BINANCE:BTCUSDT')
    assert.doesNotMatch(currency, />Options<\/h2>/)
  })

  it('lead to earlier bars, and give them as CSV', async () => {
    const page = await read('/symbols/NASDAQ:AAPL?count=60')
    const [, earlier = ''] = /<a rel="prev" href="\.\/NASDAQ:AAPL(\?[^#"]+)#prices"/.exec(page) ?? []
    const past = await read(`/symbols/NASDAQ:AAPL${earlier.replaceAll('&amp;', '&')}`)
    assert.match(past, />Newest<\/a>/)
    const { text, headers } = await fixture.get('/symbols/NASDAQ:AAPL/bars.csv?count=60')
    assert.equal(text.trim().split('\n').length, 61)
    assert.match(headers.get('content-disposition') ?? '', /filename="NASDAQ-AAPL-1D\.csv"/)
  })

  it('have a page for what does not exist or is not valid', async () => {
    assert.match(await read('/symbols/X:NOTHING', 404), /Request id/)
    await read('/symbols/AAPL', 400)
    await read('/symbols/NASDAQ:AAPL?to=2026-02-30', 400)
    await read('/symbols/NASDAQ:AAPL?resolution=7', 400)
  })

  it('screen a market, with all state in the address', async () => {
    const path = '/screener?filter=close%3E100,market_cap_basic%3E%3D1e9&sort=volume&order=desc'
    const page = await read(path)
    const { json } = await fixture.get(
      '/v1/screeners/america/search?filter=close%3E100,market_cap_basic%3E%3D1e9&sort=volume&order=desc&columns=close',
    )
    assert.deepEqual(
      symbolsOf(page),
      json.data.map(({ symbol }: { symbol: string }) => symbol),
    )
    assert.match(page, /<th scope="col" class="num" aria-sort="descending"><a href="[^"]*order=asc">Volume/)
    assert.match(page, /aria-label="Remove the filter close&gt;100"/)
    const [, next = ''] = /<a rel="next" href="([^"]+)"/.exec(page) ?? []
    const second = await read(`/${next.replaceAll('&amp;', '&')}`)
    assert.match(second, /51 to 100 of /)
    assert.notDeepEqual(symbolsOf(second), symbolsOf(page))
  })

  it('add filters and columns through forms', async () => {
    const send = async (query: string) => {
      const answer = await fetch(`${fixture.origin}/screener?${query}`, { redirect: 'manual' })
      assert.equal(answer.status, 302)
      return new URL(answer.headers.get('location') ?? '', 'http://x').searchParams
    }
    const filtered = await send(
      'market=america&filter=close%3E5&add_column=volume&add_operator=gte&add_value=1e6',
    )
    assert.equal(filtered.get('filter'), 'close>5,volume>=1e6')
    const quoted = await send('add_column=description&add_operator=match&add_value=Smith%2C+Jones')
    assert.equal(quoted.get('filter'), 'description~"Smith, Jones"')
    const widened = await send('columns=close&show=RSI')
    assert.equal(widened.get('columns'), 'close,RSI')
    const german = await read('/screener?columns=close,RSI&market=germany')
    assert.match(german, /">RSI<\/a>/)
    assert.match(german, /<\/a><small>[^<]+<\/small><\/th>/, 'the company below its symbol')
  })

  it('keep the forms when the screener refuses', async () => {
    for (const query of [
      'filter=close',
      'columns=no_such_column_at_all',
      'market=atlantis',
      'sort=%3Cb%3E',
    ]) {
      const page = await read(`/screener?${query}`, query.startsWith('market') ? 404 : 400)
      assert.match(page, /role="alert"/)
      assert.match(page, /Request id: <code>/)
      assert.match(page, /Add filter/)
    }
    assert.match(await read('/screener?filter=close%3C-5'), /No symbol matches/)
  })

  it('give the rows of the screener as CSV', async () => {
    const { text } = await fixture.get('/screener.csv?columns=close,volume&filter=close%3E100')
    assert.match(text, /^symbol,close,volume\r\n/)
    assert.equal(text.trim().split('\n').length, 51)
  })
})

it('the page of a symbol shows hostile texts as text', () => {
  const failure = { failure: { message: hostile } } as never
  const news = { value: [{ title: hostile, url: 'javascript:alert(1)', provider: { name: hostile } }] }
  const values = {
    description: hostile,
    type: hostile,
    currency_code: hostile,
    sector: hostile,
    timezone: hostile,
  }
  const quote = { value: toQuote('X:Y', values) }
  const options = { value: [{ expiration: hostile, strike: 1, type: 'call' }] }
  const query = { resolution: '1D', count: 60 }
  const reply = symbolPage({ symbol: 'X:Y', quote, chart: failure, news, options, query, nowMs: 0 } as never)
  const page = String(reply.body?.content)
  assert.ok(page.includes('<h1>&lt;img src=x onerror=alert(1)&gt;</h1>'))
  assert.doesNotMatch(page, /<img|href="javascript:/)
})

it('the page of a symbol marks a change that rounds to zero as neither a rise nor a fall', () => {
  const part = { value: [] }
  const failure = { failure: { message: '' } }
  const query = { resolution: '1D', count: 60 }
  for (const [percent, marks] of [
    [-0.004, /class="" data-direction.*data-arrow="yes"><.*>0\.00%</],
    [-0.006, /class="bad" data-direction.*data-arrow="yes">▼<.*>−0\.01%</],
    [0.006, /class="good" data-direction.*data-arrow="yes">▲<.*>\+0\.01%</],
  ] as const) {
    const quote = { value: toQuote('X:Y', { lp: 1, ch: percent / 100, chp: percent }) }
    const page = { symbol: 'X:Y', quote, chart: failure, news: part, options: part, query, nowMs: 0 }
    assert.match(String(symbolPage(page as never).body?.content), marks)
  }
})

it('levels of a chart are round and within its bounds', () => {
  assert.deepEqual(roundLevels(9.2, 14.1), [10, 11, 12, 13, 14])
  assert.deepEqual(
    roundLevels(0.031, 0.052).map((level) => level.toFixed(3)),
    ['0.035', '0.040', '0.045', '0.050'],
  )
  assert.deepEqual(roundLevels(5, 5), [])
})
