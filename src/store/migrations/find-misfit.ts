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
  return undefined
}

function listNames(migrations: readonly { readonly name: string }[]): string {
  return migrations.map(({ name }) => name).join(', ')
}
