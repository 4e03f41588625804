/** `broadsheet doctor`: checks everything a server needs and says how to fix what is wrong. */

import type { Command } from 'commander'
import { createAppContext } from '../../app/app-context.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { printable } from '../../core/text/printable.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataCommand, loadSettings } from '../command-settings.ts'
import { examineBackends } from '../doctor/backends.ts'
import { type Finding, fail, ok } from '../doctor/finding.ts'
import { examineLiveSettings } from '../doctor/live-settings.ts'
import { canHoldDatabase, examineMachine } from '../doctor/machine.ts'
import { toMarketFindings } from '../doctor/market.ts'
import { examineStore } from '../doctor/store.ts'
import { examineUpstreams } from '../doctor/upstreams.ts'
import { CommandFailed } from '../exit.ts'
import { startUpstreams } from '../start-upstreams.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

const deadlineMs = 120_000

export const addDoctor: AddCommand = (program, context) => {
  dataCommand(program, 'doctor')
    .description(
      'Check settings, disk, database, clock and upstreams, and Redis, mail server and bucket if configured; exit 1 if a check fails. Changes nothing.',
    )
    .addHelpText(
      ...helpExamples(
        'broadsheet doctor',
        'broadsheet doctor --profile live',
        "broadsheet doctor --json | jq '.[].status'",
      ),
    )
    .action(async (flags: JsonFlag, command: Command) => {
      const findings = await examine(command, context)
      context.terminal.result(findings, flags, () => findings.map(toLines).join('\n'))
      const failed = findings.filter(({ status }) => status === 'fail').length
      if (failed > 0) throw new CommandFailed(`${failed} of ${findings.length} checks failed.`)
    })
}

async function examine(command: Command, context: CommandContext): Promise<Finding[]> {
  let loaded: LoadedConfig
  try {
    loaded = loadSettings(command, context)
  } catch (thrown) {
    if (!(thrown instanceof ConfigurationError)) throw thrown
    return thrown.problems.map((problem) =>
      fail('settings', problem, 'Fix this first; the other checks need a valid configuration.'),
    )
  }
  const { clock, stopSignal } = context
  const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(deadlineMs)])
  const machine = await examineMachine(loaded.config.store.dataDir)
  const canOpenStore = loaded.secrets.store.databaseUrl !== undefined || canHoldDatabase(machine)
  const app = {
    ...(await import('../../app/backends.ts')),
    ...(await import('../../app/market-hosts.ts')),
    ...(await import('../../app/outbound.ts')),
    ...(await import('../../app/sources.ts')),
    ...(await import('../../app/store.ts')),
  }
  const appContext = await createAppContext(loaded, { clock })
  const { sources, writers } = await app.loadSources(appContext)
  await using _upstreams = await startUpstreams(appContext)
  // A store that cannot be opened is reported below.
  await using store = canOpenStore
    ? await app.openExistingStore(appContext).catch(() => undefined)
    : undefined
  await using outbound = app.createSourceClient(appContext, sources, store)
  const isLive = loaded.config.run.profile === 'live'
  const findings = [
    ok('settings', `valid (profile ${loaded.config.run.profile})`),
    ...machine,
    ...(canOpenStore
      ? await examineStore({ open: () => app.openExistingStore(appContext), ...app }, clock, signal)
      : []),
    ...(isLive ? examineLiveSettings(loaded, sources, appContext.profile.registryProblems()) : []),
    ...(await examineBackends(app.listBackends(loaded, clock), signal)),
    ...(isLive ? [] : [ok('upstreams', 'all simulated on this machine; the real hosts are not contacted')]),
    ...(await examineUpstreams({ sources, writers }, outbound, clock, signal)),
    ...toMarketFindings(
      await app.probeMarketHosts(appContext, signal),
      appContext.profile.marketOrigin !== undefined,
    ),
  ]
  stopSignal.throwIfAborted()
  return findings
}

function toLines({ check, status, found, remedy }: Finding): string {
  const line = `${status.padEnd(4)}  ${check}: ${printable(found)}`
  return remedy === undefined ? line : `${line}\n      ${remedy}`
}
