/**
 * What the first version sent to the provider, and what the simulated one answers, as the real one does. The socket's
 * `modify_series` is in `socket/socket.test.ts`.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type MarketAnswer,
  type MarketRequest,
  openTestMarket,
  type TestMarket,
} from '../../test/support/sandbox/market-sandbox.ts'

let market: TestMarket
before(async () => {
  market = await openTestMarket()
})
after(() => market[Symbol.asyncDispose]())

interface OldRequest {
  readonly what: string
  readonly address: string
  readonly request?: MarketRequest
  readonly today: { readonly address: string; readonly request?: MarketRequest }
  /** What is wrong with the answer to the old request. */
  readonly check: (old: MarketAnswer, today: MarketAnswer) => void
}

const source = 'indicator("x")\nplot(close)\n'
const pine = 'pine-facade/pine-facade'
const years = 'from=2025-01-01T00:00:00.000Z&to=2026-12-31T23:59:59.000Z'
const lastDay = 'from=2026-12-31T00:00:00.000Z&to=2026-12-31T23:59:59.000Z'

function likesOf({ json }: MarketAnswer): number[] {
  return json.results.map((row: { likes_count: number }) => row.likes_count)
}

function isRefused({ status }: MarketAnswer, today: MarketAnswer): void {
  assert.deepEqual([status, today.status], [400, 200])
}

function isInAnotherOrder(old: MarketAnswer, today: MarketAnswer): void {
  const falling = (likes: readonly number[]) => likes.toSorted((a, b) => b - a)
  assert.notDeepEqual(likesOf(old), falling(likesOf(old)))
  assert.deepEqual(likesOf(today), falling(likesOf(today)))
}

const rows: readonly OldRequest[] = [
  {
    what: 'ideas: without a sort order the newest come first, not the most popular',
    address: 'www/api/v1/ideas/?page=1&per_page=20&locale=en',
    today: { address: 'www/api/v1/ideas/?sort=trending&page=1&per_page=20&locale=en' },
    check: isInAnotherOrder,
  },
  {
    what: 'scripts: so they do',
    address: 'www/api/v1/scripts/?page=1&per_page=20&locale=en',
    today: { address: 'www/api/v1/scripts/?sort=trending&page=1&per_page=20&locale=en' },
    check: isInAnotherOrder,
  },
  {
    what: 'ideas: `popular` is no sort order',
    address: 'www/api/v1/ideas/?sort=popular',
    today: { address: 'www/api/v1/ideas/?sort=trending' },
    check: isRefused,
  },
  {
    what: 'Pine: `public` is no filter, and lists nothing',
    address: `${pine}/list?filter=public`,
    today: { address: `${pine}/list?filter=standard` },
    check: (old, today) => {
      assert.deepEqual([old.status, old.json], [200, []])
      assert.ok(today.json.length > 0)
    },
  },
  {
    what: 'Pine: `version_to` belongs to the conversion of a source, not to its translation',
    address: `${pine}/translate_source/v6?is_pine_ex=true`,
    request: { form: { source, version_to: '6' } },
    today: {
      address: `${pine}/translate_source/v6/?is_pine_ex=false&user_name=`,
      request: { form: { source, inputs: '{}' } },
    },
    check: isRefused,
  },
  {
    what: 'economic calendar: a long range is cut off after 2,000 events without a word',
    address: `economic-calendar/events?${years}`,
    today: { address: `economic-calendar/events?${lastDay}` },
    check: (old, today) => {
      assert.equal(old.json.result.length, 2000)
      const ids = new Set(old.json.result.map(({ id }: { id: string }) => id))
      assert.ok(today.json.result.length > 0)
      assert.ok(today.json.result.every(({ id }: { id: string }) => !ids.has(id)))
    },
  },
  {
    what: 'symbol search: without an origin of the provider’s pages there is a page instead of symbols',
    address: 'symbol-search/symbol_search/v3/?text=apple',
    request: { headers: { origin: '' } },
    today: { address: 'symbol-search/symbol_search/v3/?text=apple' },
    check: (old, today) => assert.deepEqual([old.status, today.status], [403, 200]),
  },
]

describe('the simulated provider refuses the requests of the first version, or answers with something else', () => {
  for (const { what, address, request, today, check } of rows) {
    it(what, async () => {
      check(await market.ask(address, request), await market.ask(today.address, today.request))
    })
  }
})
