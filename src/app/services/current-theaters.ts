/** The chains and theaters that the registry has now, for a server that goes on while the registry changes. */

import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import { cinemaSources } from '../../services/cinema/sources/index.ts'
import type { CinemaDirectory, CinemaSource } from '../../services/cinema/sync.ts'
import { allowedHosts } from '../../sync/define-source.ts'
import type { Profile } from '../profile/profile.ts'

/** Less than it takes to read a theater that was added. */
const checkMs = 500

interface CurrentTheatersOptions {
  readonly profile: Pick<Profile, 'openCinemaDirectory' | 'registryVersion' | 'adjustSource'>
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
}

interface Theaters {
  readonly version: string
  readonly directory: CinemaDirectory
  readonly sources: readonly CinemaSource[]
  readonly allowsHost: (host: string) => boolean
}

export class CurrentTheaters {
  readonly #options: CurrentTheatersOptions
  readonly #readDirectory: () => CinemaDirectory
  #theaters: Theaters
  /** On the monotonic clock. */
  #checkAt: number

  static async open(options: CurrentTheatersOptions): Promise<CurrentTheaters> {
    return new CurrentTheaters(options, await options.profile.openCinemaDirectory())
  }

  private constructor(options: CurrentTheatersOptions, readDirectory: () => CinemaDirectory) {
    this.#options = options
    this.#readDirectory = readDirectory
    this.#theaters = this.#load(options.profile.registryVersion())
    this.#checkAt = options.clock.monotonic() + checkMs
  }

  get directory(): CinemaDirectory {
    return this.#current().directory
  }

  get sources(): readonly CinemaSource[] {
    return this.#current().sources
  }

  /** Whether requests for one of the theaters go to this host. */
  allowsHost(host: string): boolean {
    return this.#current().allowsHost(host)
  }

  #current(): Theaters {
    const { clock, profile, logger } = this.#options
    const now = clock.monotonic()
    if (now < this.#checkAt) return this.#theaters
    this.#checkAt = now + checkMs
    const version = profile.registryVersion()
    if (version === this.#theaters.version) return this.#theaters
    try {
      this.#theaters = this.#load(version)
    } catch (thrown) {
      logger.error({ err: thrown }, 'the theaters of the registry cannot be read; the last ones stay')
      this.#theaters = { ...this.#theaters, version }
    }
    return this.#theaters
  }

  #load(version: string): Theaters {
    const directory = this.#readDirectory()
    const sources = cinemaSources(directory).map((source) => this.#options.profile.adjustSource(source))
    return { version, directory, sources, allowsHost: allowedHosts(sources) }
  }
}
