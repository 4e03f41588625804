/** Counts the commits of this process, whichever of its threads made them: one number in memory that all of them share. */

import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

export class CommitCounter {
  readonly #count: Int32Array

  /** Threads that are started later find the same number under the same path. */
  constructor(path: string) {
    const name = `commits to ${path}`
    let shared = getEnvironmentData(name)
    if (!(shared instanceof SharedArrayBuffer)) {
      shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
      setEnvironmentData(name, shared)
    }
    this.#count = new Int32Array(shared as SharedArrayBuffer)
  }

  /** It only says whether something happened since, and may start over. */
  get count(): number {
    return Atomics.load(this.#count, 0)
  }

  increment(): void {
    Atomics.add(this.#count, 0, 1)
  }
}
