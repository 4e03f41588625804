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
