/** Pages of stored resources: conditions, an order, an offset, and how many there are in all. */

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { Failure } from '../../../core/errors.ts'
import type { Bindable, ParamMarker } from '../../../store/store.ts'
import { type TrustDb, trustTables } from '../schema/tables.ts'

export interface ListPage {
  readonly total: number
  readonly docs: readonly string[]
}

/** One condition, if its value was given: `name` tells the statement apart, `sql` builds it. */
export interface Condition {
  readonly name: string
  readonly values: Readonly<Record<string, Bindable>>
  build(param: ParamMarker): Expression<SqlBool>
}

interface Listing {
  /** Names the statement together with the conditions. */
  readonly name: string
  readonly from: string
  /** Where there are fewer tables to count in than to read from. */
  readonly countFrom?: string
  readonly order: string
  readonly conditions: readonly (Condition | undefined)[]
  readonly limit: number
  readonly offset: number
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
  const { from, countFrom = from, order, limit, offset } = listing
  const rows = await db.prepared<{ doc: string }>(
    `${statementName}:rows`,
    (read, param) =>
      statement(
        read,
        sql`select t.doc from ${sql.raw(from)} ${where(param)} order by ${sql.raw(order)}
        limit ${param<number>('limit')} offset ${param<number>('offset')}`,
      ),
    { ...values, limit, offset },
  )
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
) {
  const rows = await db.prepared<{ doc: string }>(
    `trust:one:${table}`,
    (read, param) => trustTables(read).selectFrom(table).select('doc').where('id', '=', param<string>('id')),
    { id },
  )
  return rows[0]?.doc
}

/** `column = value`, where a value was given. */
export function equals(column: string, value: Bindable | undefined): Condition | undefined {
  if (value === undefined) return undefined
  const name = column.replaceAll('.', '_')
  return {
    name: `${name}=`,
    values: { [name]: value },
    build: (param) => sql<SqlBool>`${sql.ref(column)} = ${param(name)}`,
  }
}

/** One of a list that was given with commas between, in the parameter that has the column's name. */
export function inList(name: string, value: string | undefined): Condition | undefined {
  if (value === undefined) return undefined
  const column = `t.${name}`
  const list = splitList(name, value)
  return {
    name: `${name}in${list.length}`,
    values: Object.fromEntries(list.map((item, index) => [`${name}${index}`, item])),
    build: (param) =>
      sql<SqlBool>`${sql.ref(column)} in (${sql.join(list.map((_, index) => sql`${param(`${name}${index}`)}`))})`,
  }
}

const listMax = 20

/** What stands between the commas, each once. Throws when there are too many, with the parameter's name. */
export function splitList(parameter: string, value: string): string[] {
  const list = new Set(
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  if (list.size > listMax) {
    const expected = `has to name at most ${listMax}`
    throw new Failure(
      'invalid_request',
      `The parameter "${parameter}" ${expected}; these are ${list.size}.`,
      {
        details: { parameter, in: 'query', expected },
      },
    )
  }
  return list.size === 0 ? [''] : [...list]
}

function statement(
  read: Parameters<typeof trustTables>[0],
  text: RawBuilder<unknown>,
): { compile(): { sql: string; parameters: readonly unknown[] } } {
  return { compile: () => text.compile(read) }
}
