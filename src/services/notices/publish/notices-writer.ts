/** Writes a town's notices, and removes those that two lists in a row lack. */

import { toInstant } from '../../../core/clock.ts'
import { contentHash } from '../../../core/content-hash.ts'
import { isUnusualLoss } from '../../../core/short-list.ts'
import { ChangeBatch } from '../../../store/changes/change-batch.ts'
import { chunks } from '../../../store/chunks.ts'
import type { NoticeRow } from '../../../store/tables.ts'
import type { WriteBatch, Writer } from '../../../sync/source.ts'
import type { Notice, NoticeChangeType, NoticeRecord, TownRecord } from '../schema/notice.ts'
import { noticesPlausibility } from './plausibility.ts'

/** Increase it when the stored form of a record changes: all rows are rewritten. */
const docVersion = 1
/** Lists are fetched hourly; the second that lacks a notice must be another one. */
const confirmAfterMs = 30 * 60_000

export const noticesWriter: Writer<TownRecord> = {
  service: 'notices',
  plausibility: noticesPlausibility,
  keyOf: (record) => record.id,
  async write(batch) {
    const { tx, dialect, sourceId, memberId, capturedAt, records } = batch
    const rows = records.flatMap((record) => ('isListed' in record ? [] : [toRow(record, batch)]))
    const listed = new Set(records.map((record) => record.id))
    const stored = await tx
      .selectFrom('notice')
      .leftJoin('notice_absence', 'notice_absence.id', 'notice.id')
      .select(['notice.id', 'notice.hash', 'town', 'category', 'notice_absence.absent_at'])
      .where('source_id', '=', sourceId)
      .where('member_id', '=', memberId)
      // Removals are logged in this order, which must not depend on the engine.
      .orderBy('notice.id')
      .execute()
    const log = new ChangeBatch('notices')
    const hashes = new Map(stored.map(({ id, hash }) => [id, hash]))
    for (const row of rows)
      if (hashes.get(row.id) !== row.hash)
        logNotice(log, hashes.has(row.id) ? 'notice.changed' : 'notice.published', row, capturedAt)
    const { written, unchanged } = await dialect.upsertChanged(tx, 'notice', ['id'], rows)
    const missing = stored.filter(({ id }) => !listed.has(id))
    const newlyMissing = missing.filter(({ absent_at }) => absent_at === null)
    const confirmed = missing.filter(
      ({ absent_at }) => absent_at !== null && capturedAt - absent_at >= confirmAfterMs,
    )
    const relisted = stored.filter(({ id, absent_at }) => absent_at !== null && listed.has(id))
    for (const ids of idChunks(confirmed)) await tx.deleteFrom('notice').where('id', 'in', ids).execute()
    for (const ids of idChunks([...confirmed, ...relisted]))
      await tx.deleteFrom('notice_absence').where('id', 'in', ids).execute()
    for (const ids of idChunks(newlyMissing)) {
      const absences = ids.map((id) => ({ id, absent_at: capturedAt }))
      await tx.insertInto('notice_absence').values(absences).execute()
    }
    for (const notice of confirmed) logNotice(log, 'notice.removed', notice, capturedAt)
    await log.write(tx, dialect)
    const held = missing.length - confirmed.length
    const known = new Set([...hashes.keys(), ...rows.map(({ id }) => id)]).size
    const problem = isUnusualLoss(held, known)
      ? { problem: `${held} of ${known} notices are missing from the list` }
      : {}
    return { written, unchanged, removed: confirmed.length, held, ...problem }
  },
}

function logNotice(
  log: ChangeBatch,
  type: NoticeChangeType,
  { id, town, category }: Pick<NoticeRow, 'id' | 'town' | 'category'>,
  detectedAt: number,
): void {
  log.add({ type, subject: id, detectedAt, keys: { town, category } })
}

function idChunks(rows: readonly { readonly id: string }[]): Iterable<string[]> {
  return chunks(rows.map(({ id }) => id))
}

/** The hash excludes the lineage, so an unchanged notice is not rewritten by every sync. */
function toRow(record: NoticeRecord, { sourceId, memberId, capturedAt, artifactId }: WriteBatch<TownRecord>) {
  const notice: Notice = {
    ...record,
    source_lineage: {
      source_id: sourceId,
      member_id: memberId,
      captured_at: toInstant(capturedAt),
      artifact_id: String(artifactId),
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
