/** The scripts of the Pine host: a few built-ins, and the published scripts that the site lists. */

import type { Market } from '../market.ts'
import { scriptAccessOf, scriptIdOf, scriptName, scriptTypeOf, scriptVersionOf } from '../social/item.ts'
import { type Publication, publications, scripts } from '../social/publications.ts'

export interface PineScript {
  readonly id: string
  readonly name: string
  readonly shortName: string
  readonly group: 'standard' | 'candlestick' | 'fundamental' | 'published'
  readonly version: string
  readonly kind: string
  readonly createdMs: number
  /** Undefined where the source is protected or invite-only. */
  readonly source: string | undefined
}

/** Group | id | name | short name. */
const table = `
standard|24h%Volume|24-hour Volume|24H Vol
standard|Average_True_Range|Average True Range|ATR
standard|Bollinger_Bands|Bollinger Bands|BB
standard|EMA|Moving Average Exponential|EMA
standard|MACD|Moving Average Convergence Divergence|MACD
standard|SMA|Moving Average Simple|SMA
standard|WMA|Moving Average Weighted|WMA
standard|RSI|Relative Strength Index|RSI
standard|Volume|Volume|Vol
standard|VWAP|Volume Weighted Average Price|VWAP
candlestick|Candlestick%1Pattern%1Doji|Doji|Doji
candlestick|Candlestick%1Pattern%1Hammer|Hammer - Bullish|Hammer
fundamental|Fund_total_revenue_FY|Total revenue FY|Total revenue
fundamental|Fund_net_income_FQ|Net income FQ|Net income
`

export const builtins: readonly PineScript[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [group = '', id = '', name = '', shortName = ''] = line.split('|')
    return {
      id: `STD;${id}`,
      name,
      shortName,
      group: group as PineScript['group'],
      version: `${id.length}.0`,
      kind: 'study',
      createdMs: Date.UTC(2019, 2, 1, 9, 30),
      source: sourceOf('indicator', name),
    }
  })

/** Newest first. */
function* publishedScripts({ listings, world }: Market): Generator<PineScript> {
  for (const publication of publications(listings, world.seed, scripts, world.now())) {
    yield toScript(publication)
  }
}

export function findScript(market: Market, id: string): PineScript | undefined {
  const builtin = builtins.find((script) => script.id === id)
  if (builtin !== undefined || !id.startsWith('PUB;')) return builtin
  return publishedScripts(market).find((script) => script.id === id)
}

function toScript(publication: Publication): PineScript {
  const name = scriptName(publication)
  const type = scriptTypeOf(publication)
  return {
    id: scriptIdOf(publication),
    name,
    shortName: name,
    group: 'published',
    version: scriptVersionOf(publication),
    kind: type === 'indicator' ? 'study' : type,
    createdMs: publication.createdMs,
    source: scriptAccessOf(publication) === 1 ? sourceOf(type, name) : undefined,
  }
}

function sourceOf(declaration: string, name: string): string {
  return `//@version=6\n${declaration}("${name}")\nlength = input.int(20, "Length", minval = 1)\nplot(ta.sma(close, length), "Plot")\n`
}
