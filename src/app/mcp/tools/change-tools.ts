/** The tool about changes, of every service that has them. */

import { Type } from 'typebox'
import { oneOf } from '../../../http/openapi/fields.ts'
import type { Json, RouteCaller } from '../../route-caller.ts'
import type { Tool } from '../tool.ts'
import { cell, cells, shorten } from '../tool-result.ts'

const operations = {
  cinema: 'followCinemaChanges',
  jobs: 'followPostingChanges',
  trust: 'followTrustCenterChanges',
  notices: 'followNoticeChanges',
} as const

type ChangedService = keyof typeof operations

function servedBy(routes: RouteCaller): ChangedService[] {
  const all = Object.keys(operations) as ChangedService[]
  return all.filter((service) => routes.has(operations[service]))
}

export const listChanges: Tool = {
  name: 'changes_since',
  title: 'List what changed',
  about:
    'What changed in a service since a position: showtimes added, moved or sold out, postings opened or closed, trust centers that changed, oldest first. Every result has a next_cursor: keep it and pass it later to get only what is new. Begin with cursor "now" to follow from now on, or without one from the oldest stored change. Positions are not times: for a day, skip what was detected before it. Example: {"service":"jobs","cursor":"now"}',
  operations: Object.values(operations),
  needsOneOperation: true,
  rows: 20,
  aboutCursor: 'next_cursor of an earlier result, or now.',
  input: (routes) => ({
    service: oneOf(servedBy(routes), { description: 'Whose changes; those of markets are not stored.' }),
    type: Type.Optional(
      Type.String({
        maxLength: 500,
        description:
          'Comma-separated: showtime.added, showtime.moved, showtime.cancelled, showtime.sold_out, showtime.seats_freed, posting.opened, posting.closed, certification.added, subprocessor.added, notice.published and more. No other filter.',
      }),
    ),
  }),
  async run({ service = '', cursor, limit = '20', type }, call) {
    const answer = await call(operations[service as ChangedService], {
      limit,
      ...(type === undefined ? {} : { type }),
      ...(cursor === undefined ? {} : { after: cursor }),
    })
    return {
      facts: { has_more: answer.meta.has_more },
      rows: answer.rows.map((change) => ({
        line: changeLine(change),
        item: shorten(brief(change), 120) as Json,
      })),
      next: String(answer.meta.changes_after),
      comesLater: answer.meta.has_more !== true,
    }
  },
}

/** Of postings only what tells them apart. */
function brief({ job, ...change }: Json): Json {
  if (job === undefined || job === null) return change
  const { title, company, location } = job as Json
  return { ...change, job: { title, company, location } }
}

function changeLine(change: Json): string {
  const { number: _, matches: _matches, type, detected_at, ...rest } = brief(change)
  return cells(detected_at, type, cell(JSON.stringify(rest), 200))
}
