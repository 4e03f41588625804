/** What operators hear of at once: the causes that hold now. */

import { toInstant } from '../../core/clock.ts'
import { readFreeBytes } from '../../core/data-folder.ts'
import { pluralize } from '../../core/text/pluralize.ts'
import { readIndexLag } from '../../services/jobs/publish/search-index/index-lag.ts'
import { readLastBackup } from '../../store/coordination/last-backup.ts'
import type { Store } from '../../store/store.ts'
import { latestDate } from '../../sync/future-rows.ts'
import { readMemberCounts } from '../../sync/health/member-counts.ts'
import { readSourceChanges } from '../../sync/health/source-changes.ts'
import type { ChangeDays } from '../change-days.ts'
import { findRefusals, refusalKind } from './refusals.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** By kind: how an alarm is called, and how long its cause must have held before operators hear of it. */
export const alarmKinds = {
  [refusalKind]: { title: 'A host refuses', waitMs: 0 },
  platform_changed: { title: 'A platform changed', waitMs: 0 },
  // After a long stop, the first sync may end it.
  nothing_published: { title: 'Nothing published for a day', waitMs: hourMs },
  disk_low: { title: 'The disk is nearly full', waitMs: 0 },
  // A large publication takes some minutes.
  search_behind: { title: 'The search index is not up to date', waitMs: 5 * 60_000 },
  archive_behind: { title: 'Old changes wait to be archived', waitMs: 0 },
  backup_old: { title: 'The last backup is too old', waitMs: 0 },
} as const

export type AlarmKind = keyof typeof alarmKinds

export interface Cause {
  readonly kind: AlarmKind
  /** What it is about; empty if there is only one of the kind. */
  readonly subject: string
  readonly detail: string
}

/** Of one kind. With more, something larger is wrong, and the first ones say so. */
const causesMax = 100

interface ChangeRetention {
  readonly days: ChangeDays
  /** Of each service. */
  readonly rowsMax: number
}

interface Watched {
  /** How old a backup may be; 0 if backups are not watched. */
  readonly backupDays: number
  /** Whether there is a search index. */
  readonly hasIndex: boolean
  /** With an archive: which changes the database keeps. */
  readonly changeRetention?: ChangeRetention | undefined
}

/** Those that are the same for all nodes. */
export async function findSharedCauses(
  store: Store,
  { backupDays, hasIndex, changeRetention }: Watched,
  nowMs: number,
): Promise<Cause[]> {
  const refusals = await findRefusals(store, nowMs)
  return [
    ...refusals.map((refusal) => ({ kind: refusalKind, ...refusal }) as const),
    ...(await findChanges(store)),
    ...(await findSilentServices(store, nowMs)),
    ...(hasIndex ? await findOldIndex(store, nowMs) : []),
    ...(changeRetention === undefined ? [] : await findUnarchived(store, changeRetention, nowMs)),
    ...(backupDays === 0 ? [] : await findOldBackup(store, backupDays, nowMs)),
  ]
}

/** That of this node. */
export async function findDiskCause(
  { dataDir, freeBytesMin }: { readonly dataDir: string; readonly freeBytesMin: number },
  node: string,
): Promise<Cause[]> {
  const free = await readFreeBytes(dataDir)
  const low = Math.max(lowDiskBytes, 4 * freeBytesMin)
  if (free >= low) return []
  const detail = `${Math.floor(free / mebibyte)} MiB are free on the disk of the data folder; below ${Math.ceil(freeBytesMin / mebibyte)} MiB the server stops.`
  return [{ kind: 'disk_low', subject: node, detail }]
}

const mebibyte = 1024 * 1024
const lowDiskBytes = 1024 * mebibyte

async function findChanges(store: Store): Promise<Cause[]> {
  const changes = await readSourceChanges(store)
  return changes.slice(0, causesMax).map(({ source_id, members, reason }) => ({
    kind: 'platform_changed',
    subject: source_id,
    detail: `${pluralize(members, 'member')} can no longer be read, the first because ${reason}`,
  }))
}

