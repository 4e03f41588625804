/** The published state of members, and the notices. */

import { markTable, publicationTable, type Table } from '../migrations/create-tables.ts'
import type { SchemaPart } from './schema-part.ts'

const tables: Readonly<Record<string, Table>> = {
  publication: publicationTable,
  store_mark: markTable,
  member_state: {
    key: ['service', 'source_id', 'member_id'],
    columns: {
      service: 'text',
      source_id: 'text',
      member_id: 'text',
      artifact_id: 'integer',
      record_count: 'integer',
      published_at: 'integer',
      held_reason: 'text?',
      response_digest: 'text?',
      digested_at: 'integer?',
      response_tag: 'text?',
      tagged_at: 'integer?',
    },
  },
  notice: {
    columns: {
      id: 'text key',
      source_id: 'text',
      member_id: 'text',
      town: 'text',
      category: 'text',
      published_on: 'text',
      title: 'text',
      hash: 'text',
      doc: 'text',
    },
  },
  notice_absence: { key: ['id'], byKeyOnly: true, columns: { id: 'text', absent_at: 'integer' } },
}

const indexes = [
  'notice_by_day on notice (published_on desc, id desc)',
  'notice_by_town on notice (town, published_on desc, id desc)',
  'notice_by_category on notice (category, published_on desc, id desc)',
  'notice_by_member on notice (source_id, member_id)',
]

export const frame: SchemaPart = { tables, indexes }
