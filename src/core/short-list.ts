/** Recognises lists that lost so many rows at once that an error of their source is likelier than a change. */

const shortBelow = 0.75

/** `floor`: a previous list with fewer rows may shrink by any amount. */
export function isShortList(count: number, previousCount: number, floor: number): boolean {
  return previousCount >= floor && count < previousCount * shortBelow
}

const toleranceShare = 0.1

/** Whether two short lists lack the same, by the number of rows: then both are believed. */
export function doListsAgree(count: number, otherCount: number): boolean {
  return Math.abs(count - otherCount) <= Math.abs(otherCount) * toleranceShare
}

const usualShareMax = 0.1
const usualMax = 2

/** Whether more is missing than the few rows, or fields of rows, that disappear on any day. */
export function isUnusualLoss(lost: number, count: number): boolean {
  return lost > Math.max(usualMax, count * usualShareMax)
}
