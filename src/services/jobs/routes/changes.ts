/** The route of what happened to jobs. */

import { Type } from 'typebox'
import { cursor, instant, limit, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { pageReply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { changeOrders, readChanges } from '../queries/read-changes.ts'
import { JobChange, jobChangeTypes } from '../schema/job-change.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { jobsCache } from './jobs.ts'

export function jobChangeRoutes(db: JobsDatabase): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/job-postings/v1/jobs/changes',
      id: 'listJobChanges',
      tag: 'Job postings',
      summary: 'List changes of jobs',
      description:
        'Opened, changed, closed and reopened jobs, each with the job as it is now. To follow them, read `order=oldest` with the last cursor again and again.',
      query: Type.Object({
        since: Type.Optional(instant({ description: 'Changes detected at or after this time.' })),
        type: Type.Optional(oneOf(jobChangeTypes, { description: 'Type of change.' })),
        order: withDefault(oneOf(changeOrders, { description: 'Which changes come first.' }), 'newest'),
        limit: limit(200, 50),
        cursor: Type.Optional(cursor()),
      }),
      response: { rows: JobChange },
      access: 'optional',
      scope: 'changes',
      cache: jobsCache,
      handle: async ({ query: { since, type, order, limit }, after }) => {
        const rows = await readChanges(db, {
          order,
          since: since === undefined ? undefined : Date.parse(since),
          type,
          after: after()?.[0] as number | undefined,
          limit,
        })
        return pageReply({ rows, limit, doc: (row) => row.doc, key: (row) => [row.id] })
      },
    }),
  ]
}
