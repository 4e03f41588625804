/** Pseudo-random numbers from a key and an index: the same in any order of calls, and cheap. */

/** 32 well-mixed bits. */
export function hash(key: number, index: number): number {
  let bits = (key ^ Math.imul(index, 0x9e3779b1)) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** At least 0, below 1. */
export function fraction(key: number, index: number): number {
  return hash(key, index) / 2 ** 32
}

/** At least `low`, below `high`. */
export function between(key: number, index: number, low: number, high: number): number {
  return low + fraction(key, index) * (high - low)
}

/** From `low` to `high`, both included. */
export function integer(key: number, index: number, low: number, high: number): number {
  return Math.floor(between(key, index, low, high + 1))
}

export function pick<Item>(key: number, index: number, items: readonly Item[]): Item {
  return items[hash(key, index) % items.length] as Item
}

const gaussianScale = Math.sqrt(3)

/** Roughly normal with mean 0 and deviation 1, at most 3.5: the sum of four uniform numbers. */
export function gaussian(key: number, index: number): number {
  const first = hash(key, index)
  const second = hash(first, 0x5bd1)
  const sum = (first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16)
  return (sum / 65_536 - 2) * gaussianScale
}

/** A key for a text. */
export function hashText(key: number, text: string): number {
  let bits = key | 0
  for (let at = 0; at < text.length; at++)
    bits = (Math.imul(bits ^ text.charCodeAt(at), 0x01000193) + 0x9e37) | 0
  return hash(bits, text.length)
}
