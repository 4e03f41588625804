/** How an engine would run the statements of a read: which indexes it uses, and whether it scans a table or sorts. */

import assert from 'node:assert/strict'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from '../../../src/store/store.ts'

interface SentStatement {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** What a plan has to have; index names are the same on both engines. */
export interface ExpectedPlan {
  /** `table.primary key`, or the name of an index. */
  readonly indexes: readonly string[]
  /** Rows of several ranges are merged, which no index has in order. PostgreSQL chooses by the number of rows, so its indexes are not checked. */
  readonly sorts?: boolean
}

/** The statements that `read` sends are explained, not judged by their results. */
export async function assertPlan<Tables>(
  db: Database<Tables>,
  read: (recorded: Database<Tables>) => unknown,
  { indexes, sorts = false }: ExpectedPlan,
): Promise<void> {
  const sent: SentStatement[] = []
  await read(recordSent(db, sent))
  assert.ok(sent.length > 0, 'no statement was sent')
  const plans = await explain(db, sent)
  const { findIndex, scan, sort } = signs[db.engine]
  if (!sorts || db.engine === 'sqlite') for (const index of indexes) assert.match(plans, findIndex(index))
  assert.doesNotMatch(plans, scan)
  if (!sorts) assert.doesNotMatch(plans, sort)
}

function recordSent<Tables>(db: Database<Tables>, sent: SentStatement[]): Database<Tables> {
  const run: Database<Tables>['run'] = async (statement, values) => {
    const { sql, bind } = statement.built(db.read, values)
    sent.push({ sql, values: bind(values) })
    return await db.run(statement, values)
  }
  const read = db.read.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql, parameters } = db.read.getExecutor().compileQuery(node, queryId)
      sent.push({ sql, values: parameters })
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return new Proxy(db, {
    get(target, member) {
      if (member === 'run') return run
      if (member === 'read') return read
      const value: unknown = Reflect.get(target, member, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function explain<Tables>(db: Database<Tables>, sent: readonly SentStatement[]): Promise<string> {
  return await db.snapshot(async (snapshot) => {
    // PostgreSQL would scan and sort the few rows of a test; this shows what it can avoid.
    if (db.engine === 'postgres')
      for (const setting of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'enable_incremental_sort'])
        await run(snapshot, `set local ${setting} = off`)
    const lines: string[] = []
    for (const { sql, values } of sent) {
      const rows = await run(
        snapshot,
        `${db.engine === 'sqlite' ? 'explain query plan' : 'explain'} ${sql}`,
        values,
      )
      lines.push(sql, ...rows.map((row) => String(row.detail ?? row['QUERY PLAN'])))
    }
    return lines.join('\n')
  })
}

async function run<Tables>(
  snapshot: Kysely<Tables>,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
  return (await snapshot.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, [...values]))).rows
}

/** SQLite also calls it a scan to read an index in its order, a list of ids, or the few rows of a part that is on the left of a join. */
const signs = {
  sqlite: {
    findIndex: (index: string) => {
      const table = /^(\w+)\.primary key$/.exec(index)?.[1]
      return table === undefined
        ? new RegExp(`USING (COVERING )?INDEX ${index}\\b`)
        : new RegExp(`USING ((COVERING )?INDEX sqlite_autoindex_${table}_1|(INTEGER )?PRIMARY KEY)`)
    },
    scan: /^SCAN (?!json_each|c LEFT-JOIN|.* USING (COVERING )?INDEX).*$/m,
    sort: /TEMP B-TREE/,
  },
  postgres: {
    findIndex: (index: string) => {
      const table = /^(\w+)\.primary key$/.exec(index)?.[1]
      return table === undefined
        ? new RegExp(`using ${index}\\b`)
        : new RegExp(`using ${table}_(pkey|(id_)?key)\\b`)
    },
    scan: /Seq Scan/,
    sort: /^\s*(->)?\s*(Incremental )?Sort\b/m,
  },
}
