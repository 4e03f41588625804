/** Queries the provider keeps under a name. */

import type { Expression, Sort } from './scan-request.ts'

export interface Preset {
  readonly typespecs?: readonly string[]
  readonly filter?: readonly Expression[]
  readonly sort?: Sort
}

function by(sortBy: string, sortOrder: 'asc' | 'desc'): Sort {
  return { sortBy, sortOrder, nullsFirst: false }
}

const isPrimary: Expression = { left: 'is_primary', operation: 'equal', right: true }
const isTraded: Expression = { left: 'volume', operation: 'greater', right: 0 }

export const presets: Readonly<Record<string, Preset>> = {
  coin_market_cap_rank: { typespecs: ['cryptoasset'], sort: by('crypto_total_rank', 'asc') },
  index_components_market_pages: { filter: [isPrimary], sort: by('market_cap_basic', 'desc') },
  gainers: {
    filter: [isPrimary, isTraded, { left: 'change', operation: 'greater', right: 0 }],
    sort: by('change', 'desc'),
  },
  losers: {
    filter: [isPrimary, isTraded, { left: 'change', operation: 'less', right: 0 }],
    sort: by('change', 'asc'),
  },
  'pre-market-gainers': {
    filter: [{ left: 'premarket_change', operation: 'greater', right: 0 }],
    sort: by('premarket_change', 'desc'),
  },
  earning: {
    filter: [{ left: 'earnings_release_next_date', operation: 'in_day_range', right: [0, 30] }],
    sort: by('earnings_release_next_date', 'asc'),
  },
  ipo_calendar: {
    filter: [{ left: 'ipo_offer_time', operation: 'nempty', right: null }],
    sort: by('ipo_offer_time', 'desc'),
  },
  stocks_related_bonds: { typespecs: ['corporate'], sort: by('maturity_date', 'asc') },
}

/** The definition as it is echoed in the answer, for every market asked. */
export function echo(
  { typespecs, filter, sort }: Preset,
  markets: readonly string[],
): Record<string, unknown> {
  const definition = {
    ...(typespecs === undefined ? {} : { symbols: { query: { typespecs } } }),
    ...(filter === undefined ? {} : { filter }),
    ...(sort === undefined ? {} : { sort }),
    options: { lang: 'en' },
  }
  return Object.fromEntries(markets.map((market) => [market, definition]))
}
