/** A store belongs to the profile that first used it, so that made-up data is never served as real. */

import type { Kysely, Transaction } from 'kysely'
import { ConfigurationError } from '../../core/errors.ts'
import type { MarkTable } from '../tables.ts'

export interface Markable {
  readonly read: Kysely<MarkTable>
  transaction(work: (tx: Transaction<MarkTable>) => Promise<void>): Promise<void>
}

export interface ProfileOptions {
  /** Default: it is neither claimed nor checked. */
  readonly profile?: string | undefined
  /** False for commands that only look: nothing is claimed. */
  readonly mayMigrate: boolean
}

/** Throws `ConfigurationError` if one of the databases belongs to another profile; then the next one is not claimed. */
export async function claimStore(
  { ledger, readModel }: { readonly ledger: Markable; readonly readModel: Markable },
  { profile, mayMigrate }: ProfileOptions,
): Promise<void> {
  if (profile === undefined) return
  if (mayMigrate) await claimProfile(ledger, profile)
  await requireProfile(ledger, 'the ledger', profile)
  if (mayMigrate) await claimProfile(readModel, profile)
  await requireProfile(readModel, 'the read model', profile)
}

async function requireProfile(database: Markable, name: string, profile: string): Promise<void> {
  const owner = await readProfile(database.read)
  if (owner === undefined || owner === profile) return
  throw new ConfigurationError([
    `${name} belongs to the profile ${owner} and cannot be used with the profile ${profile}: start with --profile ${owner}, or choose another store for ${profile} (--data-dir, or DATABASE_SCHEMA_PREFIX on PostgreSQL)`,
  ])
}

/** Does nothing if a profile has claimed it before. */
async function claimProfile(database: Markable, profile: string): Promise<void> {
  if ((await readProfile(database.read)) !== undefined) return
  await database.transaction(async (tx) => {
    await tx
      .insertInto('store_mark')
      .values({ name: 'profile', value: profile })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  })
}

export async function readProfile(db: Kysely<MarkTable>): Promise<string | undefined> {
  const row = await db
    .selectFrom('store_mark')
    .select('value')
    .where('name', '=', 'profile')
    .executeTakeFirst()
  return row?.value
}
