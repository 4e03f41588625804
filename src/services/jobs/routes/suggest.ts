/** The route that completes what somebody types. */

import { Type } from 'typebox'
import { limit, oneOf } from '../../../http/openapi/fields.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { suggest } from '../queries/suggest.ts'
import { JobSuggestion, suggestionTypes } from '../schema/suggestion.ts'
import type { JobsDatabase } from '../schema/tables.ts'

export function suggestRoutes(db: JobsDatabase): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/job-postings/v1/jobs/suggest',
      id: 'suggestJobs',
      tag: 'Job postings',
      summary: 'Complete a word',
      description:
        'Titles, companies, cities, countries and departments of open jobs in which a word begins with the text, those that begin with it first, the most frequent first. If there are none, of the last words of the text. A place is also found by its names in other languages. Counts may be some seconds old.',
      query: Type.Object({
        q: Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'The beginning of a word, or words and the beginning of one.',
          examples: ['soft'],
        }),
        type: Type.Optional(oneOf(suggestionTypes, { description: 'Only values of this type.' })),
        limit: limit(20, 8),
      }),
      response: { rows: JobSuggestion },
      access: 'optional',
      cache: { scope: 'jobs', maxAgeSeconds: 60, expiresEachMinute: true },
      handle: async ({ query: { q, type, limit }, nowMs }) => {
        const types = new Set(type === undefined ? suggestionTypes : [type])
        const rows = await suggest(db, q, { types, limit, nowMs })
        return { rows: rows.map((row) => JSON.stringify(row)) }
      },
    }),
  ]
}
