/** Some platforms write the city, or the first line once more, into the second line of an address. */

import type { Address } from '../schema/index.ts'
import { foldText } from './fold-text.ts'

export function withoutRepeatedLine({ line2, ...address }: Address): Address {
  if (line2 === undefined) return address
  const others = [address.line1, address.city, address.state, address.postal_code].map((part) => fold(part))
  return others.includes(fold(line2)) ? address : { ...address, line2 }
}

function fold(text = ''): string {
  return foldText(text)
    .replace(/[\s,.]+/g, ' ')
    .trim()
}
