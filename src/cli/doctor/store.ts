/** What the doctor asks the database: does it answer, is it whole, are its tables current, does its clock agree. */

import type { createStore } from '../../app/app-context.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

type Store = Awaited<ReturnType<typeof createStore>>
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
        'Look at store.databaseUrl and store.dataDir with "broadsheet config explain"; docs/how-to/back-up-and-restore.md tells how to restore a database.',
      ),
    ]
  }
}

export function toFindings(report: StoreReport): Finding[] {
  const mebibytes = (report.bytes / (1024 * 1024)).toFixed(1)
  return [
    ok('database', `${engineNames[report.engine]} ${report.version}, ${mebibytes} MiB`),
    ...report.migrations.map(toMigrationFinding),
    ...toIntegrityFindings(report.integrityProblems),
    toClockFinding('the database', report.clockSkewMs),
  ]
}

export function toClockFinding(whose: string, differenceMs: number): Finding {
  const seconds = (differenceMs / 1000).toFixed(1)
  const remedy =
    'Let both machines set their clocks by NTP: leases, freshness and sign-in codes depend on them.'
  const skew = Math.abs(differenceMs)
  if (skew < skewMs.warn) return ok('clock', `agrees with ${whose}`)
  const found = `${whose} is ${seconds} s ahead of this machine`
  return skew < skewMs.fail ? warn('clock', found, remedy) : fail('clock', found, remedy)
}

function toMigrationFinding({ database, applied, known }: StoreReport['migrations'][number]): Finding {
  const check = `migrations of ${database.replace('_', ' ')}`
  const found = `${applied} of ${known} applied`
  if (applied === known) return ok(check, found)
  if (applied > known)
    return fail(check, found, 'The database was made by a newer version: run that one, or a newer one.')
  return fail(check, found, 'Start the server once, or run any sync: both bring the tables up to date.')
}

function toIntegrityFindings(problems: readonly string[]): Finding[] {
  if (problems.length === 0) return [ok('integrity', 'no damage found')]
  return problems.map((problem) =>
    fail(
      'integrity',
      problem,
      'Stop the server. Of the ledger, restore the last backup; the read model is made again once its file is deleted: see docs/how-to/back-up-and-restore.md.',
    ),
  )
}
