/** The public schema of changes. */

import { type Static, Type } from 'typebox'
import { instant, oneOf } from '../../../http/openapi/fields.ts'
import { JobPosting } from './job-posting.ts'

export const jobChangeTypes = ['opened', 'changed', 'closed', 'reopened'] as const
export type JobChangeType = (typeof jobChangeTypes)[number]

/** As in the log. `corrected`: we know more or read it differently, but the posting is the same. */
export const postingChangeTypes = [
  'posting.opened',
  'posting.changed',
  'posting.closed',
  'posting.reopened',
  'posting.corrected',
] as const
export type PostingChangeType = (typeof postingChangeTypes)[number]

export const JobChange = Type.Object(
  {
    id: Type.Integer({ description: 'Grows with each change.' }),
    type: oneOf(jobChangeTypes, { description: 'What happened.' }),
    detected_at: instant({ description: 'When the list that shows the change was fetched.' }),
    job: JobPosting,
  },
  { additionalProperties: false, $id: 'JobChange' },
)
export type JobChange = Static<typeof JobChange>
