/** Reads vendors, the most used first. */

import type { TrustDb } from '../schema/tables.ts'
import { compare, type ListFilter, type ListPage, readListing } from './listing.ts'
import { isNamed } from './named.ts'

export async function readVendors(
  db: TrustDb,
  filter: ListFilter<'q' | 'domain' | 'parent'> & { readonly min_companies?: number | undefined },
  signal?: AbortSignal,
): Promise<ListPage> {
  const { q } = filter
  const conditions = [
    await isNamed(db, 'vendor', q, signal),
    compare('t.domain', '=', filter.domain?.toLowerCase()),
    compare('t.parent', '=', filter.parent),
    compare('t.companies', '>=', filter.min_companies),
  ]
  return await readListing(
    db,
    filter,
    { from: 'trust_vendor t', order: 't.companies desc, t.id', conditions },
    signal,
  )
}
