/** For the tests of boards: the postings of a source alone, and whether they can be served. */

import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { toJobRow } from '../../../src/services/jobs/publish/job-row.ts'
import { JobPosting } from '../../../src/services/jobs/schema/job-posting.ts'
import type { BoardRecord, Posting } from '../../../src/services/jobs/schema/records.ts'
import type { Board } from '../../../src/services/jobs/sources/members/load-boards.ts'
import type { SourceDefinition } from '../../../src/sync/source.ts'

/** Without the notes about the list, and with one board whose names do not change when the list of boards does. */
export function singleBoardSource(
  source: SourceDefinition<Board, BoardRecord>,
  key: string,
): SourceDefinition<Board, Posting> {
  const board = { id: 'acme', key, name: 'Acme', home: 'US' }
  return {
    ...source,
    members: [board],
    *toRecords(answers, context) {
      for (const record of source.toRecords(answers, context)) if (record.type === 'posting') yield record
    },
  }
}

const jobPosting = Compile(JobPosting)

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
