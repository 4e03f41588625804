/** The day as it is planned: by what the store has seen, and before that by what the registry expects. */

import { readPlatforms } from '../../registry/platforms.ts'
import { RegistryFiles } from '../../registry/registry-files.ts'
import type { Store } from '../../store/store.ts'
import { type DayPlan, planDay } from '../../sync/plan/plan-day.ts'
import { readRequestsPerRead } from '../../sync/plan/requests-per-read.ts'
import type { AnySource } from '../../sync/source.ts'
import type { AppContext } from '../app-context.ts'
import { loadSources } from '../sources.ts'
import { openExistingStore } from '../store.ts'

export type PlanReport = ReturnType<typeof toReport>

export async function readDayPlan(context: AppContext): Promise<PlanReport> {
  const { sources } = await loadSources(context)
  // Without a database nothing has run, and none is created to say so.
  await using store = await openExistingStore(context)
  return await planSources(context, sources, store)
}

export async function planSources(
  { loaded }: Pick<AppContext, 'loaded'>,
  sources: readonly AnySource[],
  store: Store | undefined,
): Promise<PlanReport> {
  const platforms = readPlatforms(new RegistryFiles())
  const seen = store === undefined ? new Map<string, number>() : await readRequestsPerRead(store)
  const plan = planDay(sources, {
    membersAtOnce: loaded.config.sync.atOnce,
    requestsPerRead(sourceId) {
      const { requests = 1, first = requests } = platforms.get(sourceId) ?? {}
      const usual = Math.max(1, seen.get(sourceId) ?? requests)
      return { usual, first: Math.max(usual, first) }
    },
  })
  return toReport(plan, countCandidates(sources))
}

/** By service: what a list names and is not read. */
function countCandidates(sources: readonly AnySource[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { service, members } of sources) {
    const { length } = members.filter(({ entry, off }) => entry?.status === 'candidate' && off !== undefined)
    if (length > 0) counts[service] = (counts[service] ?? 0) + length
  }
  return counts
}

function toReport({ sources, hosts, off }: DayPlan, candidates: Record<string, number>) {
  const members: Record<string, number> = { jobs: 0, cinema: 0, trust: 0 }
  for (const source of sources) members[source.service] = (members[source.service] ?? 0) + source.members
  return {
    /** Those that are read, by service. */
    members,
    candidates,
    requests: hosts.reduce((sum, { requests }) => sum + requests, 0),
    sources: sources.map((source) => ({
      source_id: source.sourceId,
      service: source.service,
      members: source.members,
      hosts: source.hosts,
      every_minutes: source.everyMinutes,
      requests: source.requests,
      minutes_per_round: source.minutesPerRound,
      fits: source.fits,
      first_round: source.first,
    })),
    does_not_fit: sources.filter(({ fits }) => !fits).map(({ sourceId }) => sourceId),
    off: off.map(({ service, reason, members: count }) => ({ service, reason, members: count })),
    hosts: hosts.map(({ first, ...host }) => ({ ...host, first_round: first })),
  }
}
