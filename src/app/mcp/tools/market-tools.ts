/** Tools about markets: symbols, prices, screeners and options. */

import { parseSymbol } from '../../../services/market/parameters/symbol.ts'
import type { Json } from '../../route-caller.ts'
import { pick, type Tool, toOffset } from '../tool.ts'
import { cells } from '../tool-result.ts'

export const searchSymbols: Tool = {
  name: 'market_search_symbols',
  title: 'Search symbols',
  about:
    'Finds the symbol of a company, fund, currency pair, coin, future or index by name, ticker or ISIN, as EXCHANGE:TICKER. Use it first when you have only a name; the other market tools need such a symbol. Example: {"q":"apple","type":"stock"}',
  operations: ['searchSymbols'],
  rows: 10,
  input: (routes) =>
    pick(routes, 'searchSymbols', {
      q: 'Name, ticker, ISIN or CUSIP.',
      type: 'Only this type.',
      exchange: 'Only this exchange.',
      country: 'Two letters.',
    }),
  async run({ detail: _, cursor, limit = '10', ...query }, call) {
    const size = String(Math.min(50, Number(limit)))
    const answer = await call('searchSymbols', { ...query, limit: size, ...toOffset(cursor) })
    return {
      rows: answer.rows.map(({ symbol, description, type, country, currency, isin }) => ({
        line: cells(symbol, description, type, country, currency),
        item: { symbol, description, type, country, currency, isin },
      })),
      next: answer.next,
    }
  },
}

export const getPrices: Tool = {
  name: 'market_get_prices',
  title: 'Get a quote and bars',
  about:
    'The current quote of one symbol (last, change, volume, market capitalisation, next earnings) and its price bars, newest page first. Use it for "what does Apple trade at" and "how did it develop since June". For many symbols at once use market_screen. Example: {"symbol":"NASDAQ:AAPL","resolution":"1D","limit":20}',
  operations: ['getBars', 'getQuotes'],
  rows: 20,
  input: (routes) =>
    pick(routes, 'getBars', {
      symbol: 'EXCHANGE:TICKER, as market_search_symbols gives it.',
      resolution: 'Minutes, or 1D, 1W, 1M.',
      from: 'Earliest start of a bar.',
      to: 'Latest start of a bar.',
    }),
  async run({ detail: _, limit = '20', symbol: text = '', ...query }, call) {
    const symbol = parseSymbol(text)
    const answer = await call('getBars', { ...query, symbol, count: limit })
    const quotes = query.cursor === undefined ? await call('getQuotes', { symbols: symbol }) : undefined
    const quote = quotes?.rows[0]
    const { currency } = (answer.meta.series ?? {}) as Json
    return {
      head: quote === undefined ? [] : [quoteLine(quote)],
      facts: { symbol, currency, ...(quote === undefined ? {} : { quote: briefQuote(quote) }) },
      rows: answer.rows.map((bar) => {
        const { time, open, high, low, close, volume } = bar
        return {
          line: cells(time, `o ${open}`, `h ${high}`, `l ${low}`, `c ${close}`, `v ${volume}`),
          item: bar,
        }
      }),
      next: answer.next,
    }
  },
}

function briefQuote(quote: Json): Json {
  const { symbol, description, last, last_at, change_percent, currency, volume, market_cap } = quote
  const { price_earnings, sector, next_earnings_at, delay_seconds } = quote
  const facts = { symbol, description, last, last_at, change_percent, currency, volume, market_cap }
  return { ...facts, price_earnings, sector, next_earnings_at, delay_seconds }
}

function quoteLine({ symbol, description, last, currency, change_percent, last_at }: Json): string {
  return cells(symbol, description, `last ${last} ${currency ?? ''}`, `${change_percent}%`, last_at)
}

const screenerDefaults = 'name,description,close,change,volume,market_cap_basic,sector'

export const screen: Tool = {
  name: 'market_screen',
  title: 'Screen a market',
  about:
    'Lists the symbols of a market that meet conditions, sorted by a column: "US stocks above 100 dollars with the highest volume". Conditions are column, operator and value, with commas between them. Not for one known symbol: market_get_prices. Example: {"market":"america","filter":"close>100,market_cap_basic>=1e9","sort":"volume"}',
  operations: ['searchScreener'],
  rows: 10,
  input: (routes) =>
    pick(routes, 'searchScreener', {
      market:
        'A country such as america, uk, germany; or coin (each once), crypto (pairs on exchanges), forex, futures, bond.',
      filter:
        'Such as close>100,sector=Finance. Operators > >= < <= = !=. Columns: close, change (%), volume, market_cap_basic, price_earnings_ttm, dividends_yield, RSI, sector, industry and more.',
      columns: 'Comma-separated; default: name, price, change, volume, size.',
      sort: 'A column.',
      order: 'Default: desc.',
    }),
  async run({ detail: _, cursor, columns = screenerDefaults, ...query }, call) {
    const answer = await call('searchScreener', { ...query, columns, ...toOffset(cursor) })
    const { total } = (answer.meta.page ?? {}) as Json
    return {
      head: [`${total} symbols match.`],
      facts: { total },
      rows: answer.rows.map((row) => ({
        line: cells(
          ...Object.entries(row).map(([name, value]) => (name === 'symbol' ? value : `${name} ${value}`)),
        ),
        item: row,
      })),
      next: answer.next,
    }
  },
}

const optionColumns = 'type,strike,expiration,bid,ask,iv,delta,volume'

export const getOptions: Tool = {
  name: 'market_option_chain',
  title: 'List options of a symbol',
  about:
    'Option contracts of one underlying: type, strike, expiration, bid, ask, implied volatility, delta and volume. Narrow it by expiration, type and strikes: a chain has hundreds of contracts. Example: {"symbol":"NASDAQ:AAPL","expiration":"2027-01-15","type":"call","strike_min":200,"strike_max":260}',
  operations: ['getOptionChain'],
  rows: 20,
  input: (routes) =>
    pick(routes, 'getOptionChain', {
      symbol: 'The underlying, EXCHANGE:TICKER.',
      expiration: 'YYYY-MM-DD.',
      type: 'Only calls, or only puts.',
      strike_min: 'Minimum strike.',
      strike_max: 'Maximum strike.',
    }),
  async run({ detail: _, cursor, symbol: text = '', ...query }, call) {
    const symbol = parseSymbol(text)
    const paged = { ...query, symbol, ...toOffset(cursor) }
    const answer = await call('getOptionChain', { ...paged, columns: optionColumns })
    const { total } = (answer.meta.page ?? {}) as Json
    return {
      head: [`${total} contracts match.`],
      facts: { total, symbol },
      rows: answer.rows.map((row) => {
        const { symbol, type, strike, expiration, bid, ask, iv, delta, volume } = row
        const item = { symbol, type, strike, expiration, bid, ask, iv, delta, volume }
        return { line: cells(expiration, type, strike, `bid ${bid}`, `ask ${ask}`, `iv ${iv}`, symbol), item }
      }),
      next: answer.next,
    }
  },
}
