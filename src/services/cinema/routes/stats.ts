/** `/v1/stats`. */

import { Type } from 'typebox'
import { toInstant } from '../../../core/clock.ts'
import { instant, nullable } from '../../../http/openapi/fields.ts'
import { dataReply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { type CinemaContext, catalogueCache } from '../cinema-context.ts'
import { countMovies, sumCoverage } from '../queries/coverage.ts'
import { CoverageSummary } from '../schema/index.ts'
import { cinemaScope } from '../scopes.ts'
import { toFreshness } from './freshness.ts'

const Stats = Type.Object(
  {
    chains: Type.Integer(),
    sources: Type.Integer(),
    counts: CoverageSummary,
    publications: Type.Integer({ description: 'Number of publications.' }),
    published_at: nullable(instant()),
  },
  { $id: 'Stats' },
)

export function statsRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/v1/stats',
    id: 'getStats',
    tag: 'Support',
    summary: 'Get statistics',
    response: { data: Stats },
    access: 'optional',
    cache: { ...catalogueCache, expiresEachMinute: true },
    handle: async ({ nowMs }) => {
      const theaters = await cinema.theaters.current()
      const publishedAt = cinema.db.publishedAt(cinemaScope)
      return dataReply(
        {
          chains: cinema.directory.chains.length,
          sources: cinema.sources.length + cinema.directory.unsupportedPlatforms.length,
          counts: sumCoverage(theaters.ordered, await countMovies(cinema.db)),
          publications: cinema.db.version(cinemaScope),
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
  })
}
