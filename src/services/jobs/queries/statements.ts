/** The statements that searches run in snapshots of a database. */

import { SnapshotStatements } from '../../../store/statements/snapshot-statements.ts'
import { type JobsDatabase, type JobsReadModelTables, withJobTables } from '../schema/tables.ts'

export type JobStatements = SnapshotStatements<JobsReadModelTables>

const byDatabase = new WeakMap<JobsDatabase, JobStatements>()

export function statementsOf(db: JobsDatabase): JobStatements {
  const existing = byDatabase.get(db)
  if (existing !== undefined) return existing
  const statements = new SnapshotStatements(withJobTables(db.read))
  byDatabase.set(db, statements)
  return statements
}
