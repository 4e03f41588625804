/** The catalogue of certifications and frameworks. */

import { Type } from 'typebox'
import type { AnyRoute } from '../../../http/route.ts'
import { type Framework, frameworks } from '../normalise/frameworks/catalogue.ts'
import { frameworkById, toFrameworkId } from '../normalise/frameworks/resolve.ts'
import { readFrameworkCounts } from '../queries/frameworks.ts'
import { FrameworkEntry } from '../schema/resources.ts'
import type { TrustDb } from '../schema/tables.ts'
import { defineDocRoute, defineListRoute, pageOf, requireFound, textParam } from './trust-route.ts'

const tag = 'Frameworks'

export function frameworkRoutes(db: TrustDb): AnyRoute[] {
  return [
    defineListRoute({
      path: '/v1/frameworks',
      id: 'listFrameworks',
      tag,
      summary: 'List frameworks',
      query: {
        family: textParam('Family, such as soc, iso or privacy.', ['soc']),
        q: textParam('A name or alias.', ['SOC 2 Type II']),
      },
      rows: FrameworkEntry,
      async read(query) {
        const { family, q } = query
        const counts = await readFrameworkCounts(db)
        const matches = frameworks
          .filter((framework) => family === undefined || framework.family === family)
          .filter((framework) => q === undefined || framework.id === toFrameworkId(q))
        return pageOf(matches, query, (framework) => toFrameworkEntry(framework, counts))
      },
    }),
    defineDocRoute({
      path: '/v1/frameworks/:framework_id',
      id: 'getFramework',
      tag,
      summary: 'Get a framework',
      params: Type.Object({
        framework_id: Type.String({
          maxLength: 120,
          description: 'An id, a name or an alias.',
          examples: ['soc2_type2'],
        }),
      }),
      data: FrameworkEntry,
      async read({ framework_id }) {
        const framework = frameworkById(toFrameworkId(framework_id))
        const found = requireFound(framework, 'framework', 'framework_id')
        return JSON.stringify(toFrameworkEntry(found, await readFrameworkCounts(db)))
      },
    }),
  ]
}

function toFrameworkEntry(
  { id, name, family, kind, aliases }: Framework,
  counts: ReadonlyMap<string, number>,
) {
  const links = { self: `/v1/frameworks/${id}`, companies: `/v1/companies?certification=${id}` }
  return { id, name, family, kind, aliases, companies: counts.get(id) ?? 0, links }
}
