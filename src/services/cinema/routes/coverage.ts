/** `/v1/coverage`. */

import { Type } from 'typebox'
import { day } from '../../../http/openapi/fields.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { type CinemaContext, catalogueCache } from '../cinema-context.ts'
import { coverageJson, coverageMax, readCoverage } from '../queries/coverage.ts'
import { CoverageRecord } from '../schema/index.ts'
import { warningsMeta } from '../warnings.ts'
import { cachedMeta, catalogueRoute } from './list-replies.ts'
import { unknownFilters } from './list-warnings.ts'
import { capability, chainId, theaterId } from './params.ts'

const truncatedWarning = {
  code: 'coverage_truncated',
  message: `Truncated to the first ${coverageMax} records.`,
}

export function coverageRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...catalogueRoute,
    path: '/v1/coverage',
    id: 'listCoverage',
    summary: 'List coverage',
    description: `Counts per source, chain, theater and business date. Not paged: at most ${coverageMax} records, earliest dates first; filter by chain, theater or date.`,
    query: Type.Object({
      ...chainId,
      ...theaterId,
      date: Type.Optional(day({ description: 'A business date.' })),
      ...capability,
    }),
    response: { rows: CoverageRecord },
    cache: catalogueCache,
    handle: async ({ query }) => {
      const theaters = await cinema.theaters.current()
      const rows = await readCoverage(cinema.db, theaters, {
        chainId: query.chain_id,
        theaterId: query.theater_id,
        date: query.date,
        capability: query.capability,
      })
      return {
        rows: rows.slice(0, coverageMax).map((row) => coverageJson(row, theaters.byId.get(row.theater_id))),
        meta: {
          ...cachedMeta,
          ...warningsMeta([
            ...(rows.length > coverageMax ? [truncatedWarning] : []),
            ...(rows.length === 0 ? await unknownFilters(cinema, theaters, query) : []),
          ]),
        },
      }
    },
  })
}
