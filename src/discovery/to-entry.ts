/** Turns what was found into an entry of the registry, for an operator who confirms it. */

import { registrableDomain } from '../core/addresses/host-names.ts'
import { ConfigurationError } from '../core/errors.ts'
import { isTestName } from '../core/text/is-test-name.ts'
import type { Discovery, Finding } from './discovery.ts'

/** What the operator adds to a finding. */
export interface EntryChoice {
  /** Which source, if several were found. */
  readonly source?: string | undefined
  /** Of the employer or company. */
  readonly name: string
  /** The employer's country. */
  readonly home?: string | undefined
  /** Of the company; default: the domain that was looked at. */
  readonly website?: string | undefined
  /** Of a theater: what its chain has at the platform, and its time zone. */
  readonly installation?: string | undefined
  readonly timezone?: string | undefined
}

export interface FoundEntry {
  readonly source: string
  readonly cells: Readonly<Record<string, string>>
}

/** Throws `ConfigurationError` unless exactly one member was found that can be added. */
export function toEntry({ target, findings }: Discovery, choice: EntryChoice): FoundEntry {
  const finding = chooseFinding(findings, choice)
  return { source: finding.source, cells: toCells(finding, target, choice) }
}

type ReadableFinding = Finding & { readonly source: string }

/** Throws like `toEntry`. */
export function chooseFinding(
  findings: readonly Finding[],
  choice: Pick<EntryChoice, 'source'>,
): ReadableFinding {
  const possible = findings.filter(
    ({ source, supported, member }) =>
      source !== null && supported && !Object.values(member).some((value) => isTestName(value)),
  )
  const chosen = possible.filter(({ source }) => choice.source === undefined || source === choice.source)
  const [finding] = chosen
  if (finding === undefined || finding.source === null)
    throw new ConfigurationError([
      `nothing was found that can be added${choice.source ? ` for ${choice.source}` : ''}`,
    ])
  if (chosen.length > 1) {
    const names = chosen.map(({ source, member }) => `${source} ${Object.values(member).join(' ')}`)
    throw new ConfigurationError([
      `${chosen.length} members were found: ${names.join(', ')}; discover the address of one of them`,
    ])
  }
  if (finding.missing.length > 0)
    throw new ConfigurationError([`the ${finding.missing.join(' and the ')} of the member was not found`])
  return { ...finding, source: finding.source }
}

function toCells(finding: Finding, target: string, choice: EntryChoice): FoundEntry['cells'] {
  const { name, home, website } = choice
  const { service, member, basis } = finding
  // `open` is the default of the registry.
  const entry = { name, ...(basis === 'open' ? {} : { basis }) }
  if (service === 'jobs') return { ...entry, key: member.key ?? '', ...(home === undefined ? {} : { home }) }
  if (service === 'trust') {
    const site = website ?? websiteOf(finding, target)
    return { ...entry, id: toId(name), website: site, ...member }
  }
  return { ...entry, ...toTheaterCells(member, choice) }
}

function toTheaterCells(
  { base = '', site = '', pages }: Readonly<Record<string, string>>,
  { installation, timezone }: EntryChoice,
): FoundEntry['cells'] {
  const problems = [
    ...(installation === undefined
      ? [
          `the registry has no installation with the base ${base}, or several: name one with --installation, or add its chain and installation with \`members add\``,
        ]
      : []),
    ...(timezone === undefined ? ['the time zone of the theater is not known: name it with --timezone'] : []),
  ]
  if (installation === undefined || timezone === undefined) throw new ConfigurationError(problems)
  return { installation, site, timezone, ...(pages === undefined ? {} : { options: `pages=${pages}` }) }
}

/** The address of a provider says nothing about the company's own site. */
function websiteOf({ evidence }: Finding, target: string): string {
  if (evidence.some(({ kind }) => kind === 'address'))
    throw new ConfigurationError(['the website of the company is not known: name it with --website'])
  return `https://${registrableDomain(new URL(target).hostname)}`
}

/** Throws `ConfigurationError` if the name has no letters. */
export function toId(name: string): string {
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 64)
  if (id === '') throw new ConfigurationError(['the name has no letters from which an id could be made'])
  return id
}
