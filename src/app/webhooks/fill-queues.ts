/**
 * Reads the change log for webhooks. Webhooks at the same position share what is read; those with the same filter are matched once,
 * and a change is rendered once for all of them.
 */

import { toInstant } from '../../core/clock.ts'
import { type ChangeSource, type DeliveredChange, deliverAll } from '../../http/changes/change-source.ts'
import { currentPosition } from '../../http/changes/position.ts'
import {
  type ChangeDatabase,
  expiredDetails,
  positionOf,
  renderChanges,
  renderOnce,
} from '../../http/changes/read-changes.ts'
import { type LoggedChange, readChange, readLog, readStart } from '../../store/changes/read-log.ts'
import type { QueuedMessage, WebhookQueue } from './webhook-queue.ts'

/** Changes that are read at a time, and reads for one service at a time. */
const rowsPerRead = 500
const readsMax = 20
const gapType = 'webhook.gap'

/** `look`: increases with every call. */
export async function fillQueues(
  db: ChangeDatabase,
  source: ChangeSource,
  queues: readonly WebhookQueue[],
  look: number,
  now: () => number,
): Promise<void> {
  const { number: end, at: endAt } = currentPosition(db, source.service)
  // After the end is known: the matchers then know all that was published with the changes up to it.
  await source.refresh?.()
  const epoch = db.epoch()
  for (const queue of queues) if (queue.epoch !== epoch) await beginAgain(db, source, queue, now())
  for (const queue of queues) if (queue.position.number < end) queue.makeRoom(now())
  // One may also be ahead of the end: of a restored database, or because this process has not seen the newest publication yet.
  const apart = queues.filter(
    ({ position: { number, at }, room }) => (number !== end || (at !== 0 && at !== endAt)) && room > 0,
  )
  const groups = [...Map.groupBy(apart, ({ position }) => `${position.number} ${position.at}`).values()]
  // Those nearest to the end in every look, so that replays delay nobody who is current; then whoever has waited longest.
  groups.sort((a, b) => numberOf(b) - numberOf(a))
  const [nearest, ...others] = groups
  others.sort((a, b) => lookOf(a) - lookOf(b))
  for (const group of [nearest ?? [], ...others].slice(0, readsMax)) {
    for (const queue of group) queue.readInLook = look
    await fillGroup(db, source, group, end, now)
  }
}

function numberOf([first]: readonly WebhookQueue[]): number {
  return first?.position.number ?? 0
}

function lookOf(group: readonly WebhookQueue[]): number {
  return Math.min(...group.map(({ readInLook }) => readInLook))
}

async function fillGroup(
  db: ChangeDatabase,
  source: ChangeSource,
  queues: readonly WebhookQueue[],
  end: number,
  now: () => number,
): Promise<void> {
  const [first] = queues
  if (first === undefined) return
  const { position } = first
  const read = await readLog(db.read, source.service, position, rowsPerRead)
  if (read === undefined) {
    for (const queue of queues) await beginAgain(db, source, queue, now())
    return
  }
  const rows = read.filter(({ number }) => Number(number) <= end)
  const last = rows.at(-1)
  if (last === undefined) return
  const matched = new Map<string, DeliveredChange[]>()
  const taken = queues.map((queue) => {
    const all = matched.get(queue.filterKey) ?? deliverAll(rows, queue.matcher)
    matched.set(queue.filterKey, all)
    const changes = all.slice(0, queue.room)
    const isAll = changes.length === all.length
    return { queue, changes, until: isAll ? last : changes.at(-1)?.change }
  })
  const bodyOf = await renderOnce(
    taken.map(({ changes }) => changes),
    async (changes) => {
      const texts = await renderChanges(source, changes, now())
      return changes.map(({ change }, at) => toBody(source, change, texts[at] as string))
    },
  )
  for (const { queue, changes, until } of taken) {
    // It may have been moved meanwhile.
    if (queue.position !== position && queue.position.number !== position.number) continue
    if (until === undefined) continue
    let before = position
    const messages = changes.map((one): QueuedMessage => {
      const message = toMessage(queue, one, before, bodyOf(one), now())
      before = positionOf(one.change)
      return message
    })
    queue.add(messages, positionOf(until), now())
  }
}

/**
 * Changes after its position are no longer stored, or the data was rebuilt or restored: its receiver hears of it. What is still
 * stored is sent; after a rebuild or a restore that would be everything, so it goes on with what is new.
 */
async function beginAgain(
  db: ChangeDatabase,
  source: ChangeSource,
  queue: WebhookQueue,
  nowMs: number,
): Promise<void> {
  const epoch = db.epoch()
  const { number, at } = queue.position
  const id = `msg_${queue.id}_gap_${queue.epoch.toString(36)}_${number}_${at.toString(36)}`
  const start = await readStart(db.read, source.service)
  const isExpired = queue.epoch === epoch && number < start.number
  const position = isExpired ? start : currentPosition(db, source.service)
  queue.epoch = epoch
  queue.position = position
  const gap: QueuedMessage = {
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
  queue.addFirst(gap, nowMs)
}

/** The body of a message that has none: of a later attempt. Undefined if the log no longer has the change. */
export async function renderMessage(
  db: ChangeDatabase,
  source: ChangeSource,
  webhookId: string,
  { id, type, epoch, number, matches, createdAt }: QueuedMessage,
  nowMs: number,
): Promise<string | undefined> {
  if (type === gapType) {
    const data = { service: source.service, ...(await expiredDetails(db, source)) }
    return JSON.stringify({ type, timestamp: toInstant(createdAt), data })
  }
  const change = epoch === db.epoch() ? await readChange(db.read, source.service, number) : undefined
  // In a restored database, the number may be another change.
  if (change === undefined || messageId(webhookId, epoch, change) !== id) return undefined
  const [text] = await renderChanges(source, [{ change, matches }], nowMs)
  return text && toBody(source, change, text)
}

function toBody({ service }: ChangeSource, { type, detected_at }: LoggedChange, text: string): string {
  return `{"type":"${type}","timestamp":"${toInstant(Number(detected_at))}","service":"${service}","data":${text}}`
}

/** With its time: after a restore, numbers are used again for other changes. */
function messageId(webhookId: string, epoch: number, { number, detected_at }: LoggedChange): string {
  return `msg_${webhookId}_${epoch.toString(36)}_${number}_${Number(detected_at).toString(36)}`
}

function toMessage(
  queue: WebhookQueue,
  { change, matches }: DeliveredChange,
  before: QueuedMessage['before'],
  body: string | undefined,
  nowMs: number,
): QueuedMessage {
  const number = Number(change.number)
  return {
    id: messageId(queue.id, queue.epoch, change),
    epoch: queue.epoch,
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
