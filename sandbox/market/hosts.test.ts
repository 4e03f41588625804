import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestMarket } from '../../test/support/sandbox/market-sandbox.ts'

const scan = { body: { columns: ['name', 'close', 'RSI'], range: [0, 50] } }

describe('market hosts', () => {
  it('send the same answers for the same seed and time', async () => {
    await using one = await openTestMarket()
    await using other = await openTestMarket()
    for (const [address, request] of [
      ['scanner/america/scan', scan],
      ['news-headlines/v2/headlines?client=web', undefined],
      ['www/api/v1/ideas/', undefined],
    ] as const) {
      assert.equal((await one.ask(address, request)).text, (await other.ask(address, request)).text, address)
    }
  })

  it('never fail on malformed requests', async () => {
    await using market = await openTestMarket()
    const odd = {
      columns: ['constructor', '__proto__', 'toString'],
      filter: [{ left: 'close', operation: 'constructor', right: 1 }],
      preset: 'constructor',
    }
    const bodies = [
      '',
      '[]',
      'null',
      '{"columns":[1e999]}',
      '{"filter":[null]}',
      '{"sort":1}',
      '{"symbols":7}',
    ]
    for (const path of [
      'scanner/america/scan',
      'scanner/global/scan',
      'scanner/options/scan2',
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
      'economic-calendar/events?from=%00&to=%00',
    ]) {
      const { status, text } = await market.ask(path)
      assert.ok(status < 500, `${path}: ${text.slice(0, 200)}`)
    }
  })
})
