/** Unpacks descriptions, of which many need another one as their base. */

import { unpackText } from '../../../core/text/packed-text.ts'

/** A description with its base, read by one query: a moment later both may be deleted. */
export interface BasedText {
  readonly data: Uint8Array
  /** The hash of the base. */
  readonly base: string | null
  readonly base_data: Uint8Array | null
}

/** For the texts of one query, which have few bases. */
export function textUnpacker(): (text: BasedText) => string {
  const bases = new Map<string, string>()
  return ({ data, base, base_data }) => {
    if (base === null || base_data === null) return unpackText(data)
    const html = bases.get(base) ?? unpackText(base_data)
    bases.set(base, html)
    return unpackText(data, html)
  }
}
