/** Reads companies by their marks. A statement starts from the first single mark, whose index is in the order of names. */

import { sql } from 'kysely'
import { specificFrameworks } from '../normalise/frameworks/catalogue.ts'
import { toFrameworkId } from '../normalise/frameworks/resolve.ts'
import { toVendorId } from '../normalise/vendors/match.ts'
import type { TrustDb } from '../schema/tables.ts'
import { type Condition, compare, type ListFilter, type ListPage, readListing, splitList } from './listing.ts'
import { isNamed } from './named.ts'

type ListParameter =
  | 'provider'
  | 'certification'
  | 'subprocessor'
  | 'access_level'
  | 'document_kind'
  | 'has'
  | 'missing'

type CompanyFilter = ListFilter<
  ListParameter | 'q' | 'domain' | 'certification_status' | 'without_subprocessor' | 'updated_after'
> & { readonly sort: 'name' | '-last_changed_at' }

interface MarkFilter {
  readonly kind: string
  /** One of these. */
  readonly subjects: readonly string[]
}

export async function readCompanies(
  db: TrustDb,
  filter: CompanyFilter,
  signal?: AbortSignal,
): Promise<ListPage> {
  const { q, updated_after } = filter
  const isByName = filter.sort === 'name'
  const markFilters = toMarkFilters(filter)
  const single = isByName ? markFilters.find(({ subjects }) => subjects.length === 1) : undefined
  const others = markFilters.filter((mark) => mark !== single)
  const conditions = [
    single ? isLeadingMark(single) : undefined,
    ...others.map(hasMark),
    withoutVendor(filter.without_subprocessor),
    compare('t.domain', '=', filter.domain?.toLowerCase()),
    await isNamed(db, 'company', q, signal),
    compare('t.last_changed_at', '>', updated_after === undefined ? undefined : Date.parse(updated_after)),
  ].filter((condition) => condition !== undefined)
  const order = isByName ? 't.name_key, t.id' : 't.last_changed_at desc, t.id'
  const listing = single
    ? {
        from: 'trust_mark m join trust_company t on t.id = m.company_id',
        ...(conditions.length === 1 ? { countFrom: 'trust_mark m' } : {}),
        order: 'm.name_key, m.company_id',
        conditions,
      }
    : { from: 'trust_company t', order, conditions }
  return await readListing(db, filter, listing, signal)
}

function toMarkFilters(filter: CompanyFilter): MarkFilter[] {
  const listed = (parameter: ListParameter) => {
    const value = filter[parameter]
    return value === undefined ? [] : splitList(parameter, value)
  }
  const any = (kind: string, parameter: ListParameter): MarkFilter[] =>
    filter[parameter] === undefined ? [] : [{ kind, subjects: listed(parameter) }]
  /** `a|b,c`: one of the first two, and the third. */
  const each = (
    parameter: 'subprocessor' | 'certification',
    kind: string,
    toSubjects: (name: string) => readonly string[],
  ) => splitAll(parameter, filter[parameter]).map((names) => ({ kind, subjects: names.flatMap(toSubjects) }))
  const all = (kind: string, values: readonly string[]): MarkFilter[] =>
    values.map((subject) => ({ kind, subjects: [subject] }))
  return [
    ...each('subprocessor', 'vendor', (name) => [toVendorId(name)]),
    ...each('certification', filter.certification_status ?? 'held', (name) =>
      withSpecific(toFrameworkId(name)),
    ),
    ...any('provider', 'provider'),
    ...any('access', 'access_level'),
    ...any('document', 'document_kind'),
    ...all('has', listed('has')),
    ...all('missing', listed('missing')),
  ]
}

function splitAll(parameter: string, value: string | undefined): string[][] {
  if (value === undefined) return []
  splitList(parameter, value)
  return splitList(parameter, value, ',').map((part) => splitList(parameter, part))
}

/** Who has SOC 2 Type II has SOC 2. */
function withSpecific(frameworkId: string): readonly string[] {
  return [frameworkId, ...(specificFrameworks[frameworkId] ?? [])]
}

function isLeadingMark({ kind, subjects }: MarkFilter): Condition {
  return sql`m.kind = ${kind} and m.subject = ${subjects[0] ?? ''}`
}

function hasMark({ kind, subjects }: MarkFilter): Condition {
  return sql`exists (select 1 from trust_mark o where o.kind = ${kind} and o.subject in (${sql.join(subjects)})
    and o.name_key = t.name_key and o.company_id = t.id)`
}

/** Only companies whose subprocessors were read: an unread list proves nothing. */
function withoutVendor(vendor: string | undefined): Condition | undefined {
  if (vendor === undefined) return undefined
  return sql`exists (select 1 from trust_mark r where r.kind = 'read' and r.subject = 'subprocessors'
      and r.name_key = t.name_key and r.company_id = t.id)
    and not exists (select 1 from trust_mark w where w.kind = 'vendor' and w.subject = ${toVendorId(vendor)}
      and w.name_key = t.name_key and w.company_id = t.id)`
}

/** Whether no company is known. */
export async function isEmpty(db: TrustDb): Promise<boolean> {
  return (await readCompanies(db, { sort: 'name', limit: 1, offset: 0 })).total === 0
}
