/** Runs statements in snapshots. Each is compiled once: compiling a short one takes longer than running it. */

import { CompiledQuery, type Kysely } from 'kysely'
import type { Bindable } from '../store.ts'
import { type BuildStatement, StatementCache } from './statement-cache.ts'

export class SnapshotStatements<Tables> {
  readonly #statements: StatementCache<Tables>

  /** `read`: of the database whose snapshots they are for. */
  constructor(read: Kysely<Tables>) {
    this.#statements = new StatementCache(read)
  }

  async run<Row>(
    snapshot: Kysely<Tables>,
    statementName: string,
    build: BuildStatement<Tables>,
    values: Readonly<Record<string, Bindable>> = {},
  ): Promise<Row[]> {
    const { sql, bind } = this.#statements.get(statementName, build)
    return (await snapshot.executeQuery<Row>(CompiledQuery.raw(sql, bind(values)))).rows
  }
}
