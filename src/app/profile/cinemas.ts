/** Whose cinemas are read: the made-up chains in the sandbox, the real ones otherwise. */

import { cinemaMembers, cinemaSecrets } from '../../../sandbox/cinema/index.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import {
  type CinemaDirectory,
  type CinemaSource,
  cinemaSources,
  joinCinemaDirectory,
  loadCinemaDirectory,
} from '../../services/cinema/sync.ts'

interface Cinemas {
  readonly directory: CinemaDirectory
  readonly sources: readonly CinemaSource[]
}

/** Checked once per configuration. */
const cinemas = new WeakMap<LoadedConfig, Cinemas>()

export function cinemasOf(loaded: LoadedConfig): Cinemas {
  const known = cinemas.get(loaded)
  if (known !== undefined) return known
  const directory = loaded.config.run.profile === 'sandbox' ? sandboxDirectory() : realDirectory(loaded)
  const found = { directory, sources: cinemaSources(directory) }
  cinemas.set(loaded, found)
  return found
}

function realDirectory({ secrets }: LoadedConfig): CinemaDirectory {
  const tokens = secrets.cinema.tokens?.reveal().split(',') ?? []
  return loadCinemaDirectory(Object.fromEntries(tokens.map((token) => token.split(/=(.*)/, 2))))
}

function sandboxDirectory(): CinemaDirectory {
  let real: CinemaDirectory | undefined
  return {
    ...joinCinemaDirectory(cinemaMembers(), cinemaSecrets),
    /** Platforms without a reader are the same everywhere; the file is read when somebody asks for them. */
    get listed() {
      real ??= loadCinemaDirectory()
      return real.listed
    },
  }
}
