/** Turns what the gateway found into an answer with its age, its tag and its bounds. */

import { hash } from 'node:crypto'
import { toInstant } from '../../../core/clock.ts'
import type { HandlerCache, Reply } from '../../../http/reply.ts'
import type { Contract, Freshness } from '../gateway/contracts.ts'
import type { Lookup } from '../gateway/gateway.ts'
import { upstreamChanged } from '../gateway/json-guards.ts'
import { freshUntil, staleUntil, type UpstreamEntry } from '../gateway/upstream-entry.ts'
import type { ProductResult } from '../products/product.ts'

/** How long the bytes of a stale answer are sent again before the gateway is asked whether there is a newer one. */
const staleReuseMs = 1000

const cacheStatusHeader = {
  hit: 'hit',
  stale: 'hit; detail=stale',
  miss: 'fwd=miss; stored',
  joined: 'fwd=miss; collapsed',
} as const

/** `view`: what the answer depends on beside the question to the provider and its answer. */
export function toHandlerCache(
  { key, entry, status }: Lookup,
  contract: Contract,
  view: string,
  nowMs: number,
): HandlerCache {
  const { freshness } = contract
  const fresh = freshUntil(entry, freshness)
  const keepUntil = { hit: fresh + 1, stale: nowMs + staleReuseMs, miss: 0, joined: 0 }[status]
  return {
    etag: `W/"${hash('sha256', `${entry.bodyHash}\n${key}\n${view}`, 'base64url').slice(0, 22)}"`,
    createdAt: entry.fetchedAt,
    freshUntil: fresh,
    reusableUntil: Math.min(keepUntil, staleUntil(entry, freshness) + 1),
    cacheControl: cacheControl(freshness),
    cacheStatus: cacheStatusHeader[status],
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
export interface SerializedResult extends Omit<ProductResult, 'rows' | 'data'> {
  readonly rows?: readonly string[]
  readonly data?: string
}

/** Part of reading: what nests deeper than can be written is a form we do not know. */
export function serializeResult({ rows, data, ...rest }: ProductResult): SerializedResult {
  try {
    if (!rows) return { ...rest, data: JSON.stringify(data) }
    return { ...rest, rows: rows.map((row) => JSON.stringify(row)) }
  } catch (thrown) {
    throw thrown instanceof RangeError ? upstreamChanged('it nests too deep') : thrown
  }
}

export function toProductReply(
  found: Lookup,
  contract: Contract,
  reading: SerializedResult,
  cache: HandlerCache,
): Reply {
  const { rows, data = 'null', page, delay, columns, nextCursor } = reading
  return {
    ...(rows ? { rows } : { data }),
    ...(columns ? { columns } : {}),
    meta: {
      source_contract: contract.id,
      cache: toCacheMeta(found.entry, found.status, contract.freshness),
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

function toCacheMeta(entry: UpstreamEntry, status: Lookup['status'], freshness: Freshness) {
  return {
    status: status === 'joined' ? 'miss' : status,
    fetched_at: toInstant(entry.fetchedAt),
    fresh_until: toInstant(freshUntil(entry, freshness)),
    stale_until: toInstant(staleUntil(entry, freshness)),
  }
}
