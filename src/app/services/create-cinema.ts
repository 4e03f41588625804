/** Opens the cinema service. */

import type { Service } from '../../http/service.ts'
import { cinemaService } from '../../services/cinema/index.ts'
import { keepLive } from '../../sync/artifacts/live-artifacts.ts'
import { hostsOf } from '../../sync/source.ts'
import { readSourceStatus } from '../../sync/source-status.ts'
import { openTheArtifacts } from '../artifact-store.ts'
import { cinemasOf } from '../profile/cinemas.ts'
import type { RoomDeps } from './index.ts'

export function openTheCinema({ store, reach, clock, accounts, loaded }: RoomDeps): Service {
  const { directory, sources } = cinemasOf(loaded)
  const artifacts = openTheArtifacts(loaded)
  return cinemaService({
    store,
    outbound: reach(hostsOf(sources)),
    clock,
    accounts,
    directory,
    sources,
    keep: (question) => keepLive({ store, artifacts, clock }, question),
    readSourceState: (source) => readSourceStatus(store, source),
  })
}
