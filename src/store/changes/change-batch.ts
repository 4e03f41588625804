/** Collects the changes that a transaction makes to the data of a service, and writes them to the change log. */

import type { AnyTransaction, Dialect } from '../store.ts'
import type { ChangeRow } from '../tables.ts'
import { changeScope } from './change-scope.ts'

/** The values by which readers filter. A list is written as `|a|b|`. */
export type ChangeKeys = Readonly<Record<string, string>>

export interface NewChange extends Partial<Pick<ChangeRow, 'severity' | 'provider' | 'company_id' | 'doc'>> {
  readonly type: string
  readonly subject: string
  readonly detectedAt: number
  readonly keys?: ChangeKeys
  readonly keysBefore?: ChangeKeys | undefined
}

export class ChangeBatch {
  readonly #service: string
  readonly #rows: Omit<ChangeRow, 'number'>[] = []
  readonly #subjects = new Set<string>()

  constructor(service: string) {
    this.#service = service
  }

  add({ type, subject, detectedAt, keys = {}, keysBefore, ...columns }: NewChange): void {
    const after = JSON.stringify(keys)
    const before = keysBefore === undefined ? after : JSON.stringify(keysBefore)
    this.#subjects.add(subject)
    this.#rows.push({
      service: this.#service,
      detected_at: detectedAt,
      type,
      subject,
      keys: after,
      keys_before: before === after ? null : before,
      severity: null,
      provider: null,
      company_id: null,
      doc: null,
      ...columns,
    })
  }

  /** Whether this transaction has changed the subject before. */
  has(subject: string): boolean {
    return this.#subjects.has(subject)
  }

  /**
   * Call it late in the transaction. The row of the counter stays locked until the transaction ends, so that numbers have the
   * order in which transactions end, and one that is rolled back leaves no gap: no reader misses a change.
   */
  async write(tx: AnyTransaction, dialect: Dialect): Promise<void> {
    const last = this.#rows.at(-1)
    if (last === undefined) return
    const rows = this.#rows.splice(0)
    this.#subjects.clear()
    const scope = changeScope(this.#service)
    const lastNumber = await dialect.bumpVersion(tx, scope, last.detected_at, rows.length)
    const first = lastNumber - rows.length + 1
    await dialect.insertRows(
      tx,
      'change',
      rows.map((row, at) => ({ ...row, number: first + at })),
    )
  }
}
