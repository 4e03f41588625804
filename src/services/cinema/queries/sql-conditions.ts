/** Builds the conditions, values and name of a prepared statement from optional filters. */

import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Bindable, ParamMarker } from '../../../store/store.ts'

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

/** A raw statement for `prepared`. */
export function rawStatement<Tables>(read: Kysely<Tables>, text: RawBuilder<unknown>) {
  return { compile: () => text.compile(read) }
}
