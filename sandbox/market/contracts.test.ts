import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type MarketRequest, openTestMarket } from '../../test/support/sandbox/market-sandbox.ts'
import { type ContractId, contracts } from './contracts.ts'
import { marketHosts } from './index.ts'

const week = 'from=2026-11-09T00:00:00.000Z&to=2026-11-15T00:00:00.000Z'
const pineSource = { form: { source: '//@version=5\nindicator("x")\nplot(close)' } }
const legs = [{ type: 'call', strike: 300, expiration: 20_270_115, quantity: 1 }]

/** One good request for each. */
const requests: Readonly<Record<ContractId, readonly [string, MarketRequest?]>> = {
  'symbol.search': ['symbol-search/symbol_search/v3/?text=AAPL'],
  'scanner.scan': ['scanner/america/scan', { body: { columns: ['name'], range: [0, 2] } }],
  'scanner.scan.global': ['scanner/global/scan', { body: { columns: ['name'], range: [0, 2] } }],
  'scanner.scan.options': [
    'scanner/options/scan2',
    {
      body: { columns: ['strike'], index_filters: [{ name: 'underlying_symbol', values: ['NASDAQ:AAPL'] }] },
    },
  ],
  'scanner.metainfo': ['scanner/america/metainfo'],
  'calendar.earnings': [
    'scanner/global/scan?label-product=calendar-earnings',
    { body: { columns: ['earnings_release_date'], markets: ['america'], range: [0, 2] } },
  ],
  'calendar.dividends': [
    'scanner/global/scan?label-product=calendar-dividends',
    { body: { columns: ['dividend_ex_date_recent'], markets: ['america'], range: [0, 2] } },
  ],
  'calendar.economic': [`economic-calendar/events?${week}`],
  'calendar.economic.newsagency': [`chartevents-reuters/events?${week}`],
  'news.headlines.v2': ['news-headlines/v2/headlines?client=web'],
  'news.headlines.latest': ['news-headlines/headlines/'],
  'news.headlines.v2.symbol-view': ['news-headlines/v2/view/headlines/symbol?symbol=NASDAQ:AAPL'],
  'news.flow.v2': ['news-mediator/public/news-flow/v2/news?client=web&filter=lang:en'],
  'news.flow.v1': ['news-mediator/news-flow/v1/news?filter=lang:en'],
  'ideas.list': ['www/api/v1/ideas/'],
  'scripts.list': ['www/api/v1/scripts/'],
  'PineFacade.ListBuiltins': ['pine-facade/pine-facade/list?filter=standard'],
  'pine.list': ['pine-facade/pine-facade/list?filter=public'],
  'PineFacade.GetScript': ['pine-facade/pine-facade/get/STD%3BSMA/last'],
  'PineFacade.IsAuthToGet': ['pine-facade/pine-facade/is_auth_to_get/STD%3BSMA/last'],
  'PineFacade.IsAuthToWrite': ['pine-facade/pine-facade/is_auth_to_write/STD%3BSMA'],
  'PineFacade.GetVersions': ['pine-facade/pine-facade/versions/STD%3BSMA/last'],
  'PineFacade.ParseTitle': ['pine-facade/pine-facade/parse_title', pineSource],
  'PineFacade.TranslateScript': ['pine-facade/pine-facade/translate/STD%3BSMA/last'],
  'pine.translate': ['pine-facade/pine-facade/translate/STD%3BSMA/last'],
  'PineFacade.TranslateSource': ['pine-facade/pine-facade/translate_source/v6', pineSource],
  'OptionsCharting.GetInTimeIV': ['options-charting/v1/in-time-iv/NASDAQ%3AAAPL'],
  'OptionsCharting.GetUnderlyingAggregates': ['options-charting/v1/underlying-aggregates/NASDAQ%3AAAPL'],
  'OptionsCharting.PostStrategiesChart': [
    'options-charting/v1/strategies-chart',
    { body: { symbol: 'NASDAQ:AAPL', legs } },
  ],
  'PriceAlerts.IsAlive': ['pricealerts/is_alive'],
}

describe('contracts', () => {
  it('are thirty, each answered by its host, and what was never recorded says so', async () => {
    await using market = await openTestMarket()
    assert.equal(Object.keys(contracts).length, 30)
    const hosts = new Set(marketHosts().map(({ host }) => host))
    for (const [id, [address, request]] of Object.entries(requests)) {
      const { host, recorded } = contracts[id as ContractId]
      assert.ok(hosts.has(host), host)
      assert.ok(`${address.slice(0, address.indexOf('/'))}.tradingview.com` === host, id)
      const { status, json, headers } = await market.ask(address, request)
      assert.equal(status, 200, id)
      assert.notEqual(json, undefined, id)
      assert.equal(headers['x-sandbox-made-up'], recorded ? undefined : 'true', id)
    }
  })

  it('answer the same to the same seed and clock', async () => {
    await using one = await openTestMarket()
    await using other = await openTestMarket()
    for (const [id, [address, request]] of Object.entries(requests)) {
      assert.equal((await one.ask(address, request)).text, (await other.ask(address, request)).text, id)
    }
  })

  it('never break on what callers send', async () => {
    await using market = await openTestMarket()
    const bodies = [
      '',
      '[]',
      'null',
      '{"columns":[1e999]}',
      '{"filter":[null]}',
      '{"sort":1}',
      '{"symbols":7}',
      '\u0000',
    ]
    const odd = {
      columns: ['constructor', '__proto__', 'toString'],
      filter: [{ left: 'close', operation: 'constructor', right: 1 }],
      preset: 'constructor',
    }
    for (const path of [
      'scanner/america/scan',
      'scanner/global/scan',
      'scanner/options/scan2',
      'scanner/america/metainfo',
      'options-charting/v1/strategies-chart',
      'pine-facade/pine-facade/parse_title',
      'pine-facade/pine-facade/translate_source/v5',
    ]) {
      for (const body of [...bodies, JSON.stringify(odd)]) {
        const { status, text } = await market.ask(path, { body })
        assert.ok(status < 500, `${path} ${body}: ${text.slice(0, 200)}`)
      }
    }
    for (const path of [
      'symbol-search/symbol_search/v3/?start=-1&text=%00',
      'news-headlines/v2/headlines?client=web&area=constructor',
      'news-mediator/public/news-flow/v2/news?client=web&filter=constructor:1&filter=lang:en',
      'www/api/v1/ideas/?page=1e9',
      'scanner/symbol?symbol=&fields=constructor',
      'economic-calendar/events?from=%00&to=%00',
    ]) {
      const { status, text } = await market.ask(path)
      assert.ok(status < 500, `${path}: ${text.slice(0, 200)}`)
    }
  })
})
