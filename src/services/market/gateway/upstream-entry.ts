/** An answer of the provider as it is kept, and how old it may be. */

import { hash } from 'node:crypto'
import type { Freshness } from './contracts.ts'

export interface Entry {
  /** The body as it came. */
  readonly body: string
  readonly type: string
  /** When the provider gave it. */
  readonly bornAt: number
  /** Of the body: the same content has the same tag, whoever fetched it. */
  readonly tag: string
}

export type EntryState = 'fresh' | 'stale' | 'dead'

export function entryOf(body: string, type: string, bornAt: number): Entry {
  return { body, type, bornAt, tag: hash('sha256', body, 'base64url').slice(0, 22) }
}

export function freshUntil({ bornAt }: Entry, { max_age_seconds }: Freshness): number {
  return bornAt + max_age_seconds * 1000
}

export function staleUntil(entry: Entry, freshness: Freshness): number {
  return freshUntil(entry, freshness) + freshness.stale_while_revalidate_seconds * 1000
}

/** Both bounds count as inside. */
export function stateOf(entry: Entry, freshness: Freshness, nowMs: number): EntryState {
  if (nowMs <= freshUntil(entry, freshness)) return 'fresh'
  return nowMs <= staleUntil(entry, freshness) ? 'stale' : 'dead'
}
