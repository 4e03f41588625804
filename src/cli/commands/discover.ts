/** `broadsheet discover`: finds the platform and the member id of a company or cinema from its address. */

import type { Command } from 'commander'
import type { Discovery } from '../../app/discovery.ts'
import { pluralize } from '../../core/text/pluralize.ts'
import { printable } from '../../core/text/printable.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataCommand, loadSettings, requireLive } from '../command-settings.ts'
import { discoverAddress } from '../discover-address.ts'
import { usageError } from '../exit.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { toTable } from '../terminal/table.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

interface DiscoverFlags extends JsonFlag {
  readonly add?: boolean
  readonly name?: string
  readonly home?: string
  readonly website?: string
  readonly source?: string
  readonly installation?: string
  readonly timezone?: string
}

export const addDiscover: AddCommand = (program, context) => {
  dataCommand(program, 'discover')
    .description(
      'Find the platforms and member ids of a company or cinema: job board, showtimes, trust center.',
    )
    .argument('<target>', 'A careers page, the site of a cinema, the address of a board, or a domain.')
    .option('--add', 'Add the member that was found to the registry; needs --name.')
    .option('--name <name>', 'The name of the employer or company.')
    .option('--home <country>', 'The country of an employer, such as GB.')
    .option('--website <url>', 'The site of a company with a trust center (default: the domain).')
    .option('--timezone <zone>', 'The time zone of a theater, such as Europe/London.')
    .option('--installation <id>', 'The installation of a theater (default: the only one with its base).')
    .option('--source <source>', 'Which source, if several were found.')
    .addHelpText(
      ...helpExamples(
        'broadsheet discover alder-analytics.example',
        'broadsheet discover https://jobs.lever.co/AlderWorks --add --name "Alder Works" --profile live',
      ),
    )
    .action((target: string, flags: DiscoverFlags, command: Command) =>
      discover(target, flags, command, context),
    )
}

async function discover(
  target: string,
  flags: DiscoverFlags,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const loaded = loadSettings(command, context, { needsSecret: false })
  const { name } = flags
  if (flags.add) requireLive(loaded)
  if (flags.add && name === undefined) throw usageError(['--add needs --name'])
  const discovery = await discoverAddress(loaded, context, target)
  if (!flags.add || name === undefined) return context.terminal.result(discovery, flags, toText)
  const { addFound } = await import('../../app/operator/add-found.ts')
  const { source, cells } = await addFound(loaded, discovery, { ...flags, name }, context.stopSignal)
  context.terminal.result(
    { ...discovery, added: { source_id: source, ...cells } },
    flags,
    () => `${toText(discovery)}\n\nAdded to ${source}: ${memberText(cells)}.`,
  )
}

function toText({ target, findings, pages, undecided }: Discovery): string {
  const rows = findings.map((finding) => [
    finding.service,
    finding.platform,
    memberText(finding.member),
    finding.supported ? finding.basis : 'not read',
    finding.evidence.map(({ kind, detail }) => `${kind} ${detail}`).join('; '),
  ])
  return [
    `${target}: ${findings.length} found, ${pluralize(pages.length, 'page')} requested.`,
    ...(rows.length > 0 ? [toTable(['SERVICE', 'PLATFORM', 'MEMBER', 'BASIS', 'EVIDENCE'], rows)] : []),
    ...section(
      'Terms:',
      findings.map(
        ({ platform_name, terms, unsupported_reason }) =>
          `${platform_name}: ${[unsupported_reason, terms].filter(Boolean).join(' ')}`,
      ),
    ),
    ...section(
      'Pages:',
      pages.map(({ url, outcome, reason }) => [url, outcome, reason].filter(Boolean).join('  ')),
    ),
    ...section('Not decided:', undecided),
  ].join('\n')
}

function memberText(member: Readonly<Record<string, string>>): string {
  const parts = Object.entries(member)
  const [first] = parts
  if (first === undefined) return '-'
  return parts.length === 1 ? first[1] : parts.map(([name, value]) => `${name}=${value}`).join(' ')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...new Set(lines.map((line) => `  ${printable(line)}`))]
}
