/**
 * The texts of which postings have the codes, in ClickHouse. A node holds none of them but the places that the gazetteer knows.
 */

import type { Point } from '../../../../core/places/distance.ts'
import type { ClickHouse } from '../../../../store/clickhouse/clickhouse.ts'
import { type SqlText, sql } from '../../../../store/clickhouse/sql-text.ts'
import type { DictionaryField } from '../../schema/block.ts'
import { indexTables } from '../../schema/search-index.ts'
import { milesBetween, pointOfKey } from '../blocks/place-points.ts'
import type { NearCondition } from '../condition.ts'

interface CodedText {
  readonly code: number
  readonly value: string
}

interface PlaceKeys {
  readonly code: number
  readonly field: 'city' | 'region'
  readonly keys: readonly string[]
}

/** The codes of cities and of regions near a place, each with its distance. */
export type MilesByCode = ReadonlyMap<number, number>

export class IndexValues {
  readonly #clickHouse: ClickHouse
  readonly #table: SqlText
  /** As many as the gazetteer has names. */
  readonly #points = new Map<string, Point>()
  /** The last code of which the points are known. */
  #known = 0
  /** A search around a place asks twice. */
  #last: { readonly key: string; readonly miles: MilesByCode } | undefined

  /** `index`: the name of the index. */
  constructor(clickHouse: ClickHouse, index: string) {
    this.#clickHouse = clickHouse
    this.#table = indexTables(index).jobValue
  }

  /** A statement for the codes of all texts that have one of the keys. */
  codesWith(field: DictionaryField, keys: readonly string[]): SqlText {
    return sql`(select code from ${this.#table} where field = ${field} and ${hasAny(keys)})`
  }

  /** All of a field that has few. */
  async textsOf(field: 'pay', signal: AbortSignal | undefined): Promise<CodedText[]> {
    return await this.#clickHouse.query(
      sql`select distinct code, value from ${this.#table} where field = ${field}`,
      { signal },
    )
  }

  /** `counts`: a statement for the columns `code` and `n`. The text of the code for no text is empty. */
  async textsWithCounts(
    field: DictionaryField,
    counts: SqlText,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly value: string; readonly n: number }[]> {
    return await this.#clickHouse.query(
      sql`select any(value) as value, any(n) as n from (${counts}) as counted
        left join (select code, value from ${this.#table} where field = ${field}) as named using code group by code`,
      { signal },
    )
  }

  async milesWithin(near: NearCondition, signal: AbortSignal | undefined): Promise<MilesByCode> {
    await this.#readPoints(signal)
    const key = `${this.#known} ${near.near.lat} ${near.near.lon} ${near.radiusMiles}`
    if (this.#last?.key === key) return this.#last.miles
    const miles = await this.#readMiles(near, signal)
    this.#last = { key, miles }
    return miles
  }

  async #readPoints(signal: AbortSignal | undefined): Promise<void> {
    const rows = await this.#clickHouse.query<Pick<PlaceKeys, 'field' | 'keys'> & { last: number }>(
      sql`select field, groupUniqArrayArray(keys) as keys, max(code) as last from ${this.#table}
        where field in ['city', 'region'] and code > ${this.#known} group by field`,
      { signal },
    )
    for (const { field, keys } of rows)
      for (const key of keys) {
        const point = pointOfKey(field, key)
        if (point !== undefined) this.#points.set(nameOf(field, key), point)
      }
    this.#known = Math.max(this.#known, ...rows.map(({ last }) => last))
  }

  async #readMiles(
    { near, radiusMiles }: NearCondition,
    signal: AbortSignal | undefined,
  ): Promise<MilesByCode> {
    const byName = new Map<string, number>()
    for (const [name, point] of this.#points) {
      const miles = milesBetween(near, point)
      if (miles <= radiusMiles) byName.set(name, miles)
    }
    const keys = [...byName.keys()].map((name) => name.slice(name.indexOf(' ') + 1))
    const rows = await this.#clickHouse.query<PlaceKeys>(
      sql`select distinct code, field, keys from ${this.#table} where field in ['city', 'region'] and ${hasAny(keys)}`,
      { signal },
    )
    const milesByCode = new Map<number, number>()
    for (const { code, field, keys: found } of rows) {
      const miles = Math.min(
        ...found.map((key) => byName.get(nameOf(field, key)) ?? Number.POSITIVE_INFINITY),
      )
      if (miles !== Number.POSITIVE_INFINITY) milesByCode.set(code, miles)
    }
    return milesByCode
  }
}

/** A list must not be empty. */
function hasAny(keys: readonly string[]): SqlText {
  return keys.length === 0 ? sql`0` : sql`hasAny(keys, ${keys})`
}

function nameOf(field: string, key: string): string {
  return `${field} ${key}`
}
