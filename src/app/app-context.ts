/** What every side of the program is opened from, and the store they share. */

import type { Logger } from 'pino'
import type { Clock } from '../core/clock.ts'
import type { LoadedConfig } from '../core/config/load-config.ts'
import type { Events } from '../core/events.ts'
import { lockDataDir } from '../store/data-dir-lock.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { defaultWaitingMax } from '../store/waiting-limit.ts'

export interface AppContext {
  readonly loaded: LoadedConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly events: Events
  /** Where the pretend internet is; undefined in the live profile, and until it has started. */
  readonly sandboxOrigin: () => string | undefined
}

/** Opens the store for the server's own thread or for a thread that does nothing else. */
export function createStore(
  { loaded, clock, logger }: AppContext,
  role: 'server' | 'worker',
): Promise<Store> {
  const { config, secrets } = loaded
  const databaseUrl = secrets.store.databaseUrl?.reveal()
  return openStore({
    dataDir: config.store.dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    schemaPrefix: `${config.store.schemaPrefix}_`,
    statementTimeoutMs: config.store.statementTimeoutMs,
    poolMax: config.store.poolMax,
    waitingMax: Math.max(defaultWaitingMax, config.server.inFlightMax),
    role,
    clock,
    onWarning: (message) => logger.warn(message),
  })
}

/** One server per data folder. On PostgreSQL the folder holds nothing that two servers could spoil. */
export function acquireDataDirLock({ config, secrets }: LoadedConfig): Disposable {
  if (secrets.store.databaseUrl) return { [Symbol.dispose]: () => {} }
  return lockDataDir(config.store.dataDir)
}
