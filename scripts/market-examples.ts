/** `node scripts/market-examples.ts && npm run format` writes the examples of the market's API document: responses of the sandbox. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProductName } from '../src/services/market/products/index.ts'
import { FakeClock } from '../test/support/fake-clock.ts'
import { openMarketFixture } from '../test/support/market/market-fixture.ts'

const file = join(import.meta.dirname, '../src/services/market/products/examples.json')

const strategy = {
  symbol: 'NASDAQ:AAPL',
  legs: [{ type: 'call', side: 'buy', strike: 250, expiration: 20271217, quantity: 1 }],
}
const source = '//@version=5\nindicator("Fine title")\nplot(close)'

/** A short request for every product. */
const examplePaths: Readonly<Record<ProductName, string>> = {
  searchSymbols: '/v1/symbols/search?q=apple&limit=2',
  getHeadlines: '/v1/news/headlines?category=stock&limit=1',
  getLatestHeadlines: '/v1/news/latest?limit=1',
  getNewsFlow: '/v1/news/flow?symbols=NASDAQ:AAPL&limit=1',
  getNewsStory: '/v1/news/stories/ledger-daily:611de033009ee:0',
  getSymbolNews: '/v1/symbols/NASDAQ:AAPL/news?limit=1',
  getEconomicCalendar: '/v1/calendar/economic?countries=US&limit=2',
  getNewsAgencyCalendar: '/v1/calendar/economic/newsagency?currencies=usd&limit=2',
  getEarnings: '/v1/events/earnings?limit=2',
  getDividends: '/v1/events/dividends?limit=2',
  getScreenerMetadata: '/v1/screeners/america/metadata?q=close&limit=2',
  searchScreener:
    '/v1/screeners/america/search?filter=close%3E100,market_cap_basic%3E%3D1e9&columns=name,close,volume,update_mode&limit=2',
  searchGlobalScreener: '/v1/screeners/global/search?symbols=NASDAQ:AAPL,BINANCE:BTCUSDT&columns=name,close',
  getOptionChain: '/v1/options/NASDAQ:AAPL/chain?type=call&limit=1',
  getImpliedVolatility: '/v1/options/NASDAQ:AAPL/implied-volatility',
  getUnderlyingAggregates: '/v1/options/NASDAQ:AAPL/underlying-aggregates',
  getStrategyChart: `/v1/options/strategy-chart?payload=${Buffer.from(JSON.stringify(strategy)).toString('base64url')}`,
  listIdeas: '/v1/ideas?symbol=NASDAQ:AAPL&per_page=1',
  listScripts: '/v1/scripts?per_page=1',
  listPineBuiltins: '/v1/pine/builtins?q=average&limit=1',
  parsePineTitle: `/v1/pine/title?source=${encodeURIComponent(source)}`,
  translatePine: `/v1/pine/translate?version=v6&source=${encodeURIComponent(source)}`,
  getAlertsStatus: '/v1/alerts/status',
}

if (import.meta.main) writeFileSync(file, `${JSON.stringify(await fetchMarketExamples(), undefined, 2)}\n`)

/** Always the same: the clock stands still and the sandbox has a seed. */
export async function fetchMarketExamples(): Promise<Record<string, unknown>> {
  await using fixture = await openMarketFixture({ clock: new FakeClock() })
  const examples: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(examplePaths)) {
    const { status, json, text } = await fixture.get(path, { 'x-request-id': 'example-request' })
    if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`)
    // A cursor depends on the version of the server.
    if (json.meta.pagination?.next_cursor) json.meta.pagination.next_cursor = 'example-cursor'
    examples[name] = json
  }
  return examples
}
