/** Changes at trust centers, as a list and as an Atom feed. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { oneOf } from '../../../http/openapi/fields.ts'
import type { AnyRoute } from '../../../http/route.ts'
import { changeTypes, severities } from '../normalise/vocabulary.ts'
import { readChanges } from '../queries/changes.ts'
import { TrustChange } from '../schema/resources.ts'
import type { TrustDb } from '../schema/tables.ts'
import { changesFeed } from './changes-feed.ts'
import { enumList, validateEnumLists } from './enum-list.ts'
import { defineListRoute, providerParam, textParam, timeParam } from './trust-route.ts'
import { unknownValues } from './unknown-values.ts'

export function changeRoutes(db: TrustDb): AnyRoute[] {
  return [
    defineListRoute({
      path: '/v1/changes',
      id: 'listTrustChanges',
      tag: 'Changes',
      summary: 'List changes',
      scope: 'changes',
      query: {
        since: timeParam('Changes detected at or after this time.'),
        type: enumList(changeTypes, 'Types of change.'),
        severity: Type.Optional(oneOf(severities, { description: 'How much the change matters.' })),
        provider: providerParam,
        company: textParam('Company id.'),
        subprocessor: textParam('A vendor, by id, domain or name.', ['openai']),
        certification: textParam('A framework, by id, name or alias.', ['soc2_type2']),
      },
      rows: TrustChange,
      feed: changesFeed,
      readNewest: async () => (await readChanges(db, { limit: 1, offset: 0 })).docs[0],
      explainEmpty: (query) => unknownValues(db, query),
      async read(query) {
        validateEnumLists(query, { type: changeTypes })
        if (query.subprocessor !== undefined && query.certification !== undefined) {
          throw new Failure('invalid_request', 'Specify subprocessor or certification, not both.', {
            details: { parameter: 'certification', expected: 'one of subprocessor and certification' },
          })
        }
        return await readChanges(db, query)
      },
    }),
  ]
}
