/** Remembers what was made of a text. Texts of upstreams repeat: places, departments, labels. */

const textCharactersMax = 300
const textsMax = 10_000

/** `compute` must be pure, and its results must not be changed. Holds at most twice as many results as `max`. */
export function rememberTexts<Result>(
  compute: (text: string) => Result,
  max = textsMax,
): (text: string) => Result {
  let recent = new Map<string, Result>()
  let older: ReadonlyMap<string, Result> = new Map()
  return (text) => {
    if (text.length > textCharactersMax) return compute(text)
    const known = recent.get(text)
    if (known !== undefined || recent.has(text)) return known as Result
    const result = older.has(text) ? (older.get(text) as Result) : compute(text)
    if (recent.size >= max) {
      older = recent
      recent = new Map()
    }
    recent.set(text, result)
    return result
  }
}
