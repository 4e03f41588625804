/** `broadsheet probe`: sends the requests of a source for one member, shows them and saves a recording. */

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Probe } from '../../app/probe/probe-member.ts'
import { pluralize } from '../../core/text/pluralize.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataCommand, openAppContext } from '../command-settings.ts'
import { CommandFailed, usageError } from '../exit.ts'
import { startUpstreams } from '../start-upstreams.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { tableOf } from '../terminal/table.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

interface ProbeFlags extends JsonFlag {
  readonly out?: string
}

export const addProbe: AddCommand = (program, context) => {
  dataCommand(program, 'probe')
    .description(
      'Send the requests of a source for one member at its usual pace, show the responses and save a recording without secrets. Publishes nothing.',
    )
    .argument('<source>', 'The source, from `sources list`.')
    .argument('[member]', 'The member, from `members list`. Default: the first active one.')
    .option('--out <file>', 'Where to save the recording. Default: <source>-<member>.recording.json.')
    .addHelpText(...helpExamples('broadsheet probe greenhouse acme --profile live'))
    .action((source: string, member: string | undefined, flags: ProbeFlags, command: Command) =>
      probe(source, member, flags, command, context),
    )
}

async function probe(
  source: string,
  member: string | undefined,
  flags: ProbeFlags,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { findTestedMember } = await import('../../app/probe/test-member.ts')
  const { probeMember } = await import('../../app/probe/probe-member.ts')
  const { openExistingStore } = await import('../../app/store.ts')
  const appContext = await openAppContext(command, context)
  const tested = await findTestedMember(appContext, source, member)
  const file = resolve(context.cwd(), flags.out ?? `${source}-${tested.member.id}.recording.json`)
  // Before anything is sent: a host is not troubled for a recording that cannot be saved.
  if (existsSync(file)) throw usageError([`${file} exists; choose another file with --out`])
  await using _upstreams = await startUpstreams(appContext)
  await using store = await openExistingStore(appContext)
  const { probe: result, recording } = await probeMember(appContext, tested, context.stopSignal, store)
  try {
    await writeFile(file, `${JSON.stringify(recording, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    throw new CommandFailed(`${file} cannot be written.`, undefined, { cause })
  }
  context.terminal.result({ ...result, recording: file }, flags, () => toText(result))
  context.terminal.note(`The recording is in ${file}. Read it before you pass it on.`)
  if (result.failure) throw new CommandFailed(result.failure.message)
  const { records = 0, dropped = 0 } = result.found ?? {}
  if (dropped > records) throw new CommandFailed(`${dropped} of ${dropped + records} rows cannot be read.`)
}

function toText({ source_id, member_id, requests, requests_left_out, responses, found }: Probe): string {
  const lines = [
    tableOf(requests, {
      REQUEST: ({ method, url }) => `${method} ${url}`,
      STATUS: ({ status, failure }) => failure ?? status,
      CHARACTERS: 'characters',
    }),
    '',
    tableOf(responses, {
      KIND: 'kind',
      SHAPE: ({ matches_shape }) => (matches_shape ? 'matches' : 'differs'),
      ADDRESS: 'url',
    }),
    '',
  ]
  if (requests_left_out > 0)
    lines.push(
      `${requests_left_out} more request${requests_left_out === 1 ? ' is' : 's are'} not in the recording.`,
    )
  const records = found
    ? `${pluralize(found.records, 'record')} and ${pluralize(found.dropped, 'dropped row')}`
    : 'no records'
  lines.push(`${source_id}/${member_id}: ${records} in ${pluralize(requests.length, 'request')}.`)
  return lines.join('\n')
}
