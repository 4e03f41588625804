/** The sources behind the records: addresses that were listed or read. */

import { Type } from 'typebox'
import { oneOf } from '../../../http/openapi/fields.ts'
import type { AnyRoute } from '../../../http/route.ts'
import { sourceKinds, sourceStatuses } from '../normalise/vocabulary.ts'
import { readSources } from '../queries/sources.ts'
import { TrustSource } from '../schema/resources.ts'
import type { TrustDb } from '../schema/tables.ts'
import { defineListRoute, providerParam, textParam } from './trust-route.ts'

export function sourceRoutes(db: TrustDb): AnyRoute[] {
  return [
    defineListRoute({
      path: '/v1/sources',
      id: 'listTrustSources',
      tag: 'Trust centers',
      summary: 'List sources',
      query: {
        provider: providerParam,
        trust_center: textParam('Trust center id.'),
        kind: Type.Optional(oneOf(sourceKinds, { description: 'Kind of page or response.' })),
        status: Type.Optional(oneOf(sourceStatuses, { description: 'Outcome of the last read.' })),
      },
      rows: TrustSource,
      read: (query) => readSources(db, query),
    }),
  ]
}
