/** `broadsheet doctor`: looks at everything a server needs and says what to do about what is wrong. */

import type { Command } from 'commander'
import { createStore } from '../../app/app-context.ts'
import { createOutboundClient } from '../../app/outbound.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { openAppContext } from '../app-context.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataSettings, loadSettings, withSettings } from '../command-settings.ts'
import { examineBackends } from '../doctor/backends.ts'
import { type Finding, fail, ok } from '../doctor/finding.ts'
import { canHoldDatabase, examineMachine } from '../doctor/machine.ts'
import { examineStore } from '../doctor/store.ts'
import { examineUpstreams } from '../doctor/upstreams.ts'
import { CommandFailed } from '../exit.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { printable } from '../terminal/table.ts'

const deadlineMs = 120_000

export const addDoctor: AddCommand = (program, context) => {
  withSettings(program.command('doctor'), dataSettings)
    .description(
      'Check settings, disk, database, clock, upstreams, and Redis, mail server and bucket where they are used; exit 1 when something fails.',
    )
    .option('--json', 'Print JSON.')
    .addHelpText(
      'after',
      helpExamples([
        'broadsheet doctor',
        'broadsheet doctor --profile live',
        'broadsheet doctor --json | jq .[].status',
      ]),
    )
    .action((flags: { json?: boolean }, command: Command) => runDoctor(flags.json === true, command, context))
}

async function runDoctor(json: boolean, command: Command, context: CommandContext): Promise<void> {
  const findings = await examine(command, context)
  context.terminal.data(json ? JSON.stringify(findings, undefined, 2) : findings.map(toLines).join('\n'))
  const failed = findings.filter(({ status }) => status === 'fail').length
  if (failed > 0) throw new CommandFailed(`${failed} of ${findings.length} checks failed.`)
}

async function examine(command: Command, context: CommandContext): Promise<Finding[]> {
  let loaded: LoadedConfig
  try {
    loaded = loadSettings(command, context)
  } catch (thrown) {
    if (!(thrown instanceof ConfigurationError)) throw thrown
    return thrown.problems.map((problem) =>
      fail('settings', problem, 'Correct it; the other checks need right settings.'),
    )
  }
  const signal = AbortSignal.any([context.stopSignal, AbortSignal.timeout(deadlineMs)])
  const machine = await examineMachine(loaded.config.store.dataDir)
  const canOpenStore = loaded.secrets.store.databaseUrl !== undefined || canHoldDatabase(machine)
  const { allowedSourceHosts, loadSources } = await import('../../app/sources.ts')
  await using appContext = await openAppContext(loaded, context)
  await using outbound = createOutboundClient(appContext, allowedSourceHosts(loaded))
  const { listBackends } = await import('../../app/backends.ts')
  const findings = [
    ok('settings', `all right, profile ${loaded.config.run.profile}`),
    ...machine,
    ...(canOpenStore ? await examineStore(() => createStore(appContext, 'worker'), signal) : []),
    ...(await examineBackends(listBackends(loaded), signal)),
    ...(await examineUpstreams(loadSources(loaded), outbound, context.clock, signal)),
  ]
  context.stopSignal.throwIfAborted()
  return findings
}

function toLines({ check, status, found, remedy }: Finding): string {
  const line = `${status.padEnd(4)}  ${check}: ${printable(found)}`
  return remedy === undefined ? line : `${line}\n      ${remedy}`
}
