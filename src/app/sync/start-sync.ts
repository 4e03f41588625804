/** Starts the sync thread, beside the thread that answers requests or for a command. */

import type { LoadedConfig } from '../../core/config/load-config.ts'
import { type StartedSyncThread, startSyncThread, ThreadKilled } from '../../sync/thread/start-sync-thread.ts'
import type { SyncRequest } from '../../sync/thread/thread-messages.ts'
import type { AppContext } from '../app-context.ts'
import { createStore } from '../store.ts'
import type { RunOutcome } from './sync-app.ts'

/** The thread reads the settings again rather than being passed secrets. */
export interface SyncThreadData {
  readonly sources: LoadedConfig['sources']
  readonly sandboxOrigin: string | undefined
  readonly onlyService: string | undefined
  /** Whether it waits for requests, instead of running the schedule. */
  readonly isCommand?: boolean
}

/** How long the thread may work without a pause before it is killed: before its run loses the lease. */
export const syncStallMs = 15_000

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
    isCommand: options.isCommand ?? false,
    stopTimeoutMs: loaded.config.server.drainMs + stopGraceMs,
    sourcesVersion: () => profile.registryVersion(),
    stallMs: syncStallMs,
    stop,
  })
}

type Without<Request, Kind> = Omit<Extract<Request, { kind: Kind }>, 'kind'>

/** In a thread, so that a page that keeps it busy for ever can be ended: its member is quarantined, and the others are read. */
export async function startCommandSync(
  context: AppContext,
  { sandboxOrigin, stop }: Pick<SyncThreadData, 'sandboxOrigin'> & { readonly stop: AbortSignal },
) {
  // First here: what is wrong with the store is reported like other settings.
  await (await createStore(context, 'worker', { mayMigrate: true }))[Symbol.asyncDispose]()
  const options = { sandboxOrigin, onlyService: undefined, isCommand: true, stop }
  const thread = await startSync(context, options)
  return {
    async run(request: Without<SyncRequest, 'run'>): Promise<RunOutcome> {
      for (let resume = request.resume ?? false; ; resume = true) {
        try {
          return (await thread.request({ kind: 'run', ...request, resume })) as RunOutcome
        } catch (thrown) {
          // A member that the caller names would be tried again.
          const isOver = request.members !== undefined || stop.aborted
          if (isOver || !(thrown instanceof ThreadKilled) || !thrown.member) throw thrown
        }
      }
    },
    import: async (request: Without<SyncRequest, 'import'>) =>
      (await thread.request({ kind: 'import', ...request })) as RunOutcome,
    artifactIds: async () => (await thread.request({ kind: 'artifactIds' })) as number[],
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
