/** Trust centers, and one trust center with its records. */

import { Type } from 'typebox'
import { oneOf } from '../../../http/openapi/fields.ts'
import type { AnyRoute } from '../../../http/route.ts'
import { accessLevels, accessProfiles, gates } from '../normalise/vocabulary.ts'
import { readCenterRecords } from '../queries/items.ts'
import { readDoc } from '../queries/listing.ts'
import { readCenters } from '../queries/trust-centers.ts'
import { TrustCenter, TrustCenterWithRecords } from '../schema/resources.ts'
import type { TrustDb } from '../schema/tables.ts'
import { enumList, validateEnumLists } from './enum-list.ts'
import { defineDocRoute, defineListRoute, providerParam, requireFound, textParam } from './trust-route.ts'
import { unknownValues } from './unknown-values.ts'

const tag = 'Trust centers'

export function trustCenterRoutes(db: TrustDb): AnyRoute[] {
  return [
    defineListRoute({
      path: '/v1/trust-centers',
      id: 'listTrustCenters',
      tag,
      summary: 'List trust centers',
      query: {
        provider: providerParam,
        company: textParam('Company id.'),
        access_level: enumList(accessLevels, 'How open it is.'),
        access_profile: Type.Optional(oneOf(accessProfiles, { description: 'What a visitor can read.' })),
        gate: Type.Optional(oneOf(gates, { description: 'What keeps anonymous visitors out.' })),
        readable: Type.Optional(Type.Boolean({ description: 'Whether its content could be read.' })),
        host: textParam('Host name.', ['trust.example.com']),
      },
      rows: TrustCenter,
      explainEmpty: (query) => unknownValues(db, query),
      read(query) {
        validateEnumLists(query, { access_level: accessLevels })
        return readCenters(db, query)
      },
    }),
    defineDocRoute({
      path: '/v1/trust-centers/:trust_center_id',
      id: 'getTrustCenter',
      tag,
      summary: 'Get a trust center with its records',
      params: Type.Object({
        trust_center_id: Type.String({ maxLength: 80, description: '`id` of the trust center.' }),
      }),
      data: TrustCenterWithRecords,
      async read({ trust_center_id: id }) {
        const doc = requireFound(await readDoc(db, 'trust_center', id), 'trust center', 'trust_center_id')
        return `${doc.slice(0, -1)},"records":${await readCenterRecords(db, id)}}`
      },
    }),
  ]
}
