/** `/v1/availability/snapshot`. */

import { hash } from 'node:crypto'
import { canonicalJson } from '../../../core/content-hash.ts'
import type { Charge } from '../../../http/accounts.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { AvailabilitySnapshot, AvailabilitySnapshotRequest } from '../schema/index.ts'
import { planSnapshot, snapshotLiveMax, snapshotMax, takeSnapshot } from './snapshot-plan.ts'

/** Stored with charges and idempotency keys. */
const route = 'POST /v1/availability/snapshot'

export function snapshotRoutes(cinema: CinemaContext): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/availability/snapshot',
      id: 'takeAvailabilitySnapshot',
      tag: 'Showtimes',
      summary: 'Take an availability snapshot',
      description:
        'The availability of many showtimes at once. Requires at least one of theater_ids, movie_ids, chain_ids and area. ' +
        `Returns at most ${snapshotMax} showtimes, earliest first, and refreshes at most ${snapshotLiveMax} of them. Costs ` +
        'one credit per 25 showtimes or part thereof, twice that with grids. Accepts `Idempotency-Key`.',
      body: AvailabilitySnapshotRequest,
      response: { data: AvailabilitySnapshot },
      errors: ['insufficient_credits', 'upstream_unavailable'],
      access: 'optional',
      cache: 'no-store',
      compress: true,
      idempotent: true,
      handle: (context) =>
        cinema.accounts.idempotent(context, route, async () => {
          const { body, nowMs, admission, requestId, signal } = context
          const plan = await planSnapshot(cinema, body, nowMs, admission)
          const charge = await cinema.accounts.charge({
            principal: admission.principal,
            credits: plan.credits,
            requestId,
            route,
            usecase: 'availability_snapshot',
            fingerprint: hash('sha256', canonicalJson(body), 'hex'),
            signal,
          })
          try {
            const result = await takeSnapshot(cinema, plan)
            const meta = { ...result.meta, credits_charged: charge.credits }
            const stream = chargedStream(result.stream, charge, signal)
            if (context.idempotencyKey === undefined) return { stream, meta }
            // A response that may be replayed is built as a whole.
            return { data: (await Array.fromAsync(stream)).join(''), meta }
          } catch (error) {
            await charge.refund()
            throw error
          }
        }),
    }),
  ]
}

/** Commits the charge after the last chunk; refunds it if the response is cut off. */
async function* chargedStream(
  stream: AsyncIterable<string>,
  charge: Charge,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let isComplete = false
  try {
    for await (const chunk of stream) {
      signal.throwIfAborted()
      yield chunk
    }
    await charge.commit()
    isComplete = true
  } finally {
    if (!isComplete) await charge.refund()
  }
}
