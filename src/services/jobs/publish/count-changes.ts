/** Maintains the counts of facets and totals as postings change. */

import { chunks } from '../../../store/chunks.ts'
import {
  type CountedColumns,
  facetKeysOf,
  scopedFields,
  scopeKey,
  totalField,
  valuesField,
} from '../schema/facets.ts'
import { facetFields } from '../schema/job-posting.ts'
import type { JobsTables, JobsTransaction } from '../schema/tables.ts'

/** Collects the changes of a publish. */
export class CountChanges {
  readonly #changes = new Map<string, number>()

  add(row: CountedColumns): void {
    this.#apply(row, 1)
  }

  remove(row: CountedColumns): void {
    this.#apply(row, -1)
  }

  #apply(row: CountedColumns, by: number): void {
    const values = facetFields.map((field) => [field, facetKeysOf(row, field)] as const)
    const scopes = [
      '',
      ...scopedFields.flatMap((field) => facetKeysOf(row, field).map((key) => scopeKey(field, key))),
    ]
    for (const scope of scopes) {
      this.#change(row.active, scope, totalField, '', by)
      for (const [field, keys] of values)
        for (const key of keys) this.#change(row.active, scope, field, key, by)
    }
  }

  #change(active: number, scope: string, field: string, key: string, by: number): void {
    const name = `${active}\n${scope}\n${field}\n${key}`
    this.#changes.set(name, (this.#changes.get(name) ?? 0) + by)
  }

  /** The caller must hold the `job counts` lock. */
  async write(tx: JobsTransaction): Promise<void> {
    const valueChanges = new Map<string, number>()
    const emptyRows: CountRow[] = []
    for (const [row, by] of await upsertCounts(tx, toCountRows(this.#changes))) {
      if (row.n <= 0) emptyRows.push(row)
      if (row.field === totalField) continue
      const valueDelta = row.n > 0 && row.n - by <= 0 ? 1 : row.n <= 0 && row.n - by > 0 ? -1 : 0
      const name = `${row.active}\n${row.scope}\n${valuesField}\n${row.field}`
      if (valueDelta !== 0) valueChanges.set(name, (valueChanges.get(name) ?? 0) + valueDelta)
    }
    for (const [row] of await upsertCounts(tx, toCountRows(valueChanges))) if (row.n <= 0) emptyRows.push(row)
    for (const { active, scope, field, key } of emptyRows) {
      await tx
        .deleteFrom('job_count')
        .where('active', '=', active)
        .where('scope', '=', scope)
        .where('field', '=', field)
        .where('key', '=', key)
        .execute()
    }
  }
}

type CountRow = JobsTables['job_count']

function toCountRows(changes: ReadonlyMap<string, number>): CountRow[] {
  return [...changes].flatMap(([name, n]) => {
    const [active = '', scope = '', field = '', key = ''] = name.split('\n')
    return n === 0 ? [] : [{ active: Number(active), scope, field, key, n }]
  })
}

const rowsPerInsert = 400

/** Returns each row after the change, with the amount that was added. */
async function upsertCounts(
  tx: JobsTransaction,
  rows: readonly CountRow[],
): Promise<(readonly [CountRow, number])[]> {
  const by = new Map(rows.map((row) => [countKey(row), row.n]))
  const written: (readonly [CountRow, number])[] = []
  for (const chunk of chunks(rows, rowsPerInsert)) {
    const stored = await tx
      .insertInto('job_count')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['active', 'scope', 'field', 'key'])
          .doUpdateSet((eb) => ({ n: eb('job_count.n', '+', eb.ref('excluded.n')) })),
      )
      .returning(['active', 'scope', 'field', 'key', 'n'])
      .execute()
    for (const row of stored) written.push([row, by.get(countKey(row)) ?? 0])
  }
  return written
}

function countKey({ active, scope, field, key }: CountRow): string {
  return `${active}\n${scope}\n${field}\n${key}`
}
