/** `broadsheet serve`: runs the server, in one process or in several. */

import cluster from 'node:cluster'
import type { Command } from 'commander'
import { type AppContext, createAppContext } from '../../app/app-context.ts'
import { receiveReads, reportReads } from '../../app/cluster-reads.ts'
import type { HttpApp } from '../../app/http-app.ts'
import { originRouteCount, refusingMarketHosts } from '../../app/market-hosts.ts'
import { publicOrigin } from '../../app/public-origin.ts'
import { receiveRunRequests, tellPrimaryOfRequest, watchRunRequests } from '../../app/run-request-watch.ts'
import { createReadMarks, createSourceFilter, serviceNames } from '../../app/services/index.ts'
import { startSync, stopGraceMs } from '../../app/start-sync.ts'
import { acquireDataDirLock } from '../../app/store.ts'
import type { Events } from '../../core/events.ts'
import { createLogger } from '../../core/log.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { loadSettings, serverSettings, withSettings } from '../command-settings.ts'
import { suggestName, usageError } from '../exit.ts'
import { listen, requireFreePorts } from '../serve/listen.ts'
import { logEvents } from '../serve/log-events.ts'
import { startWorkers } from '../serve/workers.ts'
import { startUpstreams } from '../start-upstreams.ts'
import { untilStopped } from '../stop-signal.ts'
import { helpExamples } from '../terminal/help-examples.ts'

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
    // The primary has started the simulated sources and set the port for its workers.
    sandboxOrigin: cluster.isWorker ? `http://127.0.0.1:${loaded.config.sandbox.port}` : undefined,
  })
  if (cluster.isWorker) await serveAsWorker(service, appContext, context)
  else {
    await serveAsPrimary(service, appContext, context)
    context.terminal.note('stopped')
  }
}

/** Owns what exists once per machine: the lock of the data folder, the simulated sources, the sync thread. */
async function serveAsPrimary(
  onlyService: string | undefined,
  appContext: AppContext,
  context: CommandContext,
): Promise<void> {
  const { loaded, clock, logger } = appContext
  const { server, sync } = loaded.config
  await using stack = new AsyncDisposableStack()
  await requireFreePorts(loaded.config)
  stack.use(acquireDataDirLock(loaded))
  async function syncUntilStopped(
    events: Events,
    readMarks: HttpApp['readMarks'],
    sandboxOrigin: string | undefined,
    watchRequests: (onRequest: () => void) => Disposable,
  ): Promise<void> {
    const stop = context.stopSignal
    const options = { onlyService, sandboxOrigin, readMarksMemory: readMarks.memory, stop }
    if (sync.enabled) {
      const thread = stack.use(await startSync({ ...appContext, events }, options))
      stack.use(watchRequests(() => thread.wake()))
    }
    await untilStopped(stop)
    context.terminal.note('stopping… (press Ctrl-C again to stop at once)')
  }
  if (server.workers === 1) {
    const { createHttpApp } = await import('../../app/http-app.ts')
    // Requests are answered first; the simulated sources and the syncs start after that.
    const http = await createHttpApp(appContext, onlyService)
    await using listening = await listen(http, loaded.config, clock)
    announce(listening, onlyService, appContext, context)
    const upstreams = stack.use(await startUpstreams(appContext))
    const isSelected = createSourceFilter(onlyService)
    return await syncUntilStopped(http.events, http.readMarks, upstreams?.origin, (onRequest) =>
      watchRunRequests({ store: http.store, clock, isSelected, onRequest }),
    )
  }
  const upstreams = stack.use(await startUpstreams(appContext))
  const { serveQuota } = await import('../../app/identity.ts')
  stack.use(serveQuota(clock))
  const readMarks = createReadMarks(onlyService)
  stack.use(receiveReads(readMarks))
  await using group = await startWorkers({
    count: server.workers,
    clock,
    stop: context.stopSignal,
    stopTimeoutMs: server.drainMs + stopGraceMs,
    env: upstreams ? { SANDBOX_PORT: new URL(upstreams.origin).port } : {},
    note: (line) => logger.warn(line),
  })
  announce({ port: group.port, metricsPort: undefined }, onlyService, appContext, context)
  await syncUntilStopped(appContext.events, readMarks, upstreams?.origin, receiveRunRequests)
}

/** Answers requests and nothing else. */
async function serveAsWorker(
  onlyService: string | undefined,
  appContext: AppContext,
  { clock, stopSignal }: CommandContext,
): Promise<void> {
  const { createHttpApp } = await import('../../app/http-app.ts')
  const http = await createHttpApp(appContext, onlyService)
  await using _listening = await listen(http, appContext.loaded.config, clock)
  using _reports = reportReads(http.readMarks, clock)
  const isSelected = createSourceFilter(onlyService)
  using _requests = appContext.loaded.config.sync.enabled
    ? watchRunRequests({ store: http.store, clock, isSelected, onRequest: tellPrimaryOfRequest })
    : undefined
  await untilStopped(stopSignal)
}

function announce(
  { port, metricsPort }: { readonly port: number; readonly metricsPort: number | undefined },
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
