/**
 * The checksum of a migration: over the text of the SQL that it runs on an empty database of this engine. Formatting,
 * comments and names in the source do not change it; a change in a shared helper that changes the SQL does. Bound
 * values are not part of it, because they may be random.
 */

import { createHash } from 'node:crypto'
import type { Engine } from '../engine.ts'
import { compileOnly } from './compile-only.ts'
import type { Migration } from './migration.ts'

export interface ChecksummedMigration extends Migration {
  readonly checksum: string
  /** The statements that it runs, on one line each. */
  readonly statements: readonly string[]
}

export async function withChecksums(
  migrations: readonly Migration[],
  engine: Engine,
): Promise<ChecksummedMigration[]> {
  return await Promise.all(
    migrations.map(async (migration) => {
      const statements = await statementsOf(migration, engine)
      const hash = createHash('sha256')
      for (const statement of statements) hash.update(`${statement}\n`)
      return { ...migration, statements, checksum: hash.digest('hex') }
    }),
  )
}

async function statementsOf(migration: Migration, engine: Engine): Promise<string[]> {
  const statements: string[] = []
  const db = compileOnly(engine, ({ query }) => {
    statements.push(query.sql.replaceAll(/\s+/g, ' ').trim())
  })
  await migration.up(db, engine)
  return statements
}
