/** Queries the provider stores under a name. */

import type { Expression, Sort } from './scan-request.ts'

export interface Preset {
  readonly typespecs?: readonly string[]
  readonly filter?: readonly Expression[]
  readonly sort: Sort
}

export const presets: Readonly<Record<string, Preset>> = {
  coin_market_cap_rank: {
    typespecs: ['cryptoasset'],
    sort: { sortBy: 'crypto_total_rank', sortOrder: 'asc', nullsFirst: false },
  },
  gainers: {
    filter: [{ left: 'change', operation: 'greater', right: 0 }],
    sort: { sortBy: 'change', sortOrder: 'desc', nullsFirst: false },
  },
  losers: {
    filter: [{ left: 'change', operation: 'less', right: 0 }],
    sort: { sortBy: 'change', sortOrder: 'asc', nullsFirst: false },
  },
}

/** The definition as the answer repeats it, for every market. */
export function presetParams(
  { typespecs, filter, sort }: Preset,
  markets: readonly string[],
): Record<string, unknown> {
  const definition = {
    ...(typespecs === undefined ? {} : { symbols: { query: { typespecs } } }),
    ...(filter === undefined ? {} : { filter }),
    sort,
    options: { lang: 'en' },
  }
  return Object.fromEntries(markets.map((market) => [market, definition]))
}
