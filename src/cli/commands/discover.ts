/** `broadsheet discover`: finds the platform and the member id of a company or cinema from its address. */

import type { Command } from 'commander'
import { createAppContext } from '../../app/app-context.ts'
import type { Discovery } from '../../app/discovery.ts'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataSettings, loadSettings, withSettings } from '../command-settings.ts'
import { startUpstreams } from '../start-upstreams.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { printable, toTable } from '../terminal/table.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

export const addDiscover: AddCommand = (program, context) => {
  withSettings(program.command('discover'), dataSettings)
    .description(
      'Find the platforms and member ids of a company or cinema: job board, showtimes, trust center.',
    )
    .argument('<target>', 'A careers page, the site of a cinema, the address of a board, or a domain.')
    .option('--json', 'Print JSON.')
    .addHelpText(
      ...helpExamples(
        'broadsheet discover alder-works.example',
        'broadsheet discover https://jobs.lever.co/AlderWorks --profile live',
      ),
    )
    .action((target: string, flags: JsonFlag, command: Command) => discover(target, flags, command, context))
}

async function discover(target: string, flags: JsonFlag, command: Command, context: CommandContext) {
  const loaded = loadSettings(command, context)
  const { createDiscoverer } = await import('../../app/discovery.ts')
  const appContext = await createAppContext(loaded, context)
  await using _upstreams = await startUpstreams(appContext)
  await using discoverer = createDiscoverer(appContext)
  const discovery = await discoverer.discover(target, context.stopSignal)
  context.terminal.result(discovery, flags, toText)
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
    `${target}: ${findings.length} found, ${pages.length} pages requested.`,
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
