/** Optional conditions of a statement: those whose values are present. */

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Param, Shape } from '../../../store/statements/statement.ts'
import type { Engine } from '../../../store/store.ts'

type Mark<Values> = (name: keyof Values & string) => string

/** Each by the name of its value. */
export type Conditions<Values> = {
  readonly [Name in keyof Values]?: (mark: Mark<Values>, engine: Engine) => RawBuilder<unknown>
}

export function presentConditions<Values>(
  conditions: Conditions<Values>,
  param: Param<Values>,
  { has, engine }: Shape<Values>,
): RawBuilder<unknown>[] {
  const names = Object.keys(conditions) as (keyof Values & string)[]
  return names.filter(has).flatMap((name) => conditions[name]?.(param as Mark<Values>, engine) ?? [])
}

export function joinAnd(conditions: readonly Expression<unknown>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
