/** The batch question about many showtimes. */

import { hash } from 'node:crypto'
import { canonicalJson } from '../../../core/content-hash.ts'
import type { Charge } from '../../../http/accounts.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { Room } from '../cinema-context.ts'
import { AvailabilitySnapshot, AvailabilitySnapshotRequest } from '../schema/index.ts'
import { planSnapshot, snapshotLiveMax, snapshotMax, takeSnapshot } from './snapshot-plan.ts'

const path = '/v1/availability/snapshot'

export function snapshotRoute(room: Room): AnyRoute {
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
    answer: { data: AvailabilitySnapshot },
    errors: ['insufficient_credits', 'upstream_unavailable'],
    access: 'optional',
    cache: 'no-store',
    packs: true,
    idempotent: true,
    handle: (ask) =>
      room.accounts.once(ask, `POST ${path}`, async () => {
        const { body, nowMs, admission, requestId, signal } = ask
        const plan = await planSnapshot(room, body, nowMs, admission)
        const charge = await room.accounts.charge({
          who: admission.who,
          credits: plan.credits,
          requestId,
          route: `POST ${path}`,
          usecase: 'availability_snapshot',
          fingerprint: hash('sha256', canonicalJson(body), 'hex'),
          signal,
        })
        try {
          const taken = await takeSnapshot(room, plan, body)
          const meta = { ...taken.meta, credits_charged: charge.credits }
          const pieces = paidFor(taken.pieces, charge, signal)
          if (ask.idempotencyKey === undefined) return { pieces, meta }
          // An answer that is to be given again has to be known as a whole.
          return { data: (await Array.fromAsync(pieces)).join(''), meta }
        } catch (error) {
          await charge.refund()
          throw error
        }
      }),
  })
}

/** The credits are kept when all pieces were made, and given back when the answer is cut off before. */
async function* paidFor(
  pieces: AsyncIterable<string>,
  charge: Charge,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let isWhole = false
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted()
      yield piece
    }
    await charge.commit()
    isWhole = true
  } finally {
    if (!isWhole) await charge.refund()
  }
}
