/** What happens to notices, for readers who follow it: with the notice as it is now. */

import { Type } from 'typebox'
import { changeSchema } from '../../../http/changes/change-schema.ts'
import { type ChangeSource, typeWords } from '../../../http/changes/change-source.ts'
import { nullable, oneOf } from '../../../http/openapi/fields.ts'
import { idList } from '../../../store/id-list.ts'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import { Notice, noticeCategories, noticeChangeTypes } from '../schema/notice.ts'
import { unknownTowns } from './unknown-towns.ts'

export const townParameter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 80,
    description: 'Name of a town, ignoring case.',
    examples: ['Harrowgate'],
  }),
)
export const categoryParameter = Type.Optional(
  oneOf(noticeCategories, { description: 'Only notices of this category.' }),
)

const filters = { town: townParameter, category: categoryParameter }

const NoticeChange = changeSchema('NoticeChange', noticeChangeTypes, {
  notice_id: Type.String(),
  notice: nullable(Notice),
})

export function noticeChanges(db: Database<ReadModelTables>): ChangeSource<typeof filters> {
  return {
    service: 'notices',
    path: '/v1/changes',
    name: 'Notice',
    tag: 'Notices',
    what: 'notices',
    listPath: '/v1/notices',
    types: noticeChangeTypes,
    row: NoticeChange,
    filters,
    toMatcher({ town, category }) {
      const wanted = town?.toLowerCase()
      return (_, keys) =>
        (wanted === undefined || keys.town?.toLowerCase() === wanted) &&
        (category === undefined || keys.category === category)
    },
    explain: async ({ town }) => (town === undefined ? [] : await unknownTowns(db, town)),
    describe: (changes) =>
      changes.map(({ type, notice, notice_id }) => ({
        text: `${notice === null ? notice_id : `${notice.title} · ${notice.town}`}: ${typeWords(type)}`,
      })),
    async render(changes) {
      const ids = [...new Set(changes.map(({ subject }) => subject))]
      const rows = await db.read
        .selectFrom('notice')
        .select(['id', 'doc'])
        .where('id', 'in', idList(db.engine, JSON.stringify(ids)))
        .execute()
      const docs = new Map(rows.map(({ id, doc }) => [id, doc]))
      return changes.map(({ subject }) => `,"notice_id":"${subject}","notice":${docs.get(subject) ?? 'null'}`)
    },
  }
}
