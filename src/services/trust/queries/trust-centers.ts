/** Reads trust centers. */

import type { TrustDb } from '../schema/tables.ts'
import { compare, inList, type ListFilter, type ListPage, readListing } from './listing.ts'

type CenterFilter = ListFilter<
  'provider' | 'company' | 'access_level' | 'access_profile' | 'gate' | 'host'
> & { readonly readable?: boolean | undefined }

export function readCenters(db: TrustDb, filter: CenterFilter): Promise<ListPage> {
  const { readable } = filter
  return readListing(db, filter, {
    from: 'trust_center t',
    order: 't.host, t.id',
    conditions: [
      inList('provider', filter.provider),
      compare('t.company_id', '=', filter.company),
      inList('access_level', filter.access_level),
      compare('t.access_profile', '=', filter.access_profile),
      compare('t.gate', '=', filter.gate),
      compare('t.host', '=', filter.host?.toLowerCase()),
      compare('t.readable', '=', readable === undefined ? undefined : Number(readable)),
    ],
  })
}
