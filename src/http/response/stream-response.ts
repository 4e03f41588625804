/** An answer that is made while it is sent: never more than a piece of it is in memory. */

import { addAbortSignal, pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { ContentCoding } from '../request/negotiate.ts'
import type { Compression } from './compress.ts'

/** Everything in these pieces, packed if need be. When the time is up the connection is cut, so that nobody takes it for whole. */
export function streamResponse(
  chunks: AsyncIterable<string>,
  encoding: ContentCoding,
  timeoutMs: number,
): Readable {
  const plain = addAbortSignal(AbortSignal.timeout(timeoutMs), Readable.from(chunks, { objectMode: false }))
  if (encoding === 'identity') return plain
  // Whatever ends one of both ends the other, and with it the making of pieces.
  return pipeline(plain, compressors[encoding](), () => {})
}

const compressors: Readonly<Record<Compression, () => Transform>> = {
  gzip: () => createGzip({ level: 6 }),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: () => createZstdCompress(),
}
