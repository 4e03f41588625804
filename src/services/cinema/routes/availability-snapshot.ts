/** The batch question about many showtimes. */

import { hash } from 'node:crypto'
import { canonicalJson } from '../../../core/content-hash.ts'
import type { Charge } from '../../../http/accounts.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { AvailabilitySnapshot, AvailabilitySnapshotRequest } from '../schema/index.ts'
import { planSnapshot, snapshotLiveMax, snapshotMax, takeSnapshot } from './snapshot-plan.ts'

const path = '/v1/availability/snapshot'

export function snapshotRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    method: 'POST',
    path,
    id: 'takeAvailabilitySnapshot',
    tag: 'Showtimes',
    summary: 'Availability of many showtimes at once',
    description:
      `At least one of theater_ids, movie_ids, chain_ids and area is needed. At most ${snapshotMax} showtimes, the earliest ` +
      `first; at most ${snapshotLiveMax} of them are asked about live. Costs one credit per started 25 showtimes, two ` +
      'with grids. Takes `Idempotency-Key`.',
    body: AvailabilitySnapshotRequest,
    response: { data: AvailabilitySnapshot },
    errors: ['insufficient_credits', 'upstream_unavailable'],
    access: 'optional',
    cache: 'no-store',
    compress: true,
    idempotent: true,
    handle: (context) =>
      cinema.accounts.idempotent(context, `POST ${path}`, async () => {
        const { body, nowMs, admission, requestId, signal } = context
        const plan = await planSnapshot(cinema, body, nowMs, admission)
        const charge = await cinema.accounts.charge({
          principal: admission.principal,
          credits: plan.credits,
          requestId,
          route: `POST ${path}`,
          usecase: 'availability_snapshot',
          fingerprint: hash('sha256', canonicalJson(body), 'hex'),
          signal,
        })
        try {
          const result = await takeSnapshot(cinema, plan, body)
          const meta = { ...result.meta, credits_charged: charge.credits }
          const stream = chargedStream(result.stream, charge, signal)
          if (context.idempotencyKey === undefined) return { stream, meta }
          // An answer that is to be given again has to be known as a whole.
          return { data: (await Array.fromAsync(stream)).join(''), meta }
        } catch (error) {
          await charge.refund()
          throw error
        }
      }),
  })
}

/** The credits are kept when all pieces were made, and given back when the answer is cut off before. */
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
