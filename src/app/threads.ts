/** Starts what runs beside the thread that answers: the pretend internet, and the syncs. */

import { type SandboxThread, startSandboxThread } from '../../sandbox/thread.ts'
import type { LoadedConfig } from '../core/config/load-config.ts'
import { startSyncThread } from '../sync/thread/start-sync-thread.ts'
import type { AppContext } from './app-context.ts'

/** Undefined in the live profile. */
export async function startSandbox({ config }: LoadedConfig): Promise<SandboxThread | undefined> {
  if (config.run.profile !== 'sandbox') return undefined
  const { seed, port, faults } = config.sandbox
  return await startSandboxThread(new URL('../../sandbox/thread-entry.ts', import.meta.url), {
    seed: String(seed),
    port,
    faults,
  })
}

export async function startSync(
  { loaded, events, sandboxOrigin }: AppContext,
  onlyService?: string,
): Promise<AsyncDisposable> {
  return await startSyncThread({
    entry: new URL('./sync-thread.ts', import.meta.url),
    workerData: { sources: loaded.sources, sandboxOrigin: sandboxOrigin(), onlyService },
    events,
    stopTimeoutMs: loaded.config.server.drainMs + 5000,
  })
}
