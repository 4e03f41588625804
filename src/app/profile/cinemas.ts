/** Whose cinemas are read: the made-up chains in the sandbox, the real ones otherwise. */

import { cinemaMembers, cinemaSecrets } from '../../../sandbox/cinema/index.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import {
  type CinemaDirectory,
  type CinemaSource,
  cinemaSources,
  loadCinemaDirectory,
  loadUnsupportedPlatforms,
  toCinemaDirectory,
} from '../../services/cinema/sync.ts'

interface Cinemas {
  readonly directory: CinemaDirectory
  readonly sources: readonly CinemaSource[]
}

/** Checked once per configuration. */
const cinemas = new WeakMap<LoadedConfig, Cinemas>()

export function loadCinemas(loaded: LoadedConfig): Cinemas {
  const cached = cinemas.get(loaded)
  if (cached !== undefined) return cached
  const directory =
    loaded.config.run.profile === 'sandbox' ? loadSandboxDirectory() : loadLiveDirectory(loaded)
  const loadedCinemas = { directory, sources: cinemaSources(directory) }
  cinemas.set(loaded, loadedCinemas)
  return loadedCinemas
}

function loadLiveDirectory({ secrets }: LoadedConfig): CinemaDirectory {
  const tokens = secrets.cinema.tokens?.reveal().split(',') ?? []
  return loadCinemaDirectory(Object.fromEntries(tokens.map((token) => token.split(/=(.*)/, 2))))
}

function loadSandboxDirectory(): CinemaDirectory {
  return {
    ...toCinemaDirectory(cinemaMembers(), cinemaSecrets),
    unsupportedPlatforms: loadUnsupportedPlatforms(),
  }
}
