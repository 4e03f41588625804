/** Rows that are dated in the future were written while a clock was wrong, and do not count. */

/** By how much the clocks of nodes may differ before a row counts as dated in the future. */
const toleranceMs = 5 * 60_000

/** The latest date that a row can have now. */
export function latestDate(nowMs: number): number {
  return nowMs + toleranceMs
}
