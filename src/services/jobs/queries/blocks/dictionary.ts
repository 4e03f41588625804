/** The dictionary of the text codes in blocks. */

import type { Kysely } from 'kysely'
import { Statement } from '../../../../store/statements/statement.ts'
import type { DictionaryField } from '../../schema/block.ts'
import { countedKeys, lookupKeys } from '../../schema/facets.ts'
import type { JobsReadModelTables } from '../../schema/tables.ts'
import type { KeyCounts, TextKeys } from '../job-search.ts'

const newValues = new Statement<JobsReadModelTables, { size: number }, JobsReadModelTables['job_value']>(
  (db, param) => db.selectFrom('job_value').selectAll().where('code', '>=', param('size')).orderBy('code'),
)

/** All values by code. Values are only ever added, so a refresh reads the new ones. */
export class Dictionary {
  readonly #values: { field: string; value: string; keys: readonly string[] }[] = [
    { field: '', value: '', keys: [] },
  ]
  readonly #codes = new Map<string, number[]>()
  readonly #codesByField = new Map<string, number[]>()

  get size(): number {
    return this.#values.length
  }

  async refresh(read: Kysely<JobsReadModelTables>): Promise<void> {
    const newRows = await newValues.runIn(read, { size: this.size })
    for (const { code, field, value } of newRows) {
      // Two refreshes may overlap.
      if (code !== this.size) continue
      this.#values.push({ field, value, keys: countedKeys(field, value) })
      for (const key of lookupKeys(field, value)) getOrCreateList(this.#codes, `${field}\n${key}`).push(code)
      getOrCreateList(this.#codesByField, field).push(code)
    }
  }

  entry(code: number): { readonly field: string; readonly value: string } {
    return this.#values[code] ?? { field: '', value: '' }
  }

  /** The codes of all values that have it among their `lookupKeys`. */
  codesForKey(field: DictionaryField, key: string): readonly number[] {
    return this.#codes.get(`${field}\n${key}`) ?? []
  }

  codesOf(field: DictionaryField): readonly number[] {
    return this.#codesByField.get(field) ?? []
  }

  /** `counts`: by code. */
  countByKey(field: DictionaryField, counts: Uint32Array, total: number, toKeys?: TextKeys): KeyCounts {
    return sumByKey(this.#countTexts(field, counts, toKeys), total)
  }

  *#countTexts(field: DictionaryField, counts: Uint32Array, toKeys: TextKeys | undefined) {
    for (const code of this.codesOf(field)) {
      const n = counts[code] ?? 0
      const value = this.#values[code]
      if (n > 0 && value !== undefined) yield { keys: toKeys?.(value.value) ?? value.keys, n }
    }
  }
}

/** A text with several keys counts for each of them. */
export function sumByKey(
  texts: Iterable<{ readonly keys: Iterable<string>; readonly n: number }>,
  total: number,
): KeyCounts {
  const byKey = new Map<string, number>()
  let notStated = total
  for (const { keys, n } of texts) {
    let isStated = false
    for (const key of keys) {
      byKey.set(key, (byKey.get(key) ?? 0) + n)
      isStated = true
    }
    if (isStated) notStated -= n
  }
  return { byKey, notStated }
}

function getOrCreateList(lists: Map<string, number[]>, name: string): number[] {
  const existing = lists.get(name)
  if (existing !== undefined) return existing
  const list: number[] = []
  lists.set(name, list)
  return list
}
