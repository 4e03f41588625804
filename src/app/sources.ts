/** Every source, and how each service takes in what they find. */

import { companies } from '../../sandbox/jobs/companies.ts'
import { trustMembers, trustNameTarget } from '../../sandbox/trust/index.ts'
import { systemCnameLookup } from '../core/cname-lookup.ts'
import type { LoadedConfig } from '../core/config/load-config.ts'
import { cinemaWriter } from '../services/cinema/sync.ts'
import { jobSources, jobsWriter, liveBoards } from '../services/jobs/sync.ts'
import { gazetteTowns, noticeSources, noticesWriter } from '../services/notices/sync.ts'
import { liveTrustCenters, trustSources, trustWriter } from '../services/trust/sync.ts'
import { type AnySource, type AnyWriter, allowedHosts, defineSources } from '../sync/source.ts'
import { loadCinemas } from './profile/cinemas.ts'

/** Those of the profile: the sandbox has its own cinemas, boards and trust centers. */
export function loadSources(loaded: LoadedConfig): readonly AnySource[] {
  const isSandbox = loaded.config.run.profile === 'sandbox'
  // Job boards take longest: one quick platform shows something, the others let the rest go first.
  const [firstJobSource, ...otherJobSources] = jobSources(
    isSandbox ? Object.groupBy(companies, ({ platform }) => platform) : liveBoards,
  )
  return defineSources([
    ...noticeSources(gazetteTowns),
    ...(firstJobSource ? [firstJobSource] : []),
    ...loadCinemas(loaded).sources,
    ...(isSandbox
      ? trustSources(trustMembers(), trustNameTarget)
      : trustSources(liveTrustCenters, systemCnameLookup())),
    ...otherJobSources,
  ])
}

export function allowedSourceHosts(loaded: LoadedConfig): (host: string) => boolean {
  return allowedHosts(loadSources(loaded))
}

export function createWriters(loaded: LoadedConfig): readonly AnyWriter[] {
  const { keepDays } = loaded.config.cinema
  const cinemas = cinemaWriter(loadCinemas(loaded).sources, { keepDays })
  return [noticesWriter, jobsWriter, trustWriter, cinemas]
}
