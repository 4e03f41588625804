/** A file that is written once, from its beginning to its end, and may not become larger than its limit. */

import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { Failure } from '../../core/errors.ts'

/** Synchronous: only for threads that do nothing else. */
export class ExportFile implements Disposable {
  readonly #file: number
  readonly #bytesMax: number
  readonly #hash = createHash('sha256')
  #bytes = 0

  /** There must be no such file. */
  constructor(path: string, bytesMax: number) {
    this.#file = openSync(path, 'wx', 0o600)
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Throws `export_too_large`. */
  write(chunk: Uint8Array): void {
    this.#bytes += chunk.byteLength
    if (this.#bytes > this.#bytesMax) throw exportTooLarge('bytes', this.#bytesMax)
    this.#hash.update(chunk)
    for (let at = 0; at < chunk.byteLength; ) at += writeSync(this.#file, chunk, at)
  }

  /** When everything is written. */
  finish(): { readonly bytes: number; readonly sha256: string } {
    fsyncSync(this.#file)
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }
}

export function exportTooLarge(unit: 'bytes' | 'rows', max: number): Failure {
  return new Failure('export_too_large', `The export would have more than ${max} ${unit}.`, {
    details: { unit, max },
  })
}
