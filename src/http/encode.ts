/** Compresses an answer. A gzip body is made of a part packed once and a tail that is appended as it is. */

import { promisify } from 'node:util'
import { brotliCompress, constants, crc32, deflateRaw, gzip, zstdCompress } from 'node:zlib'
import type { Encoding } from './negotiate.ts'

const deflateRawAsync = promisify(deflateRaw)
const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
const zstdAsync = promisify(zstdCompress)

/** Below this, packing costs more than it saves. */
export const packBytesMin = 1024

export async function pack(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'zstd') return zstdAsync(body)
  if (encoding === 'br') return brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  if (encoding === 'gzip') return gzipAsync(body, { level: 6 })
  return body
}

/** The part of a gzip body that never changes, ready to be followed by any tail. */
export interface GzipHead {
  readonly bytes: Buffer
  readonly crc: number
  readonly length: number
}

const gzipMagic = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** Ends on a byte boundary (sync flush), so that a stored block can follow. */
export async function gzipHead(body: Buffer): Promise<GzipHead> {
  const packed = await deflateRawAsync(body, { level: 6, finishFlush: constants.Z_SYNC_FLUSH })
  return { bytes: Buffer.concat([gzipMagic, packed]), crc: crc32(body), length: body.length }
}

/** Appends `tail` (under 64 kB) as one stored block and closes the gzip member. */
export function gzipWithTail(head: GzipHead, tail: Buffer): Buffer {
  const out = Buffer.allocUnsafe(head.bytes.length + tail.length + 13)
  let at = head.bytes.copy(out)
  at = out.writeUInt8(1, at)
  at = out.writeUInt16LE(tail.length, at)
  at = out.writeUInt16LE(~tail.length & 0xffff, at)
  at += tail.copy(out, at)
  at = out.writeUInt32LE(crc32(tail, head.crc), at)
  out.writeUInt32LE((head.length + tail.length) >>> 0, at)
  return out
}
