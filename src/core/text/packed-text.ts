/** Texts as compressed bytes. For texts of a few kilobytes, deflate is both smaller and faster than zstd. */

import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** The first byte of packed texts says how the others were made. */
const deflated = 1
const deflatedOnBase = 2
/** Two thirds of the time of the default, for 2 % more space. */
const level = 4
/** What deflate can refer to. */
const baseBytesMax = 32_768

/** More than a description can have. */
const textBytesMax = 8 * 1024 * 1024

/** With a base, only what differs from it takes much space; the same base is needed to unpack it. */
export function packText(text: string, base?: string): Uint8Array {
  return base === undefined
    ? Buffer.concat([Uint8Array.of(deflated), deflateRawSync(text, { level })])
    : Buffer.concat([
        Uint8Array.of(deflatedOnBase),
        deflateRawSync(text, { level, dictionary: toDictionary(base) }),
      ])
}

export function unpackText(data: Uint8Array, base?: string): string {
  const form = data[0]
  if (form !== deflated && form !== deflatedOnBase)
    throw new TypeError(`unknown form ${form} of a packed text`)
  if (form === deflatedOnBase && base === undefined) throw new TypeError('a packed text without its base')
  return inflateRawSync(data.subarray(1), {
    maxOutputLength: textBytesMax,
    ...(form === deflatedOnBase && base !== undefined ? { dictionary: toDictionary(base) } : {}),
  }).toString('utf8')
}

function toDictionary(base: string): Buffer {
  return Buffer.from(base).subarray(0, baseBytesMax)
}
