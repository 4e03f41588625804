/** The host of the symbol search. */

import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import { contractRoute, refusal } from '../edge.ts'
import { marketOf } from '../market.ts'
import { findSymbols } from './find-symbols.ts'
import { highlighter, symbolItem } from './symbol-item.ts'

const pageLength = 50

export const searchHost: SandboxHost = {
  host: 'symbol-search.tradingview.com',
  routes: [
    contractRoute('symbol.search', (request) => refusal(request) ?? json(page(request))),
    route('GET /symbol_search/v3', (request) => refusal(request) ?? json(page(request))),
    route('GET /local_search/v3/', (request) => refusal(request) ?? json(page(request))),
    route('GET /symbol_search/', (request) => refusal(request) ?? bare(request)),
  ],
}

/** The older form: the rows alone. */
function bare(request: SandboxRequest): Reply {
  return json(page(request).symbols)
}

function page({ world, query }: SandboxRequest): { symbols_remaining: number; symbols: unknown[] } {
  const text = query.get('text') ?? ''
  const found = findSymbols(marketOf(world).listings, {
    text,
    exchange: query.get('exchange') ?? '',
    searchType: query.get('search_type') ?? '',
    country: query.get('country') ?? '',
    firstCountry: query.get('sort_by_country') ?? '',
    sector: query.get('sector') ?? '',
    product: query.get('product') ?? '',
    centralization: query.get('centralization') ?? '',
    onlyHasOptions: query.get('only_has_options') === 'true',
  })
  const start = Math.max(0, Number.parseInt(query.get('start') ?? '0', 10) || 0)
  const highlight = query.get('hl') === '1' ? highlighter(text) : (value: string) => value
  return {
    symbols_remaining: Math.max(0, found.length - start - pageLength),
    symbols: found.slice(start, start + pageLength).map((symbol) => symbolItem(symbol, highlight)),
  }
}
