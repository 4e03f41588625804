/** The largest stocks, and those of them that moved most. */

import { searchScreener } from '../../products/screener.ts'
import { type PageReader, type Row, readProduct } from './read-product.ts'
import { defaultMarket } from './screener-page.ts'

export const largestColumns = 'name,description,close,change,currency,update_time'
export const largestRead = 50

export async function readLargest(reader: PageReader): Promise<readonly Row[]> {
  const query = { columns: largestColumns, limit: largestRead }
  return (await readProduct(searchScreener, { params: { market: defaultMarket }, query }, reader)).rows
}

const changeOf = ({ change }: Row) => (typeof change === 'number' ? change : 0)

/** Up or down, the farthest first. */
export function mostMoved(rows: readonly Row[], count: number): Row[] {
  return rows
    .filter((row) => changeOf(row) !== 0)
    .sort((one, other) => Math.abs(changeOf(other)) - Math.abs(changeOf(one)))
    .slice(0, count)
}

/** The risers or the fallers, the farthest first. */
export function mostMovedIn(direction: 'up' | 'down', rows: readonly Row[], count: number): Row[] {
  const sign = direction === 'up' ? 1 : -1
  return mostMoved(
    rows.filter((row) => sign * changeOf(row) > 0),
    count,
  )
}
