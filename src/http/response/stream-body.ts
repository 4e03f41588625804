/** A response body that is produced while it is sent: only a chunk of it is in memory at a time. */

import { addAbortSignal, pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { ContentCoding } from '../request/negotiate.ts'
import { type Compression, compressionOptions } from './compress.ts'

/** Fails when the time is up, so that the client can tell that the body is incomplete. */
export function streamBody(
  chunks: AsyncIterable<string>,
  coding: ContentCoding,
  timeoutMs: number,
): Readable {
  const plain = addAbortSignal(AbortSignal.timeout(timeoutMs), Readable.from(chunks, { objectMode: false }))
  if (coding === 'identity') return plain
  // Whatever ends either stream ends the other, and with it the production of chunks.
  return pipeline(plain, compressors[coding](), () => {})
}

const compressors: Readonly<Record<Compression, () => Transform>> = {
  gzip: () => createGzip(compressionOptions.gzip),
  br: () => createBrotliCompress(compressionOptions.br),
  zstd: () => createZstdCompress(compressionOptions.zstd),
}
