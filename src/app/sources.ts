/** Every source, and how each service takes in what they find. */

import { trustMembers, trustNameTarget } from '../../sandbox/trust/index.ts'
import { systemNameTarget } from '../core/cname-lookup.ts'
import type { LoadedConfig } from '../core/config/load-config.ts'
import { cinemaWriter } from '../services/cinema/sync.ts'
import { jobPostingsWriter, jobSources, liveJobSources } from '../services/jobs/sync.ts'
import { noticeSources, noticesWriter } from '../services/notices/sync.ts'
import { knownCenters, trustSources, trustWriter } from '../services/trust/sync.ts'
import { type AnySource, type AnyWriter, defineSources, hostsOf } from '../sync/source.ts'
import { cinemasOf } from './profile/cinemas.ts'

/** Those of the profile: the sandbox has its own cinemas, boards and trust centers. */
export function sourcesOf(loaded: LoadedConfig): readonly AnySource[] {
  const isSandbox = loaded.config.run.profile === 'sandbox'
  // Job boards take longest: one quick platform shows something, the others let the rest go first.
  const [firstJobs, ...otherJobs] = isSandbox ? jobSources : liveJobSources()
  return defineSources([
    ...noticeSources,
    ...(firstJobs ? [firstJobs] : []),
    ...cinemasOf(loaded).sources,
    ...(isSandbox
      ? trustSources(trustMembers(), trustNameTarget)
      : trustSources(knownCenters, systemNameTarget())),
    ...otherJobs,
  ])
}

export function sourceHostsOf(loaded: LoadedConfig): (host: string) => boolean {
  return hostsOf(sourcesOf(loaded))
}

export function writersOf(loaded: LoadedConfig): readonly AnyWriter[] {
  const { keepDays } = loaded.config.cinema
  const cinemas = cinemaWriter(cinemasOf(loaded).sources, { keepDays })
  return [noticesWriter, jobPostingsWriter, trustWriter, cinemas]
}
