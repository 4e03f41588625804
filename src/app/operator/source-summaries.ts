/** What is known about each source: its members, basis, pace and terms. */

import type { LoadedConfig } from '../../core/config/load-config.ts'
import { everyMember, readDecisions } from '../../registry/decisions.ts'
import { type Platform, readPlatforms } from '../../registry/platforms.ts'
import { RegistryFiles } from '../../registry/registry-files.ts'
import { hostOfMember } from '../../sync/schedule/closed-hosts.ts'
import type { AnySource } from '../../sync/source.ts'
import type { AppContext } from '../app-context.ts'
import { registryLocation } from '../registry-location.ts'
import { loadSources } from '../sources.ts'

export type SourceSummary = ReturnType<typeof toSummary>

export async function listSources(context: AppContext): Promise<SourceSummary[]> {
  return toSummaries(context, (await loadSources(context)).sources)
}

export function toSummaries(
  { loaded }: Pick<AppContext, 'loaded'>,
  sources: readonly AnySource[],
): SourceSummary[] {
  const platforms = readPlatforms(new RegistryFiles())
  const paused = readPausedSources(loaded)
  return sources.map((source) => toSummary(source, platforms.get(source.id), paused.has(source.id)))
}

/** Those that an operator has paused as a whole. */
function readPausedSources(loaded: LoadedConfig): ReadonlySet<string> {
  const { all } = readDecisions(new RegistryFiles(registryLocation(loaded).operatorFolder))
  const paused = all.filter(({ member, status }) => member === everyMember && status === 'paused')
  return new Set(paused.map(({ source }) => source))
}

const robotsShown = 5

function toSummary(source: AnySource, platform: Platform | undefined, isPaused: boolean) {
  const { id, service, about, everyMinutes, polite, members } = source
  const hosts = new Set(members.map((member) => hostOfMember(source, member)))
  return {
    source_id: id,
    service,
    name: about.name,
    home: about.home,
    terms: about.terms,
    basis: platform?.basis ?? null,
    apply: platform?.apply ?? null,
    members: members.filter(({ off }) => off === undefined).length,
    off: members.filter(({ off }) => off !== undefined).length,
    paused: isPaused,
    every_minutes: everyMinutes,
    at_once: polite.atOnce,
    gap_ms: polite.gapMs,
    hosts: hosts.size,
    robots: [...hosts].slice(0, robotsShown).map((host) => `https://${host}/robots.txt`),
  }
}
