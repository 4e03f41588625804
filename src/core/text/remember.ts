/** Remembers what was made of a text. Texts of upstreams repeat: places, departments, labels. */

const textCharactersMax = 300
const textsMax = 10_000

/** `compute` must be pure, and its results must not be changed. */
export function rememberTexts<Result>(
  compute: (text: string) => Result,
  max = textsMax,
): (text: string) => Result {
  // In an object, because a result may be undefined.
  const results = new RecentResults<{ readonly result: Result }>(max)
  return (text) => {
    if (text.length > textCharactersMax) return compute(text)
    const known = results.get(text)
    if (known !== undefined) return known.result
    const result = compute(text)
    results.set(text, { result })
    return result
  }
}

/** The same for two values. `toKey` makes different texts of those that have different results. */
export function rememberPairs<One, Other, Result extends object>(
  toKey: (one: One, other: Other) => string,
  compute: (one: One, other: Other) => Result,
): (one: One, other: Other) => Result {
  const results = new RecentResults<Result>(textsMax)
  return (one, other) => {
    const key = toKey(one, other)
    if (key.length > textCharactersMax) return compute(one, other)
    const known = results.get(key)
    if (known !== undefined) return known
    const result = compute(one, other)
    results.set(key, result)
    return result
  }
}

/**
 * Two halves: when the newer one is full, it becomes the older one, and what was in that and not asked for since is forgotten. An exact
 * order of use would take longer than many of the computations.
 */
class RecentResults<Result extends object> {
  readonly #halfMax: number
  #newer = new Map<string, Result>()
  #older = new Map<string, Result>()

  constructor(max: number) {
    this.#halfMax = Math.ceil(max / 2)
  }

  get(key: string): Result | undefined {
    const newer = this.#newer.get(key)
    if (newer !== undefined) return newer
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, result: Result): void {
    if (this.#newer.size >= this.#halfMax) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(key, result)
  }
}
