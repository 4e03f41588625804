/** Reads changes from the change log, newest first. */

import { sql } from 'kysely'
import { toFrameworkId } from '../normalise/frameworks/resolve.ts'
import { toVendorId } from '../normalise/vendors/match.ts'
import type { TrustDb } from '../schema/tables.ts'
import { compare, inList, type ListFilter, type ListPage, readListing } from './listing.ts'

type ChangeFilter = ListFilter<
  'since' | 'type' | 'severity' | 'provider' | 'company' | 'subprocessor' | 'certification'
>

/** A literal, so that the indexes of the service are used. */
const isTrustChange = sql`t.service = 'trust'`

export function readChanges(db: TrustDb, filter: ChangeFilter): Promise<ListPage> {
  const { since } = filter
  return readListing(db, filter, {
    from: 'change t',
    order: 't.detected_at desc, t.number desc',
    conditions: [
      isTrustChange,
      compare('t.detected_at', '>=', since === undefined ? undefined : Date.parse(since)),
      inList('type', filter.type),
      compare('t.severity', '=', filter.severity),
      inList('provider', filter.provider),
      compare('t.company_id', '=', filter.company),
      compare('t.subject', '=', subjectOf(filter)),
    ],
  })
}

function subjectOf({ subprocessor, certification }: ChangeFilter): string | undefined {
  if (subprocessor !== undefined) return toVendorId(subprocessor)
  return certification === undefined ? undefined : toFrameworkId(certification)
}
