/** The published state of members, and the notices. */

import { markTable, publicationTable, type RowsOf, type Tables } from '../migrations/create-tables.ts'
import type { SchemaPart } from './schema-part.ts'

const tables = {
  publication: publicationTable,
  store_mark: markTable,
  /** The last publish of a member, written in the same transaction as its rows. */
  member_state: {
    key: ['service', 'source_id', 'member_id'],
    columns: {
      service: 'text',
      source_id: 'text',
      member_id: 'text',
      artifact_id: 'integer',
      record_count: 'integer',
      published_at: 'integer',
      /** Why the newest artifact was held back or published in part, or null. */
      held_reason: 'text?',
      /** Of the responses, if to publish them again would change nothing. */
      response_digest: 'text?',
      /** When they were last read and published as a whole. */
      digested_at: 'integer?',
      /** What `toStoredTag` made of the tag of the response, if there was one response and it had one. */
      response_tag: 'text?',
      /** When that response was last received; a confirmation by its host does not count. */
      tagged_at: 'integer?',
    },
  },
  /** The table of the notices service: columns to filter and sort by, and the resource as it is served. */
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
  /** When a list first lacked a notice. It stays until another list confirms that. */
  notice_absence: { key: ['id'], byKeyOnly: true, columns: { id: 'text', absent_at: 'integer' } },
} as const satisfies Tables

export type FrameTables = RowsOf<typeof tables>

const indexes = [
  'notice_by_day on notice (published_on desc, id desc)',
  'notice_by_town on notice (town, published_on desc, id desc)',
  'notice_by_category on notice (category, published_on desc, id desc)',
  'notice_by_member on notice (source_id, member_id)',
]

export const frame: SchemaPart = { tables, indexes }
