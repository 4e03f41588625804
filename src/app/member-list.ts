/** Every member with what the registry says about it and, if there is a store, how its last reads ended. */

import { toInstant } from '../core/clock.ts'
import { readPlatforms } from '../registry/platforms.ts'
import { RegistryFiles } from '../registry/registry-files.ts'
import type { MemberHealthRow } from '../store/tables.ts'
import { type HealthState, healthStates, toHealthState } from '../sync/health/health-state.ts'
import { readMemberHealth } from '../sync/health/member-health.ts'
import type { AnySource, Member } from '../sync/source.ts'
import type { AppContext } from './app-context.ts'
import { loadSources } from './sources.ts'
import { openExistingStore } from './store.ts'

export const memberStates = healthStates

export interface ListedMember {
  readonly source_id: string
  readonly member_id: string
  readonly name: string | null
  readonly state: HealthState
  /** Why it is off or stale. */
  readonly reason: string | null
  readonly basis: string | null
  readonly provenance: string | null
  readonly last_success_at: string | null
  readonly failures: number
  readonly due_at: string | null
}

export async function listMembers(context: AppContext, sourceId?: string): Promise<ListedMember[]> {
  const { sources } = await loadSources(context)
  const selected = sources.filter(({ id }) => sourceId === undefined || id === sourceId)
  const health = await readHealth(context, selected)
  return selected.flatMap((source) =>
    source.members.map((member) => toListed(source, member, health.get(source.id)?.get(member.id))),
  )
}

/** Without a database nothing has been read, and none is created to say so. */
async function readHealth(
  context: AppContext,
  sources: readonly AnySource[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, MemberHealthRow>>> {
  await using store = await openExistingStore(context)
  if (store === undefined) return new Map()
  const rows = new Map<string, ReadonlyMap<string, MemberHealthRow>>()
  for (const source of sources)
    rows.set(source.id, await readMemberHealth(store, source, context.clock.now()))
  return rows
}

function toListed({ id }: AnySource, member: Member, reads: MemberHealthRow | undefined): ListedMember {
  const { off, entry } = member
  return {
    source_id: id,
    member_id: member.id,
    name: 'name' in member && typeof member.name === 'string' ? member.name : null,
    state: toHealthState(member, reads),
    reason: off ?? reads?.error_message ?? null,
    basis: entry?.basis ?? null,
    provenance: entry?.provenance ?? null,
    last_success_at: toInstantOrNull(reads?.succeeded_at),
    failures: reads?.failures ?? 0,
    due_at: off === undefined ? toInstantOrNull(reads?.due_at) : null,
  }
}

function toInstantOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : toInstant(at)
}

export type SourceSummary = ReturnType<typeof toSummary>

export async function listSources(context: AppContext): Promise<SourceSummary[]> {
  const { sources } = await loadSources(context)
  const platforms = readPlatforms(new RegistryFiles())
  return sources.map((source) => toSummary(source, platforms))
}

const robotsShown = 5

function toSummary(source: AnySource, platforms: ReturnType<typeof readPlatforms>) {
  const { id, service, about, everyMinutes, polite, members } = source
  const platform = platforms.get(id)
  const hosts = new Set(members.map((member) => source.hostOf?.(member) ?? new URL(source.baseUrl).host))
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
    every_minutes: everyMinutes,
    at_once: polite.atOnce,
    gap_ms: polite.gapMs,
    hosts: hosts.size,
    robots: [...hosts].slice(0, robotsShown).map((host) => `https://${host}/robots.txt`),
  }
}
