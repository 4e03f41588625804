/** Runs at most one piece of work per key at a time; callers with the same key share its result. */

export class SingleFlight<Value> {
  readonly #running = new Map<string, Promise<Value>>()

  /** The number of keys with work in progress. */
  get size(): number {
    return this.#running.size
  }

  /** The work in progress for a key. */
  get(key: string): Promise<Value> | undefined {
    return this.#running.get(key)
  }

  /** Joins the work in progress for the key, or starts it. A settled result is not remembered. */
  run(key: string, work: () => Promise<Value>): Promise<Value> {
    const existing = this.#running.get(key)
    if (existing) return existing
    const running = Promise.try(work).finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }
}
