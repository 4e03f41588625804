/** Stores the lists of job boards. */

import { sql } from 'kysely'
import { appVersion } from '../../../core/app-version.ts'
import { ChangeBatch } from '../../../store/changes/change-batch.ts'
import { Statement } from '../../../store/statements/statement.ts'
import type { WriteBatch, WriteGroup, Writer } from '../../../sync/source.ts'
import { contentVersion } from '../normalise/content-version.ts'
import type { BoardRecord } from '../schema/records.ts'
import {
  type JobsReadModelTables,
  type JobsTables,
  type JobsTransaction,
  jobStates,
  service,
} from '../schema/tables.ts'
import { BlockChanges } from './block-changes.ts'
import { BoardPublisher, type Platform } from './board-publisher.ts'
import { confirmBoard } from './board-state.ts'
import { closeDuePostings } from './close-due-postings.ts'
import { jobsPlausibility } from './plausibility.ts'
import { listTexts } from './texts/list-texts.ts'

const readStoredHashes = new Statement<
  JobsReadModelTables,
  { readonly source: string; readonly member: string },
  { readonly source_hash: string | null; readonly details_key: string | null }
>((db, param) =>
  db
    .selectFrom('job')
    .select('source_hash')
    // As `detailsKeyOf` has it. A posting that lacks a field is still to be confirmed or restored.
    .select(
      sql<string | null>`case when is_partial = 0 and lost_at is null then id || ' ' || title end`.as(
        'details_key',
      ),
    )
    .where('source_id', '=', param('source'))
    .where('member_id', '=', param('member'))
    .where('active', '<>', jobStates.closed),
)

export function createJobsWriter(platforms: readonly Platform[]): Writer<BoardRecord> {
  function openGroup({
    tx,
    dialect,
  }: Pick<WriteBatch<BoardRecord>, 'tx' | 'dialect'>): WriteGroup<BoardRecord> {
    const blocks = new BlockChanges()
    const log = new ChangeBatch(service)
    return {
      async write(batch) {
        const platform = platforms.find(({ id }) => id === batch.sourceId)
        if (platform === undefined) throw new TypeError(`unknown job platform ${batch.sourceId}`)
        return await new BoardPublisher(batch, platform, blocks, log).write()
      },
      async end() {
        await blocks.write(tx.withTables<JobsTables>() as JobsTransaction, dialect)
        await log.write(tx, dialect)
      },
    }
  }

  return {
    service,
    plausibility: jobsPlausibility,
    keyOf(record) {
      if (record.type === 'note') return 'note'
      return 'nativeId' in record ? `posting ${record.nativeId}` : `page ${record.url}`
    },
    async readHashes(read, source, member) {
      const rows = await readStoredHashes.runIn(read, { source, member })
      const hashes = new Set<string>()
      for (const { source_hash, details_key } of rows) {
        if (source_hash !== null) hashes.add(source_hash)
        if (details_key !== null) hashes.add(details_key)
      }
      return hashes
    },
    async write(batch) {
      const group = openGroup(batch)
      const counts = await group.write(batch)
      await group.end()
      return counts
    },
    confirm: {
      version: `${contentVersion} ${appVersion}`,
      write: ({ tx, sourceId, memberId, capturedAt }) =>
        confirmBoard(tx.withTables<JobsTables>() as JobsTransaction, {
          sourceId,
          memberId,
          capturedAt,
        }),
    },
    openGroup,
    async finalizeRun(run) {
      if ((await closeDuePostings(run)) === 'more') return 'more'
      // Under the lock that closing took.
      return (await listTexts(run.tx.withTables<JobsTables>() as JobsTransaction)) ? 'more' : undefined
    },
  }
}
