/** Reads public directories and adds what the registry lacks as candidates, which are tried later. */

import { Failure } from '../../core/errors.ts'
import type { Outbound } from '../../core/outbound/outbound.ts'
import { candidateReason, readDecisions } from '../../registry/decisions.ts'
import { type Directory, readDirectories } from '../../registry/directories.ts'
import { RegistryFiles } from '../../registry/registry-files.ts'
import type { AnySource, Member } from '../../sync/source.ts'
import type { AppContext } from '../app-context.ts'
import { addCandidates } from '../operator/edit-registry.ts'
import { createOutboundClient } from '../outbound.ts'
import { registryLocation } from '../registry-location.ts'
import { loadSources } from '../sources.ts'
import { type DirectoryEntry, readDirectory } from './read-directory.ts'

/** All candidates at a time: a directory must not fill the registry. */
const candidatesMax = 50_000
const bytesMax = 32 * 1024 * 1024
const politeness = { atOnce: 1, gapMs: 1000 }

export interface DirectoryUpdate {
  readonly directory: string
  readonly rows: number
  /** Rows that cannot be read, and were left out. */
  readonly malformed: number
  /** Members that the registry did not have. */
  readonly added: number
  /** Why it could not be read, or not completely. */
  readonly problem?: string
}

/** Those of the program and of the operator. */
export function listDirectories({ loaded }: Pick<AppContext, 'loaded'>): readonly Directory[] {
  const files = new RegistryFiles(registryLocation(loaded).operatorFolder)
  const directories = [...readDirectories(files).values()]
  files.assertValid()
  return directories
}

/** One directory after the other. One that cannot be read does not stop the others. */
export async function updateRegistry(
  context: AppContext,
  directories: readonly Directory[],
  signal: AbortSignal,
): Promise<DirectoryUpdate[]> {
  const hosts = new Set(directories.map(({ url }) => new URL(url).host))
  await using client = createOutboundClient(context, (host) => hosts.has(host))
  const updates: DirectoryUpdate[] = []
  for (const directory of directories)
    updates.push(await updateFrom(context, client.for(politeness), directory, signal))
  return updates
}

async function updateFrom(
  context: AppContext,
  http: Outbound,
  directory: Directory,
  signal: AbortSignal,
): Promise<DirectoryUpdate> {
  signal.throwIfAborted()
  try {
    const { body } = await http.request(directory.url, { signal, bytesMax })
    const { rows, malformed, entries } = readDirectory(directory, body)
    return { directory: directory.id, rows, malformed, ...(await addNew(context, entries, signal)) }
  } catch (thrown) {
    signal.throwIfAborted()
    if (!(thrown instanceof Error)) throw thrown
    return { directory: directory.id, rows: 0, malformed: 0, added: 0, problem: thrown.message }
  }
}

/** What the registry lacks. */
export async function addNew(
  context: AppContext,
  entries: readonly DirectoryEntry[],
  signal: AbortSignal,
): Promise<Pick<DirectoryUpdate, 'added' | 'problem'>> {
  const { sources } = await loadSources(context)
  const isKnown = createLookup(context, sources)
  const fresh = new Map(
    entries
      .filter((entry) => !isKnown(entry))
      .map((entry) => [`${entry.source}/${entry.memberId}`, entry] as const),
  )
  const free = Math.max(0, candidatesMax - countCandidates(sources))
  const added = [...fresh.values()].slice(0, free)
  for (const [source, ofSource] of Map.groupBy(added, (entry) => entry.source))
    await addCandidates(
      context.loaded,
      source,
      ofSource.map(({ cells }) => cells),
      signal,
    )
  if (added.length === fresh.size) return { added: added.length }
  const problem = `${fresh.size - added.length} members wait until fewer than ${candidatesMax} candidates are left`
  return { added: added.length, problem }
}

function countCandidates(sources: readonly AnySource[]): number {
  return sources.reduce((sum, { members }) => sum + members.filter(isCandidate).length, 0)
}

/** Neither confirmed nor paused. */
export function isCandidate({ off }: Member): boolean {
  return off === candidateReason
}

/** What the operator has removed is known, too. */
function createLookup({ loaded }: AppContext, sources: readonly AnySource[]) {
  const ids = new Set(sources.flatMap(({ id, members }) => members.map((member) => `${id}/${member.id}`)))
  // A center may be known under another name.
  const urls = new Set(
    sources.flatMap(({ members }) =>
      members.flatMap((member) => ('url' in member ? [withoutSlash(String(member.url))] : [])),
    ),
  )
  const files = new RegistryFiles(registryLocation(loaded).operatorFolder)
  const decisions = readDecisions(files)
  return ({ source, memberId, cells }: DirectoryEntry) =>
    ids.has(`${source}/${memberId}`) ||
    decisions.isRemoved(source, memberId) ||
    (cells.url !== undefined && urls.has(withoutSlash(cells.url)))
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}

/** Throws `not_found` for an unknown one. */
export function selectDirectories(all: readonly Directory[], ids: readonly string[]): readonly Directory[] {
  return ids.map((id) => {
    const directory = all.find((one) => one.id === id)
    if (directory === undefined) throw new Failure('not_found', `There is no directory ${id}.`)
    return directory
  })
}
