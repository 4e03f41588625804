/** Trust centers, sources, vendors and changes. */

import { type SqlBool, sql } from 'kysely'
import { toFrameworkId } from '../normalise/frameworks/resolve.ts'
import { nameKey, toVendorId } from '../normalise/vendors/match.ts'
import { type TrustDb, trustTables } from '../schema/tables.ts'
import { type Condition, equals, inList, type ListPage, readListing } from './listing.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

type OptionalText<Names extends string> = { readonly [Name in Names]?: string | undefined }

export function readCenters(
  db: TrustDb,
  filter: OptionalText<'provider' | 'company' | 'access_level' | 'access_profile' | 'gate' | 'host'> &
    Page & { readonly readable?: boolean | undefined },
): Promise<ListPage> {
  const { readable } = filter
  return readListing(db, {
    name: 'trust:centers',
    from: 'trust_center t',
    order: 't.host, t.id',
    conditions: [
      inList('provider', filter.provider),
      equals('t.company_id', filter.company),
      inList('access_level', filter.access_level),
      equals('t.access_profile', filter.access_profile),
      equals('t.gate', filter.gate),
      equals('t.host', filter.host?.toLowerCase()),
      readable === undefined ? undefined : equals('t.readable', readable ? 1 : 0),
    ],
    limit: filter.limit,
    offset: filter.offset,
  })
}

export function readSources(
  db: TrustDb,
  filter: OptionalText<'provider' | 'trust_center' | 'kind' | 'status'> & Page,
): Promise<ListPage> {
  return readListing(db, {
    name: 'trust:sources',
    from: 'trust_source t',
    order: 't.id',
    conditions: [
      inList('provider', filter.provider),
      equals('t.center_id', filter.trust_center),
      equals('t.kind', filter.kind),
      equals('t.status', filter.status),
    ],
    limit: filter.limit,
    offset: filter.offset,
  })
}

export function readVendors(
  db: TrustDb,
  filter: OptionalText<'q' | 'domain' | 'parent'> & Page & { readonly min_companies?: number | undefined },
): Promise<ListPage> {
  const { q, min_companies } = filter
  const prefix = q === undefined ? undefined : nameKey(q) || q.toLowerCase()
  return readListing(db, {
    name: 'trust:vendors',
    from: 'trust_vendor t',
    order: 't.companies desc, t.id',
    conditions: [
      prefix === undefined ? undefined : startsWith(prefix),
      equals('t.domain', filter.domain?.toLowerCase()),
      equals('t.parent', filter.parent),
      min_companies === undefined ? undefined : usedByAtLeast(min_companies),
    ],
    limit: filter.limit,
    offset: filter.offset,
  })
}

/** By id, domain or name. */
export function vendorKey(text: string): string {
  return toVendorId(text)
}

export function readChanges(
  db: TrustDb,
  filter: OptionalText<
    'since' | 'type' | 'severity' | 'provider' | 'company' | 'subprocessor' | 'certification'
  > &
    Page,
): Promise<ListPage> {
  const { since, subprocessor, certification } = filter
  const subject =
    subprocessor === undefined
      ? certification === undefined
        ? undefined
        : toFrameworkId(certification)
      : toVendorId(subprocessor)
  return readListing(db, {
    name: 'trust:changes',
    from: 'trust_change t',
    order: 't.detected_at desc, t.id',
    conditions: [
      since === undefined ? undefined : detectedSince(Date.parse(since)),
      inList('type', filter.type),
      equals('t.severity', filter.severity),
      inList('provider', filter.provider),
      equals('t.company_id', filter.company),
      equals('t.subject', subject),
    ],
    limit: filter.limit,
    offset: filter.offset,
  })
}

/** How many companies publish each framework as held. */
export async function readFrameworkCounts(db: TrustDb): Promise<ReadonlyMap<string, number>> {
  const rows = await trustTables(db.heavy)
    .selectFrom('trust_mark')
    .select(['subject', (eb) => eb.fn.countAll<number>().as('companies')])
    .where('kind', '=', 'held')
    .groupBy('subject')
    .execute()
  return new Map(rows.map(({ subject, companies }) => [subject, Number(companies)]))
}

function startsWith(prefix: string): Condition {
  return {
    name: 'q',
    values: { qFrom: prefix, qTo: `${prefix}\u{10ffff}` },
    build: (param) => sql<SqlBool>`t.name_key >= ${param('qFrom')} and t.name_key < ${param('qTo')}`,
  }
}

function usedByAtLeast(companies: number): Condition {
  return {
    name: 'used',
    values: { used: companies },
    build: (param) => sql<SqlBool>`t.companies >= ${param('used')}`,
  }
}

function detectedSince(ms: number): Condition {
  return {
    name: 'since',
    values: { since: ms },
    build: (param) => sql<SqlBool>`t.detected_at >= ${param('since')}`,
  }
}
