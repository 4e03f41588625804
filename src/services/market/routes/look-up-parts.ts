/** Looks up the parts of a request that is too wide for the provider, and makes one result of them. */

import type { OutsideTurn } from '../../../http/route.ts'
import type { Asker, Gateway, Lookup } from '../gateway/gateway.ts'
import type { Product, ProductParts } from '../products/product.ts'
import { type SerializedResult, serializeResult } from './product-reply.ts'

/** One part that fails fails the whole: a range with a gap would look complete. */
export async function lookUpParts(
  product: Product,
  { split, toResult }: ProductParts<unknown>,
  request: unknown,
  gateway: Gateway,
  asker: Asker,
  outsideTurn: OutsideTurn,
): Promise<{ readonly lookup: Lookup; readonly result: SerializedResult }> {
  const lookUp = (part: unknown) => {
    const upstreamRequest = product.toUpstreamRequest(part)
    return gateway.lookUp(upstreamRequest, asker, (json) => {
      const { skippedRows = 0 } = product.toResult(json, part)
      gateway.countSkippedRows(upstreamRequest.contract, skippedRows)
    })
  }
  const lookups = await outsideTurn(() => Promise.all(split(request).map(lookUp)))
  const bodies = lookups.map(({ entry }): unknown => JSON.parse(entry.body))
  return { lookup: mergeLookups(lookups), result: serializeResult(toResult(bodies, request)) }
}

/** The first that any part has. */
const statusOrder = ['miss', 'joined', 'stale', 'hit'] as const

/** As old as the oldest part, and served from the cache only if all parts are. */
function mergeLookups(lookups: readonly Lookup[]): Lookup {
  const oldest = lookups.reduce((one, other) => (other.times.fetchedAt < one.times.fetchedAt ? other : one))
  return {
    key: lookups.map(({ key }) => key).join(' '),
    entry: { ...oldest.entry, bodyHash: lookups.map(({ entry }) => entry.bodyHash).join(' ') },
    times: oldest.times,
    status: statusOrder.find((status) => lookups.some((lookup) => lookup.status === status)) ?? 'hit',
  }
}
