/** The doctor's checks of the database: reachable, undamaged, up to date, clock in step. */

import type {
  readQuarantine as readQuarantineOf,
  readRunsFromFuture as readRunsFromFutureOf,
  Store,
} from '../../app/store.ts'
import { type Clock, toInstant } from '../../core/clock.ts'
import { toClockFinding } from './clock.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

type ReadQuarantine = typeof readQuarantineOf
type QuarantinedMember = Awaited<ReturnType<ReadQuarantine>>[number]
type ReadRunsFromFuture = typeof readRunsFromFutureOf
type RunFromFuture = Awaited<ReturnType<ReadRunsFromFuture>>[number]
type StoreReport = Awaited<ReturnType<Store['inspect']>>

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

interface StoreAccess {
  /** Undefined if there is none yet. */
  readonly open: () => Promise<Store | undefined>
  readonly readQuarantine: ReadQuarantine
  readonly readRunsFromFuture: ReadRunsFromFuture
}

export async function examineStore(
  { open, readQuarantine, readRunsFromFuture }: StoreAccess,
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal,
): Promise<Finding[]> {
  try {
    await using store = await open()
    if (store === undefined) return [ok('database', 'none yet; the first start of the server creates it')]
    const findings = toFindings(await store.inspect(signal))
    return [
      ...findings,
      toFutureFinding(await readRunsFromFuture(store.ledger, clock.now())),
      toQuarantineFinding(await readQuarantine(store.ledger), clock.now()),
    ]
  } catch (thrown) {
    const found = thrown instanceof Error ? thrown.message : String(thrown)
    return [
      fail(
        'database',
        found,
        'Check store.databaseUrl and store.dataDir with "broadsheet config explain". To restore a database, see docs/how-to/back-up-and-restore.md.',
      ),
    ]
  }
}

export function toFindings(report: StoreReport): Finding[] {
  return [
    ok('database', `${engineNames[report.engine]} ${report.version}, ${toMebibytes(report.bytes)}`),
    ok('profile of the store', report.profile ?? 'none yet'),
    toMigrationFinding(report.migrations),
    ...toIntegrityFindings(report.integrityProblems),
    toGrowthFinding(report),
    toClockFinding('the database', report.clockSkewMs),
  ]
}

export function toQuarantineFinding(
  rows: readonly Pick<QuarantinedMember, 'source_id' | 'member_id' | 'reason' | 'until'>[],
  nowMs: number,
): Finding {
  const quarantined = rows.filter(({ until }) => until > nowMs)
  const [first] = quarantined
  if (!first) return ok('quarantine', 'no member is quarantined')
  const named = `${first.source_id}/${first.member_id} until ${toInstant(first.until)}: ${first.reason}`
  return warn(
    'quarantine',
    quarantined.length === 1 ? named : `${quarantined.length} members; ${named}`,
    'Their pages stalled the sync thread; published data stays. See "broadsheet quarantine list", and release them once the cause is gone.',
  )
}

/** Each was written while a clock was wrong. */
export function toFutureFinding(runs: readonly RunFromFuture[]): Finding {
  const [first] = runs
  if (!first) return ok('dates of syncs', 'none is in the future')
  return warn(
    'dates of syncs',
    `${runs.length} in the future, the first of ${first.sourceId} at ${toInstant(first.startedAt)}`,
    'A clock was wrong when they ran. They are ignored until then; synchronize the clocks of all machines with NTP.',
  )
}

function toMigrationFinding({ applied, known }: StoreReport['migrations']): Finding {
  const check = 'migrations of ledger'
  const found = `${applied} of ${known} applied`
  if (applied === known) return ok(check, found)
  if (applied > known)
    return fail(check, found, 'A newer version has changed this database: run that version or a later one.')
  return fail(check, found, 'Start the server once, or run any sync: both apply the missing migrations.')
}

const tablesShown = 8

/** The largest tables, so that two reports show what grows. docs/reference/data-life-cycle.md says what bounds each. */
function toGrowthFinding({ tables, artifacts }: StoreReport): Finding {
  const sizes = tables
    .slice(0, tablesShown)
    .map(({ table, rows, bytes }) => `${table} ${rows} rows ${toMebibytes(bytes)}`)
  return ok(
    'growth',
    [...sizes, `artifacts ${artifacts.files} files ${toMebibytes(artifacts.bytes)}`].join(', '),
  )
}

function toMebibytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(1)} MiB`
}

function toIntegrityFindings(problems: readonly string[]): Finding[] {
  if (problems.length === 0) return [ok('integrity', 'no damage found')]
  return problems.map((problem) =>
    fail(
      'integrity',
      problem,
      'Stop the server. If the ledger is damaged, restore the last backup; if the read model is, delete its file and it is rebuilt. See docs/how-to/back-up-and-restore.md.',
    ),
  )
}
