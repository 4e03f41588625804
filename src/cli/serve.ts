/** `broadsheet serve`: the server, in one process or in several. */

import cluster from 'node:cluster'
import type { Command } from 'commander'
import type { Logger } from 'pino'
import type { Surroundings } from '../app.ts'
import type { LoadedConfig } from '../core/config.ts'
import { createLogger } from '../core/log.ts'
import { nearest } from '../core/nearest.ts'
import type { AddCommand, CommandContext } from './context.ts'
import { wrongUsage } from './exit.ts'
import { examples } from './help.ts'
import { listen } from './listen.ts'
import { logEvents } from './log-events.ts'
import { settingsOf, withSettings } from './settings.ts'
import { untilStopped } from './stop.ts'
import { startSandbox } from './surroundings.ts'
import { startWorkers } from './workers.ts'

type App = typeof import('../app.ts')

const flagged = [
  'run.profile',
  'server.host',
  'server.port',
  'server.workers',
  'store.dataDir',
  'sandbox.faults',
] as const

export const addServe: AddCommand = (program, context) => {
  withSettings(program.command('serve'), flagged)
    .description('Serve all services, or one alone, and keep their data fresh.')
    .argument('[service]', 'One service alone, at the root; all unless named.')
    .addHelpText(
      'after',
      examples([
        'broadsheet serve',
        'broadsheet serve notices --port 8080',
        'broadsheet serve --host 0.0.0.0 --workers 4 --data-dir /var/lib/broadsheet',
        'broadsheet serve --fault "gazette.sandbox/api=status:503,times:3"',
      ]),
    )
    .action((service: string | undefined, _flags, command: Command) => serve(service, command, context))
}

async function serve(service: string | undefined, command: Command, context: CommandContext): Promise<void> {
  const loaded = settingsOf(command, context)
  const app = await import('../app.ts')
  refuseUnknown(service, app.serviceNames)
  const logger = createLogger(loaded.config.log)
  if (cluster.isWorker) await serveAsWorker(app, service, loaded, logger, context)
  else await serveAsPrimary(app, service, loaded, logger, context)
}

/** Holds what exists once per machine: the folder's lock, the pretend internet, the syncs. */
async function serveAsPrimary(
  app: App,
  service: string | undefined,
  loaded: LoadedConfig,
  logger: Logger,
  context: CommandContext,
): Promise<void> {
  const { config } = loaded
  await using stack = new AsyncDisposableStack()
  stack.use(app.lockTheDataDir(loaded))
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  const surroundings = surroundingsOf(loaded, logger, context, () => sandbox?.origin)
  async function startSyncing(): Promise<void> {
    if (config.sync.enabled) stack.use(await app.startTheSync(surroundings, service))
  }
  if (config.server.workers === 1) {
    // Whoever asks is answered first; the pretend internet and the syncs come after.
    await using listening = await listen(
      await app.openHttp(surroundings, service),
      config.server,
      context.clock,
    )
    announce(listening.port, service, loaded, context)
    sandbox = stack.use(await startSandbox(app, loaded))
    await startSyncing()
    await untilStopped(context.stop)
    return
  }
  sandbox = stack.use(await startSandbox(app, loaded))
  stack.use(app.lendTheLimits(context.clock))
  await using group = await startWorkers({
    count: config.server.workers,
    clock: context.clock,
    stop: context.stop,
    stopWithinMs: config.server.drainMs + 5000,
    env: sandbox ? { SANDBOX_PORT: new URL(sandbox.origin).port } : {},
    note: (line) => logger.warn(line),
  })
  announce(group.port, service, loaded, context)
  await startSyncing()
  await untilStopped(context.stop)
}

/** Answers requests and nothing else; the primary has told it where the pretend internet is. */
async function serveAsWorker(
  app: App,
  service: string | undefined,
  loaded: LoadedConfig,
  logger: Logger,
  context: CommandContext,
): Promise<void> {
  const { run, sandbox, server } = loaded.config
  const origin = run.profile === 'sandbox' ? `http://127.0.0.1:${sandbox.port}` : undefined
  const surroundings = surroundingsOf(loaded, logger, context, () => origin)
  await using _listening = await listen(await app.openHttp(surroundings, service), server, context.clock)
  await untilStopped(context.stop)
}

function surroundingsOf(
  loaded: LoadedConfig,
  logger: Logger,
  { clock }: CommandContext,
  sandboxOrigin: () => string | undefined,
): Surroundings {
  return { loaded, clock, logger, events: logEvents(logger), sandboxOrigin }
}

function refuseUnknown(service: string | undefined, known: readonly string[]): void {
  if (service === undefined || known.includes(service)) return
  const meant = nearest(service, known)
  const hint = meant ? `did you mean "${meant}"?` : `known are ${known.join(', ')}`
  throw wrongUsage([`there is no service "${service}"; ${hint}`])
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
