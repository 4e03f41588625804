/** The requests that run at once at a host or in a pool, and who has them. */

export class Slots {
  #running = 0
  readonly #byCaller = new Map<string, number>()

  get running(): number {
    return this.#running
  }

  take(callers: Iterable<string>): void {
    this.#running += 1
    for (const caller of callers) this.#byCaller.set(caller, (this.#byCaller.get(caller) ?? 0) + 1)
  }

  release(callers: Iterable<string>): void {
    this.#running -= 1
    for (const caller of callers) {
      const left = (this.#byCaller.get(caller) ?? 1) - 1
      if (left > 0) this.#byCaller.set(caller, left)
      else this.#byCaller.delete(caller)
    }
  }

  /** The last of several slots is reserved for a caller that has none: one caller's slow requests never block the others. */
  isReserved(max: number, callers: ReadonlySet<string>): boolean {
    if (this.#running < max - 1 || max === 1 || callers.size === 0) return false
    for (const caller of callers) if (!this.#byCaller.has(caller)) return false
    return true
  }
}
