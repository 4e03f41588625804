/** Reads the sources behind the records. */

import type { TrustDb } from '../schema/tables.ts'
import { compare, inList, type ListFilter, type ListPage, readListing } from './listing.ts'

export function readSources(
  db: TrustDb,
  filter: ListFilter<'provider' | 'trust_center' | 'kind' | 'status'>,
): Promise<ListPage> {
  return readListing(db, filter, {
    from: 'trust_source t',
    order: 't.id',
    conditions: [
      inList('provider', filter.provider),
      compare('t.center_id', '=', filter.trust_center),
      compare('t.kind', '=', filter.kind),
      compare('t.status', '=', filter.status),
    ],
  })
}
