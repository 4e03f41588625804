/** All products; those of the catalogue in its order. */

import { getAlertsStatus } from './alerts.ts'
import { getEconomicCalendar, getNewsAgencyCalendar } from './calendar.ts'
import { getDividends, getEarnings } from './events.ts'
import { listIdeas, listScripts } from './ideas-and-scripts.ts'
import { getHeadlines, getLatestHeadlines, getSymbolNews } from './news/news.ts'
import { getNewsFlow } from './news/news-flow.ts'
import { getNewsStory } from './news/news-story.ts'
import { getOptionChain } from './option-chain.ts'
import { getImpliedVolatility, getStrategyChart, getUnderlyingAggregates } from './options.ts'
import { listPineBuiltins, parsePineTitle, translatePine } from './pine.ts'
import { searchGlobalScreener, searchScreener } from './screener.ts'
import { getScreenerMetadata } from './screener-columns.ts'
import { searchSymbols } from './symbol-search.ts'

export const catalogueProducts = [
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
] as const

/** With those that the catalogue, whose number of routes is fixed, does not list. */
export const products = [...catalogueProducts, getNewsStory] as const

export type ProductName = (typeof products)[number]['name']
