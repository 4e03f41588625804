/** Turns what the gateway found into an answer with its age, its tag and its bounds. */

import { hash } from 'node:crypto'
import { toInstant } from '../../../core/clock.ts'
import type { OwnCache, Reply } from '../../../http/reply.ts'
import type { Contract, Freshness } from '../gateway/contracts.ts'
import type { Found } from '../gateway/gateway.ts'
import { changed } from '../gateway/json-guards.ts'
import { type Entry, freshUntil, staleUntil } from '../gateway/upstream-entry.ts'
import type { Reading } from '../products/product.ts'

/** How long the bytes of a stale answer are sent again before the gateway is asked whether there is a newer one. */
const staleKeepMs = 1000

const statusWords = {
  hit: 'hit',
  stale: 'hit; detail=stale',
  miss: 'fwd=miss; stored',
  joined: 'fwd=miss; collapsed',
} as const

/** `view`: what the answer depends on beside the question to the provider and its answer. */
export function ownCache(
  { key, entry, status }: Found,
  contract: Contract,
  view: string,
  nowMs: number,
): OwnCache {
  const { freshness } = contract
  const fresh = freshUntil(entry, freshness)
  const keepUntil = { hit: fresh + 1, stale: nowMs + staleKeepMs, miss: 0, joined: 0 }[status]
  return {
    etag: `W/"${hash('sha256', `${entry.tag}\n${key}\n${view}`, 'base64url').slice(0, 22)}"`,
    bornAt: entry.bornAt,
    freshUntil: fresh,
    keepUntil: Math.min(keepUntil, staleUntil(entry, freshness) + 1),
    cacheControl: cacheControl(freshness),
    status: statusWords[status],
  }
}

/** Stale answers are as good as they are here: while a newer one is fetched, and when it cannot be. */
export function cacheControl({
  max_age_seconds: fresh,
  stale_while_revalidate_seconds: stale,
}: Freshness): string {
  return `public, max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`
}

/** A reading whose rows, or whose only thing, are JSON already. */
export interface WrittenReading extends Omit<Reading, 'rows' | 'data'> {
  readonly rows?: readonly string[]
  readonly data?: string
}

/** Part of reading: what nests deeper than can be written is a form we do not know. */
export function written({ rows, data, ...rest }: Reading): WrittenReading {
  try {
    if (!rows) return { ...rest, data: JSON.stringify(data) }
    return { ...rest, rows: rows.map((row) => JSON.stringify(row)) }
  } catch (thrown) {
    throw thrown instanceof RangeError ? changed('it nests too deep') : thrown
  }
}

export function productReply(
  found: Found,
  contract: Contract,
  reading: WrittenReading,
  cache: OwnCache,
): Reply {
  const { rows, data = 'null', page, delay, columns, nextCursor } = reading
  return {
    ...(rows ? { rows } : { data }),
    ...(columns ? { columns } : {}),
    meta: {
      source_contract: contract.id,
      cache: cacheFacts(found.entry, found.status, contract.freshness),
      ...(page ? { page } : {}),
      ...(nextCursor === undefined
        ? {}
        : { pagination: { limit: page?.limit ?? 0, next_cursor: nextCursor } }),
      ...(delay ? { delay } : {}),
      ...(columns ? { columns } : {}),
    },
    cache,
  }
}

function cacheFacts(entry: Entry, status: Found['status'], freshness: Freshness) {
  return {
    status: status === 'joined' ? 'miss' : status,
    fetched_at: toInstant(entry.bornAt),
    fresh_until: toInstant(freshUntil(entry, freshness)),
    stale_until: toInstant(staleUntil(entry, freshness)),
  }
}
