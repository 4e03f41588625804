/** Why a backup is not restored; found out before anything is replaced. */

import { ConfigurationError } from '../../core/errors.ts'
import type { Engine } from '../engine.ts'
import { type AppliedMigration, findMisfit } from '../migrations/find-misfit.ts'
import { ledgerMigrations } from '../migrations/index.ts'
import { withChecksums } from '../migrations/migration-checksum.ts'

/** `name`: of the file, for the problem. An older ledger fits: the next start migrates it. */
export async function assertLedgerFits(
  name: string,
  engine: Engine,
  applied: readonly AppliedMigration[],
  tables: ReadonlySet<string>,
): Promise<void> {
  if (applied.length === 0) throw new ConfigurationError([`${name} is not a ledger`])
  const misfit = findMisfit(applied, await withChecksums(ledgerMigrations, engine), tables)
  if (misfit !== undefined)
    throw new ConfigurationError([
      `${name} ${misfit}: restore it with the version of this program that made the backup`,
    ])
}

export function storeInUse(what: string): ConfigurationError {
  return new ConfigurationError([`${what} is in use by a running server or command: stop all of them first`])
}

export function storeNotEmpty(what: string): ConfigurationError {
  return new ConfigurationError([`${what} is not empty: add --overwrite to replace what it has`])
}
