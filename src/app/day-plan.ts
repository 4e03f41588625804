/** The day as it is planned: by what the store has seen, and before that by what the registry expects. */

import { readPlatforms } from '../registry/platforms.ts'
import { RegistryFiles } from '../registry/registry-files.ts'
import { type DayPlan, planDay } from '../sync/plan/plan-day.ts'
import { readRequestsPerRead } from '../sync/plan/requests-per-read.ts'
import type { AppContext } from './app-context.ts'
import { loadSources } from './sources.ts'
import { openExistingStore } from './store.ts'

export type { DayPlan } from '../sync/plan/plan-day.ts'

export async function readDayPlan(context: AppContext): Promise<DayPlan> {
  const { sources } = await loadSources(context)
  const platforms = readPlatforms(new RegistryFiles())
  const seen = await readSeen(context)
  return planDay(sources, {
    membersAtOnce: context.loaded.config.sync.atOnce,
    requestsPerRead: (sourceId) => Math.max(1, seen.get(sourceId) ?? platforms.get(sourceId)?.requests ?? 1),
  })
}

/** Without a database nothing has run, and none is created to say so. */
async function readSeen(context: AppContext): Promise<ReadonlyMap<string, number>> {
  await using store = await openExistingStore(context)
  return store === undefined ? new Map() : await readRequestsPerRead(store)
}
