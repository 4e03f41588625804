/** Reads the counts of each provider as of the last publication. */

import type { ProviderTally } from '../coverage/coverage-record.ts'
import { type TrustDb, trustTables } from '../schema/tables.ts'

export async function readTallies(db: TrustDb): Promise<ReadonlyMap<string, ProviderTally>> {
  const rows = await trustTables(db.read).selectFrom('trust_coverage').select(['provider', 'doc']).execute()
  return new Map(rows.map(({ provider, doc }) => [provider, JSON.parse(doc) as ProviderTally]))
}
