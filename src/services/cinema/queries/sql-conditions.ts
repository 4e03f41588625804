/** Builds the conditions, values and name of a prepared statement from optional filters. */

import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Bindable, Engine, ParamMarker } from '../../../store/store.ts'

export type Condition = (param: ParamMarker) => Expression<SqlBool>

export class SqlConditions {
  readonly conditions: Condition[] = []
  readonly values: Record<string, Bindable> = {}
  /** Identifies the statement: one letter per condition. */
  shape = ''

  /** Ignored if the value is undefined. */
  add(letter: string, name: string, value: Bindable | undefined, condition: Condition): void {
    if (value === undefined) return
    this.conditions.push(condition)
    this.values[name] = value
    this.shape += letter
  }
}

/** An id list as one JSON parameter, so that its length is not part of the statement. */
export function idList(engine: Engine, ids: string): RawBuilder<string> {
  return engine === 'sqlite'
    ? sql`(select value from json_each(${ids}))`
    : sql`(select json_array_elements_text(${ids}::json))`
}

/** A raw statement for `prepared`. */
export function rawStatement<Tables>(read: Kysely<Tables>, text: RawBuilder<unknown>) {
  return { compile: () => text.compile(read) }
}
