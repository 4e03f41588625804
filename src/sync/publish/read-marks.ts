/** Which scopes are being read page by page, in memory that the threads of a process share. */

export class ReadMarks {
  /** For another thread. */
  readonly memory: SharedArrayBuffer
  readonly #marks: Int32Array
  readonly #indexes: ReadonlyMap<string, number>

  /** Every thread names the same scopes in the same order. */
  constructor(
    scopes: readonly string[],
    memory = new SharedArrayBuffer(scopes.length * Int32Array.BYTES_PER_ELEMENT),
  ) {
    this.memory = memory
    this.#marks = new Int32Array(memory)
    this.#indexes = new Map(scopes.map((scope, index) => [scope, index]))
  }

  /** Part of answering a request, so it only writes a number. Other scopes are ignored. */
  mark(scope: string): void {
    const index = this.#indexes.get(scope)
    if (index !== undefined) this.#marks[index] = 1
  }

  /** Whether the scope was read since the last call. */
  take(scope: string): boolean {
    const index = this.#indexes.get(scope)
    return index !== undefined && Atomics.exchange(this.#marks, index, 0) === 1
  }
}
