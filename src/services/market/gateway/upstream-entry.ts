/** A cached response of the provider, and how old it may be. */

import { hash } from 'node:crypto'
import type { Clock } from '../../../core/clock.ts'
import type { Freshness } from './contracts.ts'

export interface UpstreamEntry {
  readonly body: string
  /** The response as it arrived, if it is not simply `body` in UTF-8. */
  readonly bytes?: Buffer
  readonly contentType: string
  /** By the clock of the node that fetched it: for display. */
  readonly fetchedAt: number
  /** On the monotonic clock of this process: decides how old it is. */
  readonly fetchedMonotonic: number
  /** Equal for equal content, whichever node fetched it. */
  readonly bodyHash: string
}

export type EntryState = 'fresh' | 'stale' | 'expired'

/** When a response was fetched, and until when it may be served, by the clock of this node. */
export interface EntryTimes {
  readonly fetchedAt: number
  readonly freshUntil: number
  readonly staleUntil: number
}

/** `received`: the response as it arrived. It has the hash of its text, which would have to be encoded again. */
export function toUpstreamEntry(
  content: Omit<UpstreamEntry, 'bodyHash'>,
  received: Buffer | undefined = content.bytes,
): UpstreamEntry {
  return { ...content, bodyHash: hash('sha256', received ?? content.body, 'base64url').slice(0, 22) }
}

function freshMs({ max_age_seconds }: Freshness): number {
  return max_age_seconds * 1000
}

/** How long an entry may be served in all. */
export function lifetimeMs(freshness: Freshness): number {
  return freshMs(freshness) + freshness.stale_while_revalidate_seconds * 1000
}

/** Both bounds are inclusive. */
export function entryState(
  { fetchedMonotonic }: UpstreamEntry,
  freshness: Freshness,
  monotonicMs: number,
): EntryState {
  const ageMs = monotonicMs - fetchedMonotonic
  if (ageMs <= freshMs(freshness)) return 'fresh'
  return ageMs <= lifetimeMs(freshness) ? 'stale' : 'expired'
}

/** The clocks run at slightly different speeds; a larger difference means that one was set, or is that of another node. */
const driftMsMax = 1000

export function entryTimes(entry: UpstreamEntry, freshness: Freshness, clock: Clock): EntryTimes {
  const fetchedAt = Math.round(clock.now() - (clock.monotonic() - entry.fetchedMonotonic))
  const shown = Math.abs(fetchedAt - entry.fetchedAt) < driftMsMax ? entry.fetchedAt : fetchedAt
  return {
    fetchedAt: shown,
    freshUntil: shown + freshMs(freshness),
    staleUntil: shown + lifetimeMs(freshness),
  }
}
