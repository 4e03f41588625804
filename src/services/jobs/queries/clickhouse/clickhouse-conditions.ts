/** The conditions and the order of a search as expressions of ClickHouse. */

import { joinSql, type SqlText, sql, sqlName } from '../../../../store/clickhouse/sql-text.ts'
import { slotStates } from '../../schema/block.ts'
import { yearlyFactor } from '../blocks/yearly-pay.ts'
import type { Condition, NearCondition } from '../condition.ts'
import type { JobOrder } from '../job-search.ts'
import type { IndexValues, MilesByCode } from './index-values.ts'

const dayMax = 65_535

export function isInState(active: boolean): SqlText {
  return sql`state = ${active ? slotStates.active : slotStates.closed}`
}

export async function toConditionSql(
  condition: Condition,
  values: IndexValues,
  signal: AbortSignal | undefined,
): Promise<SqlText> {
  if ('near' in condition) {
    const codes = [...(await values.milesWithin(condition, signal)).keys(), unusedCode]
    return sql`(city in ${codes} or region in ${codes})`
  }
  if ('keys' in condition) {
    const { field, keys, isExcluded = false } = condition
    return sql`${sqlName(field)} ${isExcluded ? sql`not in` : sql`in`} ${values.codesWith(field, keys)}`
  }
  const { from, to } = condition
  if (condition.field === 'yearlyPay') {
    const pay = await toYearlyPay(condition.currency, values, signal)
    return sql`(${pay} >= ${from} and ${pay} <= ${to})`
  }
  return sql`${sqlName(condition.field)} between ${Math.max(0, from)} and ${Math.min(dayMax, to)}`
}

/** Of no value: a list must not be empty. */
const unusedCode = 2 ** 32 - 1

/** Of the maximum pay, or the minimum; not a number if it cannot be compared. */
async function toYearlyPay(
  currency: string,
  values: IndexValues,
  signal: AbortSignal | undefined,
): Promise<SqlText> {
  const texts = [{ code: unusedCode, value: '' }, ...(await values.textsOf('pay', signal))]
  const codes = texts.map(({ code }) => code)
  // A literal list might be one of integers.
  const factors = texts.map(({ value }) => sql`toFloat64(${yearlyFactor(value, currency)})`)
  return sql`(pay_max * transform(pay, ${codes}, [${joinSql(factors, ', ')}], nan))`
}

const farAway = 2 ** 31 - 1

/** The number by which postings are sorted, descending; then by id. Without words, all are equally relevant. */
export async function toRankSql(
  order: JobOrder,
  near: NearCondition | undefined,
  values: IndexValues,
  signal: AbortSignal | undefined,
): Promise<SqlText> {
  if (order.by === 'relevance') return sqlName('listed')
  if (order.by === 'pay') {
    const pay = await toYearlyPay(order.currency, values, signal)
    return sql`if(isNaN(${pay}), -1, floor(${pay} + 0.5))`
  }
  if (order.by !== 'distance') return sqlName(order.by)
  if (near === undefined) return sql`-${farAway}`
  const distance = toDistanceSql(await values.milesWithin(near, signal))
  return sql`-toInt64(least(${distance('city')}, ${distance('region')}))`
}

/** In hundredths of a mile, as they are shown. */
function toDistanceSql(miles: MilesByCode): (field: string) => SqlText {
  const codes = [...miles.keys(), unusedCode]
  const hundredths = [...miles.values().map((each) => Math.round(100 * each)), farAway]
  return (field) => sql`transform(${sqlName(field)}, ${codes}, ${hundredths}, ${farAway})`
}
