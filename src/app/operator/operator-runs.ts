/** The runs of all services: list them, look at one, and request another. */

import { randomUUID } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { CursorKey } from '../../http/cursor.ts'
import type { Store } from '../../store/store.ts'
import type { ArtifactRow, RunRequestRow, SyncRunRow } from '../../store/tables.ts'
import { mayHoldLists } from '../../sync/publish/reason-to-hold.ts'
import { cancelRun } from '../../sync/run/cancel-run.ts'
import { readRunRequests, requestRun } from '../../sync/run/run-requests.ts'
import type { MemberReport, NotFresh } from '../../sync/run/run-rows.ts'
import { shareOf } from '../../sync/run/shares.ts'
import type { CurrentSources } from './current-sources.ts'
import { readOverview } from './overview.ts'

export const runStatuses = ['waiting', 'running', 'succeeded', 'partial', 'failed', 'cancelled'] as const

export interface RunFilter {
  readonly sourceId?: string | undefined
  readonly service?: string | undefined
  readonly status?: (typeof runStatuses)[number] | undefined
}

/** A run, or the request for one, which is `waiting` since `started_at`. */
export type ListedRun = Omit<SyncRunRow, 'status' | 'holder'> & {
  readonly status: (typeof runStatuses)[number]
}

export interface RunOrder {
  readonly sourceId: string
  /** Default: all that are read. */
  readonly members?: readonly string[] | undefined
  readonly force?: boolean | undefined
  readonly operator: string
}

export type OperatorRuns = ReturnType<typeof createOperatorRuns>

interface ArtifactFilter {
  readonly sourceId?: string | undefined
  readonly memberId?: string | undefined
}

interface ArtifactPage {
  /** The id of the artifact that the page follows. */
  readonly after: number | undefined
  readonly limit: number
}

/** Those of one run that are shown, and that a retry reads. */
export const problemsMax = 200

export interface RunProblem {
  readonly member_id: string
  readonly outcome: 'failed' | 'held' | 'partial'
  readonly code: string | null
  readonly message: string
}

interface RunDeps {
  readonly store: Store
  readonly clock: Clock
  readonly sources: Pick<CurrentSources, 'read'>
}

export function createOperatorRuns({ store, clock, sources }: RunDeps) {
  async function read(runId: string): Promise<ListedRun> {
    // First: a request becomes a run, and never the other way round.
    const requests = await readRunRequests(store.ledger, clock.now())
    const row = await store.ledger.read
      .selectFrom('sync_run')
      .selectAll()
      .where('id', '=', runId)
      .executeTakeFirst()
    if (row !== undefined)
      return toListed(row.status === 'running' ? await withProgress(store, sources, row) : row)
    const request = requests.find(({ run_id }) => run_id === runId)
    if (request === undefined) throw new Failure('not_found', `There is no run ${runId}.`)
    return toWaiting(request)
  }

  /** Throws `source_busy` while the source runs or waits. */
  async function start({ sourceId, members, force = false, operator }: RunOrder): Promise<ListedRun> {
    const source = (await sources.read()).sources.find(({ id }) => id === sourceId)
    if (source === undefined) throw new Failure('not_found', `There is no source ${sourceId}.`)
    const known = new Set(source.members.map(({ id }) => id))
    const unknown = members?.find((id) => !known.has(id))
    if (unknown !== undefined) throw new Failure('not_found', `${sourceId} has no member ${unknown}.`)
    if (members === undefined && source.members.every(({ off }) => off !== undefined))
      throw new Failure('invalid_request', `No member of ${sourceId} is read: all are off.`)
    if (force && members === undefined)
      throw new Failure(
        'invalid_request',
        '`force` needs `members`: it is for lists that you have looked at.',
      )
    if (force && !mayHoldLists(source))
      throw new Failure(
        'invalid_request',
        `\`force\` has no effect on ${sourceId}: its short lists count once a second one confirms them.`,
      )
    const request: RunRequestRow = {
      source_id: sourceId,
      service: source.service,
      run_id: randomUUID(),
      members: members === undefined ? null : JSON.stringify([...new Set(members)]),
      force: force ? 1 : 0,
      requested_at: clock.now(),
      requested_by: operator,
    }
    await requestRun(store.ledger, request)
    return toWaiting(request)
  }

  return {
    /** Newest first; one more than `limit` if there are more. */
    list: (filter: RunFilter, after: CursorKey | undefined, limit: number) =>
      readRuns(store, filter, after, limit, clock.now()),
    read,
    start,
    /** Requests a run of the members that failed or were held back. */
    async retry(runId: string, operator: string): Promise<ListedRun> {
      const run = await read(runId)
      const known = await readMemberIds(sources, run.source_id)
      const members = readProblems(run)
        .filter(({ outcome }) => outcome !== 'partial')
        .map(({ member_id }) => member_id)
        .filter((id) => known.has(id))
      if (members.length === 0)
        throw new Failure('invalid_request', 'No member of this run failed or was held back.')
      return await start({ sourceId: run.source_id, members, operator })
    },
    /** Ends one that waits or runs; throws `run_ended` if it has ended. */
    async cancel(runId: string, operator: string): Promise<ListedRun> {
      await cancelRun(store.ledger, { runId, operator, nowMs: clock.now() })
      return await read(runId)
    },
    overview: async () => readOverview(store, (await sources.read()).sources, clock.now()),
    /** Newest first. */
    artifacts: (filter: ArtifactFilter, page: ArtifactPage) => readArtifacts(store, filter, page),
  }
}

