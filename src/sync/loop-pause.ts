/**
 * Lets the event loop turn during long work on a member, such as a board with tens of thousands of postings. Otherwise the
 * lease of the run is not renewed in time, and the thread counts as stalled.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../core/clock.ts'
import type { MemberKey, MemberMarker } from './member-marker.ts'

/** Short beside a lease and a heartbeat. */
const workMsMax = 250

/** Call this between the steps of the work: often, because it lets the loop turn at most every 250 ms. Throws when the work is aborted. */
export type LoopPause = () => Promise<void>

export function createLoopPause(
  { clock, marker }: { readonly clock: Clock; readonly marker: MemberMarker },
  member: MemberKey,
  signal: AbortSignal,
): LoopPause {
  let since = clock.monotonic()
  return async () => {
    if (clock.monotonic() - since < workMsMax) return
    await nextTurn()
    since = clock.monotonic()
    signal.throwIfAborted()
    marker.mark(member)
  }
}
