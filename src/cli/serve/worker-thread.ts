/** One of several threads that answer requests, and does nothing else. */

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createAppContext } from '../../app/app-context.ts'
import { createHttpApp } from '../../app/http-app.ts'
import { createSourceFilter } from '../../app/services/index.ts'
import { watchRunRequests } from '../../app/sync/run-request-watch.ts'
import { startWatches } from '../../app/tasks/watches.ts'
import { systemClock } from '../../core/clock.ts'
import { type LoadedConfig, loadConfig } from '../../core/config/load-config.ts'
import { createLogger } from '../../core/log.ts'
import { listen } from './listen.ts'
import { logEvents } from './log-events.ts'
import { post, runWorker, type WorkerStart } from './run-worker.ts'

/** The thread reads the settings again rather than being passed secrets. */
export interface WorkerThreadData {
  readonly sources: LoadedConfig['sources']
  readonly sandboxOrigin: string | undefined
  readonly onlyService: string | undefined
  readonly quotaPort: MessagePort
  readonly buffersPort: MessagePort
  readonly debug: boolean
}

if (parentPort) {
  const supervisor = parentPort
  const { data, ports, heartbeatMemory } = workerData as WorkerStart<WorkerThreadData>
  const { sources, sandboxOrigin, onlyService, quotaPort, buffersPort, debug } = data
  const clock = systemClock
  await runWorker(
    supervisor,
    heartbeatMemory,
    async () => {
      const loaded = loadConfig(sources)
      const { config } = loaded
      const logger = createLogger(config.log)
      const events = logEvents(logger)
      const context = await createAppContext(loaded, { clock, logger, events, sandboxOrigin })
      const http = await createHttpApp(context, { onlyService, quotaPort, buffersPort })
      const { server, metrics } = config
      const addresses = {
        server: { ...server, port: ports?.port ?? server.port },
        metrics: { ...metrics, port: ports?.metricsPort ?? metrics.port },
      }
      const listening = await listen(http, addresses, clock, { reusePort: true })
      const resources = new AsyncDisposableStack()
      resources.use(listening)
      resources.use(await startWatches(context, http))
      if (config.sync.enabled)
        resources.use(
          watchRunRequests({
            store: http.store,
            clock,
            isSelected: createSourceFilter(onlyService),
            onRequest: () => post(supervisor, { kind: 'runRequested' }),
          }),
        )
      return { ...listening, [Symbol.asyncDispose]: () => resources.disposeAsync() }
    },
    debug,
  )
}
