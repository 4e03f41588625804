/** Until when a host wants no requests: none at all, or none to one group of its endpoints. Times are on the monotonic clock. */

const never = Number.NEGATIVE_INFINITY

export class HostPauses {
  /** That of the whole host is without a group. */
  readonly #ends = new Map<string | undefined, number>()

  /** Never shortens a pause. */
  extend(group: string | undefined, until: number): void {
    this.#ends.set(group, Math.max(until, this.#ends.get(group) ?? never))
  }

  /** For a request to the group. */
  endFor(group: string | undefined): number {
    return Math.max(this.#ends.get(undefined) ?? never, this.#ends.get(group) ?? never)
  }

  get lastEnd(): number {
    return Math.max(never, ...this.#ends.values())
  }
}
