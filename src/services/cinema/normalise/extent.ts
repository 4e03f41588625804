/** The largest and smallest of many values; `Math.max(...values)` may exceed the stack. */

export function largest(values: Iterable<number>): number {
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) if (value > most) most = value
  return most
}

export function smallest(values: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY
  for (const value of values) if (value < least) least = value
  return least
}

/** Of dates or instants in ISO format. */
export function earliest(texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter((text) => text !== undefined).sort()[0]
}

export function latest(texts: readonly (string | undefined)[]): string | undefined {
  return texts
    .filter((text) => text !== undefined)
    .sort()
    .at(-1)
}
