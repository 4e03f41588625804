/** Lists without filters, which an index has in order. */

import { sql } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { afterKey, orderByKeyset, type SortOrder } from '../../../store/keyset.ts'
import { Statement } from '../../../store/statements/statement.ts'
import type { JobsDatabase, JobsReadModelTables } from '../schema/tables.ts'
import { type AgedRow, agedColumns } from './job-age.ts'

export const sortOrders = ['posted', 'first_seen', 'changed', 'relevance', 'salary', 'distance'] as const
export type SortName = (typeof sortOrders)[number]

export const sortColumns = {
  posted: 'listed_on',
  first_seen: 'first_seen',
  changed: 'changed_on',
  relevance: 'listed_on',
  salary: 'listed_on',
  distance: 'listed_on',
} as const

export interface JobListRow extends AgedRow {
  readonly sort: string | number
}

interface NewestList {
  readonly active: boolean
  readonly sort: SortName
  readonly after: CursorKey | undefined
  readonly limit: number
}

interface ListValues {
  readonly active: number
  readonly day: CursorKey[number] | undefined
  readonly id: CursorKey[number] | undefined
  readonly limit: number
}

/** Each row has the total, so that both are of the same state. */
interface CountedRow extends JobListRow {
  readonly total: number
}

function listStatement(sort: SortName): Statement<JobsReadModelTables, ListValues, CountedRow> {
  const column = `job.${sortColumns[sort]}` as const
  const order: SortOrder = [
    { column, direction: 'desc' },
    { column: 'job.id', direction: 'desc' },
  ]
  return new Statement((read, param, { has }) => {
    const active = param('active')
    const rows = read
      .selectFrom('job')
      .select([...agedColumns, `${column} as sort`])
      .select(sql<number>`(select n from job_total where active = ${active})`.as('total'))
      .where('job.active', '=', active)
      .orderBy(orderByKeyset(order))
      .limit(param('limit'))
    return has('id') ? rows.where(afterKey(order, [param('day'), param('id')])) : rows
  })
}

const statements = new Map(sortOrders.map((sort) => [sort, listStatement(sort)]))

export async function readNewest(
  db: JobsDatabase,
  { active, sort, after, limit }: NewestList,
): Promise<CountedRow[]> {
  const statement = statements.get(sort) as ReturnType<typeof listStatement>
  return await db.run(statement, { active: active ? 1 : 0, day: after?.[0], id: after?.[1], limit })
}
