/** For tests of the jobs service: postings to order, and lists published as a sync would. */

import { jobsWriter } from '../src/services/jobs/publish.ts'
import type { BoardRecord, Posting } from '../src/services/jobs/records.ts'
import { withJobs } from '../src/services/jobs/tables.ts'
import type { Store } from '../src/store/store.ts'

export const writer = jobsWriter(
  new Map([
    ['greenhouse', { name: 'Greenhouse', zeroDaysMin: 1 }],
    ['lever', { name: 'Lever', zeroDaysMin: 1 }],
    ['smartrecruiters', { name: 'SmartRecruiters', zeroDaysMin: 3 }],
  ]),
)

export function posting(nativeId: string, more: Partial<Posting> = {}): Posting {
  return {
    type: 'posting',
    nativeId,
    url: `https://board.example/${encodeURIComponent(nativeId)}`,
    title: `Title ${nativeId}`,
    company: 'Acme',
    places: [],
    employment: [],
    ...more,
  }
}

export interface List {
  readonly source?: string
  readonly board: string
  readonly records: readonly BoardRecord[]
}

/** All in one transaction, as one moment. */
export async function publish(store: Store, atMs: number, lists: readonly List[]): Promise<void> {
  const { readModel } = store
  await readModel.transaction(async (tx) => {
    for (const { source = 'greenhouse', board, records } of lists) {
      await writer.write({
        tx,
        dialect: readModel.dialect,
        sourceId: source,
        memberId: board,
        artifactId: 1,
        capturedAt: atMs,
        records,
      })
    }
    await readModel.dialect.bumpVersion(tx, 'jobs', atMs)
  })
}

export interface SeenJob {
  readonly title: string
  readonly active: number
  readonly first_seen: string
  readonly changed_on: string
  readonly closed_on: string | null
  readonly last_seen: string | null
  readonly absences: number
  readonly reopened: number
  readonly doc: string
}

export async function jobsOf(store: Store, board: string): Promise<Map<string, SeenJob>> {
  const rows = await withJobs(store.readModel.read)
    .selectFrom('job')
    .selectAll()
    .where('member_id', '=', board)
    .execute()
  return new Map(rows.map((row) => [row.doc.match(/board\.example\/([^"]+)"/)?.[1] ?? row.id, row]))
}
