/** Opens the cinema service. */

import type { Service } from '../../http/service.ts'
import { cinemaService } from '../../services/cinema/index.ts'
import { saveLiveResponses } from '../../sync/artifacts/live-artifacts.ts'
import { processHolder } from '../../sync/run/run-holder.ts'
import { readSourceStatus } from '../../sync/source-status.ts'
import { createArtifactStore } from '../artifact-store.ts'
import { CurrentTheaters } from './current-theaters.ts'
import type { ServiceDeps } from './service-entry.ts'

export async function createCinema(deps: ServiceDeps): Promise<Service> {
  const { store, clock, accounts } = deps
  const registry = await CurrentTheaters.open(deps)
  const artifacts = createArtifactStore(deps.loaded)
  return cinemaService({
    store,
    outbound: deps.createOutbound((host) => registry.allowsHost(host)),
    clock,
    accounts,
    registry,
    url: deps.publicUrl,
    saveResponses: (capture) =>
      saveLiveResponses({ store, artifacts, clock, holder: processHolder() }, capture),
    readSourceState: (source) => readSourceStatus(store, source, clock.now()),
  })
}
