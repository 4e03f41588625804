/** A cached response of the provider, and how old it may be. */

import { hash } from 'node:crypto'
import type { Freshness } from './contracts.ts'

export interface UpstreamEntry {
  readonly body: string
  readonly contentType: string
  readonly fetchedAt: number
  /** Equal for equal content, whichever node fetched it. */
  readonly bodyHash: string
}

export type EntryState = 'fresh' | 'stale' | 'expired'

export function toUpstreamEntry(body: string, contentType: string, fetchedAt: number): UpstreamEntry {
  return { body, contentType, fetchedAt, bodyHash: hash('sha256', body, 'base64url').slice(0, 22) }
}

export function freshUntil({ fetchedAt }: UpstreamEntry, { max_age_seconds }: Freshness): number {
  return fetchedAt + max_age_seconds * 1000
}

export function staleUntil(entry: UpstreamEntry, freshness: Freshness): number {
  return freshUntil(entry, freshness) + freshness.stale_while_revalidate_seconds * 1000
}

/** Both bounds are inclusive. */
export function entryState(entry: UpstreamEntry, freshness: Freshness, nowMs: number): EntryState {
  if (nowMs <= freshUntil(entry, freshness)) return 'fresh'
  return nowMs <= staleUntil(entry, freshness) ? 'stale' : 'expired'
}
