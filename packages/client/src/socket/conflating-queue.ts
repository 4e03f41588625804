/** A queue with the newest value per key: a slow reader gets one value per key, never a backlog. */

export class ConflatingQueue<Key, Value> {
  readonly #waiting = new Map<Key, Value>()
  readonly #readers: Reader<Value>[] = []
  #end: { readonly error: unknown } | 'done' | undefined

  /** Number of unread values. */
  get size(): number {
    return this.#waiting.size
  }

  /** Replaces an unread value of the same key in its position. */
  put(key: Key, value: Value): void {
    if (this.#end) return
    const reader = this.#readers.shift()
    if (reader) reader.resolve({ value, done: false })
    else this.#waiting.set(key, value)
  }

  drop(key: Key): void {
    this.#waiting.delete(key)
  }

  clear(): void {
    this.#waiting.clear()
  }

  /** Unread values are still delivered, then the error. */
  fail(error: unknown): void {
    this.#endWith({ error })
  }

  /** Unread values are still delivered. */
  finish(): void {
    this.#endWith('done')
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    for (const [key, value] of this.#waiting) {
      this.#waiting.delete(key)
      return Promise.resolve({ value, done: false })
    }
    const end = this.#end
    if (end === undefined) return new Promise((resolve, reject) => this.#readers.push({ resolve, reject }))
    // The error is thrown once; afterwards the queue is done.
    this.#end = 'done'
    return end === 'done' ? Promise.resolve(doneResult) : Promise.reject(end.error)
  }

  #endWith(end: { readonly error: unknown } | 'done'): void {
    if (this.#end) return
    this.#end = end
    const readers = this.#readers.splice(0)
    for (const [at, { resolve, reject }] of readers.entries()) {
      if (end === 'done' || at > 0) resolve(doneResult)
      else reject(end.error)
    }
    if (end !== 'done' && readers.length > 0) this.#end = 'done'
  }
}

interface Reader<Value> {
  resolve(result: IteratorResult<Value, undefined>): void
  reject(error: unknown): void
}

const doneResult: IteratorReturnResult<undefined> = { value: undefined, done: true }
