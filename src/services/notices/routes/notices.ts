/** The routes of the notices service. */

import { Type } from 'typebox'
import { notFound } from '../../../core/errors.ts'
import { cursor, day, limit, totalParameter } from '../../../http/openapi/fields.ts'
import { docReply, pageReply, totalMax, totalMeta } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import { countListed, readNotice, readNotices, spellTown } from '../queries/notices.ts'
import { Notice } from '../schema/notice.ts'
import { categoryParameter, townParameter } from './notice-changes.ts'
import { unknownTowns } from './unknown-towns.ts'

const cache = { scope: 'notices', maxAgeSeconds: 60 }

export function noticeRoutes(db: Database<ReadModelTables>): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/notices',
      id: 'listNotices',
      tag: 'Notices',
      summary: 'List notices',
      description: 'Newest first.',
      query: Type.Object({
        town: townParameter,
        category: categoryParameter,
        published_after: Type.Optional(day({ description: 'Published after this date.' })),
        total: totalParameter,
        limit: limit(),
        cursor: Type.Optional(cursor()),
      }),
      response: { rows: Notice },
      access: 'optional',
      cache,
      handle: async ({ query, after }) => {
        const town = query.town && (await spellTown(db, query.town))
        const filter = { ...query, town }
        const rows = await readNotices(db, filter, after(), query.limit)
        const total = query.total ? await countListed(db, filter, totalMax + 1) : undefined
        const warnings = town && rows.length === 0 ? await unknownTowns(db, town) : []
        return pageReply({
          rows,
          limit: query.limit,
          doc: (row) => row.doc,
          key: (row) => [row.published_on, row.id],
          meta: { ...totalMeta(total, totalMax), ...(warnings.length === 0 ? {} : { warnings }) },
        })
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/notices/:notice_id',
      id: 'getNotice',
      tag: 'Notices',
      summary: 'Get a notice',
      params: Type.Object({ notice_id: Type.String({ description: '`id` of the notice.' }) }),
      response: { data: Notice },
      access: 'optional',
      cache,
      handle: async ({ params }) => {
        const doc = await readNotice(db, params.notice_id)
        if (doc === undefined) throw notFound('notice', 'notice_id')
        return docReply(doc)
      },
    }),
  ]
}
