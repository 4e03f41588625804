/** The counts behind facets and totals, kept as postings come and go. */

import type { FacetField } from '../schema/job-posting.ts'
import type { JobRow, JobsTransaction } from '../schema/tables.ts'

/** Counts are kept for all postings and for each value of these fields alone. */
export const scopedFields = ['department', 'country', 'workplace_type', 'ats'] as const

/** Under these names stand the number of postings, and per field the number of its values. */
export const totalField = '*'
export const valuesField = '#'

export const countedColumns = [
  'active',
  'cities',
  'regions',
  'countries',
  'department_key',
  'company_key',
  'ats_key',
  'workplace_key',
  'employment_key',
] as const satisfies readonly (keyof JobRow)[]

export type CountedColumns = Pick<JobRow, (typeof countedColumns)[number]>

export function scopeKey(field: string, key: string): string {
  return `${field}:${key}`
}

/** The values of a row, by field. */
export function facetKeysOf(row: CountedColumns, field: FacetField): readonly string[] {
  switch (field) {
    case 'city':
      return splitPipes(row.cities)
    case 'region':
      return splitPipes(row.regions)
    case 'country':
      return splitPipes(row.countries)
    case 'department':
      return splitPipes(row.department_key)
    case 'company':
      return splitPipes(row.company_key)
    case 'workplace_type':
      return splitPipes(row.workplace_key)
    case 'employment_type':
      return splitPipes(row.employment_key)
    case 'ats':
      return splitPipes(row.ats_key)
  }
}

export function splitPipes(list: string): string[] {
  return list.split('|').filter((key) => key !== '')
}

const countedFields: readonly FacetField[] = [
  'city',
  'region',
  'country',
  'department',
  'company',
  'workplace_type',
  'employment_type',
  'ats',
]

/** What has to be added to the counts, collected over a publish. */
export class CountChanges {
  readonly #changes = new Map<string, number>()

  add(row: CountedColumns): void {
    this.#apply(row, 1)
  }

  remove(row: CountedColumns): void {
    this.#apply(row, -1)
  }

  #apply(row: CountedColumns, by: number): void {
    const values = countedFields.map((field) => [field, facetKeysOf(row, field)] as const)
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

  /** Writers of counts wait for each other: see the lock of whoever calls this. */
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

interface CountRow {
  readonly active: number
  readonly scope: string
  readonly field: string
  readonly key: string
  readonly n: number
}

function toCountRows(changes: ReadonlyMap<string, number>): CountRow[] {
  return [...changes].flatMap(([name, n]) => {
    const [active = '', scope = '', field = '', key = ''] = name.split('\n')
    return n === 0 ? [] : [{ active: Number(active), scope, field, key, n }]
  })
}

const rowsPerInsert = 400

/** Each row as it then stands, with what was added to it. */
async function upsertCounts(
  tx: JobsTransaction,
  rows: readonly CountRow[],
): Promise<(readonly [CountRow, number])[]> {
  const by = new Map(rows.map((row) => [countKey(row), row.n]))
  const written: (readonly [CountRow, number])[] = []
  for (let at = 0; at < rows.length; at += rowsPerInsert) {
    const stored = await tx
      .insertInto('job_count')
      .values(rows.slice(at, at + rowsPerInsert))
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
