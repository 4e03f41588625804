/** What every part of the program is built from. */

import type { Logger } from 'pino'
import type { Clock } from '../core/clock.ts'
import type { LoadedConfig } from '../core/config/load-config.ts'
import { type Events, guardEvents, silentEvents } from '../core/events.ts'
import { createLogger } from '../core/log.ts'
import { loadProfile } from './profile/load-profile.ts'
import type { Profile } from './profile/profile.ts'

export interface AppContext {
  readonly loaded: LoadedConfig
  readonly profile: Profile
  readonly clock: Clock
  readonly logger: Logger
  /** Their listeners cannot throw. */
  readonly events: Events
}

export interface AppContextOptions {
  readonly clock: Clock
  /** Default: events are ignored. */
  readonly events?: Events
  /** Default: as the settings say. */
  readonly logger?: Logger
  /** Where another thread or process has started the simulated sources. */
  readonly sandboxOrigin?: string | undefined
}

export async function createAppContext(
  loaded: LoadedConfig,
  {
    clock,
    events = silentEvents,
    logger = createLogger(loaded.config.log),
    sandboxOrigin,
  }: AppContextOptions,
): Promise<AppContext> {
  const profile = await loadProfile(loaded, sandboxOrigin)
  return { loaded, profile, clock, logger, events: withLoggedErrors(events, logger) }
}

/** Listeners whose errors are logged instead of thrown. */
export function withLoggedErrors(events: Events, logger: Logger): Events {
  return guardEvents(events, (name, error) =>
    logger.error({ err: error, event: name }, 'an event could not be recorded'),
  )
}
