/** The age of the data in a response: `meta.freshness`, and how long the response may be cached. */

import { toInstant } from '../../../core/clock.ts'
import type { Reply } from '../../../http/reply.ts'
import type { RefreshOptions } from '../live/refresh-showtimes.ts'
import { largest, smallest } from '../normalise/extent.ts'
import type { Freshness } from '../schema/index.ts'

const minuteMs = 60_000

/** Ages are computed for the start of the minute, because a response may be cached until the next one. */
export function toFreshness(
  capturedTimes: readonly number[],
  nowMs: number,
): { readonly freshness?: Freshness } {
  if (capturedTimes.length === 0) return {}
  const minute = Math.floor(nowMs / minuteMs) * minuteMs
  const oldest = smallest(capturedTimes)
  return {
    freshness: {
      max_age_seconds: Math.max(0, Math.floor((minute - oldest) / 1000)),
      oldest_captured_at: toInstant(oldest),
      newest_captured_at: toInstant(largest(capturedTimes)),
    },
  }
}

/** Live responses are not cached, nor are those that exceed the requested freshness within a minute. */
export function cacheHeaders(
  { mode, maxAgeMs, nowMs }: Pick<RefreshOptions, 'mode' | 'maxAgeMs' | 'nowMs'>,
  capturedTimes: readonly number[],
): Pick<Reply, 'headers'> {
  const expiresWithinMinute =
    maxAgeMs !== undefined &&
    capturedTimes.some((at) => nowMs - at <= maxAgeMs && nowMs + minuteMs - at > maxAgeMs)
  return mode === 'cached' && !expiresWithinMinute ? {} : { headers: { 'cache-control': 'no-store' } }
}
