/** `/v1/availability/snapshot`. */

import { type AnyRoute, defineRoute } from '../../../../http/route.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import { AvailabilitySnapshot, AvailabilitySnapshotRequest } from '../../schema/index.ts'
import { planSnapshot, snapshotLiveMax, snapshotMax, takeSnapshot } from './snapshot-plan.ts'

/** Stored with charges and idempotency keys. */
const route = 'POST /v1/availability/snapshot'

/** The longest lists of ids. */
const bodyBytesMax = 131_072

export function snapshotRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    method: 'POST',
    path: '/v1/availability/snapshot',
    id: 'takeAvailabilitySnapshot',
    tag: 'Showtimes',
    summary: 'Take an availability snapshot',
    description:
      'The availability of many showtimes at once. Requires at least one of theater_ids, movie_ids, chain_ids and area. ' +
      `Returns at most ${snapshotMax} showtimes, earliest first, and refreshes at most ${snapshotLiveMax} of them. Costs ` +
      'one credit per 25 showtimes or part thereof, and one more per 25 of them that have a grid, if you ask for grids. ' +
      'If sources are asked, the credits for all the grids that they may have must be available; ' +
      'what was sent is charged even if you hang up. ' +
      'With an `Idempotency-Key`, a repeat within 24 hours returns the same response and costs nothing.',
    body: AvailabilitySnapshotRequest,
    bodyBytesMax,
    response: { data: AvailabilitySnapshot },
    errors: ['insufficient_credits', 'response_too_large', 'unsupported_capability', 'upstream_unavailable'],
    access: 'optional',
    scope: 'snapshot',
    cache: 'no-store',
    compress: true,
    idempotent: true,
    handle: (context) =>
      cinema.accounts.idempotent(context, route, async (billing) => {
        const { body, nowMs, admission } = context
        const plan = await planSnapshot(cinema, body, nowMs, admission)
        // Before sources are asked; they may have fewer grids than they could.
        await billing.charge({ credits: plan.creditsMax, usecase: 'availability_snapshot' })
        const { stream, meta, credits } = await takeSnapshot(cinema, plan)
        await billing.lower(credits)
        return { stream, meta: { ...meta, credits_charged: billing.credits } }
      }),
  })
}
