/** Turns the bytes of a response into text: decompressed up to a size limit, then decoded by its charset. */

import { isUtf8 } from 'node:buffer'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TextDecoder } from 'node:util'
import * as zlib from 'node:zlib'
import { Failure } from '../errors.ts'
import { ResponseTooLarge } from './send-once.ts'

export const acceptedEncodings = 'gzip, br, zstd, deflate'

const codingsMax = 2

/** Throws `upstream_changed` when there are more than `bytesMax` bytes, before or after decompression. */
export async function decompress(
  bytes: Buffer,
  contentEncoding: string | undefined,
  bytesMax: number,
): Promise<Buffer> {
  const decoded =
    contentEncoding === undefined ? bytes : await decompressAll(bytes, contentEncoding, bytesMax)
  // Some edges of content delivery networks compress twice and name one coding, or none. No text starts like this.
  return isGzip(decoded) ? await decompressAll(decoded, 'gzip', bytesMax) : decoded
}

async function decompressAll(bytes: Buffer, contentEncoding: string, bytesMax: number): Promise<Buffer> {
  const stream = (async function* () {
    yield bytes
  })()
  return Buffer.concat(await Array.fromAsync(decompressStream(stream, contentEncoding, bytesMax)))
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** The same for bytes that are still arriving. */
export function decompressStream(
  bytes: AsyncIterable<Buffer>,
  contentEncoding: string | undefined,
  bytesMax: number,
): AsyncIterable<Buffer> {
  let stream = limitBytes(bytes, bytesMax)
  // Listed in the order they were applied, so decoded in reverse.
  for (const coding of parseCodings(contentEncoding ?? '').reverse())
    stream = limitBytes(decompressCoding(stream, coding), bytesMax)
  return stream
}

/** By byte order mark, then by header, then by the declaration in the document. Default: UTF-8. */
export function decodeCharset(bytes: Uint8Array, contentType: string | undefined): string {
  return reusableDecoder(bomCharset(bytes) ?? charsetOf(bytes, contentType)).decode(bytes)
}

/** Whether these are the bytes that encoding their text gives: UTF-8 without errors and without a byte order mark. */
export function isPlainUtf8(bytes: Uint8Array, contentType: string | undefined): boolean {
  return bomCharset(bytes) === undefined && utf8Label.test(charsetOf(bytes, contentType)) && isUtf8(bytes)
}

function charsetOf(bytes: Uint8Array, contentType: string | undefined): string {
  return headerCharset(contentType) ?? declaredCharset(bytes, contentType) ?? 'utf-8'
}

/** By header. Default: UTF-8. A declaration in the document would come too late. */
export async function* decodeCharsetStream(
  chunks: AsyncIterable<Buffer>,
  contentType: string | undefined,
): AsyncGenerator<string> {
  const decoder = decoderFor(headerCharset(contentType) ?? 'utf-8')
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* limitBytes(source: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new ResponseTooLarge(bytesMax)
    yield chunk
  }
}

function parseCodings(header: string): string[] {
  const codings = header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length > codingsMax)
    throw new Failure('upstream_changed', 'The source applied too many content codings to its response.')
  return codings
}

async function* decompressCoding(source: AsyncIterable<Buffer>, coding: string): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  const decompressor = createDecompressor(coding, first.value)
  const all = async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  const done = pipeline(all, decompressor)
  done.catch(() => {})
  yield* decompressor
  await done
}

function createDecompressor(coding: string, firstBytes: Buffer): Transform {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip()
    case 'br':
      return zlib.createBrotliDecompress()
    case 'zstd':
      return zlib.createZstdDecompress()
    case 'deflate':
      // It means zlib, but some servers send the raw form: the first byte shows which.
      return ((firstBytes[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()
    default:
      throw new Failure(
        'upstream_changed',
        'The source used a content coding that the request did not accept.',
      )
  }
}

function bomCharset(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return undefined
}

function headerCharset(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]
}

function declaredCharset(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  if (!/html|xml/i.test(contentType ?? '')) return undefined
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  const match = /<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)|<meta[^>]*?charset\s*=\s*["']?\s*([\w-]+)/i.exec(
    head,
  )
  return match?.[1] ?? match?.[2]
}

/** Decoding a whole text leaves no state in the decoder, so it can be shared. */
const utf8 = new TextDecoder()
const utf8Label = /^utf-?8$/i

function reusableDecoder(label: string): TextDecoder {
  return utf8Label.test(label) ? utf8 : decoderFor(label)
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}
