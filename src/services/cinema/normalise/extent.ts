/** The largest and smallest of any number of values, where spreading them into a call could exceed the stack. */

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
