/** Reads the names of the companies behind changes. */

import { readCompanyDocs } from '../queries/listing.ts'
import type { TrustDb } from '../schema/tables.ts'
import type { ChangeValue, CompanyValue } from './trust-pages/layout.ts'

/** The names of the companies that changed, by id. */
export async function readCompanyNames(
  db: TrustDb,
  changes: readonly ChangeValue[],
): Promise<ReadonlyMap<string, string>> {
  const docs = await readCompanyDocs(db, [...new Set(changes.map(({ company_id }) => company_id))])
  return new Map([...docs].map(([id, doc]) => [id, (JSON.parse(doc) as CompanyValue).name]))
}
