/** The store as the settings describe it: opening and locking it. */

import { existsSync } from 'node:fs'
import type { LoadedConfig } from '../core/config/load-config.ts'
import { ConfigurationError, NoDatabaseError } from '../core/errors.ts'
import { lockDataDir } from '../store/files/data-dir-lock.ts'
import { openStore, type StoreOptions } from '../store/open.ts'
import { defaultWaitingMax } from '../store/semaphore.ts'
import { CommitCounter } from '../store/sqlite/commit-counter.ts'
import { databaseFiles } from '../store/sqlite/files.ts'
import type { Store } from '../store/store.ts'
import type { AppContext } from './app-context.ts'

export type { Store } from '../store/store.ts'
export { readQuarantine, releaseMember } from '../sync/quarantine.ts'
export { readRunsFromFuture } from '../sync/run/run-rows.ts'

/**
 * `role`: for the server's own thread, or for a thread or command that does nothing else. `mayMigrate`: whether the store may
 * be brought up to date, and a read model that does not fit be built anew; only for what fills it again. `isOfAnyProfile`: it
 * need not be of the profile of the settings.
 */
export function createStore(
  { loaded, clock, logger }: Pick<AppContext, 'loaded' | 'clock' | 'logger'>,
  role: 'server' | 'worker',
  { mayMigrate, isOfAnyProfile = false }: { readonly mayMigrate: boolean; readonly isOfAnyProfile?: boolean },
): Promise<Store> {
  const { config } = loaded
  return openStore({
    ...storeLocation(loaded),
    schemaPrefix: `${config.store.schemaPrefix}_`,
    statementTimeoutMs: config.store.statementTimeoutMs,
    poolMax: config.store.poolMax,
    waitingMax: Math.max(defaultWaitingMax, config.server.inFlightMax),
    role,
    clock,
    mayMigrate,
    ...(isOfAnyProfile ? {} : { profile: config.run.profile }),
    onWarning: (message) => logger.warn(message),
  })
}

/** For commands that only look. Undefined if no server has ever used these settings. */
export async function openExistingStore(
  context: Pick<AppContext, 'loaded' | 'clock' | 'logger'>,
): Promise<Store | undefined> {
  try {
    return await createStore(context, 'worker', { mayMigrate: false })
  } catch (thrown) {
    if (thrown instanceof NoDatabaseError) return undefined
    throw thrown
  }
}

/** For commands that only read: without a database the folder is mistyped, and an empty list would be misleading. */
export function requireDatabase(loaded: LoadedConfig): void {
  const { path } = databaseFiles(loaded.config.store.dataDir).ledger
  if (loaded.secrets.store.databaseUrl !== undefined || existsSync(path)) return
  throw new ConfigurationError([`there is no database at ${path}; check --data-dir or DATA_DIR`])
}

/** One server per data folder. On PostgreSQL the folder holds nothing that two servers could spoil. */
export function acquireDataDirLock({ config, secrets }: LoadedConfig): Disposable {
  if (secrets.store.databaseUrl) return { [Symbol.dispose]: () => {} }
  return lockDataDir(config.store.dataDir)
}

/** Before threads are started by one that opens no store: each then sees at once what another one writes. */
export function shareCommitCounts({ config, secrets }: LoadedConfig): void {
  if (secrets.store.databaseUrl) return
  for (const { path } of Object.values(databaseFiles(config.store.dataDir))) new CommitCounter(path)
}

function storeLocation({
  config,
  secrets,
}: LoadedConfig): Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl'> {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl } = secrets.store
  return {
    dataDir: config.store.dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl: databaseUrl.reveal() }),
    databaseDirectUrl: databaseDirectUrl?.reveal(),
    databaseReplicaUrl: databaseReplicaUrl?.reveal(),
  }
}
