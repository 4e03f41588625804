/** `broadsheet members`: lists the members, tests one, and adds, imports, removes, pauses and resumes them without a restart. */

import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { createAppContext } from '../../app/app-context.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { defined } from '../../core/defined.ts'
import { pluralize } from '../../core/text/pluralize.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataCommand, loadSettings, openAppContext, requireLive } from '../command-settings.ts'
import { discoverAddress } from '../discover-address.ts'
import { CommandFailed, suggestName, usageError } from '../exit.ts'
import { addProposals } from '../member-proposals.ts'
import { toCells } from '../name-value.ts'
import { startUpstreams } from '../start-upstreams.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

interface ListFlags extends JsonFlag {
  readonly state?: string
  readonly search?: string
  readonly limit?: number
}

interface DecisionFlags extends JsonFlag {
  readonly agreedBy?: string
  readonly agreedOn?: string
  readonly note?: string
}

const sourceArgument = ['<source>', 'The source, from `sources list`.'] as const
const memberArgument = ['<member>', 'The member, from `members list`; * for all of the source.'] as const

export const addMembers: AddCommand = (program, context) => {
  const members = program
    .command('members')
    .description('List the members that are read; add, import, remove, pause and resume them.')
    .addHelpText(
      ...helpExamples(
        'broadsheet members list greenhouse --profile live',
        'broadsheet members add greenhouse key=acme name="Acme Inc." --profile live',
      ),
    )

  dataCommand(members, 'list')
    .description(
      'List members with their state: on, new (not read yet), stale (failing), changed (nothing usable) or off.',
    )
    .argument('[source]', 'Only this source.')
    .option('--state <state>', 'Only members in this state.')
    .option('--search <text>', 'Only members whose id or name contains this text.')
    .option('--limit <n>', 'At most so many.', parseCount)
    .addHelpText(
      ...helpExamples(
        'broadsheet members list --state stale',
        'broadsheet members list greenhouse --search acme --limit 5',
      ),
    )
    .action((source: string | undefined, flags: ListFlags, command: Command) =>
      list(source, flags, command, context),
    )

  dataCommand(members, 'add')
    .description('Add a member, or a row to the tables chains and installations. Cells are name=value.')
    .argument(
      '<source>',
      'The source; or chains, installations; or an address (https://), which is discovered.',
    )
    .argument('<cells...>', 'The columns of the table, as in docs/reference/registry.md.')
    .addHelpText(
      ...helpExamples(
        'broadsheet members add lever key=acme name=Acme home=US --profile live',
        'broadsheet members add https://careers.acme.example name=Acme --profile live',
      ),
    )
    .action(async (source: string, cells: string[], flags: JsonFlag, command: Command) => {
      await change(command, context, flags, async (loaded) => {
        if (source.startsWith('https://')) return await addDiscovered(loaded, context, source, toCells(cells))
        const { addEntries } = await import('../../app/operator/edit-registry.ts')
        return await addEntries(loaded, source, [toCells(cells)], context.stopSignal)
      })
    })

  dataCommand(members, 'import')
    .description('Add the members of a CSV file, whose header names columns of the table.')
    .argument('<source>', 'The source; or chains, installations.')
    .argument('<file>', 'The CSV file.')
    .addHelpText(...helpExamples('broadsheet members import greenhouse boards.csv --profile live'))
    .action(async (source: string, file: string, flags: JsonFlag, command: Command) => {
      await change(command, context, flags, async (loaded) => {
        const { addEntries, parseMemberCsv } = await import('../../app/operator/edit-registry.ts')
        const entries = parseMemberCsv(readText(file))
        return await addEntries(loaded, source, entries, context.stopSignal)
      })
    })

  dataCommand(members, 'test')
    .description('Read a member once and say what was found. Stores and publishes nothing.')
    .argument(...sourceArgument)
    .argument('<member>', 'The member, from `members list`.')
    .addHelpText(...helpExamples('broadsheet members test greenhouse acme --profile live'))
    .action((source: string, member: string, flags: JsonFlag, command: Command) =>
      test(source, member, flags, command, context),
    )

  addProposals(members, context)

  for (const [name, status, description] of [
    ['remove', 'removed', 'Ignore a member of the registry. Published data stays.'],
    ['pause', 'paused', 'Stop reading a member until it is resumed.'],
    [
      'resume',
      'on',
      'Read a member again, or confirm that its owner has agreed, for members with basis `ask`.',
    ],
  ] as const) {
    dataCommand(members, name)
      .description(description)
      .argument(...sourceArgument)
      .argument(...memberArgument)
      .option('--agreed-by <who>', 'Who permitted it.')
      .option('--agreed-on <day>', 'When, such as 2026-11-02.')
      .option('--note <text>', 'Why.')
      .addHelpText(...helpExamples(`broadsheet members ${name} greenhouse acme --profile live`))
      .action(async (source: string, member: string, flags: DecisionFlags, command: Command) => {
        await change(command, context, flags, async (loaded) => {
          const { decide } = await import('../../app/operator/edit-registry.ts')
          await requireMember(loaded, context, source, member, status)
          const { agreedBy, agreedOn, note } = flags
          const decision = defined<Parameters<typeof decide>[1]>({
            source,
            member,
            status,
            agreedBy,
            agreedOn,
            note,
          })
          await decide(loaded, decision, context.stopSignal)
          return { source_id: source, member_id: member, status }
        })
      })
  }
}

