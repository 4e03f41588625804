/** Removes the files of cut-off runs that got their name and never their row in the ledger. */

import { isDead } from './holder.ts'
import type { SyncParts } from './parts.ts'
import { interruptedRuns } from './run-rows.ts'

/** What was cut off longer ago was looked after at an earlier start. */
const lookBackMs = 7 * 24 * 60 * 60_000
const runsMax = 100
/** A process that may live could still be about to write the row. */
const untouchedMs = 60 * 60_000
const locationsAtOnce = 500

/**
 * Only files of runs that this ledger has closed: whatever else has no row was put there by people, or is what a lost
 * ledger is made again from. Returns how many were removed.
 */
export async function sweepUnrecorded(
  parts: Pick<SyncParts, 'store' | 'artifacts' | 'clock' | 'holder' | 'processStartedAt'>,
): Promise<number> {
  const { store, artifacts, clock } = parts
  const runs = await interruptedRuns(store.ledger, clock.now() - lookBackMs, runsMax)
  let removed = 0
  for (const [sourceId, ofSource] of Map.groupBy(runs, (run) => run.source_id)) {
    const certain = new Map(ofSource.map((run) => [run.id, isDead(run, parts)]))
    const files = await artifacts.filesOf({ service: ofSource[0]?.service ?? '', sourceId }, certain.keys())
    const left = files.filter(
      ({ runId, touchedAt }) => certain.get(runId) || clock.now() - touchedAt >= untouchedMs,
    )
    for (let at = 0; at < left.length; at += locationsAtOnce) {
      const locations = left.slice(at, at + locationsAtOnce).map(({ location }) => location)
      const recorded = await readRecorded(parts, sourceId, locations)
      for (const location of locations) {
        if (recorded.has(location)) continue
        await artifacts.remove(location)
        removed += 1
      }
    }
  }
  return removed
}

async function readRecorded(
  { store, artifacts }: Pick<SyncParts, 'store' | 'artifacts'>,
  sourceId: string,
  locations: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await store.ledger.read
    .selectFrom('artifact')
    .select('location')
    .where('source_id', '=', sourceId)
    .where('storage', '=', artifacts.storage)
    .where('location', 'in', locations)
    .execute()
  return new Set(rows.map(({ location }) => location))
}
