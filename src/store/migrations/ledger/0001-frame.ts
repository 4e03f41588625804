/** Leases, runs and the list of artifacts. */

import { creates, publicationTable, type RowsOf, type Tables } from '../create-tables.ts'

const tables = {
  publication: publicationTable,
  lease: { columns: { name: 'text key', holder: 'text', expires_at: 'integer' } },
  /** One run of one source. Times are milliseconds since the epoch. */
  sync_run: {
    columns: {
      id: 'text key',
      service: 'text',
      source_id: 'text',
      mode: 'text',
      status: 'text',
      holder: 'text',
      started_at: 'integer',
      finished_at: 'integer?',
      planned: 'integer',
      completed: 'integer',
      failed: 'integer',
      error_message: 'text?',
      /** JSON with the outcome per member. */
      metadata: 'text',
    },
  },
  /** The saved responses of one member at one time. */
  artifact: {
    columns: {
      id: 'counter',
      service: 'text',
      source_id: 'text',
      member_id: 'text',
      run_id: 'text?',
      artifact_type: 'text',
      /** The path in the artifact folder, or the key in the bucket. */
      location: 'text',
      storage: 'text',
      sha256: 'text',
      bytes: 'integer',
      row_count: 'integer',
      captured_at: 'integer',
      imported_at: 'integer?',
    },
  },
} as const satisfies Tables

export type FrameTables = RowsOf<typeof tables>

const indexes = [
  'sync_run_by_source on sync_run (source_id, started_at)',
  'sync_run_by_status on sync_run (status, started_at)',
  'artifact_by_source on artifact (source_id, captured_at)',
  'artifact_by_member on artifact (source_id, member_id, captured_at)',
]

export const up = creates(tables, indexes)
