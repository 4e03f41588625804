/** For tests of the jobs service: makes postings, and publishes lists as a sync does. */

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { createJobsWriter } from '../../../src/services/jobs/publish/jobs-writer.ts'
import type { BoardRecord, Posting } from '../../../src/services/jobs/schema/records.ts'
import { withJobTables } from '../../../src/services/jobs/schema/tables.ts'
import type { Store } from '../../../src/store/store.ts'
import type { FinalizeRunContext, MemberOutcome } from '../../../src/sync/source.ts'

export const writer = createJobsWriter([
  { id: 'greenhouse', atsName: 'Greenhouse', zeroDaysMin: 1 },
  { id: 'lever', atsName: 'Lever', zeroDaysMin: 1 },
  { id: 'smartrecruiters', atsName: 'SmartRecruiters', zeroDaysMin: 3 },
])

export function testPosting(nativeId: string, overrides: Partial<Posting> = {}): Posting {
  return {
    type: 'posting',
    nativeId,
    url: `https://board.example/${encodeURIComponent(nativeId)}`,
    title: `Title ${nativeId}`,
    company: 'Acme',
    places: [],
    employment: [],
    ...overrides,
  }
}

export interface BoardList {
  readonly source?: string
  readonly board: string
  readonly records: readonly BoardRecord[]
}

/** One run per source: writes its lists, then finalizes the run. `failed` are boards without a response. */
export async function publishBoards(
  store: Store,
  atMs: number,
  lists: readonly BoardList[],
  failed: readonly string[] = [],
): Promise<void> {
  await writeBoards(store, atMs, lists)
  for (const [sourceId, sourceLists] of Map.groupBy(lists, sourceIdOf)) {
    const outcomes = new Map<string, MemberOutcome>(failed.map((board) => [board, 'failed']))
    for (const { board } of sourceLists) outcomes.set(board, 'published')
    await finalizeRun(store, { sourceId, now: atMs, outcomes })
  }
}

/** A run that is interrupted before it is finalized. All boards in one transaction, as in a sync. */
export async function writeBoards(store: Store, atMs: number, lists: readonly BoardList[]): Promise<void> {
  const { readModel } = store
  const { dialect } = readModel
  await readModel.transaction(async (tx) => {
    const group = writer.openGroup?.({ tx, dialect }) ?? assert.fail()
    for (const list of lists) {
      const ids = { sourceId: sourceIdOf(list), memberId: list.board }
      const batch = { tx, dialect, ...ids, capturedAt: atMs }
      const stored = await writer.readHashes?.(tx, ids.sourceId, ids.memberId)
      // As in a sync: a list that left nothing open is not read again if it is sent again.
      const settled = settledLists(store)
      const [key, text] = [`${ids.sourceId} ${ids.memberId}`, JSON.stringify(list.records)]
      if (settled.get(key) === text) {
        await writer.confirm?.write(batch)
        continue
      }
      settled.delete(key)
      const counts = await group.write({ ...batch, artifactId: 1, records: withSame(list.records, stored) })
      if (counts.isSettled) settled.set(key, text)
    }
    await group.end()
    await dialect.bumpVersion(tx, 'jobs', atMs)
  })
}

const settledListsByStore = new WeakMap<Store, Map<string, string>>()

/** As JSON, by board. */
function settledLists(store: Store): Map<string, string> {
  const known = settledListsByStore.get(store) ?? new Map<string, string>()
  settledListsByStore.set(store, known)
  return known
}

/** As sources do: refers to postings that are stored with the same content. */
export function withSame(
  records: readonly BoardRecord[],
  stored: ReadonlySet<string> = new Set(),
): BoardRecord[] {
  return records.map((record) => {
    if (record.type !== 'posting' || record.isPartial) return record
    const sourceHash = hash('sha256', JSON.stringify(record))
    return stored.has(sourceHash) ? { type: 'same', nativeId: record.nativeId } : { ...record, sourceHash }
  })
}

/** Returns the number of transactions. */
export async function finalizeRun(
  store: Store,
  run: Omit<FinalizeRunContext, 'tx' | 'dialect'>,
): Promise<number> {
  const { readModel } = store
  const { dialect } = readModel
  for (let transactions = 1; ; transactions++) {
    const result = await readModel.transaction(async (tx) => {
      const status = await writer.finalizeRun?.({ tx, dialect, ...run })
      await dialect.bumpVersion(tx, 'jobs', run.now)
      return status
    })
    if (result !== 'more') return transactions
  }
}

function sourceIdOf({ source = 'greenhouse' }: BoardList): string {
  return source
}

export interface JobRow {
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

export async function readBoardJobs(store: Store, board: string): Promise<Map<string, JobRow>> {
  const rows = await withJobTables(store.readModel.read)
    .selectFrom('job')
    .selectAll()
    .where('member_id', '=', board)
    .execute()
  return new Map(rows.map((row) => [row.doc.match(/board\.example\/([^"]+)"/)?.[1] ?? row.id, row]))
}
