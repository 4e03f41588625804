/** Maintains the counts of facets and totals as postings change. */

import type { Dialect } from '../../../store/store.ts'
import {
  type CountedColumns,
  facetKeysOf,
  notStatedKey,
  scopedFields,
  scopeKey,
  titleField,
  totalField,
  valuesField,
} from '../schema/facets.ts'
import { facetFields } from '../schema/job-posting.ts'
import { type JobsTables, type JobsTransaction, jobStates } from '../schema/tables.ts'

/** Changes by scope, and within it by field and key, so that few texts are built per posting. */
type ChangesByScope = Map<string, Map<string, number>>

/** Collects the changes of a publish. */
export class CountChanges {
  /** By the state of postings. */
  readonly #changes = new Map<number, ChangesByScope>()

  add(row: CountedColumns): void {
    this.#apply(row, 1)
  }

  remove(row: CountedColumns): void {
    this.#apply(row, -1)
  }

  #apply(row: CountedColumns, by: number): void {
    const keysByField = new Map(facetFields.map((field) => [field, facetKeysOf(row, field)]))
    const names = [countName(totalField, '')]
    for (const [field, keys] of keysByField)
      for (const key of keys.length === 0 ? [notStatedKey] : keys) names.push(countName(field, key))
    const scopes = getOrCreate(this.#changes, row.active)
    addAll(scopes, '', names, by)
    if (row.active === jobStates.listed) addAll(scopes, '', [countName(titleField, row.title)], by)
    for (const field of scopedFields)
      for (const key of keysByField.get(field) ?? []) addAll(scopes, scopeKey(field, key), names, by)
  }

  /** The caller must hold the `job counts` lock. */
  async write(tx: JobsTransaction, dialect: Dialect): Promise<void> {
    const valueChanges = new Map<number, ChangesByScope>()
    const emptyRows: CountRow[] = []
    for (const [row, by] of await addCounts(tx, dialect, toCountRows(this.#changes))) {
      if (row.n <= 0) emptyRows.push(row)
      if (row.field === totalField || row.key === notStatedKey) continue
      const valueDelta = row.n > 0 && row.n - by <= 0 ? 1 : row.n <= 0 && row.n - by > 0 ? -1 : 0
      if (valueDelta !== 0)
        addAll(
          getOrCreate(valueChanges, row.active),
          row.scope,
          [countName(valuesField, row.field)],
          valueDelta,
        )
    }
    for (const [row] of await addCounts(tx, dialect, toCountRows(valueChanges)))
      if (row.n <= 0) emptyRows.push(row)
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

function countName(field: string, key: string): string {
  return `${field}\n${key}`
}

function getOrCreate(changes: Map<number, ChangesByScope>, active: number): ChangesByScope {
  const known = changes.get(active)
  if (known !== undefined) return known
  const scopes: ChangesByScope = new Map()
  changes.set(active, scopes)
  return scopes
}

function addAll(scopes: ChangesByScope, scope: string, names: readonly string[], by: number): void {
  let changes = scopes.get(scope)
  if (changes === undefined) {
    changes = new Map()
    scopes.set(scope, changes)
  }
  for (const name of names) changes.set(name, (changes.get(name) ?? 0) + by)
}

function toCountRows(changes: ReadonlyMap<number, ChangesByScope>): CountRow[] {
  const rows: CountRow[] = []
  for (const [active, scopes] of changes)
    for (const [scope, inScope] of scopes)
      for (const [name, n] of inScope) {
        const separator = name.indexOf('\n')
        if (n !== 0)
          rows.push({ active, scope, field: name.slice(0, separator), key: name.slice(separator + 1), n })
      }
  return rows
}

/** Returns each row after the change, with the amount that was added. */
async function addCounts(
  tx: JobsTransaction,
  dialect: Dialect,
  rows: readonly CountRow[],
): Promise<(readonly [CountRow, number])[]> {
  const sums = await dialect.addNumbers(tx, 'job_count', ['active', 'scope', 'field', 'key'], 'n', rows)
  return rows.map((row, at) => [{ ...row, n: sums[at] as number }, row.n])
}
