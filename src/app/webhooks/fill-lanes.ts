/** Reads the change log for webhooks. Those at the same position share a read, those with the same filter a match, all a rendering. */

import { toInstant } from '../../core/clock.ts'
import { type ChangeSource, type DeliveredChange, deliver } from '../../http/changes/change-source.ts'
import { currentPosition } from '../../http/changes/position.ts'
import {
  type ChangeDatabase,
  expiredDetails,
  positionOf,
  renderChanges,
} from '../../http/changes/read-changes.ts'
import { changeScope } from '../../store/changes/change-scope.ts'
import { type LoggedChange, readChange, readLog, readStart } from '../../store/changes/read-log.ts'
import type { Lane, LaneMessage } from './lane.ts'

/** Changes that are read at a time, and reads for one service at a time. */
const rowsPerRead = 500
const readsMax = 20
export const gapType = 'webhook.gap'

export async function fillLanes(
  db: ChangeDatabase,
  source: ChangeSource,
  lanes: readonly Lane[],
  now: () => number,
): Promise<void> {
  const end = db.version(changeScope(source.service))
  const epoch = db.epoch()
  for (const lane of lanes) if (lane.epoch !== epoch) await beginAgain(db, source, lane, now())
  const behind = lanes.filter((lane) => lane.position.number < end && lane.room > 0)
  const groups = [...Map.groupBy(behind, ({ position }) => `${position.number} ${position.at}`).values()]
  // Whoever is furthest behind first, so that each has its turn.
  groups.sort((a, b) => numberOf(a) - numberOf(b))
  for (const group of groups.slice(0, readsMax)) await fillGroup(db, source, group, now)
}

function numberOf([first]: readonly Lane[]): number {
  return first?.position.number ?? 0
}

async function fillGroup(
  db: ChangeDatabase,
  source: ChangeSource,
  lanes: readonly Lane[],
  now: () => number,
): Promise<void> {
  const [first] = lanes
  if (first === undefined) return
  const { position } = first
  const rows = await readLog(db.read, source.service, position, rowsPerRead)
  if (rows === undefined) {
    for (const lane of lanes) await beginAgain(db, source, lane, now())
    return
  }
  const last = rows.at(-1)
  if (last === undefined) return
  const matched = new Map<string, DeliveredChange[]>()
  const taken = lanes.map((lane) => {
    const all = matched.get(lane.filterKey) ?? rows.flatMap((row) => deliver(row, lane.matcher) ?? [])
    matched.set(lane.filterKey, all)
    const changes = all.slice(0, lane.room)
    const isAll = changes.length === all.length
    return { lane, changes, until: isAll ? last : changes.at(-1)?.change }
  })
  const distinct = new Map(taken.flatMap(({ changes }) => changes.map((one) => [keyOf(one), one] as const)))
  const texts = await renderChanges(source, [...distinct.values()], now())
  const bodies = new Map(
    [...distinct].map(([key, { change }], at) => [key, toBody(source, change, texts[at] as string)]),
  )
  for (const { lane, changes, until } of taken) {
    // It may have been moved meanwhile.
    if (lane.position !== position && lane.position.number !== position.number) continue
    if (until === undefined) continue
    let before = position
    const messages = changes.map((one): LaneMessage => {
      const message = toMessage(lane, one, before, bodies.get(keyOf(one)), now())
      before = positionOf(one.change)
      return message
    })
    lane.add(messages, positionOf(until), now())
  }
}

/**
 * Changes after its position are no longer stored, or the data was rebuilt: its receiver hears of it. What is still stored is
 * sent; after a rebuild that would be everything, so it goes on with what is new.
 */
async function beginAgain(
  db: ChangeDatabase,
  source: ChangeSource,
  lane: Lane,
  nowMs: number,
): Promise<void> {
  const epoch = db.epoch()
  const isRebuilt = lane.epoch !== epoch
  const id = `msg_${lane.id}_gap_${lane.epoch.toString(36)}_${lane.position.number}`
  const position = isRebuilt ? currentPosition(db, source.service) : await readStart(db.read, source.service)
  lane.epoch = epoch
  lane.position = position
  const gap: LaneMessage = {
    id,
    epoch,
    number: 0,
    type: gapType,
    subject: gapType,
    matches: true,
    before: undefined,
    body: undefined,
    createdAt: nowMs,
    attempts: 0,
    dueAt: nowMs,
    isInFlight: false,
  }
  lane.addFirst(gap, nowMs)
}

/** The body of a message that has none: of a later attempt. Undefined if the log no longer has the change. */
export async function renderMessage(
  db: ChangeDatabase,
  source: ChangeSource,
  { type, epoch, number, matches, createdAt }: LaneMessage,
  nowMs: number,
): Promise<string | undefined> {
  if (type === gapType) {
    const data = { service: source.service, ...(await expiredDetails(db, source)) }
    return JSON.stringify({ type, timestamp: toInstant(createdAt), data })
  }
  const change = epoch === db.epoch() ? await readChange(db.read, source.service, number) : undefined
  if (change === undefined) return undefined
  const [text] = await renderChanges(source, [{ change, matches }], nowMs)
  return text && toBody(source, change, text)
}

function toBody({ service }: ChangeSource, { type, detected_at }: LoggedChange, text: string): string {
  return `{"type":"${type}","timestamp":"${toInstant(Number(detected_at))}","service":"${service}","data":${text}}`
}

function toMessage(
  lane: Lane,
  { change, matches }: DeliveredChange,
  before: LaneMessage['before'],
  body: string | undefined,
  nowMs: number,
): LaneMessage {
  const number = Number(change.number)
  return {
    id: `msg_${lane.id}_${lane.epoch.toString(36)}_${number}`,
    epoch: lane.epoch,
    number,
    type: change.type,
    subject: change.subject,
    matches,
    before,
    body,
    createdAt: nowMs,
    attempts: 0,
    dueAt: nowMs,
    isInFlight: false,
  }
}

function keyOf({ change, matches }: DeliveredChange): string {
  return `${change.number} ${matches}`
}
