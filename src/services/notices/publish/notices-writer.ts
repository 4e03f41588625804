/** Writes a town's notices, and removes those that its source no longer lists. */

import { toInstant } from '../../../core/clock.ts'
import { contentHash } from '../../../core/content-hash.ts'
import type { WriteBatch, Writer } from '../../../sync/source.ts'
import type { Notice, NoticeRecord } from '../schema/notice.ts'

/** Increase it when the stored form of a record changes: all rows are rewritten. */
const docVersion = 1

export const noticesWriter: Writer<NoticeRecord> = {
  service: 'notices',
  keyOf: (record) => record.id,
  async write(batch) {
    const { tx, dialect, sourceId, memberId, records } = batch
    const { written, unchanged } = await dialect.upsertChanged(
      tx,
      'notice',
      ['id'],
      records.map((record) => toRow(record, batch)),
    )
    const removed = await dialect.deleteMissing(
      tx,
      'notice',
      { source_id: sourceId, member_id: memberId },
      'id',
      records.map((record) => record.id),
    )
    return { written, unchanged, removed }
  },
}

/** The hash excludes the lineage, so an unchanged notice is not rewritten by every sync. */
function toRow(
  record: NoticeRecord,
  { sourceId, memberId, capturedAt, artifactId }: WriteBatch<NoticeRecord>,
) {
  const notice: Notice = {
    ...record,
    source_lineage: {
      source_id: sourceId,
      member_id: memberId,
      captured_at: toInstant(capturedAt),
      artifact_id: artifactId,
    },
  }
  return {
    id: record.id,
    source_id: sourceId,
    member_id: memberId,
    town: record.town,
    category: record.category,
    published_on: record.published_on,
    title: record.title,
    hash: contentHash(docVersion, record),
    doc: JSON.stringify(notice),
  }
}
