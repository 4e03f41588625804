/** Statements of a sync that run for each member. Each is compiled once per engine: to build a short one takes longer than to run it. */

import { CompiledQuery, type Kysely } from 'kysely'
import type { Bindable, Engine } from '../store.ts'
import { type BuildStatement, type CompiledStatement, compileStatement } from './statement-cache.ts'

type RunStatement<Tables, Values, Row> = (
  db: Kysely<Tables>,
  engine: Engine,
  values: Values,
) => Promise<readonly Row[]>

/** `build` marks the values that differ between calls with `param('x')`. */
export function reusableStatement<Tables, Values extends Readonly<Record<string, Bindable>>, Row = never>(
  build: BuildStatement<Tables>,
): RunStatement<Tables, Values, Row> {
  const byEngine = new Map<Engine, CompiledStatement>()
  return async (db, engine, values) => {
    let statement = byEngine.get(engine)
    if (statement === undefined) {
      statement = compileStatement(db, build)
      byEngine.set(engine, statement)
    }
    return (await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, statement.bind(values)))).rows
  }
}
