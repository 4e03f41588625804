/** Memory that the threads of a process have in common: bytes that one has read are not read and held by the others again. */

export interface SharedBuffers {
  /**
   * The buffers of one kind of one read model. `onArrival` is called with the number of each that another thread has put: what
   * was held for it is older, or the same bytes a second time. Opening a kind again ends what was opened before.
   */
  open(kind: string, epoch: number, onArrival: (number: number) => void): BufferSet
}

/** A number and a revision always stand for the same bytes, which nobody changes once they are put. */
export interface BufferSet {
  get(number: number, revision: number): SharedArrayBuffer | undefined
  put(number: number, revision: number, buffer: SharedArrayBuffer): void
}

export function toSharedBytes(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}
