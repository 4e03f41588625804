/** The conditions and the order of a search as expressions of ClickHouse. Codes are those of the dictionary. */

import { joinSql, type SqlText, sql, sqlName } from '../../../../store/clickhouse/sql-text.ts'
import { type DictionaryField, slotStates } from '../../schema/block.ts'
import type { Dictionary } from '../blocks/dictionary.ts'
import type { PlacePoints } from '../blocks/place-points.ts'
import { yearlyFactor } from '../blocks/yearly-pay.ts'
import type { Condition, NearCondition, TextCondition } from '../condition.ts'
import type { JobOrder } from '../job-search.ts'
import { toRank } from '../words/points.ts'

const dayMax = 65_535

export function isInState(active: boolean): SqlText {
  return sql`state = ${active ? slotStates.active : slotStates.closed}`
}

export async function toConditionSql(
  condition: Condition,
  dictionary: Dictionary,
  places: PlacePoints,
): Promise<SqlText> {
  if ('near' in condition) {
    const { city, region } = await distancesFrom(condition, dictionary, places)
    return sql`(city in ${city.codes} or region in ${region.codes})`
  }
  if (!('from' in condition)) return isOneOf(condition, dictionary)
  const { from, to } = condition
  if (condition.field === 'yearlyPay') return isBetween(yearlyPay(condition.currency, dictionary), from, to)
  return sql`${sqlName(condition.field)} between ${Math.max(0, from)} and ${Math.min(dayMax, to)}`
}

function isBetween(value: SqlText, from: number, to: number): SqlText {
  return sql`(${value} >= ${from} and ${value} <= ${to})`
}

function isOneOf(
  { field, keys = [], has, isExcluded = false }: TextCondition,
  dictionary: Dictionary,
): SqlText {
  const codes = keys.flatMap((key) => dictionary.codesForKey(field, key))
  if (has !== undefined) codes.push(...dictionary.codesMatching(field, has))
  const name = sqlName(field)
  if (isExcluded) return sql`${name} not in ${[...codes, unusedCode]}`
  return sql`${name} in ${[...codes, unusedCode]}`
}

/** Of no value: a list must not be empty. */
const unusedCode = 2 ** 32 - 1

/** Of the maximum pay, or the minimum; not a number if it cannot be compared. */
function yearlyPay(currency: string, dictionary: Dictionary): SqlText {
  const codes = [unusedCode, ...dictionary.codesMatching('pay', () => true)]
  const factors = codes.map((code) => yearlyFactor(dictionary.entry(code).value, currency))
  // A literal list might be one of integers.
  const list = joinSql(
    factors.map((factor) => sql`toFloat64(${factor})`),
    ', ',
  )
  return sql`(pay_max * transform(pay, ${codes}, [${list}], nan))`
}

/** Of the codes of one field: hundredths of a mile, as they are shown. */
interface Distances {
  readonly codes: readonly number[]
  readonly hundredths: readonly number[]
}

const farAway = 2 ** 31 - 1

async function distancesFrom(
  { near, radiusMiles }: NearCondition,
  dictionary: Dictionary,
  places: PlacePoints,
): Promise<Record<'city' | 'region', Distances>> {
  const miles = await places.milesWithin(dictionary, near, radiusMiles)
  const ofField = (field: DictionaryField): Distances => {
    const codes = dictionary
      .codesMatching(field, () => true)
      .filter((code) => miles[code] !== Number.POSITIVE_INFINITY)
    const hundredths = codes.map((code) => Math.round(100 * (miles[code] as number)))
    return { codes: [...codes, unusedCode], hundredths: [...hundredths, farAway] }
  }
  return { city: ofField('city'), region: ofField('region') }
}

/** The number by which postings are sorted, descending; then by id. `score`: of their words. */
export async function toRankSql(
  order: JobOrder,
  near: NearCondition | undefined,
  score: SqlText,
  dictionary: Dictionary,
  places: PlacePoints,
): Promise<SqlText> {
  if (order.by === 'pay') {
    const yearly = yearlyPay(order.currency, dictionary)
    return sql`if(isNaN(${yearly}), -1, floor(${yearly} + 0.5))`
  }
  if (order.by === 'relevance') return sql`(${score}) * ${rankUnit} + listed`
  if (order.by !== 'distance') return sqlName(order.by)
  if (near === undefined) return sql`-${farAway}`
  const { city, region } = await distancesFrom(near, dictionary, places)
  const from = (field: 'city' | 'region', { codes, hundredths }: Distances) =>
    sql`transform(${sqlName(field)}, ${codes}, ${hundredths}, ${farAway})`
  return sql`-toInt64(least(${from('city', city)}, ${from('region', region)}))`
}

const rankUnit = toRank(1, 0)
