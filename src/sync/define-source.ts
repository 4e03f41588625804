/** Defines sources: what is wrong with one is said before it runs. */

import { ConfigurationError } from '../core/errors.ts'
import type { AnySource, Member, SourceAdapter, SourceDefinition } from './source.ts'

/** Throws one `ConfigurationError` that lists every problem. */
export function defineSource<const M extends Member, Rec>(
  definition: SourceDefinition<M, Rec>,
): SourceDefinition<M, Rec> {
  const problems = [...findAdapterProblems(definition), ...findMemberProblems(definition.members)]
  if (problems.length > 0) {
    throw new ConfigurationError(problems.map((problem) => `source ${definition.id}: ${problem}`))
  }
  return Object.freeze(definition)
}

/** An adapter with its members: a source that the sync engine can run. */
export function withMembers<M extends Member, Rec>(
  adapter: SourceAdapter<M, Rec>,
  members: readonly M[],
): SourceDefinition<M, Rec> {
  return defineSource({ ...adapter, members })
}

/** Refuses an id that occurs twice. */
export function defineSources(sources: readonly AnySource[]): readonly AnySource[] {
  const duplicateIds = duplicates(sources.map((source) => source.id))
  if (duplicateIds.length > 0)
    throw new ConfigurationError(duplicateIds.map((id) => `source ${id}: the id is used twice`))
  return Object.freeze([...sources])
}

/** The hosts that these sources may send requests to: those of their base URLs, and their declared hosts. */
export function allowedHosts(
  sources: readonly Pick<AnySource, 'baseUrl' | 'hosts'>[],
): (host: string) => boolean {
  const exact = new Set(sources.map((source) => new URL(source.baseUrl).host))
  const suffixes: string[] = []
  for (const host of sources.flatMap((source) => source.hosts ?? [])) {
    if (host.startsWith('*.')) suffixes.push(host.slice(1))
    else exact.add(host)
  }
  return (host) => exact.has(host) || suffixes.some((ending) => host.endsWith(ending))
}

function findAdapterProblems(source: Omit<AnySource, 'members' | 'fetch' | 'toRecords'>): string[] {
  const { about, polite, shrinkBelow = 0.5, hosts = [] } = source
  const rules: [isValid: boolean, problem: string][] = [
    [idPattern.test(source.id), 'id must be lower-case letters, digits and dashes'],
    [idPattern.test(source.service), 'service must be lower-case letters, digits and dashes'],
    [about.name.trim() !== '', 'about.name is missing'],
    [isHttpsUrl(about.home), 'about.home must be an https URL'],
    [about.terms.trim() !== '', 'about.terms is missing: say under which terms the data may be read'],
    [isHttpsUrl(source.baseUrl), 'baseUrl must be an https URL'],
    [isIntegerBetween(source.everyMinutes, 1, 44_640), 'everyMinutes must be an integer from 1 to 44640'],
    [isIntegerBetween(polite.atOnce, 1, 32), 'polite.atOnce must be an integer from 1 to 32'],
    [isIntegerBetween(polite.gapMs, 0, 60_000), 'polite.gapMs must be an integer from 0 to 60000'],
    [shrinkBelow >= 0 && shrinkBelow <= 1, 'shrinkBelow must be between 0 and 1'],
    [Object.keys(source.raw).length > 0, 'raw has no schema'],
    [
      (source.statusRules ?? []).every(({ evidence }) => evidence.trim() !== ''),
      'a status rule has no evidence',
    ],
  ]
  for (const host of hosts)
    rules.push([hostPattern.test(host), `host ${JSON.stringify(host)} is neither a host nor *.example.org`])
  for (const kind of source.secondaryKinds ?? [])
    rules.push([kind in source.raw, `secondary kind ${JSON.stringify(kind)} has no schema`])
  for (const [kind, schema] of Object.entries(source.raw)) {
    rules.push([/^[a-z][a-z0-9_-]*$/.test(kind), `raw kind ${JSON.stringify(kind)} is malformed`])
    rules.push(['~kind' in schema, `raw.${kind} is not a TypeBox schema`])
  }
  return rules.flatMap(([isValid, problem]) => (isValid ? [] : [problem]))
}

function findMemberProblems(members: readonly Member[]): string[] {
  const ids = members.map(({ id }) => id)
  return [
    ...ids
      .filter((id) => !memberIdPattern.test(id))
      .map((id) => `member id ${JSON.stringify(id)} is malformed`),
    ...duplicates(ids).map((id) => `member ${id} occurs twice`),
  ]
}

const idPattern = /^[a-z][a-z0-9-]{0,63}$/
const memberIdPattern = /^[a-z0-9][a-z0-9._-]{0,127}$/
/** A star needs at least two labels behind it: `*.org` would be half the internet. */
const hostPattern = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/

function isHttpsUrl(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:'
}

function isIntegerBetween(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}

function duplicates(ids: readonly string[]): string[] {
  const seen = new Set<string>()
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))]
}
