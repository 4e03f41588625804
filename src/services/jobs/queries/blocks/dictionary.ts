/** The texts behind the codes in blocks. */

import type { Kysely } from 'kysely'
import { fromBars } from '../../publish/count-changes.ts'
import type { CodedField } from '../../schema/block.ts'
import type { AllTables } from '../../schema/tables.ts'

/** All values there ever were, by code. It only grows, so what is new is read and the rest is known. */
export class BlockValues {
  readonly #values: { field: string; value: string; keys: readonly string[] }[] = [
    { field: '', value: '', keys: [] },
  ]
  readonly #codes = new Map<string, number[]>()
  readonly #codesByField = new Map<string, number[]>()

  get size(): number {
    return this.#values.length
  }

  async refresh(read: Kysely<AllTables>): Promise<void> {
    const added = await read
      .selectFrom('job_value')
      .selectAll()
      .where('code', '>=', this.size)
      .orderBy('code')
      .execute()
    for (const { code, field, value } of added) {
      // Two counts may have asked at once.
      if (code !== this.size) continue
      const keys = fromBars(value)
      this.#values.push({ field, value, keys })
      for (const key of keys) listIn(this.#codes, `${field}\n${key}`).push(code)
      listIn(this.#codesByField, field).push(code)
    }
  }

  /** The codes under which a key stands, alone or among others. */
  codesOf(field: CodedField, key: string): readonly number[] {
    return this.#codes.get(`${field}\n${key}`) ?? []
  }

  codesWhere(field: CodedField, has: (value: string) => boolean): readonly number[] {
    return (this.#codesByField.get(field) ?? []).filter((code) => has(this.#values[code]?.value ?? ''))
  }

  /** A posting with several keys stands under one code, and counts under each of them. */
  byKey(field: CodedField, counts: Uint32Array): Map<string, number> {
    const byKey = new Map<string, number>()
    for (const code of this.#codesByField.get(field) ?? []) {
      const n = counts[code] ?? 0
      if (n === 0) continue
      for (const key of this.#values[code]?.keys ?? []) byKey.set(key, (byKey.get(key) ?? 0) + n)
    }
    return byKey
  }
}

function listIn(lists: Map<string, number[]>, name: string): number[] {
  const known = lists.get(name)
  if (known !== undefined) return known
  const list: number[] = []
  lists.set(name, list)
  return list
}
