/** Compresses a response body: a prefix that is compressed once, and a suffix that differs each time and is appended uncompressed. */

import { promisify } from 'node:util'
import { brotliCompress, constants, crc32, deflateRaw, zstdCompress } from 'node:zlib'
import type { ContentCoding } from '../request/negotiate.ts'

export type Compression = Exclude<ContentCoding, 'identity'>

/** Below this, compression costs more than it saves. */
export const compressBytesMin = 1024

/** The constant part of a compressed body, ready to be followed by any suffix. */
export interface CompressedPrefix {
  /** One character per byte. */
  readonly text: string
  /** Of the uncompressed bytes; gzip ends with it. */
  readonly crc: number
  readonly length: number
}

/** The levels that are worth their cost, for whole bodies and streams alike. */
export const compressionOptions = {
  gzip: { level: 6 },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: 7 } },
} as const

const gzipMagic = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** After a flush, each format is at a byte boundary and can continue with stored blocks. */
const compressors: Readonly<Record<Compression, (body: Buffer) => Promise<Buffer>>> = {
  gzip: async (body) =>
    Buffer.concat([
      gzipMagic,
      await promisify(deflateRaw)(body, { ...compressionOptions.gzip, finishFlush: constants.Z_SYNC_FLUSH }),
    ]),
  br: (body) =>
    promisify(brotliCompress)(body, {
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
      params: { ...compressionOptions.br.params, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  zstd: (body) =>
    promisify(zstdCompress)(body, { ...compressionOptions.zstd, finishFlush: constants.ZSTD_e_flush }),
}

/** `body` must not be empty: an empty zstd flush writes nothing that blocks could follow. */
export async function compressPrefix(encoding: Compression, body: Buffer): Promise<CompressedPrefix> {
  const bytes = await compressors[encoding](body)
  const crc = encoding === 'gzip' ? crc32(body) : 0
  return { text: bytes.toString('latin1'), crc, length: body.length }
}

/** The largest stored block that every format allows. */
const blockBytesMax = 65_535

/** Appends the suffix in stored blocks and ends the compressed stream; one character per byte. */
export function appendSuffix(encoding: Compression, prefix: CompressedPrefix, suffix: Buffer): string {
  const blocks = Math.max(1, Math.ceil(suffix.length / blockBytesMax))
  const out = Buffer.allocUnsafe(suffix.length + blocks * 5 + 8)
  let at = 0
  for (let block = 0; block < blocks; block++) {
    const chunk = suffix.subarray(block * blockBytesMax, (block + 1) * blockBytesMax)
    at = writeBlockHeader[encoding](out, at, chunk.length, block === blocks - 1)
    at += chunk.copy(out, at)
  }
  if (encoding === 'gzip') {
    at = out.writeUInt32LE(crc32(suffix, prefix.crc), at)
    at = out.writeUInt32LE((prefix.length + suffix.length) >>> 0, at)
  }
  if (encoding === 'br') at = out.writeUInt8(brotliFinalEmptyBlock, at)
  return prefix.text + out.toString('latin1', 0, at)
}

const brotliFinalEmptyBlock = 0b11

type BlockHeaderWriter = (out: Buffer, at: number, length: number, isLast: boolean) => number

const writeBlockHeader: Readonly<Record<Compression, BlockHeaderWriter>> = {
  /** RFC 1951, 3.2.4: last or not, type 0, length and its complement. */
  gzip(out, at, length, isLast) {
    const afterType = out.writeUInt8(isLast ? 1 : 0, at)
    const afterLength = out.writeUInt16LE(length, afterType)
    return out.writeUInt16LE(~length & 0xffff, afterLength)
  },
  /** RFC 7932, 9.2: not last, four nibbles of length less one, uncompressed. An empty block has no form. */
  br(out, at, length) {
    return length === 0 ? at : out.writeUIntLE(((length - 1) << 3) | (1 << 19), at, 3)
  },
  /** RFC 8878, 3.1.1.2: last or not, raw, length. */
  zstd(out, at, length, isLast) {
    return out.writeUIntLE((length << 3) | (isLast ? 1 : 0), at, 3)
  },
}
