/** Finds companies by their marks: the first one leads, in the order of names, the others have to be there too. */

import { type SqlBool, sql } from 'kysely'
import { toFrameworkId } from '../normalise/frameworks/resolve.ts'
import { nameKey, toVendorId } from '../normalise/vendors/match.ts'
import type { TrustDb } from '../schema/tables.ts'
import { type Condition, equals, type ListPage, readListing, splitList } from './listing.ts'

export interface CompanyFilter {
  readonly provider?: string | undefined
  readonly q?: string | undefined
  readonly domain?: string | undefined
  readonly certification?: string | undefined
  /** `held` unless given. */
  readonly certification_status?: string | undefined
  readonly subprocessor?: string | undefined
  readonly without_subprocessor?: string | undefined
  readonly access_level?: string | undefined
  readonly document_kind?: string | undefined
  readonly has?: string | undefined
  readonly missing?: string | undefined
  readonly updated_after?: string | undefined
  readonly sort: 'name' | '-last_changed_at'
  readonly limit: number
  readonly offset: number
}

type ListParameter =
  | 'provider'
  | 'certification'
  | 'subprocessor'
  | 'access_level'
  | 'document_kind'
  | 'has'
  | 'missing'

interface MarkFilter {
  readonly kind: string
  /** One of these. */
  readonly subjects: readonly string[]
}

export async function readCompanies(db: TrustDb, filter: CompanyFilter): Promise<ListPage> {
  const markFilters = toMarkFilters(filter)
  const single =
    filter.sort === 'name' ? markFilters.find(({ subjects }) => subjects.length === 1) : undefined
  const others = markFilters.filter((mark) => mark !== single)
  const updated = filter.updated_after
  const conditions = [
    ...(single ? isLeadingMark(single) : []),
    ...others.map((mark, index) => hasMark(mark, index)),
    ...(filter.without_subprocessor === undefined
      ? []
      : withoutVendor(toVendorId(filter.without_subprocessor))),
    equals('t.domain', filter.domain?.toLowerCase()),
    filter.q === undefined ? undefined : startsWith(nameKey(filter.q) || filter.q.toLowerCase()),
    updated === undefined ? undefined : changedAfter(Date.parse(updated)),
  ]
  return await readListing(db, {
    name: 'trust:companies',
    from: single ? 'trust_mark m join trust_company t on t.id = m.company_id' : 'trust_company t',
    ...(single && conditions.filter((condition) => condition !== undefined).length === 1
      ? { countFrom: 'trust_mark m' }
      : {}),
    order:
      filter.sort === 'name'
        ? single
          ? 'm.name_key, m.company_id'
          : 't.name_key, t.id'
        : 't.last_changed_at desc, t.id',
    conditions,
    limit: filter.limit,
    offset: filter.offset,
  })
}

function toMarkFilters(filter: CompanyFilter): MarkFilter[] {
  const listed = (parameter: ListParameter) => {
    const value = filter[parameter]
    return value === undefined ? [] : splitList(parameter, value)
  }
  const any = (kind: string, parameter: ListParameter): MarkFilter[] =>
    filter[parameter] === undefined ? [] : [{ kind, subjects: listed(parameter) }]
  const all = (kind: string, values: readonly string[]): MarkFilter[] =>
    values.map((subject) => ({ kind, subjects: [subject] }))
  return [
    ...all('vendor', listed('subprocessor').map(toVendorId)),
    ...all(filter.certification_status ?? 'held', listed('certification').map(toFrameworkId)),
    ...any('provider', 'provider'),
    ...any('access', 'access_level'),
    ...any('document', 'document_kind'),
    ...all('has', listed('has')),
    ...all('missing', listed('missing')),
  ]
}

function isLeadingMark({ kind, subjects }: MarkFilter): Condition[] {
  return [
    {
      name: 'lead',
      values: { leadKind: kind, leadSubject: subjects[0] ?? '' },
      build: (param) => sql<SqlBool>`m.kind = ${param('leadKind')} and m.subject = ${param('leadSubject')}`,
    },
  ]
}

function hasMark({ kind, subjects }: MarkFilter, index: number): Condition {
  const name = (at: number) => `mark${index}s${at}`
  return {
    name: `mark${index}x${subjects.length}`,
    values: {
      [`mark${index}`]: kind,
      ...Object.fromEntries(subjects.map((subject, at) => [name(at), subject])),
    },
    build: (param) => sql<SqlBool>`exists (select 1 from trust_mark o where o.kind = ${param(`mark${index}`)}
      and o.subject in (${sql.join(subjects.map((_, at) => sql`${param(name(at))}`))})
      and o.name_key = t.name_key and o.company_id = t.id)`,
  }
}

/** Only companies whose list was read: silence is no absence. */
function withoutVendor(vendor: string): Condition[] {
  return [
    {
      name: 'without',
      values: { without: vendor },
      build: (
        param,
      ) => sql<SqlBool>`exists (select 1 from trust_mark r where r.kind = 'read' and r.subject = 'subprocessors'
        and r.name_key = t.name_key and r.company_id = t.id)
        and not exists (select 1 from trust_mark w where w.kind = 'vendor' and w.subject = ${param('without')}
        and w.name_key = t.name_key and w.company_id = t.id)`,
    },
  ]
}

function startsWith(prefix: string): Condition {
  return {
    name: 'q',
    values: { qFrom: prefix, qTo: `${prefix}\u{10ffff}` },
    build: (param) => sql<SqlBool>`t.name_key >= ${param('qFrom')} and t.name_key < ${param('qTo')}`,
  }
}

function changedAfter(ms: number): Condition {
  return {
    name: 'updated',
    values: { updated: ms },
    build: (param) => sql<SqlBool>`t.last_changed_at > ${param('updated')}`,
  }
}
