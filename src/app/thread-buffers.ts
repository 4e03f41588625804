/** The buffers that threads share: the main thread knows all of them, and passes each on to the others. */

import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { BufferSet, SharedBuffers } from '../core/shared-buffers.ts'

interface Entry {
  readonly kind: string
  readonly epoch: number
  readonly number: number
  readonly revision: number
  readonly buffer: SharedArrayBuffer
}

/** What the caches that share their content hold at most, together. */
const bytesMaxDefault = 1280 * 1024 * 1024

/** The newest revision of each buffer. */
class BufferTable {
  readonly #entries = new Map<string, Map<number, Entry>>()
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get(kind: string, number: number): Entry | undefined {
    return this.#entries.get(kind)?.get(number)
  }

  *all(): Generator<Entry> {
    for (const entries of this.#entries.values()) yield* entries.values()
  }

  /** False if there is no room for it. */
  set(entry: Entry): boolean {
    const entries = this.#ofEpoch(entry)
    const previous = entries.get(entry.number)
    const addedBytes = entry.buffer.byteLength - (previous?.buffer.byteLength ?? 0)
    if (this.#bytes + addedBytes > this.#bytesMax) return false
    this.#bytes += addedBytes
    entries.set(entry.number, entry)
    return true
  }

  /** A read model that was built anew has other buffers; nobody needs the old ones. */
  #ofEpoch({ kind, epoch }: Entry): Map<number, Entry> {
    const existing = this.#entries.get(kind)
    const [first] = existing?.values() ?? []
    if (existing !== undefined && (first === undefined || first.epoch === epoch)) return existing
    for (const { buffer } of existing?.values() ?? []) this.#bytes -= buffer.byteLength
    const entries = new Map<number, Entry>()
    this.#entries.set(kind, entries)
    return entries
  }
}

/** In the main thread. When two threads put the same, the first one counts, so that all end up with one buffer. */
export class BufferHub implements Disposable {
  readonly #table: BufferTable
  readonly #ports = new Set<MessagePort>()

  constructor(bytesMax = bytesMaxDefault) {
    this.#table = new BufferTable(bytesMax)
  }

  /** The port of a new thread, which finds in it all buffers that there are. It closes when the thread ends. */
  connect(): MessagePort {
    const { port1: ours, port2: theirs } = new MessageChannel()
    for (const entry of this.#table.all()) ours.postMessage(entry)
    ours.on('message', (entry: Entry) => this.#receive(entry, ours))
    ours.once('close', () => this.#ports.delete(ours))
    ours.unref()
    this.#ports.add(ours)
    return theirs
  }

  #receive(entry: Entry, from: MessagePort): void {
    const existing = this.#table.get(entry.kind, entry.number)
    if (existing?.epoch === entry.epoch && existing.revision >= entry.revision) {
      if (existing.revision === entry.revision) from.postMessage(existing)
      return
    }
    if (!this.#table.set(entry)) return
    for (const port of this.#ports) if (port !== from) port.postMessage(entry)
  }

  [Symbol.dispose](): void {
    for (const port of this.#ports) port.close()
  }
}

/** In a thread that answers requests. */
export class ThreadBuffers implements SharedBuffers, Disposable {
  readonly #port: MessagePort
  readonly #table: BufferTable
  readonly #listeners = new Map<string, { readonly epoch: number; onArrival(number: number): void }>()

  /** `port`: from `BufferHub`. */
  constructor(port: MessagePort, bytesMax = bytesMaxDefault) {
    this.#port = port
    this.#table = new BufferTable(bytesMax)
    // Also while nobody asks: messages that wait would keep buffers that were replaced.
    port.on('message', (entry: Entry) => this.#receive(entry))
    port.unref()
  }

  open(kind: string, epoch: number, onArrival: (number: number) => void): BufferSet {
    this.#listeners.set(kind, { epoch, onArrival })
    return {
      get: (number, revision) => {
        const find = () => {
          const entry = this.#table.get(kind, number)
          return entry?.epoch === epoch && entry.revision === revision ? entry.buffer : undefined
        }
        const found = find()
        if (found !== undefined) return found
        // It may have arrived while this thread was busy.
        return this.#receiveWaiting() ? find() : undefined
      },
      put: (number, revision, buffer) => {
        const entry = { kind, epoch, number, revision, buffer }
        const existing = this.#table.get(kind, number)
        // A slow reader of an older snapshot must not replace a newer one.
        if (existing?.epoch === epoch && existing.revision > revision) return
        if (this.#table.set(entry)) this.#port.postMessage(entry)
      },
    }
  }

  /** False if nothing was waiting. */
  #receiveWaiting(): boolean {
    let received = receiveMessageOnPort(this.#port) as { readonly message: Entry } | undefined
    if (received === undefined) return false
    for (; received !== undefined; received = receiveMessageOnPort(this.#port))
      this.#receive(received.message)
    return true
  }

  #receive(entry: Entry): void {
    const { kind, epoch, number, revision } = entry
    const existing = this.#table.get(kind, number)
    // It was sent before the other side knew of what this thread has put.
    if (existing?.epoch === epoch && existing.revision > revision) return
    if (!this.#table.set(entry)) return
    const listener = this.#listeners.get(kind)
    if (listener?.epoch === epoch) listener.onArrival(number)
  }

  [Symbol.dispose](): void {
    this.#port.close()
  }
}
