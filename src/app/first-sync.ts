/** How far the first sync is, for the front page. */

import type { FirstSync } from '../http/pages/front-page.ts'
import type { Store } from '../store/store.ts'
import type { AppContext } from './app-context.ts'
import { createSourceFilter } from './services/index.ts'

/** Undefined once every source has been collected. */
export type FirstSyncReader = () => Promise<FirstSync | undefined>

interface PlannedSource {
  readonly id: string
  readonly members: readonly unknown[]
}

/** A source counts as collected after a run of all its members that published something. */
export function createFirstSyncReader(
  { ledger, readModel }: Pick<Store, 'ledger' | 'readModel'>,
  loadSources: () => Promise<readonly PlannedSource[]>,
): FirstSyncReader {
  let loaded: Promise<readonly PlannedSource[]> | undefined
  let isComplete = false
  return async () => {
    if (isComplete) return undefined
    // The server itself does not need the sources, so they are loaded only for this.
    loaded ??= loadSources()
    const sources = (await loaded).filter(({ members }) => members.length > 0)
    const runs = await ledger.read
      .selectFrom('sync_run')
      .select(['source_id', 'status'])
      .distinct()
      .where('status', '!=', 'running')
      .where('mode', 'in', ['scheduled', 'manual'])
      .execute()
    const finished = Map.groupBy(runs, ({ source_id }) => source_id)
    const runsOfSources = sources.map(({ id }) => finished.get(id) ?? [])
    const collected = runsOfSources.filter((each) => each.some(({ status }) => status !== 'failed')).length
    const ended = runsOfSources.filter((each) => each.length > 0).length
    isComplete = collected === sources.length
    if (isComplete) return undefined
    return {
      sources: sources.length,
      collected,
      failed: ended - collected,
      members: sources.reduce((sum, { members }) => sum + members.length, 0),
      published: await countPublished(readModel, new Set(sources.map(({ id }) => id))),
    }
  }
}

async function countPublished({ read }: Store['readModel'], sourceIds: ReadonlySet<string>): Promise<number> {
  const rows = await read
    .selectFrom('member_state')
    .select(['source_id', (eb) => eb.fn.countAll().as('members')])
    .groupBy('source_id')
    .execute()
  return rows
    .filter(({ source_id }) => sourceIds.has(source_id))
    .reduce((sum, { members }) => sum + Number(members), 0)
}

/** `onlyService`: the service that is served alone. */
export async function loadPlannedSources(
  context: AppContext,
  onlyService: string | undefined,
): Promise<readonly PlannedSource[]> {
  const { loadSources } = await import('./sources.ts')
  const isSelected = createSourceFilter(onlyService)
  const { sources } = await loadSources(context)
  return sources.filter(({ service }) => isSelected(service))
}
