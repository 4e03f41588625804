/** A response ready to be sent, fresh or from the cache: everything but what differs from request to request. */

import type { HandlerCache } from '../reply.ts'
import { representations } from '../request/media-types.ts'
import { type ContentCoding, preferredCoding } from '../request/negotiate.ts'
import { type CompressedPrefix, type Compression, compressBytesMin, compressPrefix } from './compress.ts'
import { fixedHeaders } from './headers.ts'
import type { RenderedReply } from './render.ts'

export interface ResponseEntry {
  readonly status: number
  /** Undefined when the response cannot be revalidated. */
  readonly etag: string | undefined
  /** As for a caller without a credential. */
  readonly cacheControl: string
  /** The remaining headers as a flat list, names in lower case. A 304 repeats only the fixed ones, without the policy. */
  readonly headers: readonly string[]
  /**
   * The body up to the request id. Text has one character per byte and goes out with the headers in one write. Above
   * 16 KiB, what is stored is bytes, because copying the text each time costs more than a second write.
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
}

interface EntryOptions {
  readonly cacheControl: string
  readonly etag?: string | undefined
  readonly handlerCache?: HandlerCache | undefined
  readonly canCompress?: boolean
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Shared by all entries that have not been compressed: the cache retains many. */
const notCompressed = {}

/** Up to here the runtime writes a text without allocating. */
const storedTextBytesMax = 16_384

const fixedHeaderList: readonly string[] = Object.entries(fixedHeaders).flat()
/** A client takes the headers of a 304 for those of the response that it has, and a page has a policy of its own. */
export const notModifiedHeaderList = Object.entries(fixedHeaders)
  .filter(([name]) => name !== 'content-security-policy')
  .flat()

export function createEntry(rendered: RenderedReply, options: EntryOptions): ResponseEntry {
  const { prefix, suffix, hasMetaSlot } = rendered
  return {
    status: rendered.status,
    etag: options.etag,
    cacheControl: options.cacheControl,
    headers: headerList(rendered.type, options.headers),
    prefix:
      typeof prefix === 'string' || prefix.length > storedTextBytesMax ? prefix : prefix.toString('latin1'),
    suffix,
    hasMetaSlot,
    isCompressible: options.canCompress === true && prefix.length >= compressBytesMin,
    compressed: notCompressed,
    handlerCache: options.handlerCache,
  }
}

/** The entry as it is sent many times. */
export function toStoredEntry(entry: ResponseEntry): ResponseEntry {
  const { prefix } = entry
  if (typeof prefix !== 'string' || prefix.length <= storedTextBytesMax) return entry
  return { ...entry, prefix: Buffer.from(prefix, 'latin1') }
}

/** A response without a body: 304 where the tag is compared before there is one, 204 for `OPTIONS`. */
export function bodylessEntry(status: 204 | 304, options: EntryOptions): ResponseEntry {
  const fixed = status === 304 ? notModifiedHeaderList : fixedHeaderList
  return {
    status,
    etag: options.etag,
    cacheControl: options.cacheControl,
    headers: options.headers ? mergeHeaders(options.headers) : fixed,
    prefix: '',
    suffix: '',
    hasMetaSlot: false,
    isCompressible: false,
    compressed: notCompressed,
    handlerCache: options.handlerCache,
  }
}

const jsonHeaderList = mergeHeaders({ 'content-type': representations.json })

function headerList(type: string, headers: Readonly<Record<string, string>> | undefined): readonly string[] {
  if (headers === undefined && type === representations.json) return jsonHeaderList
  return mergeHeaders({ 'content-type': type, ...headers })
}

/** By name, so that none is sent twice. */
function mergeHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries({ ...fixedHeaders, ...headers }).flat()
}

/** The coding that a client prefers, by its `Accept-Encoding`. */
export function codingFor(accept: string | undefined, { isCompressible }: ResponseEntry): ContentCoding {
  return isCompressible ? preferredCoding(accept) : 'identity'
}

/** The same entry with its prefix compressed. */
export async function withCompressed(entry: ResponseEntry, coding: Compression): Promise<ResponseEntry> {
  const { prefix } = entry
  const bytes = typeof prefix === 'string' ? Buffer.from(prefix, 'latin1') : prefix
  return { ...entry, compressed: { ...entry.compressed, [coding]: await compressPrefix(coding, bytes) } }
}
