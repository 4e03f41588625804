/** Pages of stored resources: conditions, an order, an offset and a total. */

import { type RawBuilder, sql } from 'kysely'
import { Failure } from '../../../core/errors.ts'
import { idList } from '../../../store/id-list.ts'
import type { Bindable } from '../../../store/store.ts'
import { type TrustDb, trustTables } from '../schema/tables.ts'

export interface ListPage {
  readonly total: number
  readonly docs: readonly string[]
}

export interface PageRange {
  readonly limit: number
  readonly offset: number
}

/** Optional text filters by name, and the page. */
export type ListFilter<Names extends string> = PageRange & {
  readonly [Name in Names]?: string | undefined
}

export type Condition = RawBuilder<unknown>

interface Listing {
  readonly from: string
  /** Default: `from`. Set if counting needs fewer tables. */
  readonly countFrom?: string
  readonly order: string
  readonly conditions: readonly (Condition | undefined)[]
}

/** `signal` ends a search that nobody waits for. */
export async function readListing(
  db: TrustDb,
  { limit, offset }: PageRange,
  { from, countFrom = from, order, ...listing }: Listing,
  signal?: AbortSignal,
): Promise<ListPage> {
  const conditions = listing.conditions.filter((condition) => condition !== undefined)
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  signal?.throwIfAborted()
  const { rows } = await sql<{ doc: string }>`select t.doc from ${sql.raw(from)} ${where}
    order by ${sql.raw(order)} limit cast(${limit} as integer) offset ${offset}`.execute(db.read)
  signal?.throwIfAborted()
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${sql.raw(countFrom)} ${where}`.execute(db.read)
  return { total: Number(counted.rows[0]?.total ?? 0), docs: rows.map((row) => row.doc) }
}

export async function readDoc(
  db: TrustDb,
  table: 'trust_company' | 'trust_center' | 'trust_vendor',
  id: string,
): Promise<string | undefined> {
  const row = await trustTables(db.read)
    .selectFrom(table)
    .select('doc')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.doc
}

/** The documents of these companies, by id. */
export async function readCompanyDocs(
  db: TrustDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await trustTables(db.read)
    .selectFrom('trust_company')
    .select(['id', 'doc'])
    .where('id', 'in', idList(db.engine, JSON.stringify(ids)))
    .execute()
  return new Map(rows.map(({ id, doc }) => [id, doc]))
}

/** Undefined for an undefined value. */
export function compare(
  column: string,
  operator: '=' | '>' | '>=',
  value: Bindable | undefined,
): Condition | undefined {
  return value === undefined ? undefined : sql`${sql.ref(column)} ${sql.raw(operator)} ${value}`
}

/** Undefined for an undefined prefix. */
export function startsWith(column: string, prefix: string | undefined): Condition | undefined {
  if (prefix === undefined) return undefined
  return sql`${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${`${prefix}\u{10ffff}`}`
}

/** One of a list in the parameter with the name of the column. */
export function inList(name: string, value: string | undefined): Condition | undefined {
  if (value === undefined) return undefined
  return sql`${sql.ref(`t.${name}`)} in (${sql.join(splitList(name, value))})`
}

const listMax = 20

/** The distinct values of a list with `,` or `|` between them. Throws if there are none or too many. */
export function splitList(parameter: string, value: string, separator: RegExp | ',' = /[,|]/): string[] {
  const items = new Set(value.split(separator).map((item) => item.trim()))
  items.delete('')
  const invalid = (what: string, expected: string) =>
    new Failure('invalid_request', `The parameter "${parameter}" takes ${what}.`, {
      details: { parameter, in: 'query', expected },
    })
  if (items.size === 0) throw invalid('at least one value', 'at least one value')
  const atMost = `at most ${listMax} values`
  if (items.size > listMax) throw invalid(`${atMost}, not ${items.size}`, atMost)
  // Other services exclude such values; names are found by their letters alone, so it would find what it is to exclude.
  if ([...items].some((item) => item.startsWith('!')))
    throw invalid('no values to exclude', 'values without "!"')
  return [...items]
}
