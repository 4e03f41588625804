/** What the search over everything finds in the market. */

import { toQueryString } from '../../../http/pages/page-query.ts'
import type { SearchSection } from '../../../http/service.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { searchSymbols } from '../products/symbol-search.ts'
import { symbolPath } from './market-pages/layout.ts'
import { readProduct } from './market-pages/read-product.ts'

/** What the symbol search accepts. */
const wordsMax = 64

export function symbolSearch(gateway: Gateway): SearchSection {
  return {
    id: 'symbols',
    title: 'Symbols',
    async find({ base, q: words, limit, nowMs, admission, signal }) {
      const q = words.slice(0, wordsMax)
      const asker = { caller: admission.principal, signal }
      const { rows } = await readProduct(searchSymbols, { query: { q, limit } }, { gateway, asker, nowMs })
      return {
        hits: rows.map(({ symbol, description, exchange_name }) => ({
          title: String(symbol),
          note: [description, exchange_name].filter(Boolean).join(' · '),
          path: `${base}/${symbolPath(String(symbol))}`,
        })),
        all: `${base}/symbols${toQueryString({ q })}`,
        api: {
          href: `${base}/v1/symbols/search${toQueryString({ q, limit })}`,
          call: 'market.searchSymbols',
        },
      }
    },
  }
}
