/** Finds the name a user most likely meant, for "did you mean" hints. */

const charactersMax = 64

/** Without `distanceMax`, one edit for every three letters. */
export function closestMatch(
  input: string,
  candidates: Iterable<string>,
  distanceMax = Math.max(1, Math.floor(Math.min(input.length, charactersMax) / 3)),
): string | undefined {
  const normalizedInput = input.slice(0, charactersMax).toLowerCase()
  let best: string | undefined
  let bestDistance = distanceMax + 1
  for (const name of candidates) {
    if (Math.abs(name.length - normalizedInput.length) >= bestDistance) continue
    const distance = editDistance(normalizedInput, name.toLowerCase())
    // Names without a common letter are no match.
    if (distance >= bestDistance || distance >= Math.max(name.length, normalizedInput.length)) continue
    best = name
    bestDistance = distance
  }
  return best
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return at(last, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
