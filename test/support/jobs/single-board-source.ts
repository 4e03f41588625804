/** For tests of job platforms: a source with one board, and a check of its postings. */

import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { toJobRow } from '../../../src/services/jobs/publish/job-row.ts'
import { JobPosting } from '../../../src/services/jobs/schema/job-posting.ts'
import type { BoardRecord, Posting } from '../../../src/services/jobs/schema/records.ts'
import type { JobAdapter } from '../../../src/services/jobs/sources/define-board-source.ts'
import type { Board } from '../../../src/services/jobs/sources/members/boards.ts'
import type { SourceAdapter, SourceDefinition } from '../../../src/sync/source.ts'

/** The source of one board, without notes about the list. */
export function singleBoardSource(
  adapter: SourceAdapter<Board, BoardRecord> & Pick<JobAdapter, 'hostsOf'>,
  key: string,
): SourceDefinition<Board, Posting> {
  const board = { id: 'acme', key, name: 'Acme', home: 'US' }
  return {
    ...adapter,
    hosts: [...(adapter.hosts ?? []), ...(adapter.hostsOf?.(board) ?? [])],
    members: [board],
    *toRecords(responses, context) {
      for (const record of adapter.toRecords(responses, context)) if (record.type === 'posting') yield record
    },
  }
}

/** As stored; a response adds `captured_at` when it is read. */
const jobPosting = Compile(Type.Omit(JobPosting, ['captured_at']))

export function assertValidPosting(posting: Posting): void {
  const row = toJobRow(posting, {
    slot: 0,
    id: 'jp_aaaaaaaaaaaaaaaaaaaa',
    sourceId: 'source',
    memberId: 'acme',
    ats: 'ATS',
    firstSeen: '2026-11-15',
    changedOn: '2026-11-15',
    reopened: 0,
    repostOf: null,
  })
  const job: unknown = JSON.parse(row.doc)
  assert.ok(jobPosting.Check(job), JSON.stringify(jobPosting.Errors(job)))
}
