/** Opens the cinema service. */

import type { Service } from '../../http/service.ts'
import { cinemaService } from '../../services/cinema/index.ts'
import { cinemaSources } from '../../services/cinema/sync.ts'
import { saveLiveResponses } from '../../sync/artifacts/live-artifacts.ts'
import { processHolder } from '../../sync/run/run-holder.ts'
import { allowedHosts } from '../../sync/source.ts'
import { readSourceStatus } from '../../sync/source-status.ts'
import { createArtifactStore } from '../artifact-store.ts'
import type { ServiceDeps } from './service-entry.ts'

export async function createCinema(deps: ServiceDeps): Promise<Service> {
  const { store, clock, accounts, profile } = deps
  const directory = await profile.cinemaDirectory()
  const sources = cinemaSources(directory).map((source) => profile.adjustSource(source))
  const artifacts = createArtifactStore(deps.loaded)
  return cinemaService({
    store,
    outbound: deps.createOutbound(allowedHosts(sources)),
    clock,
    accounts,
    directory,
    sources,
    saveResponses: (capture) =>
      saveLiveResponses({ store, artifacts, clock, holder: processHolder() }, capture),
    readSourceState: (source) => readSourceStatus(store, source, clock.now()),
  })
}
