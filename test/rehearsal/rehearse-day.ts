/** One day of the rehearsal: waits until every member was read, and judges what is stored. */

import type { Store } from '../../src/app/store.ts'
import { systemClock } from '../../src/core/clock.ts'
import { lookForAlarms, type MetEvent } from './alarms.ts'
import type { ContentHistory } from './content.ts'
import { measureDisk } from './disk.ts'
import { hostEvents, isOfEvent } from './host-events.ts'
import { type DayFacts, type DayResult, judgeDay } from './judge.ts'
import {
  countPending,
  countRecords,
  type ExpectedMember,
  hasRunningRuns,
  readHealth,
  readWrites,
} from './members.ts'
import { type NodesOptions, type RehearsedNode, readUsage, usageFile } from './nodes.ts'
import type { RehearsalOptions } from './options.ts'
import { startReads } from './reads.ts'
import type { RehearsalSettings } from './settings.ts'
import { readStoredRows } from './stored-rows.ts'
import type { SimulatedWorld } from './world/start-world.ts'

export interface Rehearsal {
  readonly options: RehearsalOptions
  readonly nodesOptions: NodesOptions
  readonly world: SimulatedWorld
  readonly store: Store
  readonly members: readonly ExpectedMember[]
  readonly history: ContentHistory
  readonly events: MetEvent[]
  readonly note: (line: string) => void
}

interface RehearsedDay {
  readonly day: number
  /** When it began. */
  readonly sinceMs: number
  readonly nodes: readonly RehearsedNode[]
  readonly settings: RehearsalSettings
}

export async function runDay(
  { options, nodesOptions, world, store, members, history, events, note }: Rehearsal,
  { day, sinceMs, nodes, settings: { clockAheadMs } }: RehearsedDay,
): Promise<DayResult> {
  const startedAt = systemClock.monotonic()
  const now = () => systemClock.now() + clockAheadMs
  const reads = hasReads(options)
    ? startReads(
        nodes.map(({ origin }) => origin),
        clockAheadMs,
      )
    : undefined
  const untilMs = startedAt + options.timeoutMs
  let pending = members.length
  let notedAt = startedAt
  // What is pending last may be published by a run that goes on.
  while ((pending > 0 || (await hasRunningRuns(store))) && systemClock.monotonic() < untilMs) {
    await systemClock.sleep(500)
    pending = await countPending(store, members, { day, sinceMs, nowMs: now() })
    if (systemClock.monotonic() < notedAt + 15_000) continue
    notedAt = systemClock.monotonic()
    note(`day ${day}: ${pending} of ${members.length} members left after ${ms(notedAt - startedAt)}`)
  }
  const durationMs = systemClock.monotonic() - startedAt
  const measuredReads = await reads?.stop()
  const facts = {
    day,
    members,
    durationMs,
    sinceMs,
    nowMs: now(),
    health: await readHealth(store),
    writes: await readWrites(store, sinceMs),
    stored: await readStoredRows(store, members),
    truth: await world.call('readTruth', members.map(toKey)),
    hosts: await world.call('hosts'),
    records: await countRecords(store),
    usage: readUsage(usageFile(nodesOptions.runner.folder, day)),
    reads: measuredReads,
    disk: measureDisk(nodesOptions.runner.folder),
  }
  note(`day ${day}: done after ${ms(durationMs)}`)
  events.push(...meetEvents(facts, history))
  await lookForAlarms(store, now())
  return judgeDay(facts, history)
}

/** The events of the day, with the rows that members had listed before it. */
function meetEvents(
  { day, members, hosts }: Pick<DayFacts, 'day' | 'members' | 'hosts'>,
  history: ContentHistory,
): MetEvent[] {
  return hostEvents
    .filter((event) => event.day === day)
    .map((event) => {
      const concerned = members.filter(({ host }) => isOfEvent(event, host))
      const met = Object.entries(hosts).filter(([host]) => isOfEvent(event, host))
      return {
        event,
        members: concerned,
        withRows: concerned.filter((member) => member.fate === 'healthy' && history.hasRows(toKey(member)))
          .length,
        requests: met.reduce((sum, [, { faulty }]) => sum + faulty, 0),
      }
    })
}

/** The reads are of all services. */
export function hasReads({ service, quietMs }: RehearsalOptions): boolean {
  return service === undefined && quietMs > 0
}

function toKey({ sourceId, memberId }: ExpectedMember): string {
  return `${sourceId}/${memberId}`
}

function ms(duration: number): string {
  return `${(duration / 1000).toFixed(1)} s`
}
