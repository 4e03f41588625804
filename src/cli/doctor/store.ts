/** The doctor's checks of the database: reachable, undamaged, up to date, clock in step. */

import type { readQuarantine as readQuarantineOf, Store } from '../../app/store.ts'
import { type Clock, toInstant } from '../../core/clock.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

type ReadQuarantine = typeof readQuarantineOf
type QuarantinedMember = Awaited<ReturnType<ReadQuarantine>>[number]
type StoreReport = Awaited<ReturnType<Store['inspect']>>

const skewMs = { warn: 1000, fail: 30_000 }
const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

interface StoreAccess {
  readonly open: () => Promise<Store>
  readonly readQuarantine: ReadQuarantine
}

export async function examineStore(
  { open, readQuarantine }: StoreAccess,
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal,
): Promise<Finding[]> {
  try {
    await using store = await open()
    const findings = toFindings(await store.inspect(signal))
    return [...findings, toQuarantineFinding(await readQuarantine(store.ledger), clock.now())]
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
    ...report.migrations.map(toMigrationFinding),
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

export function toClockFinding(clockOwner: string, differenceMs: number): Finding {
  const seconds = (differenceMs / 1000).toFixed(1)
  const remedy =
    'Synchronize the clocks of both machines with NTP: leases, freshness and sign-in codes depend on them.'
  const skew = Math.abs(differenceMs)
  if (skew < skewMs.warn) return ok('clock', `agrees with ${clockOwner}`)
  const found = `${clockOwner} is ${seconds} s ahead of this machine`
  return skew < skewMs.fail ? warn('clock', found, remedy) : fail('clock', found, remedy)
}

function toMigrationFinding({ database, applied, known }: StoreReport['migrations'][number]): Finding {
  const check = `migrations of ${database.replace('_', ' ')}`
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
