/** How much there is and how fresh it is. */

import { Type } from 'typebox'
import { toInstant } from '../../../core/clock.ts'
import { instant, nullable } from '../../../http/openapi/fields.ts'
import { one } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { catalogueCache, type Room } from '../cinema-context.ts'
import { countAllMovies, sumCoverage } from '../queries/coverage.ts'
import { CoverageSummary } from '../schema/index.ts'
import { cinemaScope } from '../scopes.ts'
import { toFreshness } from './showtime-page.ts'

const Stats = Type.Object(
  {
    chains: Type.Integer(),
    sources: Type.Integer(),
    counts: CoverageSummary,
    publications: Type.Integer({ description: 'How often something was published.' }),
    published_at: nullable(instant()),
  },
  { $id: 'Stats' },
)

export function supportRoutes(room: Room): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/stats',
      id: 'getStats',
      tag: 'Support',
      summary: 'How much there is and how fresh it is',
      answer: { data: Stats },
      access: 'optional',
      cache: { ...catalogueCache, byTheMinute: true },
      handle: async ({ nowMs }) => {
        const theaters = await room.theaters.current()
        const publishedAt = room.db.publishedAt(cinemaScope)
        return one(
          {
            chains: room.directory.chains.length,
            sources: room.sources.length + room.directory.listed.length,
            counts: sumCoverage(theaters.ordered, await countAllMovies(room.db)),
            publications: room.db.version(cinemaScope),
            published_at: publishedAt === 0 ? null : toInstant(publishedAt),
          },
          {
            source_mode: 'cached',
            ...toFreshness(
              theaters.ordered.map(({ capturedAt }) => capturedAt),
              nowMs,
            ),
          },
        )
      },
    }),
    room.accounts.usageRoute,
    ...room.accounts.authRoutes,
  ]
}
