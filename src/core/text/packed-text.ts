/** Texts as compressed bytes. For texts of a few kilobytes, deflate is both smaller and faster than zstd. */

import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** The first byte of packed texts says how the others were made. */
const deflated = 1

/** More than a description can have. */
const textBytesMax = 8 * 1024 * 1024

export function packText(text: string): Uint8Array {
  return Buffer.concat([Uint8Array.of(deflated), deflateRawSync(text)])
}

export function unpackText(data: Uint8Array): string {
  if (data[0] !== deflated) throw new TypeError(`unknown form ${data[0]} of a packed text`)
  return inflateRawSync(data.subarray(1), { maxOutputLength: textBytesMax }).toString('utf8')
}