async function readArtifacts(
  { ledger }: Store,
  { sourceId, memberId }: ArtifactFilter,
  { after, limit }: ArtifactPage,
): Promise<ArtifactRow[]> {
  let query = ledger.read.selectFrom('artifact').selectAll()
  if (sourceId !== undefined) query = query.where('source_id', '=', sourceId)
  if (memberId !== undefined) query = query.where('member_id', '=', memberId)
  if (after !== undefined) query = query.where('id', '<', after)
  return await query.orderBy('id', 'desc').limit(limit).execute()
}

async function readMemberIds(
  sources: Pick<CurrentSources, 'read'>,
  sourceId: string,
): Promise<ReadonlySet<string>> {
  const source = (await sources.read()).sources.find(({ id }) => id === sourceId)
  return new Set(source?.members.map(({ id }) => id))
}

async function readRuns(
  { ledger }: Store,
  { sourceId, service, status }: RunFilter,
  after: CursorKey | undefined,
  limit: number,
  nowMs: number,
): Promise<ListedRun[]> {
  const requests = (status ?? 'waiting') === 'waiting' ? await readRunRequests(ledger, nowMs) : []
  const waiting = requests
    .map(toWaiting)
    .filter((run) => sourceId === undefined || run.source_id === sourceId)
    .filter((run) => service === undefined || run.service === service)
    .filter((run) => after === undefined || isOlder(run, after))
  if (status === 'waiting') return waiting.sort(newestFirst).slice(0, limit + 1)
  let query = ledger.read.selectFrom('sync_run').selectAll()
  if (sourceId !== undefined) query = query.where('source_id', '=', sourceId)
  if (service !== undefined) query = query.where('service', '=', service)
  if (status === 'cancelled')
    query = query.where('status', '=', 'failed').where('cancelled_by', 'is not', null)
  else if (status !== undefined) query = query.where('status', '=', status)
  if (status === 'failed') query = query.where('cancelled_by', 'is', null)
  if (after !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('started_at', 'id'), '<', tuple(Number(after[0]), String(after[1]))),
    )
  const runs = await query
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return [...waiting, ...runs.map(toListed)].sort(newestFirst).slice(0, limit + 1)
}

function isOlder({ started_at, id }: ListedRun, [afterStart, afterId]: CursorKey): boolean {
  return started_at < Number(afterStart) || (started_at === Number(afterStart) && id < String(afterId))
}

function newestFirst(one: ListedRun, other: ListedRun): number {
  return other.started_at - one.started_at || (one.id < other.id ? 1 : -1)
}

function toListed(run: SyncRunRow): ListedRun {
  return run.status === 'failed' && run.cancelled_by !== null ? { ...run, status: 'cancelled' } : run
}

function toWaiting({ run_id, service, source_id, members, requested_at }: RunRequestRow): ListedRun {
  const planned = members === null ? 0 : (JSON.parse(members) as string[]).length
  return {
    id: run_id,
    service,
    source_id,
    mode: members === null ? 'manual' : 'members',
    status: 'waiting',
    started_at: requested_at,
    finished_at: null,
    planned,
    completed: 0,
    failed: 0,
    error_message: null,
    metadata: '{}',
    share: null,
    cancelled_by: null,
  }
}

/** The row counts members at the end; until then, those that were published since it began. */
async function withProgress(
  { readModel }: Store,
  sources: Pick<CurrentSources, 'read'>,
  run: SyncRunRow,
): Promise<SyncRunRow> {
  const rows = await readModel.read
    .selectFrom('member_state')
    .select('member_id')
    .where('service', '=', run.service)
    .where('source_id', '=', run.source_id)
    .where('published_at', '>=', run.started_at)
    .execute()
  let published = rows.map(({ member_id }) => member_id)
  if (run.share !== null) {
    // Only the other shares of a source are read at the same time.
    const source = (await sources.read()).sources.find(({ id }) => id === run.source_id)
    const inShare = source?.members.filter((member) => shareOf(source, member) === run.share)
    const ids = new Set(inShare?.map(({ id }) => id))
    published = published.filter((id) => ids.has(id))
  }
  return { ...run, completed: Math.min(published.length, run.planned) }
}

interface RunMetadata {
  readonly not_fresh?: NotFresh
  readonly members?: Readonly<Record<string, MemberReport>>
}

export function readNotFresh({ metadata }: ListedRun): NotFresh {
  const { not_fresh } = JSON.parse(metadata) as RunMetadata
  return not_fresh ?? { held: 0, gone: 0, gated: 0 }
}

/** The first members that were not published, or only in part. */
export function readProblems({ metadata }: ListedRun): RunProblem[] {
  const { members = {} } = JSON.parse(metadata) as RunMetadata
  const problems = Object.entries(members).flatMap(([member_id, report]): RunProblem[] => {
    if (report.outcome === 'failed')
      return [{ member_id, outcome: 'failed', code: report.code, message: report.message }]
    if (report.outcome === 'held') return [{ member_id, outcome: 'held', code: null, message: report.reason }]
    if (report.outcome !== 'published' || report.problem === undefined) return []
    return [{ member_id, outcome: 'partial', code: null, message: report.problem }]
  })
  return problems.slice(0, problemsMax)
}
