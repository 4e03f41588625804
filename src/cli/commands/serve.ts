/** `broadsheet serve`: runs the server, with one thread that answers requests or with several. */

import type { Command } from 'commander'
import { type AppContext, createAppContext } from '../../app/app-context.ts'
import { originRouteCount, refusingMarketHosts } from '../../app/market-hosts.ts'
import { publicOrigin } from '../../app/public-origin.ts'
import { createSourceFilter, serviceNames } from '../../app/services/index.ts'
import { acquireDataDirLock, shareCommitCounts } from '../../app/store.ts'
import { watchRunRequests } from '../../app/sync/run-request-watch.ts'
import { startSync, stopGraceMs } from '../../app/sync/start-sync.ts'
import { startWatches } from '../../app/tasks/watches.ts'
import { BufferHub } from '../../app/thread-buffers.ts'
import type { Events } from '../../core/events.ts'
import { createLogger } from '../../core/log.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { loadSettings, serverSettings, withSettings } from '../command-settings.ts'
import { suggestName, usageError } from '../exit.ts'
import { listen, type Ports, requireFreePorts } from '../serve/listen.ts'
import { logEvents } from '../serve/log-events.ts'
import { watchThisThread } from '../serve/watchdog.ts'
import { usableWorkers } from '../serve/worker-count.ts'
import type { WorkerThreadData } from '../serve/worker-thread.ts'
import { startWorkers } from '../serve/workers.ts'
import { startUpstreams } from '../start-upstreams.ts'
import { unlessStopped, untilStopped } from '../stop-signal.ts'
import { helpExamples } from '../terminal/help-examples.ts'

/** No request takes a worker that long without a pause; half of a client's patience. */
const workerStallMs = 6_000
/** No migration takes longer, not even on a busy machine. */
const workerStartMsMax = 5 * 60_000
/** Alone, it takes all requests and the sync with it when it is ended, so it gets more time than one of several. */
const onlyWorkerStallMs = 30_000

export const addServe: AddCommand = (program, context) => {
  withSettings(program.command('serve'), serverSettings)
    .description('Serve all services, or one alone, and keep their data fresh.')
    .argument('[service]', `One service alone, at the root: ${serviceNames.join(', ')} (default: all).`)
    .addHelpText(
      ...helpExamples(
        'broadsheet serve',
        'broadsheet serve notices --port 8080',
        'broadsheet serve --host 0.0.0.0 --workers 4 --data-dir /var/lib/broadsheet',
        'broadsheet serve --fault "gazette.sandbox/api=status:503,times:3"',
      ),
    )
    .action((service: string | undefined, _flags, command: Command) => serve(service, command, context))
}

async function serve(service: string | undefined, command: Command, context: CommandContext): Promise<void> {
  const loaded = loadSettings(command, context)
  if (service !== undefined && !serviceNames.includes(service))
    throw usageError([`there is no service "${service}"; ${suggestName(service, serviceNames)}`])
  const logger = createLogger(loaded.config.log)
  const appContext = await createAppContext(loaded, {
    clock: context.clock,
    logger,
    events: logEvents(logger),
  })
  const { stopSignal, terminal } = context
  void untilStopped(stopSignal).then(() => terminal.note('stopping… (press Ctrl-C again to stop at once)'))
  try {
    await serveUntilStopped(service, appContext, context)
  } catch (thrown) {
    // Stopped while it was starting.
    if (thrown !== stopSignal.reason) throw thrown
  }
  terminal.note('stopped')
}