/** Services with members that should have been read within a day, and of which none was. */
async function findSilentServices(store: Store, nowMs: number): Promise<Cause[]> {
  const counts = await readMemberCounts(store.ledger)
  const active = counts.filter(({ members }) => members.on + members.new + members.stale > 0)
  const reads = await store.ledger.heavy
    .selectFrom('member_health')
    .select(({ fn }) => [
      'source_id',
      fn.max('succeeded_at').as('succeeded_at'),
      fn.max('tried_at').as('tried_at'),
      fn.min('due_at').as('due_at'),
    ])
    .where('tried_at', '<=', latestDate(nowMs))
    // Older rows are of members that are no longer read.
    .where('tried_at', '>', nowMs - 14 * dayMs)
    .groupBy('source_id')
    .execute()
  const causes: Cause[] = []
  for (const [service, sources] of Map.groupBy(active, (source) => source.service)) {
    const ids = new Set(sources.map(({ sourceId }) => sourceId))
    const ofService = reads.filter(({ source_id }) => ids.has(source_id))
    const succeededAt = Math.max(0, ...ofService.map((row) => Number(row.succeeded_at ?? 0)))
    if (nowMs - succeededAt < dayMs) continue
    const isTried = ofService.some((row) => Number(row.tried_at) > succeededAt)
    const isLate = ofService.some((row) => Number(row.due_at) < nowMs - hourMs)
    if (succeededAt === 0 ? !(await hasRunForADay(store, service, nowMs)) : !isTried && !isLate) continue
    const detail =
      succeededAt === 0
        ? 'No member has ever been read.'
        : `The last member was read ${Math.floor((nowMs - succeededAt) / hourMs)} hours ago.`
    causes.push({ kind: 'nothing_published', subject: service, detail })
  }
  return causes
}

async function hasRunForADay({ ledger }: Store, service: string, nowMs: number): Promise<boolean> {
  const run = await ledger.read
    .selectFrom('sync_run')
    .select('id')
    .where('service', '=', service)
    .where('started_at', '<', nowMs - dayMs)
    .limit(1)
    .executeTakeFirst()
  return run !== undefined
}

/** Longer than a publication takes. */
const indexAgeMaxMs = 10 * 60_000

async function findOldIndex({ readModel }: Store, nowMs: number): Promise<Cause[]> {
  const { waiting, publishedAt } = await readIndexLag(readModel)
  if (waiting === 0 || nowMs - publishedAt < indexAgeMaxMs) return []
  const detail = `${pluralize(waiting, 'posting')} changed, and ClickHouse has taken none of them since ${toInstant(publishedAt)}. Is it reachable at ANALYTICS_URL?`
  return [{ kind: 'search_behind', subject: '', detail }]
}

/** Maintenance tries once an hour. */
const archiveLateMs = 6 * hourMs

async function findUnarchived(
  { readModel }: Store,
  { days, rowsMax }: ChangeRetention,
  nowMs: number,
): Promise<Cause[]> {
  const causes: Cause[] = []
  for (const [service, daysMax] of Object.entries(days)) {
    const changes = readModel.read
      .selectFrom('change')
      .select(['number', 'detected_at'])
      .where('service', '=', service)
    const oldest = await changes.orderBy('number').limit(1).executeTakeFirst()
    if (oldest === undefined) continue
    // The one that made the oldest one too many.
    const surplus = await changes.where('number', '=', Number(oldest.number) + rowsMax).executeTakeFirst()
    const detectedAt = Number(oldest.detected_at)
    const dueAt = Math.min(
      detectedAt + daysMax * dayMs,
      Number(surplus?.detected_at ?? Number.POSITIVE_INFINITY),
    )
    if (nowMs - dueAt < archiveLateMs) continue
    const detail = `The oldest change of ${service} is of ${toInstant(detectedAt)}, and ClickHouse should have it since ${toInstant(dueAt)}. When twice as many days or changes have passed, it is deleted. Is it reachable at ANALYTICS_URL?`
    causes.push({ kind: 'archive_behind', subject: service, detail })
  }
  return causes
}

async function findOldBackup({ ledger }: Store, days: number, nowMs: number): Promise<Cause[]> {
  const { at, isBackup } = await readLastBackup(ledger)
  const age = Math.floor((nowMs - at) / dayMs)
  if (age < days) return []
  const detail = isBackup
    ? `The last one by \`broadsheet backup\` was made ${age} days ago.`
    : `The ledger is ${age} days old and \`broadsheet backup\` has never copied it.`
  return [{ kind: 'backup_old', subject: '', detail }]
}
