/** The sync jobs: what is run, how, and what it needs. */

import type { CinemaContext } from '../cinema-context.ts'
import type { SyncJob } from '../schema/index.ts'
import type { Gate } from '../sources/cinema-member.ts'

export const profiles = ['daily', 'browser', 'all'] as const

export interface SyncPlanQuery {
  readonly include_all: boolean
  readonly profile: (typeof profiles)[number]
  readonly requires_browser?: boolean | undefined
  readonly requires_fresh_cookies?: boolean | undefined
}

/** How long one job may take in all, before an operator looks. */
const jobSeconds = 3600

const modes: Readonly<Record<Gate, string>> = {
  none: 'daily_full',
  key: 'daily_full',
  login: 'cookie_gated_full',
  cookies: 'cookie_gated_full',
  browser: 'browser_daily_full',
}

/** Daily: what runs by itself. Browser: what needs one. All, or `include_all`: everything that is known. */
export function planJobs(
  cinema: Pick<CinemaContext, 'sources' | 'directory'>,
  query: SyncPlanQuery,
): SyncJob[] {
  return allJobs(cinema).filter((job) => {
    if (query.requires_browser !== undefined && job.requires_browser !== query.requires_browser) return false
    if (
      query.requires_fresh_cookies !== undefined &&
      job.requires_fresh_cookies !== query.requires_fresh_cookies
    )
      return false
    if (query.include_all || query.profile === 'all') return true
    return query.profile === 'browser' ? job.requires_browser : job.default_daily === true
  })
}

function allJobs({ sources, directory }: Pick<CinemaContext, 'sources' | 'directory'>): SyncJob[] {
  const supported = sources.map((source) => {
    const chains = [...new Set(source.members.map(({ chain }) => chain))]
    const { name } = source.adapter.about
    return toJob(source.id, source.adapter.gate, {
      chain: chains.length === 1 ? (chains[0] ?? null) : null,
      description: `${name}: ${source.members.length} theaters, every ${source.everyMinutes} minutes.`,
      isEnabled: source.members.length > 0,
    })
  })
  const unsupported = directory.unsupportedPlatforms.map(({ id, name, gate, reason }) =>
    toJob(id, gate, { chain: null, description: `${name}: no reader. ${reason}`, isEnabled: false }),
  )
  return [...supported, ...unsupported]
}

function toJob(
  sourceId: string,
  gate: Gate,
  facts: { readonly chain: string | null; readonly description: string; readonly isEnabled: boolean },
): SyncJob {
  const command = ['npx', 'broadsheet', 'sync', sourceId]
  const isPlain = gate === 'none' || gate === 'key'
  return {
    id: `${sourceId}:full`,
    mode: modes[gate],
    command,
    enabled_by_default: facts.isEnabled && isPlain,
    requires_browser: gate === 'browser',
    requires_fresh_cookies: gate === 'cookies' || gate === 'login',
    source_id: sourceId,
    chain_id: facts.chain,
    command_string: command.join(' '),
    description: facts.description,
    timeout_seconds: jobSeconds,
    default_daily: facts.isEnabled && isPlain,
  }
}
