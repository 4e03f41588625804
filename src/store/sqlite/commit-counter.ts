/** Counts the commits of all threads of this process, in shared memory. */

import { sharedNumber } from './shared-number.ts'

export class CommitCounter {
  readonly #count: Int32Array

  /** Threads that start later share the counter of the same path. */
  constructor(path: string) {
    this.#count = sharedNumber(`commits to ${path}`)
  }

  /** For comparison only: it may overflow. */
  get count(): number {
    return Atomics.load(this.#count, 0)
  }

  increment(): void {
    Atomics.add(this.#count, 0, 1)
  }
}
