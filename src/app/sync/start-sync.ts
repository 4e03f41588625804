/** Starts the sync thread beside the thread that answers requests. */

import type { LoadedConfig } from '../../core/config/load-config.ts'
import { type StartedSyncThread, startSyncThread } from '../../sync/thread/start-sync-thread.ts'
import type { AppContext } from '../app-context.ts'

/** The thread reads the settings again rather than being passed secrets. */
export interface SyncThreadData {
  readonly sources: LoadedConfig['sources']
  readonly sandboxOrigin: string | undefined
  readonly onlyService: string | undefined
}

/** What a thread or worker gets beyond the time to drain, before it is terminated. */
export const stopGraceMs = 5000

export async function startSync(
  { loaded, events, profile }: AppContext,
  { stop, ...options }: Omit<SyncThreadData, 'sources'> & { readonly stop: AbortSignal },
): Promise<StartedSyncThread> {
  return await startSyncThread({
    entry: new URL('./sync-thread.ts', import.meta.url),
    workerData: { sources: loaded.sources, ...options } satisfies SyncThreadData,
    events,
    stopTimeoutMs: loaded.config.server.drainMs + stopGraceMs,
    sourcesVersion: () => profile.registryVersion(),
    stallMs: loaded.config.sync.stallMs,
    stop,
  })
}
