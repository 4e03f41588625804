/** Remembers what was made of a text. Texts of upstreams repeat: places, departments, labels. */

import { LRUCache } from 'lru-cache'

const textCharactersMax = 300
const textsMax = 10_000

/** `compute` must be pure, and its results must not be changed. */
export function rememberTexts<Result>(
  compute: (text: string) => Result,
  max = textsMax,
): (text: string) => Result {
  // In an object, because a result may be undefined.
  const results = new LRUCache<string, { readonly result: Result }>({ max })
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
  const results = new LRUCache<string, Result>({ max: textsMax })
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
