/** Opens the cinema service. */

import type { Service } from '../http/service.ts'
import { cinemaService } from '../services/cinema/index.ts'
import { readSourceStatus } from '../sync/health.ts'
import { keepLive } from '../sync/keep-live.ts'
import { hostsOf } from '../sync/source.ts'
import { openTheArtifacts } from './artifacts.ts'
import { cinemasOf } from './cinemas.ts'
import type { RoomDeps } from './rooms.ts'

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
