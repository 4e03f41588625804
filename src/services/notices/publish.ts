/** Takes in what the sources found: writes a town's notices and removes those it no longer lists. */

import { contentHash } from '../../core/content-hash.ts'
import type { WriteBatch, Writer } from '../../sync/source.ts'
import type { Notice } from './schema.ts'

export const noticesWriter: Writer<Notice> = {
  service: 'notices',
  async write({ tx, dialect, sourceId, memberId, records }: WriteBatch<Notice>) {
    const rows = records.map((notice) => toRow(notice, sourceId, memberId))
    const { written, unchanged } = await dialect.upsertChanged(tx as never, 'notice', ['id'], rows)
    const ids = rows.map((row) => row.id)
    const removed = await dialect.deleteMissing(
      tx as never,
      'notice',
      { source_id: sourceId, member_id: memberId },
      'id',
      ids,
    )
    return { written, unchanged, removed }
  },
}

function toRow(notice: Notice, sourceId: string, memberId: string) {
  return {
    id: notice.id,
    source_id: sourceId,
    member_id: memberId,
    town: notice.town,
    category: notice.category,
    published_on: notice.published_on,
    title: notice.title,
    hash: contentHash(1, notice),
    doc: JSON.stringify(notice),
  }
}
