/** Repeatable random numbers: the same seed gives the same numbers on every machine, in any order of calls. */

/** A number and its digits are the same seed, so that a path parameter finds the object that a loop created. */
export type Seed = string | number

/**
 * `random('spring', 'theater', 17)` is the generator of theater 17; the sixteen before it are not needed. Every call starts
 * a new generator: keep the result to draw more numbers.
 */
export function random(...seed: readonly Seed[]): Random {
  return new Random(seed)
}

/** The generator sfc32, started from a 128-bit hash of the seed. */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter: number

  constructor(seed: readonly Seed[]) {
    const [a, b, c, counter] = hash128(seed)
    this.#a = a
    this.#b = b
    this.#c = c
    this.#counter = counter
    for (let round = 0; round < 12; round++) this.#next()
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** At least 0, below 1. */
  float(): number {
    return this.#next() / 2 ** 32
  }

  /** An integer from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.float() * (max - min + 1))
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.float() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('cannot pick from an empty list')
    return items[this.int(0, items.length - 1)] as Item
  }

  /** Returns a new list. */
  shuffle<Item>(items: readonly Item[]): Item[] {
    const shuffled = [...items]
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.int(0, last)
      const item = shuffled[last] as Item
      shuffled[last] = shuffled[other] as Item
      shuffled[other] = item
    }
    return shuffled
  }

  /** Normally distributed. */
  gauss(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.float()))
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.float())
  }
}

/** Not a UTF-16 unit, so that ['ab', 'c'] and ['a', 'bc'] differ. */
const partEnd = 0x10000

function hash128(parts: readonly Seed[]): [number, number, number, number] {
  let a = 1779033703
  let b = 3144134277
  let c = 1013904242
  let d = 2773480762
  function mix(unit: number): void {
    a = b ^ Math.imul(a ^ unit, 597399067)
    b = c ^ Math.imul(b ^ unit, 2869860233)
    c = d ^ Math.imul(c ^ unit, 951274213)
    d = a ^ Math.imul(d ^ unit, 2716044179)
  }
  for (const part of parts) {
    const text = String(part)
    for (let at = 0; at < text.length; at++) mix(text.charCodeAt(at))
    mix(partEnd)
  }
  return [a | 0, b | 0, c | 0, d | 0]
}
