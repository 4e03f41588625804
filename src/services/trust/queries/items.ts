/** Reads the records of trust centers: certifications, controls, subprocessors, documents and security updates. */

import { sql } from 'kysely'
import { type Surface, surfaces } from '../normalise/vocabulary.ts'
import { type TrustDb, trustTables } from '../schema/tables.ts'
import { compare, type ListPage, type PageRange, readListing } from './listing.ts'

const isPresent = sql`t.absent_since is null`

export function readCompanyItems(
  db: TrustDb,
  company: string,
  surface: Surface,
  range: PageRange,
): Promise<ListPage> {
  return readListing(db, range, {
    from: 'trust_item t',
    // Those without a date are last.
    order: surface === 'security_updates' ? 't.subject desc, t.label_key, t.id' : 't.label_key, t.id',
    conditions: [compare('t.company_id', '=', company), compare('t.surface', '=', surface), isPresent],
  })
}

/** The rest is available page by page from the company. */
const recordsPerSurfaceMax = 1000

/** JSON text of `{"certifications":[…],…}`. */
export async function readCenterRecords(db: TrustDb, center: string): Promise<string> {
  const rows = await trustTables(db.read)
    .selectFrom('trust_item')
    .select(['surface', 'subject', 'doc'])
    .where('center_id', '=', center)
    .where('absent_since', 'is', null)
    .orderBy('surface')
    .orderBy('label_key')
    .orderBy('id')
    .execute()
  const bySurface = Map.groupBy(rows, (row) => row.surface)
  const parts = surfaces.map((surface) => {
    const ofSurface = bySurface.get(surface) ?? []
    if (surface === 'security_updates')
      ofSurface.sort((one, other) => (one.subject < other.subject ? 1 : one.subject > other.subject ? -1 : 0))
    const docs = ofSurface.slice(0, recordsPerSurfaceMax).map((row) => row.doc)
    return `"${surface}":[${docs.join(',')}]`
  })
  return `{${parts.join(',')}}`
}
