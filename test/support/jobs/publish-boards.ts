/** For tests of the jobs service: postings to order, and lists published as a sync would. */

import { jobsWriter } from '../../../src/services/jobs/publish/jobs-writer.ts'
import type { BoardRecord, Posting } from '../../../src/services/jobs/schema/records.ts'
import { withJobs } from '../../../src/services/jobs/schema/tables.ts'
import type { Store } from '../../../src/store/store.ts'
import type { MemberOutcome, SumUp } from '../../../src/sync/source.ts'

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

/** One run per source: its lists at one moment, then what they come to together. `failed` are boards without an answer. */
export async function publish(
  store: Store,
  atMs: number,
  lists: readonly List[],
  failed: readonly string[] = [],
): Promise<void> {
  await write(store, atMs, lists)
  for (const [sourceId, ofSource] of Map.groupBy(lists, sourceOf)) {
    const outcomes = new Map<string, MemberOutcome>(failed.map((board) => [board, 'failed']))
    for (const { board } of ofSource) outcomes.set(board, 'published')
    await sumUp(store, { sourceId, now: atMs, outcomes })
  }
}

/** As far as a run gets that is interrupted before its end. */
export async function write(store: Store, atMs: number, lists: readonly List[]): Promise<void> {
  const { readModel } = store
  await readModel.transaction(async (tx) => {
    for (const list of lists) {
      await writer.write({
        tx,
        dialect: readModel.dialect,
        sourceId: sourceOf(list),
        memberId: list.board,
        artifactId: 1,
        capturedAt: atMs,
        records: list.records,
      })
    }
    await readModel.dialect.bumpVersion(tx, 'jobs', atMs)
  })
}

/** How many transactions it took. */
export async function sumUp(store: Store, run: Omit<SumUp, 'tx' | 'dialect'>): Promise<number> {
  const { readModel } = store
  const { dialect } = readModel
  for (let turns = 1; ; turns++) {
    const left = await readModel.transaction(async (tx) => {
      const said = await writer.sumUp?.({ tx, dialect, ...run })
      await dialect.bumpVersion(tx, 'jobs', run.now)
      return said
    })
    if (left !== 'more') return turns
  }
}

function sourceOf({ source = 'greenhouse' }: List): string {
  return source
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
