/** Pages of stored resources: conditions, an order, an offset and a total. */

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { Failure } from '../../../core/errors.ts'
import { idList } from '../../../store/id-list.ts'
import type { Bindable, ParamMarker } from '../../../store/store.ts'
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

/** A condition of a prepared statement; `name` is part of the statement's name. */
export interface Condition {
  readonly name: string
  readonly values: Readonly<Record<string, Bindable>>
  build(param: ParamMarker): Expression<SqlBool>
}

interface Listing extends PageRange {
  /** Names the statement, together with the conditions. */
  readonly name: string
  readonly from: string
  /** Default: `from`. Set if counting needs fewer tables. */
  readonly countFrom?: string
  readonly order: string
  readonly conditions: readonly (Condition | undefined)[]
  /** Ends a search that nobody waits for. */
  readonly signal?: AbortSignal | undefined
}

export async function readListing(db: TrustDb, listing: Listing): Promise<ListPage> {
  const conditions = listing.conditions.filter((condition) => condition !== undefined)
  const statementName = `${listing.name}:${listing.order}:${conditions.map(({ name }) => name).join('+')}`
  const values = Object.assign({}, ...conditions.map((condition) => condition.values)) as Record<
    string,
    Bindable
  >
  const where = (param: ParamMarker): RawBuilder<unknown> =>
    conditions.length === 0
      ? sql``
      : sql`where ${sql.join(
          conditions.map((condition) => condition.build(param)),
          sql` and `,
        )}`
  const { from, countFrom = from, order, limit, offset, signal } = listing
  signal?.throwIfAborted()
  const rows = await db.prepared<{ doc: string }>(
    `${statementName}:rows`,
    (read, param) =>
      statement(
        read,
        sql`select t.doc from ${sql.raw(from)} ${where(param)} order by ${sql.raw(order)}
        limit cast(${param<number>('limit')} as integer) offset ${param<number>('offset')}`,
      ),
    { ...values, limit, offset },
  )
  signal?.throwIfAborted()
  const [totalRow] = await db.prepared<{ total: number }>(
    `${statementName}:total`,
    (read, param) =>
      statement(read, sql`select count(*) as total from ${sql.raw(countFrom)} ${where(param)}`),
    values,
  )
  return { total: Number(totalRow?.total ?? 0), docs: rows.map((row) => row.doc) }
}

export async function readDoc(
  db: TrustDb,
  table: 'trust_company' | 'trust_center' | 'trust_vendor',
  id: string,
): Promise<string | undefined> {
  const rows = await db.prepared<{ doc: string }>(
    `trust:one:${table}`,
    (read, param) => trustTables(read).selectFrom(table).select('doc').where('id', '=', param<string>('id')),
    { id },
  )
  return rows[0]?.doc
}

/** The documents of these companies, by id. */
export async function readCompanyDocs(
  db: TrustDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.prepared<{ id: string; doc: string }>(
    'trust:company-docs',
    (read, param) =>
      statement(
        read,
        sql`select id, doc from trust_company where id in ${idList(db.engine, param<string>('ids'))}`,
      ),
    { ids: JSON.stringify(ids) },
  )
  return new Map(rows.map(({ id, doc }) => [id, doc]))
}

/** Undefined for an undefined value. */
export function compare(
  column: string,
  operator: '=' | '>' | '>=',
  value: Bindable | undefined,
): Condition | undefined {
  if (value === undefined) return undefined
  const name = column.replaceAll('.', '_')
  return {
    name: `${name}${operator}`,
    values: { [name]: value },
    build: (param) => sql<SqlBool>`${sql.ref(column)} ${sql.raw(operator)} ${param(name)}`,
  }
}

/** Undefined for an undefined prefix. */
export function startsWith(column: string, prefix: string | undefined): Condition | undefined {
  if (prefix === undefined) return undefined
  const name = column.replaceAll('.', '_')
  return {
    name: `${name}^`,
    values: { [`${name}From`]: prefix, [`${name}To`]: `${prefix}\u{10ffff}` },
    build: (param) =>
      sql<SqlBool>`${sql.ref(column)} >= ${param(`${name}From`)} and ${sql.ref(column)} < ${param(`${name}To`)}`,
  }
}

/** One of a comma-separated list in the parameter with the name of the column. */
export function inList(name: string, value: string | undefined): Condition | undefined {
  if (value === undefined) return undefined
  const list = splitList(name, value)
  return {
    name: `${name}in${list.length}`,
    values: Object.fromEntries(list.map((item, index) => [`${name}${index}`, item])),
    build: (param) =>
      sql<SqlBool>`${sql.ref(`t.${name}`)} in (${sql.join(list.map((_, index) => sql`${param(`${name}${index}`)}`))})`,
  }
}

const listMax = 20

/** The distinct values of a comma-separated list; `['']` if there are none. Throws if there are too many. */
export function splitList(parameter: string, value: string): string[] {
  const items = new Set(value.split(',').map((item) => item.trim()))
  items.delete('')
  if (items.size > listMax) {
    const expected = `at most ${listMax} values`
    throw new Failure(
      'invalid_request',
      `The parameter "${parameter}" takes ${expected}, not ${items.size}.`,
      {
        details: { parameter, in: 'query', expected },
      },
    )
  }
  return items.size === 0 ? [''] : [...items]
}

function statement(
  read: Parameters<typeof trustTables>[0],
  text: RawBuilder<unknown>,
): { compile(): { sql: string; parameters: readonly unknown[] } } {
  return { compile: () => text.compile(read) }
}
