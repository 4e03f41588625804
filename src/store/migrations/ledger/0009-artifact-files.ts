/** Files and objects that may exist without a row in `artifact`: about to be written or removed by `holder` (`host:pid`). */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

const tables = {
  artifact_file: {
    key: ['storage', 'location'],
    columns: { storage: 'text', location: 'text', holder: 'text', noted_at: 'integer' },
  },
} as const satisfies Tables

export type ArtifactFileTables = RowsOf<typeof tables>

export const up = creates(tables)
