/** The published state of members, and the notices. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createIndexes, createTables, publicationTable, type Table } from '../create-tables.ts'

const tables: Readonly<Record<string, Table>> = {
  publication: publicationTable,
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
}

const indexes = [
  'notice_by_day on notice (published_on desc, id)',
  'notice_by_town on notice (town, published_on desc, id)',
  'notice_by_category on notice (category, published_on desc, id)',
  'notice_by_member on notice (source_id, member_id)',
]

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, tables)
  await createIndexes(db, indexes)
}
