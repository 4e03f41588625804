/** Runs that operators have requested and no process has started yet; one per source. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

const tables = {
  run_request: {
    columns: {
      source_id: 'text key',
      service: 'text',
      /** The id that the run will have. */
      run_id: 'text',
      /** JSON: the ids of the members to read, or null for all. */
      members: 'text?',
      /** 1: publish lists also if they shrank suspiciously. */
      force: 'integer',
      requested_at: 'integer',
      /** The e-mail address of the operator. */
      requested_by: 'text',
    },
  },
} as const satisfies Tables

export type RunRequestTables = RowsOf<typeof tables>

/** The runs of all sources are listed by date. */
export const up = creates(tables, ['sync_run_by_start on sync_run (started_at, id)'])
