/** Builds the reply of a product from a gateway lookup, with its age, ETag and cache bounds. */

import { toInstant } from '../../../core/clock.ts'
import { type HandlerCache, type Reply, totalMeta } from '../../../http/reply.ts'
import { weakEtag } from '../../../http/response/freshness.ts'
import type { Contract, Freshness } from '../gateway/contracts.ts'
import type { Lookup } from '../gateway/gateway.ts'
import { upstreamChanged } from '../gateway/json-guards.ts'
import type { EntryTimes } from '../gateway/upstream-entry.ts'
import { usableRows } from '../gateway/usable-rows.ts'
import type { ProductResult } from '../products/product.ts'

/** How long a stale response is reused before the gateway is asked for a newer one. */
const staleReuseMs = 1000

const cacheStatusHeader = {
  hit: 'hit',
  stale: 'hit; detail=stale',
  miss: 'fwd=miss; stored',
  joined: 'fwd=miss; collapsed',
} as const

/** `view`: what the reply depends on besides the upstream request and its response. */
export function toHandlerCache(
  { key, entry, status, times }: Lookup,
  contract: Contract,
  view: string,
  nowMs: number,
): HandlerCache {
  const { fetchedAt, freshUntil, staleUntil } = times
  const keepUntil = { hit: freshUntil + 1, stale: nowMs + staleReuseMs, miss: 0, joined: 0 }[status]
  return {
    etag: weakEtag(`${entry.bodyHash}\n${key}\n${view}`),
    createdAt: fetchedAt,
    freshUntil,
    reusableUntil: Math.min(keepUntil, staleUntil + 1),
    cacheControl: cacheControl(contract.freshness),
    cacheStatus: cacheStatusHeader[status],
  }
}

/** Caches may serve a stale response as this server does: while refreshing, and if the refresh fails. */
export function cacheControl({
  max_age_seconds: fresh,
  stale_while_revalidate_seconds: stale,
}: Freshness): string {
  return `public, max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`
}

/** A result whose rows or data are JSON text. */
export interface SerializedResult extends Omit<ProductResult, 'rows' | 'data'> {
  readonly rows?: readonly string[]
  readonly data?: string
}

/** Leaves out rows that are nested too deep. Throws `upstream_changed` if all rows are, or other data is. */
export function serializeResult({ rows, data, page, ...rest }: ProductResult): SerializedResult {
  const pages = page ? { page } : {}
  if (!rows) return { ...rest, ...pages, data: serialize(data) }
  const { rows: texts, skippedRows } = usableRows(rows, serialize)
  const result = { ...rest, rows: texts, skippedRows: (rest.skippedRows ?? 0) + skippedRows }
  return page ? { ...result, page: { ...page, returned: page.returned - skippedRows } } : result
}

function serialize(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (thrown) {
    throw thrown instanceof RangeError ? upstreamChanged('nested too deep') : thrown
  }
}

export function toProductReply(
  lookup: Lookup,
  contract: Contract,
  result: SerializedResult,
  cache: HandlerCache,
): Reply {
  const { rows, data = 'null', page, delay, columns, nextKey, skippedRows = 0 } = result
  return {
    ...(rows ? { rows } : { data }),
    ...(columns ? { columns } : {}),
    meta: {
      source_contract: contract.id,
      cache: toCacheMeta(lookup.times, lookup.status),
      ...(page ? { page, ...totalMeta(page.total ?? undefined) } : {}),
      ...(nextKey === undefined ? {} : { pagination: { limit: page?.limit ?? 0, next_cursor: null } }),
      ...(skippedRows > 0 ? { skipped_rows: skippedRows } : {}),
      ...(delay ? { delay } : {}),
      ...(columns ? { columns } : {}),
    },
    ...(nextKey ? { nextKey } : {}),
    cache,
  }
}

function toCacheMeta({ fetchedAt, freshUntil, staleUntil }: EntryTimes, status: Lookup['status']) {
  return {
    status: status === 'joined' ? 'miss' : status,
    fetched_at: toInstant(fetchedAt),
    fresh_until: toInstant(freshUntil),
    stale_until: toInstant(staleUntil),
  }
}
