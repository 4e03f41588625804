/** Reads the pictures of sources, so that a page asks no other host. Keeps some in memory. */

import { LRUCache } from 'lru-cache'
import { abortable } from '../../../core/async/abortable.ts'
import { SingleFlight } from '../../../core/async/single-flight.ts'
import { Failure } from '../../../core/errors.ts'
import type { OutboundClient } from '../../../core/outbound/outbound.ts'

export interface Picture {
  readonly type: string
  readonly bytes: Buffer
}

const bytesMax = 1024 * 1024
const cacheBytesMax = 16 * 1024 * 1024
const dayMs = 86_400_000
const failureMs = 60_000
/** With the wait for other requests at the host. */
const timeoutMs = 8_000
/** Different pictures that are read at once; others are none for a minute. */
const concurrentMax = 64
/** As few as a browser reads at once. Their failures say nothing about the listings of a host. */
const politeness = { atOnce: 4, gapMs: 0 }
const group = 'pictures'

/** By how they begin. Not SVG, which may contain scripts. */
const signatures: readonly (readonly [type: string, test: (bytes: Buffer) => boolean])[] = [
  ['image/jpeg', (bytes) => bytes.readUIntBE(0, 3) === 0xffd8ff],
  ['image/png', (bytes) => bytes.readUInt32BE(0) === 0x89504e47],
  ['image/webp', (bytes) => bytes.toString('latin1', 8, 12) === 'WEBP'],
  ['image/avif', (bytes) => bytes.toString('latin1', 4, 12) === 'ftypavif'],
  ['image/gif', (bytes) => bytes.toString('latin1', 0, 4) === 'GIF8'],
]
const signatureBytes = 12

export class PictureReader {
  readonly #outbound: Pick<OutboundClient, 'for'>
  readonly #reads = new SingleFlight<Picture | undefined>()
  /** A picture that could not be read is empty. */
  readonly #cache = new LRUCache<string, Picture>({
    maxSize: cacheBytesMax,
    sizeCalculation: ({ bytes }, url) => bytes.length + url.length,
  })

  constructor(outbound: Pick<OutboundClient, 'for'>) {
    this.#outbound = outbound
  }

  /** Undefined if it cannot be read now. */
  async read(url: string, signal: AbortSignal): Promise<Picture | undefined> {
    const cached = this.#cache.get(url)
    if (cached !== undefined) return cached.bytes.length === 0 ? undefined : cached
    if (this.#reads.get(url) === undefined && this.#reads.size >= concurrentMax) return undefined
    return await abortable(
      this.#reads.run(url, () => this.#fetch(url)),
      signal,
    )
  }

  async #fetch(url: string): Promise<Picture | undefined> {
    const picture = await this.#request(url)
    if (picture === undefined) this.#cache.set(url, { type: '', bytes: Buffer.alloc(0) }, { ttl: failureMs })
    else this.#cache.set(url, picture, { ttl: dayMs })
    return picture
  }

  async #request(url: string): Promise<Picture | undefined> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const { bytes } = await this.#outbound.for(politeness).request(url, {
        headers: { accept: 'image/avif,image/webp,image/png,image/jpeg' },
        signal,
        bytesMax,
        group,
        keepBytes: true,
      })
      if (bytes === undefined || bytes.length < signatureBytes) return undefined
      const type = signatures.find(([, test]) => test(bytes))?.[0]
      return type === undefined ? undefined : { type, bytes }
    } catch (thrown) {
      if (thrown instanceof Failure || signal.aborted) return undefined
      throw thrown
    }
  }
}
