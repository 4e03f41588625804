/** A response ready to be sent, fresh or from the cache: everything but what differs from request to request. */

import type { HandlerCache } from '../reply.ts'
import { type CompressedPrefix, type Compression, compressBytesMin, compressPrefix } from './compress.ts'
import { toPrivateCacheControl } from './freshness.ts'
import { fixedHeaders } from './headers.ts'
import type { RenderedReply } from './render.ts'

export interface ResponseEntry {
  readonly status: number
  /** Undefined when the response cannot be revalidated. */
  readonly etag: string | undefined
  /** As for a caller without a credential. */
  readonly cacheControl: string
  /** The remaining headers of the response, names in lower case; a 304 does not repeat them. */
  readonly contentHeaders: Readonly<Record<string, string>>
  /**
   * The body up to the request id. Up to 16 KiB it is text with one character per byte, which goes out with the headers
   * in one write; above that it is bytes, because copying them costs more than a second write.
   */
  readonly prefix: string | Buffer
  /** The rest of the body, one character per byte. */
  readonly suffix: string
  /** Whether the request id and the time go between prefix and suffix. */
  readonly hasMetaSlot: boolean
  readonly isCompressible: boolean
  readonly compressed: Partial<Record<Compression, CompressedPrefix>>
  /** Set where the handler caches responses itself; it determines `Age` and `Cache-Status`. */
  readonly handlerCache: HandlerCache | undefined
  /** Header lists by audience and status, built on first use. */
  readonly headerLists: (readonly string[] | undefined)[]
}

interface EntryOptions {
  readonly cacheControl: string
  readonly etag?: string | undefined
  readonly handlerCache?: HandlerCache | undefined
  readonly canCompress?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** Up to here the runtime writes a text without allocating. */
const textBytesMax = 16_384

export function createEntry(rendered: RenderedReply, options: EntryOptions): ResponseEntry {
  const { prefix, suffix, hasMetaSlot } = rendered
  return {
    status: rendered.status,
    etag: options.etag,
    cacheControl: options.cacheControl,
    contentHeaders: { 'content-type': rendered.type, ...options.headers },
    prefix: prefix.length > textBytesMax ? prefix : prefix.toString('latin1'),
    suffix,
    hasMetaSlot,
    isCompressible: options.canCompress === true && prefix.length >= compressBytesMin,
    compressed: {},
    handlerCache: options.handlerCache,
    headerLists: [undefined, undefined, undefined, undefined],
  }
}

/** A response without a body: 304 where the tag is compared before there is one, 204 for `OPTIONS`. */
export function bodylessEntry(status: 204 | 304, options: EntryOptions): ResponseEntry {
  const rendered = { status, type: '', prefix: Buffer.alloc(0), suffix: '', hasMetaSlot: false }
  return { ...createEntry(rendered, options), contentHeaders: options.headers ?? {} }
}

/** Headers as the flat list that `writeHead` takes without copying. Merged by name first, so none is sent twice. */
export function headerList(
  entry: ResponseEntry,
  isPrivate: boolean,
  isNotModified: boolean,
): readonly string[] {
  const index = (isPrivate ? 1 : 0) + (isNotModified ? 2 : 0)
  const existing = entry.headerLists[index]
  if (existing) return existing
  const list = Object.entries({
    ...fixedHeaders,
    'cache-control': isPrivate ? toPrivateCacheControl(entry.cacheControl) : entry.cacheControl,
    ...(entry.etag === undefined ? {} : { etag: entry.etag }),
    ...(isNotModified ? {} : entry.contentHeaders),
  }).flat()
  entry.headerLists[index] = list
  return list
}

/** The same entry with its prefix compressed. */
export async function withCompressed(entry: ResponseEntry, coding: Compression): Promise<ResponseEntry> {
  const { prefix } = entry
  const bytes = typeof prefix === 'string' ? Buffer.from(prefix, 'latin1') : prefix
  return { ...entry, compressed: { ...entry.compressed, [coding]: await compressPrefix(coding, bytes) } }
}
