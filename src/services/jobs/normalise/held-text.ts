/**
 * Holds long texts in memory in a compressed form that is itself a text, so that they pass through the code that reads
 * rows and may be joined with others.
 */

import { randomUUID } from 'node:crypto'
import { packText, unpackText } from '../../../core/text/packed-text.ts'

const holdTextsLongerThan = 400
/** Longer texts are cut. */
const charactersMax = 1_000_000

/** No text from outside can contain it. */
const secret = randomUUID()
const mark = `\u0001${secret}\u0001`

export function holdText(text: string): string {
  if (text.length <= holdTextsLongerThan) return text
  const packed = packText(text.slice(0, charactersMax).toWellFormed())
  return `${mark}${Buffer.from(packed.buffer, packed.byteOffset, packed.length).toString('base64')}${mark}`
}

/** Returns other texts as they are. */
export function releaseText(text: string): string {
  if (!text.includes(mark)) return text
  return text
    .split(mark)
    .map((part, at) => (at % 2 === 0 ? part : unpackText(Buffer.from(part, 'base64'))))
    .join('')
}

/** The same in every process, for digests of texts that may contain held ones. */
export function withoutSecret(text: string): string {
  return text.replaceAll(secret, '')
}
