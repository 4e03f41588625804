/** Reads how many companies claim to hold each framework. */

import { type TrustDb, trustTables } from '../schema/tables.ts'

export async function readFrameworkCounts(db: TrustDb): Promise<ReadonlyMap<string, number>> {
  const rows = await trustTables(db.heavy)
    .selectFrom('trust_mark')
    .select(['subject', (eb) => eb.fn.countAll<number>().as('companies')])
    .where('kind', '=', 'held')
    .groupBy('subject')
    .execute()
  return new Map(rows.map(({ subject, companies }) => [subject, Number(companies)]))
}
