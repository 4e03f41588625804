/** The versions of postings that a reader of a revision sees. */

import { type SqlText, sql } from '../../../store/clickhouse/sql-text.ts'
import type { ReadableIndex } from './index-state.ts'
import { indexTables } from './search-index.ts'

type VisibleRevision = Pick<ReadableIndex, 'revision' | 'abandoned'>

/** For `prewhere`: began with the revision or before. */
export function isBegun({ revision, abandoned }: VisibleRevision): SqlText {
  return abandoned.length === 0
    ? sql`revision <= ${revision}`
    : sql`revision <= ${revision} and revision not in ${abandoned}`
}

/** For `where`: has not ended by the revision. */
export function isNotEnded(index: VisibleRevision & Pick<ReadableIndex, 'name'>): SqlText {
  return sql`row not in (select row from ${indexTables(index.name).jobEnd} where ${isBegun(index)})`
}
