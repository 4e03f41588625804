/** Whether the migrations that a database has are those that this program would have applied. */

import type { ChecksummedMigration } from './migration-checksum.ts'

export interface AppliedMigration {
  readonly name: string
  /** Null if a version without checksums applied it; undefined if the table has no such column yet. */
  readonly checksum?: string | null
}

/** Why a database does not fit, to follow its name; undefined if pending migrations are all that it lacks. */
export function findMisfit(
  applied: readonly AppliedMigration[],
  migrations: readonly ChecksummedMigration[],
  tables: ReadonlySet<string>,
): string | undefined {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const unknown = applied.filter(({ name }) => !known.has(name))
  if (unknown.length > 0)
    return `was created by a newer version of this program (it contains ${listNames(unknown)})`
  const edited = applied.filter(({ name, checksum }) => (checksum ?? known.get(name)) !== known.get(name))
  if (edited.length > 0)
    return `was created with other contents of ${listNames(edited)} than this program has (the checksum differs)`
  const names = new Set(applied.map(({ name }) => name))
  const missing = migrations.slice(0, applied.length).filter(({ name }) => !names.has(name))
  if (missing.length > 0) return `lacks ${listNames(missing)}, although it has later migrations`
  if (applied.length === 0 && migrations.flatMap(createdTables).some((name) => tables.has(name)))
    return 'has tables, but no list of the migrations that created them'
  const lost = lostTables(migrations.slice(0, applied.length), tables)
  if (lost.length > 0) return `has lost ${lost.join(', ')}: tables that its migrations created are gone`
  return undefined
}

/** The tables that these migrations leave and the database does not have, such as one that was dropped by hand. */
export function lostTables(
  applied: readonly ChecksummedMigration[],
  tables: ReadonlySet<string>,
): readonly string[] {
  const left = new Set<string>()
  for (const migration of applied) {
    for (const name of createdTables(migration)) left.add(name)
    for (const name of matches(migration, /^drop table (?:if exists )?"?(\w+)/i)) left.delete(name)
    for (const name of matches(migration, /^alter table "?(\w+)"? rename to /i)) left.delete(name)
  }
  return [...left].filter((name) => !tables.has(name))
}

function createdTables(migration: ChecksummedMigration): string[] {
  return [
    ...matches(migration, /^create (?:virtual )?table (?:if not exists )?"?(\w+)/i),
    ...matches(migration, /^alter table "?\w+"? rename to "?(\w+)/i),
  ]
}

function matches({ statements }: ChecksummedMigration, pattern: RegExp): string[] {
  return statements.flatMap((statement) => pattern.exec(statement)?.[1] ?? [])
}

function listNames(migrations: readonly { readonly name: string }[]): string {
  return migrations.map(({ name }) => name).join(', ')
}
