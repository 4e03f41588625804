/** The batch question about many showtimes. */

import { hash } from 'node:crypto'
import { canonicalJson } from '../../../core/content-hash.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { Room } from '../room.ts'
import { AvailabilitySnapshot, AvailabilitySnapshotRequest } from '../schema.ts'
import { planSnapshot, snapshotLiveMax, snapshotMax, takeSnapshot } from '../snapshot.ts'

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
          const { text, meta } = await takeSnapshot(room, plan, body)
          signal.throwIfAborted()
          await charge.commit()
          return { data: text, meta: { ...meta, credits_charged: charge.credits } }
        } catch (error) {
          await charge.refund()
          throw error
        }
      }),
  })
}
