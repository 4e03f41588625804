/** The doctor's checks of the database: reachable, undamaged, up to date, clock in step. */

import type { Store } from '../../app/store.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

type StoreReport = Awaited<ReturnType<Store['inspect']>>

const skewMs = { warn: 1000, fail: 30_000 }
const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

export async function examineStore(open: () => Promise<Store>, signal: AbortSignal): Promise<Finding[]> {
  try {
    await using store = await open()
    return toFindings(await store.inspect(signal))
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
  const mebibytes = (report.bytes / (1024 * 1024)).toFixed(1)
  return [
    ok('database', `${engineNames[report.engine]} ${report.version}, ${mebibytes} MiB`),
    ok('profile of the store', report.profile ?? 'none yet'),
    ...report.migrations.map(toMigrationFinding),
    ...toIntegrityFindings(report.integrityProblems),
    toClockFinding('the database', report.clockSkewMs),
  ]
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
