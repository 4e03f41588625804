/** The scanner's table of all listings at the minute its snapshot shows. */

import { figureColumn, historyColumn } from '../fundamentals/figures.ts'
import { fiscalYearOf, lastReported } from '../fundamentals/quarters.ts'
import { companyColumns, fundColumns, shareColumns, type ValueColumn } from '../fundamentals/valuation.ts'
import { currencyOf } from '../listings/currencies.ts'
import { indexIdsOf } from '../listings/index-members.ts'
import { isStockLike, type Listing, reportsEarnings } from '../listings/listing.ts'
import { own } from '../own.ts'
import { bondColumn } from './bond-columns.ts'
import { coinColumn, coinNumber, isCoin, sharedWithStocks } from './coin-columns.ts'
import { type Column, emptyColumn, remembered, type ScanTable } from './column.ts'
import { type ColumnName, parseColumnName } from './field.ts'
import { flagColumn, setColumn, textColumn, tickerView } from './listing-columns.ts'
import { numberColumn } from './price-columns.ts'
import type { Snapshot } from './snapshot.ts'

/** Columns kept at once; the ones after these are computed anew each time. */
const columnsMax = 250

export class ListingTable implements ScanTable {
  readonly rowCount: number
  readonly snapshot: Snapshot
  readonly #columns = new Map<string, Column>()

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot
    this.rowCount = snapshot.listings.all.length
  }

  symbol(row: number): string {
    return this.snapshot.listing(row).symbol
  }

  /** Of any column there could be; those nobody models are empty. Whether a market has it is for the caller to ask. */
  column(name: string): Column | undefined {
    const known = this.#columns.get(name)
    if (known !== undefined) return known
    const parsed = parseColumnName(name)
    if (parsed === undefined) return undefined
    const column = parsed.isEmpty ? emptyColumn : this.#make(parsed)
    if (this.#columns.size < columnsMax) this.#columns.set(name, column)
    return column
  }

  #make(name: ColumnName): Column {
    const { snapshot } = this
    const { field } = name
    return (
      textColumn(field, snapshot) ??
      flagColumn(field, snapshot) ??
      setColumn(field, snapshot) ??
      this.#structured(field) ??
      bondColumn(field, snapshot) ??
      coinColumn(field, snapshot) ??
      this.#shared(field) ??
      this.#fundamental(field) ??
      numberColumn(name, snapshot) ??
      emptyColumn
    )
  }

  #structured(field: string): Column | undefined {
    const { snapshot } = this
    if (field === 'ticker-view') {
      return { kind: 'other', at: (row) => tickerView(snapshot.listing(row)) }
    }
    if (field === 'indexes') {
      return {
        kind: 'other',
        at: (row) => indexIdsOf(snapshot.listings, snapshot.listing(row)).map((proname) => ({ proname })),
      }
    }
    if (field.startsWith('rates_')) return { kind: 'other', at: (row) => rates(snapshot.listing(row)) }
    if (field === 'fiscal_period_fy_h') {
      return this.#ofCompanies((listing) => {
        const year = fiscalYearOf(listing, lastReported(listing, snapshot.ms))
        return Array.from({ length: 20 }, (_, at) => String(year - at))
      })
    }
    const history = historyColumn(field)
    if (history === undefined) return undefined
    return this.#ofCompanies((listing) => history(listing, lastReported(listing, snapshot.ms)))
  }

  #ofCompanies(cell: (listing: Listing) => unknown): Column {
    const { snapshot } = this
    return {
      kind: 'other',
      at(row) {
        const listing = snapshot.listing(row)
        return reportsEarnings(listing) && listing.units > 0 ? cell(listing) : null
      },
    }
  }

  /** The same name for stocks and coins, by different rules. */
  #shared(field: string): Column | undefined {
    if (!sharedWithStocks.has(field)) return undefined
    const { snapshot, rowCount } = this
    const ofStocks = this.#fundamental(field)
    return remembered(rowCount, snapshot, (row) => {
      if (isCoin(snapshot.listing(row))) return coinNumber(field, row, snapshot)
      return ofStocks?.kind === 'number' ? ofStocks.at(row) : Number.NaN
    })
  }

  #fundamental(field: string): Column | undefined {
    const { snapshot, rowCount } = this
    const value = own(shareColumns, field)
    if (value !== undefined) return this.#valued(value, (listing) => isStockLike(listing))
    const company = own(companyColumns, field)
    if (company !== undefined) return this.#valued(company, reportsEarnings)
    const fund = own(fundColumns, field)
    if (fund !== undefined) return this.#valued(fund, ({ type }) => type === 'fund')
    const figure = figureColumn(field)
    if (figure === undefined) return undefined
    return remembered(rowCount, snapshot, (row) => {
      const listing = snapshot.listing(row)
      if (!reportsEarnings(listing) || listing.units === 0) return Number.NaN
      return figure(listing, lastReported(listing, snapshot.ms))
    })
  }

  #valued(column: ValueColumn, fits: (listing: Listing) => boolean): Column {
    const { snapshot, rowCount } = this
    return remembered(rowCount, snapshot, (row) => {
      const listing = snapshot.listing(row)
      if (!fits(listing) || listing.units === 0) return Number.NaN
      const close = snapshot.live('close', row)
      if (Number.isNaN(close)) return Number.NaN
      const price = close / (currencyOf(listing.currency)?.units ?? 1)
      const quarter = reportsEarnings(listing) ? lastReported(listing, snapshot.ms) : 0
      return column({ listing, quarter, price, ms: snapshot.ms })
    })
  }
}

/** What one unit of the listing's currency is in others. */
function rates({ currency }: Listing): Record<string, number> | null {
  const found = currencyOf(currency)
  if (found === undefined) return null
  const dollars = found.currency.worth
  const others = ['usd', 'eur', 'gbp', 'jpy', 'chf', 'cad', 'aud', 'cny']
  return {
    to_symbol: 1,
    to_market: 1,
    ...Object.fromEntries(
      others.map((code) => [
        `to_${code}`,
        Number((dollars / (currencyOf(code.toUpperCase())?.currency.worth ?? 1)).toPrecision(6)),
      ]),
    ),
  }
}
