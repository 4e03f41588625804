/** Chance by address: the number at (key, index) is the same in every order of asking, and costs nanoseconds. */

/** 32 well-mixed bits for a key and a whole number. */
export function mix(key: number, index: number): number {
  let bits = (key ^ Math.imul(index, 0x9e3779b1)) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** At least 0, below 1. */
export function unit(key: number, index: number): number {
  return mix(key, index) / 2 ** 32
}

/** At least `low`, below `high`. */
export function between(key: number, index: number, low: number, high: number): number {
  return low + unit(key, index) * (high - low)
}

/** A whole number from `low` to `high`, both included. */
export function whole(key: number, index: number, low: number, high: number): number {
  return Math.floor(between(key, index, low, high + 1))
}

export function pickAt<Item>(key: number, index: number, items: readonly Item[]): Item {
  return items[mix(key, index) % items.length] as Item
}

const bellScale = Math.sqrt(3)

/** Bell-shaped with mean 0 and deviation 1, never beyond 3.5: the sum of four uniform numbers. */
export function bell(key: number, index: number): number {
  const first = mix(key, index)
  const second = mix(first, 0x5bd1)
  const sum = (first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16)
  return (sum / 65_536 - 2) * bellScale
}

/** A key of its own for one text, below a key. */
export function keyOfText(key: number, text: string): number {
  let bits = key | 0
  for (let at = 0; at < text.length; at++)
    bits = (Math.imul(bits ^ text.charCodeAt(at), 0x01000193) + 0x9e37) | 0
  return mix(bits, text.length)
}
