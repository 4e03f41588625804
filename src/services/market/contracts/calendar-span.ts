/** The span of a calendar of which only the end may be told: what is usual before today is usual before that end. */

import { parseSpan, type Span } from '../parameters.ts'

export function calendarSpan(
  query: { from?: string; to?: string },
  nowMs: number,
  usual: { daysBack: number; daysAhead: number; daysMax: number },
): Span {
  const endMs = query.from === undefined && query.to !== undefined ? Date.parse(query.to) : nowMs
  return parseSpan(query, Math.min(nowMs, endMs), usual)
}
