/** Counts the commits of all threads of this process, in shared memory. */

import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

export class CommitCounter {
  readonly #count: Int32Array

  /** Threads that start later share the counter of the same path. */
  constructor(path: string) {
    const name = `commits to ${path}`
    let shared = getEnvironmentData(name)
    if (!(shared instanceof SharedArrayBuffer)) {
      shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
      setEnvironmentData(name, shared)
    }
    this.#count = new Int32Array(shared as SharedArrayBuffer)
  }

  /** For comparison only: it may overflow. */
  get count(): number {
    return Atomics.load(this.#count, 0)
  }

  increment(): void {
    Atomics.add(this.#count, 0, 1)
  }
}
