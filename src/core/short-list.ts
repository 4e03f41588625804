/** Recognises a list that lost so many rows at once that an error of its source is likelier than a change. */

const shortBelow = 0.75

/** `floor`: a previous list with fewer rows may shrink by any amount. */
export function isShortList(count: number, previousCount: number, floor: number): boolean {
  return previousCount >= floor && count < previousCount * shortBelow
}
