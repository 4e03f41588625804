/** Reads vendors, the most used first. */

import { searchKey } from '../normalise/vendors/match.ts'
import type { TrustDb } from '../schema/tables.ts'
import { compare, type ListFilter, type ListPage, readListing, startsWith } from './listing.ts'

export function readVendors(
  db: TrustDb,
  filter: ListFilter<'q' | 'domain' | 'parent'> & { readonly min_companies?: number | undefined },
  signal?: AbortSignal,
): Promise<ListPage> {
  const { q } = filter
  const conditions = [
    startsWith('t.name_key', q === undefined ? undefined : searchKey(q)),
    compare('t.domain', '=', filter.domain?.toLowerCase()),
    compare('t.parent', '=', filter.parent),
    compare('t.companies', '>=', filter.min_companies),
  ]
  return readListing(
    db,
    filter,
    { from: 'trust_vendor t', order: 't.companies desc, t.id', conditions },
    signal,
  )
}
