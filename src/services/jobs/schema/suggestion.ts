/** The public schema of suggestions. */

import { Type } from 'typebox'
import { oneOf } from '../../../http/openapi/fields.ts'

export const suggestionTypes = ['title', 'company', 'city', 'country', 'department'] as const
export type SuggestionType = (typeof suggestionTypes)[number]

export const JobSuggestion = Type.Object(
  {
    type: oneOf(suggestionTypes, {
      description: 'The filter that takes the value; a title goes into `q`.',
    }),
    value: Type.String({ examples: ['London, United Kingdom'] }),
    count: Type.Integer({ minimum: 0, description: 'Number of open jobs.' }),
    q: Type.String({
      description: 'The text with this value in place of its last words, as `q` of a search.',
      examples: ['rust engineer London, United Kingdom'],
    }),
  },
  { additionalProperties: false, $id: 'JobSuggestion' },
)