/** Owns what exists once: the lock of the data folder, the simulated sources, the sync thread. */
async function serveUntilStopped(
  onlyService: string | undefined,
  appContext: AppContext,
  context: CommandContext,
): Promise<void> {
  const { loaded, clock, logger } = appContext
  const { server, sync } = loaded.config
  const stop = context.stopSignal
  await using stack = new AsyncDisposableStack()
  await requireFreePorts(loaded.config)
  stack.use(acquireDataDirLock(loaded))
  const workers = await usableWorkers(server.workers, (message) => logger.warn(message))
  async function syncUntilStopped(
    events: Events,
    sandboxOrigin: string | undefined,
    watchRequests: (onRequest: () => void) => AsyncDisposable | undefined,
  ): Promise<void> {
    const options = { onlyService, sandboxOrigin, stop }
    if (sync.enabled) {
      const thread = stack.use(await startSync({ ...appContext, events }, options))
      stack.use(watchRequests(() => thread.wake()))
    }
    await untilStopped(stop)
  }
  if (workers === 1) {
    const { createHttpApp } = await import('../../app/http-app.ts')
    // Requests are answered first; the simulated sources and the syncs start after that.
    const http = await unlessStopped(stop, createHttpApp(appContext, { onlyService }))
    await using listening = await listen(http, loaded.config, clock)
    stack.use(watchThisThread({ clock, stallMs: onlyWorkerStallMs }))
    announce(listening, onlyService, appContext, context)
    await using _watches = await startWatches(appContext, http)
    const upstreams = stack.use(await unlessStopped(stop, startUpstreams(appContext)))
    const isSelected = createSourceFilter(onlyService)
    return await syncUntilStopped(http.events, upstreams?.origin, (onRequest) =>
      watchRunRequests({ store: http.store, clock, isSelected, onRequest }),
    )
  }
  const upstreams = stack.use(await unlessStopped(stop, startUpstreams(appContext)))
  const { QuotaServer } = await import('../../app/identity.ts')
  const quota = stack.use(new QuotaServer(clock))
  const buffers = stack.use(new BufferHub())
  shareCommitCounts(loaded)
  let wakeSync = () => {}
  await using group = await startWorkers({
    entry: new URL('../serve/worker-thread.ts', import.meta.url),
    count: workers,
    clock,
    stop,
    stopTimeoutMs: server.drainMs + stopGraceMs,
    stallMs: workerStallMs,
    startMsMax: workerStartMsMax,
    createData() {
      const quotaPort = quota.connect()
      const buffersPort = buffers.connect()
      const data: WorkerThreadData = {
        sources: loaded.sources,
        sandboxOrigin: upstreams?.origin,
        onlyService,
        quotaPort,
        buffersPort,
        debug: context.debug,
      }
      return { data, ports: [quotaPort, buffersPort] }
    },
    onRunRequested: () => wakeSync(),
    note: (line, cause) => logger.warn(cause === undefined ? {} : { err: cause }, line),
  })
  announce(group, onlyService, appContext, context)
  await syncUntilStopped(appContext.events, upstreams?.origin, (onRequest) => {
    wakeSync = onRequest
    return undefined
  })
}

function announce(
  { port, metricsPort }: Ports,
  service: string | undefined,
  appContext: AppContext,
  { terminal }: CommandContext,
): void {
  const { config, secrets } = appContext.loaded
  const { run, server, store } = config
  const refusing = service === undefined || service === 'market' ? refusingMarketHosts(appContext) : []
  const host = ['0.0.0.0', '::'].includes(server.host) ? 'localhost' : server.host
  const base = publicOrigin({ publicUrl: undefined, host, port })
  terminal.data(
    [
      `Broadsheet is ready at ${base} (${service ?? 'all services'}, profile ${run.profile})`,
      `  API reference  ${base}/docs`,
      `  health         ${base}/healthz`,
      ...(metricsPort === undefined
        ? []
        : [
            `  metrics        ${publicOrigin({ publicUrl: undefined, host: config.metrics.host, port: metricsPort })}/metrics`,
          ]),
      `  data           ${secrets.store.databaseUrl ? 'PostgreSQL' : store.dataDir}`,
      ...(refusing.length === 0
        ? []
        : [
            `  market         without MARKET_ORIGIN ${originRouteCount} routes are refused, by ${refusing.join(', ')}`,
          ]),
    ].join('\n'),
  )
}
