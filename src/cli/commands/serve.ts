/** `broadsheet serve`: the server, in one process or in several. */

import cluster from 'node:cluster'
import type { Command } from 'commander'
import type { Logger } from 'pino'
import { type AppContext, acquireDataDirLock } from '../../app/app-context.ts'
import { serviceNames } from '../../app/services/index.ts'
import { startSync } from '../../app/threads.ts'
import { closestMatch } from '../../core/closest-match.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import type { Events } from '../../core/events.ts'
import { createLogger } from '../../core/log.ts'
import { startSandboxForCommand } from '../app-context.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { loadSettings, withSettings } from '../command-settings.ts'
import { usageError } from '../exit.ts'
import { listen, requireFreePort } from '../serve/listen.ts'
import { logEvents } from '../serve/log-events.ts'
import { startWorkers } from '../serve/workers.ts'
import { untilStopped } from '../stop-signal.ts'
import { helpExamples } from '../terminal/help-examples.ts'

const flagSettings = [
  'run.profile',
  'server.host',
  'server.port',
  'server.workers',
  'store.dataDir',
  'sandbox.faults',
] as const

export const addServe: AddCommand = (program, context) => {
  withSettings(program.command('serve'), flagSettings)
    .description('Serve all services, or one alone, and keep their data fresh.')
    .argument('[service]', 'One service alone, at the root; all unless named.')
    .addHelpText(
      'after',
      helpExamples([
        'broadsheet serve',
        'broadsheet serve notices --port 8080',
        'broadsheet serve --host 0.0.0.0 --workers 4 --data-dir /var/lib/broadsheet',
        'broadsheet serve --fault "gazette.sandbox/api=status:503,times:3"',
      ]),
    )
    .action((service: string | undefined, _flags, command: Command) => serve(service, command, context))
}

async function serve(service: string | undefined, command: Command, context: CommandContext): Promise<void> {
  const loaded = loadSettings(command, context)
  requireKnownService(service)
  const logger = createLogger(loaded.config.log)
  if (cluster.isWorker) await serveAsWorker(service, loaded, logger, context)
  else await serveAsPrimary(service, loaded, logger, context)
}

/** Holds what exists once per machine: the folder's lock, the pretend internet, the syncs. */
async function serveAsPrimary(
  service: string | undefined,
  loaded: LoadedConfig,
  logger: Logger,
  context: CommandContext,
): Promise<void> {
  const { config } = loaded
  await using stack = new AsyncDisposableStack()
  await requireFreePort(config.server)
  stack.use(acquireDataDirLock(loaded))
  let sandbox: Awaited<ReturnType<typeof startSandboxForCommand>>
  const appContext = createAppContext(loaded, logger, context, () => sandbox?.origin)
  async function startSyncing(events: Events): Promise<void> {
    if (config.sync.enabled) stack.use(await startSync({ ...appContext, events }, service))
  }
  if (config.server.workers === 1) {
    const { createHttpApp } = await import('../../app/http-app.ts')
    // Whoever asks is answered first; the pretend internet and the syncs come after.
    const http = await createHttpApp(appContext, service)
    await using listening = await listen(http, config.server, context.clock)
    announce(listening.port, service, loaded, context)
    sandbox = stack.use(await startSandboxForCommand(loaded))
    await startSyncing(http.events)
    await untilStopped(context.stopSignal)
    return
  }
  sandbox = stack.use(await startSandboxForCommand(loaded))
  const { serveQuotaToWorkers } = await import('../../app/identity.ts')
  stack.use(serveQuotaToWorkers(context.clock))
  await using group = await startWorkers({
    count: config.server.workers,
    clock: context.clock,
    stop: context.stopSignal,
    stopTimeoutMs: config.server.drainMs + 5000,
    env: sandbox ? { SANDBOX_PORT: new URL(sandbox.origin).port } : {},
    note: (line) => logger.warn(line),
  })
  announce(group.port, service, loaded, context)
  await startSyncing(appContext.events)
  await untilStopped(context.stopSignal)
}

/** Answers requests and nothing else; the primary has told it where the pretend internet is. */
async function serveAsWorker(
  service: string | undefined,
  loaded: LoadedConfig,
  logger: Logger,
  context: CommandContext,
): Promise<void> {
  const { run, sandbox, server } = loaded.config
  const origin = run.profile === 'sandbox' ? `http://127.0.0.1:${sandbox.port}` : undefined
  const appContext = createAppContext(loaded, logger, context, () => origin)
  const { createHttpApp } = await import('../../app/http-app.ts')
  await using _listening = await listen(await createHttpApp(appContext, service), server, context.clock)
  await untilStopped(context.stopSignal)
}

function createAppContext(
  loaded: LoadedConfig,
  logger: Logger,
  { clock }: CommandContext,
  sandboxOrigin: () => string | undefined,
): AppContext {
  return { loaded, clock, logger, events: logEvents(logger), sandboxOrigin }
}

function requireKnownService(service: string | undefined): void {
  if (service === undefined || serviceNames.includes(service)) return
  const suggestion = closestMatch(service, serviceNames)
  const hint = suggestion ? `did you mean "${suggestion}"?` : `known are ${serviceNames.join(', ')}`
  throw usageError([`there is no service "${service}"; ${hint}`])
}

function announce(
  port: number,
  service: string | undefined,
  loaded: LoadedConfig,
  context: CommandContext,
): void {
  const { run, server, store } = loaded.config
  const host = ['0.0.0.0', '::'].includes(server.host) ? 'localhost' : server.host
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const database = loaded.secrets.store.databaseUrl ? 'PostgreSQL' : store.dataDir
  context.terminal.data(
    [
      `Broadsheet is ready at ${base} (${service ?? 'all services'}, profile ${run.profile})`,
      `  API reference  ${base}/docs`,
      `  health         ${base}/healthz`,
      `  data           ${database}`,
    ].join('\n'),
  )
}
