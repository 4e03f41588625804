/** `/v1/sync-jobs`: the sync plan. */

import { Type } from 'typebox'
import { oneOf, withDefault } from '../../../../http/openapi/fields.ts'
import { dataReply } from '../../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../../http/route.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import { singleChainId } from '../../queries/sources.ts'
import { SyncJob } from '../../schema/index.ts'
import type { Gate } from '../../sources/cinema-member.ts'
import { operationsRoute } from '../params.ts'

const SyncPlanQuery = Type.Object({
  include_all: withDefault(Type.Boolean({ description: 'Include opt-in jobs.' }), false),
  profile: withDefault(
    oneOf(['daily', 'browser', 'all'] as const, { description: 'Used if include_all is false.' }),
    'daily',
  ),
  requires_browser: Type.Optional(Type.Boolean({ description: 'Filter by whether a browser is needed.' })),
  requires_fresh_cookies: Type.Optional(
    Type.Boolean({ description: 'Filter by whether cookies of a recent visit are needed.' }),
  ),
})
type SyncPlanQuery = Type.Static<typeof SyncPlanQuery>

const SyncPlan = Type.Object(
  { profile: Type.String(), include_all: Type.Boolean(), jobs: Type.Array(SyncJob) },
  { $id: 'SyncPlan' },
)

export function syncJobRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...operationsRoute,
    path: '/v1/sync-jobs',
    id: 'getSyncPlan',
    summary: 'Get the sync plan',
    description: 'The sync jobs with their command lines.',
    query: SyncPlanQuery,
    response: { data: SyncPlan },
    handle: ({ query }) =>
      dataReply({
        profile: query.profile,
        include_all: query.include_all,
        jobs: allJobs(cinema).filter((job) => matchesQuery(job, query)),
      }),
  })
}

/** An operator should look at a job that takes longer. */
const jobTimeoutSeconds = 3600

const modes: Readonly<Record<Gate, string>> = {
  none: 'daily_full',
  key: 'daily_full',
  login: 'cookie_gated_full',
  cookies: 'cookie_gated_full',
  browser: 'browser_daily_full',
}

/** `daily`: jobs that run unattended. `browser`: jobs that need a browser. `all` or `include_all`: every job. */
function matchesQuery(job: SyncJob, query: SyncPlanQuery): boolean {
  const { requires_browser = job.requires_browser } = query
  const { requires_fresh_cookies = job.requires_fresh_cookies } = query
  if (job.requires_browser !== requires_browser) return false
  if (job.requires_fresh_cookies !== requires_fresh_cookies) return false
  if (query.include_all || query.profile === 'all') return true
  return query.profile === 'browser' ? job.requires_browser : job.default_daily === true
}

function allJobs({ sources, directory }: Pick<CinemaContext, 'sources' | 'directory'>): SyncJob[] {
  const supported = sources.map((source) => {
    const { adapter, members, everyMinutes } = source
    return toJob(source.id, adapter.gate, {
      chain: singleChainId(source) ?? null,
      description: `${adapter.about.name}: ${members.length} theaters, every ${everyMinutes} minutes.`,
      isEnabled: members.length > 0,
    })
  })
  const unsupported = directory.unsupportedPlatforms.map(({ id, name, gate, reason }) =>
    toJob(id, gate, { chain: null, description: `${name}: unsupported. ${reason}`, isEnabled: false }),
  )
  return [...supported, ...unsupported]
}

function toJob(
  sourceId: string,
  gate: Gate,
  facts: { readonly chain: string | null; readonly description: string; readonly isEnabled: boolean },
): SyncJob {
  const command = ['npx', 'broadsheet', 'sync', sourceId]
  const runsUnattended = facts.isEnabled && (gate === 'none' || gate === 'key')
  return {
    id: `${sourceId}:full`,
    mode: modes[gate],
    command,
    enabled_by_default: runsUnattended,
    requires_browser: gate === 'browser',
    requires_fresh_cookies: gate === 'cookies' || gate === 'login',
    source_id: sourceId,
    chain_id: facts.chain,
    command_string: command.join(' '),
    description: facts.description,
    timeout_seconds: jobTimeoutSeconds,
    default_daily: runsUnattended,
  }
}
