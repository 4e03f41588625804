/** Removes the files of cut-off runs and live reads that got their name and never their row in the ledger, or lost it. */

import { sql } from 'kysely'
import { isDead } from '../run/run-holder.ts'
import { interruptedRuns } from '../run/run-rows.ts'
import type { SyncParts } from '../sync-deps.ts'
import { liveKeptMax } from './live-artifacts.ts'

/** What was cut off longer ago was looked after at an earlier start. */
const lookBackMs = 7 * 24 * 60 * 60_000
const runsMax = 100
/** A process that may live could still be about to write the row. */
const untouchedMs = 60 * 60_000
const locationsAtOnce = 500

type Parts = Pick<SyncParts, 'store' | 'artifacts' | 'clock' | 'holder' | 'processStartedAt'>

/** Returns how many were removed. */
export async function sweepUnrecorded(parts: Parts): Promise<number> {
  return (await sweepRuns(parts)) + (await sweepLive(parts))
}

/**
 * Only files of runs that this ledger has closed: whatever else has no row was put there by people, or is what a lost
 * ledger is made again from.
 */
async function sweepRuns(parts: Parts): Promise<number> {
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

/**
 * Live reads have no run that could have been closed. Their files go where the ledger knows as many newer ones as are
 * kept of a member: recorded, they would have been forgotten.
 */
async function sweepLive({ store, artifacts }: Parts): Promise<number> {
  const live = store.ledger.read
    .selectFrom('artifact')
    .where('artifact_type', '=', 'live')
    .where('storage', '=', artifacts.storage)
  const members = await live
    .select(['service', 'source_id', 'member_id'])
    .groupBy(['service', 'source_id', 'member_id'])
    .having(sql`count(*)`, '>=', liveKeptMax)
    .execute()
  let removed = 0
  for (const { service, source_id: sourceId, member_id: memberId } of members) {
    const rows = await live
      .select('location')
      .where('source_id', '=', sourceId)
      .where('member_id', '=', memberId)
      .orderBy('captured_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const recorded = new Set(rows.map(({ location }) => location))
    const oldestKept = rows[liveKeptMax - 1]?.location ?? ''
    for (const location of await artifacts.liveFilesOf({ service, sourceId, memberId })) {
      if (location >= oldestKept || recorded.has(location)) continue
      await artifacts.remove(location)
      removed += 1
    }
  }
  return removed
}

async function readRecorded(
  { store, artifacts }: Parts,
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
