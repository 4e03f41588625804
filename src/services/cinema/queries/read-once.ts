/** Long reads whose result is the same for all callers: one at a time, and none as long as nothing has changed. */

import type { CinemaDb } from '../schema/tables.ts'

interface Read<Value> {
  /** The state of what is read; undefined while it waits for the read before. */
  stamp: string | undefined
  value: Promise<Value>
}

export class ReadOnce<Value> {
  readonly #latest = new WeakMap<CinemaDb, Read<Value>>()

  /** All who ask while a read of an older state goes on wait for the one after it. */
  read(db: CinemaDb, stampOf: () => string, run: () => Promise<Value>): Promise<Value> {
    const before = this.#latest.get(db)
    if (before !== undefined && (before.stamp === undefined || before.stamp === stampOf()))
      return before.value
    const start = () => {
      read.stamp = stampOf()
      return run()
    }
    const read: Read<Value> = { stamp: undefined, value: Promise.resolve(before?.value).then(start, start) }
    this.#latest.set(db, read)
    read.value.catch(() => {
      if (this.#latest.get(db) === read) this.#latest.delete(db)
    })
    return read.value
  }
}
