/** Begins, ends and drops search indexes. */

import { randomInt } from 'node:crypto'
import type { ClickHouse } from '../../../../store/clickhouse/clickhouse.ts'
import { type IndexRow, readIndexes } from '../../schema/index-state.ts'
import { createIndexStatements, dropIndexStatements } from '../../schema/search-index.ts'
import {
  type JobsDatabase,
  type JobsTables,
  type JobsTransaction,
  withJobTables,
} from '../../schema/tables.ts'

const namesMax = 2 ** 40

/** Names are never used again: ClickHouse would take the inserts of another index for repeated ones. */
function newName(): string {
  return randomInt(namesMax).toString(36).padStart(8, '0')
}

/**
 * From now on, changes are noted for it, and publishing fills it. Returns the one that is being filled already, if there is one.
 */
export async function beginIndex(db: JobsDatabase, clickHouse: ClickHouse): Promise<string> {
  const name = newName()
  // Before it is noted: whoever finds its name finds its tables.
  for (const statement of createIndexStatements(name, clickHouse.cluster)) await clickHouse.run(statement)
  const filling = await db.transaction(async (anyTx) => {
    const tx = anyTx.withTables<JobsTables>() as JobsTransaction
    await db.dialect.lock(anyTx, 'job blocks')
    const others = await readIndexes(tx)
    const other = others.find(({ state }) => state === 'filling')
    if (other !== undefined) return other.name
    await tx.insertInto('job_index').values(emptyIndex(name)).execute()
    return name
  })
  if (filling !== name) await dropTables(clickHouse, name)
  return filling
}

function emptyIndex(name: string): IndexRow {
  return {
    name,
    state: 'filling',
    filled_slots: 0,
    last_revision: 0,
    readable_revision: 0,
    counted_revision: 0,
    cleaned_revision: 0,
    cleaned_at: 0,
  }
}

export async function dropTables(clickHouse: ClickHouse, name: string): Promise<void> {
  for (const statement of dropIndexStatements(name, clickHouse.cluster)) await clickHouse.run(statement)
}

/** After its tables were dropped, or were lost. */
export async function forgetIndex(db: JobsDatabase, name: string): Promise<void> {
  await db.transaction(async (anyTx) => {
    const tx = anyTx.withTables<JobsTables>() as JobsTransaction
    await db.dialect.lock(anyTx, 'job blocks')
    for (const table of ['job_index', 'job_index_revision', 'job_unindexed'] as const)
      await tx.deleteFrom(table).where('name', '=', name).execute()
  })
}

export async function listIndexes(db: JobsDatabase): Promise<IndexRow[]> {
  return await readIndexes(withJobTables(db.read))
}
