/** What operators hear about the events of hosts: one alarm for each cause, which ends once the host is back. */

import { findSharedCauses } from '../../src/app/alarms/causes.ts'
import { updateAlarms } from '../../src/app/alarms/update-alarms.ts'
import type { Store } from '../../src/app/store.ts'
import type { HostEvent } from './host-events.ts'
import type { ExpectedMember } from './members.ts'

/** How often each alarm was opened and ended, by its id. */
type AlarmCounts = Map<string, { opened: number; ended: number }>

/** An alarm ends after a quarter of an hour without its cause. */
const calmMs = 16 * 60_000
/** Fewer members or refusals are no alarm. */
const fewestOfAlarm = 3

/** The nodes do the same every minute; with a recipient, what they have announced is in the queue of messages. */
export async function lookForAlarms(store: Store, nowMs: number): Promise<AlarmCounts> {
  const causes = await findSharedCauses(store, { backupDays: 0, hasIndex: false }, nowMs)
  await updateAlarms(store, { node: '', causes, recipients: [recipient], nowMs })
  return await countAlarms(store)
}

/** After the last day. */
export async function lookForEnds(store: Store, nowMs: number): Promise<AlarmCounts> {
  await lookForAlarms(store, nowMs)
  return await lookForAlarms(store, nowMs + calmMs)
}

export const recipient = 'operator@example.org'

async function countAlarms({ ledger }: Store): Promise<AlarmCounts> {
  const counts: AlarmCounts = new Map()
  for (const { body } of await ledger.read.selectFrom('alarm_message').select('body').execute()) {
    const { type, data } = JSON.parse(body) as { readonly type: string; readonly data: { id: string } }
    if (!type.startsWith('alarm.')) continue
    const count = counts.get(data.id) ?? { opened: 0, ended: 0 }
    count[type === 'alarm.opened' ? 'opened' : 'ended'] += 1
    counts.set(data.id, count)
  }
  return counts
}

/** An event as it was met. */
export interface MetEvent {
  readonly event: HostEvent
  /** At its hosts. */
  readonly members: readonly ExpectedMember[]
  /** How many of them are healthy and have listed rows. */
  readonly withRows: number
  /** How many requests met it. */
  readonly requests: number
}

export interface EventAlarm extends Pick<MetEvent, 'event' | 'requests'> {
  readonly members: number
  /** What operators heard about its hosts and its platform. */
  readonly alarms: readonly string[]
  readonly problem: string | undefined
}

/** After the ends. */
export function judgeAlarms(counts: AlarmCounts, events: readonly MetEvent[]): EventAlarm[] {
  return events.map((met) => {
    const { event, members, requests } = met
    const expected = findExpected(met)
    const found = [...counts].filter(([id]) => isAbout(id, members))
    const alarms = found.map(([id, { opened, ended }]) => `${id} (opened ${opened}, ended ${ended})`)
    const isOnce = found.every(([, { opened, ended }]) => opened === 1 && ended === 1)
    const isHeard = expected === undefined || counts.has(expected)
    const problem =
      isHeard && isOnce
        ? undefined
        : `${event.host} had the event ${event.kind}, operators heard of ${alarms.join(', ') || 'nothing'}`
    return { event, requests, members: members.length, alarms, problem }
  })
}

/** Undefined where members that fail say enough, or too few have met the event. */
function findExpected({ event, members, withRows, requests }: MetEvent): string | undefined {
  const isRefusal = event.kind === 'ban' || event.kind === 'challenge'
  // Where every member was asked, responses that were on their way may have come between the refusals.
  const isLeftAlone = requests < members.length - (event.after ?? 0)
  if (isRefusal) return isLeftAlone && requests >= fewestOfAlarm ? `host_refuses:${event.host}` : undefined
  const isChange = event.kind === 'renamed' || event.kind === 'emptied'
  return isChange && withRows >= fewestOfAlarm ? `platform_changed:${members[0]?.sourceId}` : undefined
}

function isAbout(id: string, members: readonly ExpectedMember[]): boolean {
  return members.some(
    ({ host, sourceId }) => id === `host_refuses:${host}` || id === `platform_changed:${sourceId}`,
  )
}
