/** Every product there is, in the order of the routes table. */

import { getAlertsStatus } from './alerts.ts'
import { getEconomicCalendar, getNewsAgencyCalendar } from './calendar.ts'
import { getDividends, getEarnings } from './events.ts'
import { listIdeas, listScripts } from './ideas-and-scripts.ts'
import { getHeadlines, getLatestHeadlines, getNewsFlow, getSymbolNews } from './news.ts'
import { getImpliedVolatility, getOptionChain, getStrategyChart, getUnderlyingAggregates } from './options.ts'
import { listPineBuiltins, parsePineTitle, translatePine } from './pine.ts'
import type { Product } from './product.ts'
import type { ProductName } from './product-table.ts'
import { getScreenerMetadata, searchGlobalScreener, searchScreener } from './screener.ts'
import { searchSymbols } from './symbol-search.ts'

export const products = {
  searchSymbols,
  getHeadlines,
  getLatestHeadlines,
  getNewsFlow,
  getSymbolNews,
  getEconomicCalendar,
  getNewsAgencyCalendar,
  getEarnings,
  getDividends,
  getScreenerMetadata,
  searchScreener,
  searchGlobalScreener,
  getOptionChain,
  getImpliedVolatility,
  getUnderlyingAggregates,
  getStrategyChart,
  listIdeas,
  listScripts,
  listPineBuiltins,
  parsePineTitle,
  translatePine,
  getAlertsStatus,
} satisfies { readonly [Name in ProductName]: Product }
