/** Opens the cinema service. */

import type { Service } from '../../http/service.ts'
import { cinemaService } from '../../services/cinema/index.ts'
import { saveLiveResponses } from '../../sync/artifacts/live-artifacts.ts'
import { allowedHosts } from '../../sync/source.ts'
import { readSourceStatus } from '../../sync/source-status.ts'
import { createArtifactStore } from '../artifact-store.ts'
import { loadCinemas } from '../profile/cinemas.ts'
import type { ServiceDeps } from './index.ts'

export function createCinema({ store, createOutbound, clock, accounts, loaded }: ServiceDeps): Service {
  const { directory, sources } = loadCinemas(loaded)
  const artifacts = createArtifactStore(loaded)
  return cinemaService({
    store,
    outbound: createOutbound(allowedHosts(sources)),
    clock,
    accounts,
    directory,
    sources,
    saveResponses: (question) => saveLiveResponses({ store, artifacts, clock }, question),
    readSourceState: (source) => readSourceStatus(store, source),
  })
}
