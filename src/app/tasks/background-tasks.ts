/** The work of the sync thread beside the runs of sources. */

import type { BackgroundTask } from '../../sync/background-task.ts'
import type { AppContext } from '../app-context.ts'
import { type CandidateDeps, candidateTask, confirmationTask, directoryTask } from '../directories/tasks.ts'
import { dumpTask } from '../exports/dump-task.ts'
import { type RosterDeps, rosterTask } from '../rosters/roster-task.ts'

/** Only the live profile has a registry to keep current, and data that is worth a dump every night. */
export function createTasks(
  context: AppContext,
  deps: RosterDeps & CandidateDeps,
): readonly BackgroundTask[] {
  if (context.loaded.config.run.profile !== 'live') return []
  return [
    rosterTask(context, deps),
    directoryTask(context),
    candidateTask(context, deps),
    confirmationTask(context, deps),
    dumpTask(context),
  ].filter((task) => task !== undefined)
}
