/** `broadsheet serve`: the server, in one process or in several. */

import cluster from 'node:cluster'
import type { Command } from 'commander'
import type { Logger } from 'pino'
import { lockTheDataDir, type Surroundings } from '../../app/app-context.ts'
import { serviceNames } from '../../app/services/index.ts'
import { startTheSync } from '../../app/threads.ts'
import { nearest } from '../../core/closest-match.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import type { Events } from '../../core/events.ts'
import { createLogger } from '../../core/log.ts'
import { startSandbox } from '../app-context.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { settingsOf, withSettings } from '../command-settings.ts'
import { wrongUsage } from '../exit.ts'
import { listen, refuseTakenPort } from '../serve/listen.ts'
import { logEvents } from '../serve/log-events.ts'
import { startWorkers } from '../serve/workers.ts'
import { untilStopped } from '../stop-signal.ts'
import { examples } from '../terminal/help-examples.ts'

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
  refuseUnknown(service)
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
  await refuseTakenPort(config.server)
  stack.use(lockTheDataDir(loaded))
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  const surroundings = surroundingsOf(loaded, logger, context, () => sandbox?.origin)
  async function startSyncing(events: Events): Promise<void> {
    if (config.sync.enabled) stack.use(await startTheSync({ ...surroundings, events }, service))
  }
  if (config.server.workers === 1) {
    const { openHttp } = await import('../../app/http-app.ts')
    // Whoever asks is answered first; the pretend internet and the syncs come after.
    const http = await openHttp(surroundings, service)
    await using listening = await listen(http, config.server, context.clock)
    announce(listening.port, service, loaded, context)
    sandbox = stack.use(await startSandbox(loaded))
    await startSyncing(http.events)
    await untilStopped(context.stop)
    return
  }
  sandbox = stack.use(await startSandbox(loaded))
  const { lendTheLimits } = await import('../../app/identity.ts')
  stack.use(lendTheLimits(context.clock))
  await using group = await startWorkers({
    count: config.server.workers,
    clock: context.clock,
    stop: context.stop,
    stopWithinMs: config.server.drainMs + 5000,
    env: sandbox ? { SANDBOX_PORT: new URL(sandbox.origin).port } : {},
    note: (line) => logger.warn(line),
  })
  announce(group.port, service, loaded, context)
  await startSyncing(surroundings.events)
  await untilStopped(context.stop)
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
  const surroundings = surroundingsOf(loaded, logger, context, () => origin)
  const { openHttp } = await import('../../app/http-app.ts')
  await using _listening = await listen(await openHttp(surroundings, service), server, context.clock)
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

function refuseUnknown(service: string | undefined): void {
  if (service === undefined || serviceNames.includes(service)) return
  const meant = nearest(service, serviceNames)
  const hint = meant ? `did you mean "${meant}"?` : `known are ${serviceNames.join(', ')}`
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
