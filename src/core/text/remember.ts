/** Remembers what was made of a text. Texts of upstreams repeat: places, departments, labels. */

const textCharactersMax = 300
const textsMax = 10_000

/** `compute` must be pure, and its results must not be changed. Holds at most twice as many results as `max`. */
export function rememberTexts<Result>(
  compute: (text: string) => Result,
  max = textsMax,
): (text: string) => Result {
  const recent = new RecentResults<Result>(max)
  return (text) => {
    if (text.length > textCharactersMax) return compute(text)
    const known = recent.get(text)
    if (known !== undefined || recent.has(text)) return known as Result
    const result = compute(text)
    recent.set(text, result)
    return result
  }
}

/** The same for two values. `toKey` makes different texts of those that have different results. */
export function rememberPairs<One, Other, Result extends object>(
  toKey: (one: One, other: Other) => string,
  compute: (one: One, other: Other) => Result,
): (one: One, other: Other) => Result {
  const recent = new RecentResults<Result>(textsMax)
  return (one, other) => {
    const key = toKey(one, other)
    if (key.length > textCharactersMax) return compute(one, other)
    const known = recent.get(key)
    if (known !== undefined) return known
    const result = compute(one, other)
    recent.set(key, result)
    return result
  }
}

/** Results by key, of which those that were used last stay. */
export class RecentResults<Result> {
  readonly #max: number
  #recent = new Map<string, Result>()
  #older: ReadonlyMap<string, Result> = new Map()

  /** Holds at most twice as many results. */
  constructor(max: number) {
    this.#max = max
  }

  get(key: string): Result | undefined {
    const known = this.#recent.get(key)
    if (known !== undefined || this.#older.size === 0) return known
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  /** Also true for a result that is undefined. */
  has(key: string): boolean {
    return this.#recent.has(key) || this.#older.has(key)
  }

  set(key: string, result: Result): void {
    if (this.#recent.size >= this.#max) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, result)
  }
}