async function test(
  source: string,
  member: string,
  flags: JsonFlag,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { findTestedMember, testMember } = await import('../../app/probe/test-member.ts')
  const { openExistingStore } = await import('../../app/store.ts')
  const appContext = await openAppContext(command, context)
  await using _upstreams = await startUpstreams(appContext)
  const tested = await findTestedMember(appContext, source, member)
  await using store = await openExistingStore(appContext)
  const found = await testMember(appContext, tested, context.stopSignal, { store })
  context.terminal.result(
    found,
    flags,
    ({ responses, characters, records, dropped, seconds }) =>
      `${source}/${member}: ${pluralize(records, 'record')} and ${pluralize(dropped, 'dropped row')} in ${pluralize(responses, 'response')} of ${pluralize(characters, 'character')}, after ${seconds} s.`,
  )
}

async function list(
  source: string | undefined,
  flags: ListFlags,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { listMembers, memberStates } = await import('../../app/operator/member-list.ts')
  const { listSources } = await import('../../app/operator/source-summaries.ts')
  const { search, limit } = flags
  const state = memberStates.find((known) => known === flags.state)
  if (flags.state !== undefined && state === undefined)
    throw usageError([`there is no state "${flags.state}"; ${suggestName(flags.state, memberStates)}`])
  const appContext = await openAppContext(command, context)
  const shown = await listMembers(appContext, { sourceId: source, state, search }, limit)
  if (source !== undefined && shown.length === 0) {
    const ids = (await listSources(appContext)).map(({ source_id }) => source_id)
    if (!ids.includes(source))
      throw usageError([`there is no source "${source}"; ${suggestName(source, ids)}`])
  }
  for (const problem of appContext.profile.registryProblems()) context.terminal.note(`warning: ${problem}`)
  context.terminal.list(shown, flags, {
    SOURCE: 'source_id',
    MEMBER: 'member_id',
    NAME: 'name',
    STATE: 'state',
    'LAST SUCCESS': 'last_success_at',
    FAILURES: 'failures',
    REASON: 'reason',
  })
}

/** What may be said about a member whose platform and key are found by discovery. */
const choices = new Set(['name', 'home', 'source', 'website', 'installation', 'timezone'])

/** As `discover --add` does. */
async function addDiscovered(
  loaded: LoadedConfig,
  context: CommandContext,
  target: string,
  { name, ...choice }: Readonly<Record<string, string>>,
): Promise<object> {
  const unknown = Object.keys(choice).filter((cell) => !choices.has(cell))
  if (unknown.length > 0) throw usageError([`not known for an address: ${unknown.join(', ')}`])
  if (name === undefined) throw usageError(['an address needs name=...'])
  const discovery = await discoverAddress(loaded, context, target)
  const { addFound } = await import('../../app/operator/add-found.ts')
  return await addFound(loaded, discovery, { ...choice, name }, context.stopSignal)
}

/** Only the live profile has a registry. */
async function change(
  command: Command,
  context: CommandContext,
  flags: JsonFlag,
  work: (loaded: LoadedConfig) => Promise<object>,
): Promise<void> {
  const loaded = loadSettings(command, context, { needsSecret: false })
  requireLive(loaded)
  const result = await work(loaded)
  context.terminal.result(result, flags, () => 'Done. Running servers notice it within half a minute.')
}

/** A removed member can be resumed, although it is in no list. */
async function requireMember(
  loaded: LoadedConfig,
  context: CommandContext,
  source: string,
  member: string,
  status: string,
): Promise<void> {
  if (member === '*' || status === 'on') return
  const { listMembers } = await import('../../app/operator/member-list.ts')
  const members = await listMembers(await createAppContext(loaded, context), { sourceId: source })
  if (!members.some(({ member_id }) => member_id === member))
    throw new CommandFailed(`The source ${source} has no member ${member}.`)
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.')
  return Number(text)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new CommandFailed(`${file} cannot be read.`, undefined, { cause })
  }
}
