/** Reads the counts of each provider as of the last publication. */

import { toInstant } from '../../../core/clock.ts'
import type { ProviderTally } from '../coverage/coverage-record.ts'
import type { CoverageDay } from '../schema/coverage.ts'
import { type TrustDb, trustTables } from '../schema/tables.ts'

export async function readTallies(db: TrustDb): Promise<ReadonlyMap<string, ProviderTally>> {
  const rows = await trustTables(db.read).selectFrom('trust_coverage').select(['provider', 'doc']).execute()
  return new Map(rows.map(({ provider, doc }) => [provider, JSON.parse(doc) as ProviderTally]))
}

/** Oldest first. `provider`: undefined for all of them together. */
export async function readCoverageDays(
  db: TrustDb,
  provider: string | undefined,
  since: string,
): Promise<CoverageDay[]> {
  const rows = await trustTables(db.read)
    .selectFrom('trust_coverage_day')
    .selectAll()
    .where('provider', '=', provider ?? '')
    .where('day', '>=', since)
    .orderBy('day')
    .execute()
  return rows.map(({ provider: _, hash: __, day, ...counts }) => ({
    day,
    ...(Object.fromEntries(
      Object.entries(counts).map(([name, count]) => [name, Number(count)]),
    ) as typeof counts),
  }))
}

/** The first of so many days until now. */
export function firstDay(nowMs: number, days: number): string {
  return toInstant(nowMs - (days - 1) * 86_400_000).slice(0, 10)
}
