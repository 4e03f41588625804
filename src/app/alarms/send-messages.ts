/** Sends the messages that wait, to each recipient on its own, with a bounded number of attempts. */

import { randomUUID } from 'node:crypto'
import type { Outbound } from '../../core/outbound/outbound.ts'
import { postWebhook } from '../../core/webhooks/post-webhook.ts'
import { type MailTransport, RecipientRejected } from '../../identity/index.ts'
import type { Store } from '../../store/store.ts'
import type { AlarmMessageRow } from '../../store/tables.ts'
import { alarmEmail } from './alarm-mail.ts'
import { type Message, webhookRecipient } from './message.ts'
import { isQuiet } from './quiet-hours.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** After each attempt. The last one is followed by none. */
const pausesMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 0]
export const attemptsMax = pausesMs.length
/** What happens meanwhile is one e-mail. */
const mailGapMs = 15 * minuteMs
/** Of one recipient, at once. */
const messagesMax = 100
const waitingMax = 1000
const sentWithinMs = 24 * hourMs
const keepMs = 7 * 24 * hourMs
const errorCharactersMax = 300

export interface MessageRoute {
  readonly emails: readonly string[]
  readonly mail: Pick<MailTransport, 'send'>
  readonly webhook:
    | { readonly url: string; readonly secret: string; readonly outbound: Pick<Outbound, 'request'> }
    | undefined
  readonly timeZone: string
  readonly quietHours: string | undefined
  readonly origin: string
}

export function recipientsOf({ emails, webhook }: Pick<MessageRoute, 'emails' | 'webhook'>): string[] {
  return [...emails, ...(webhook === undefined ? [] : [webhookRecipient])]
}

interface SendOptions {
  readonly route: MessageRoute
  readonly now: () => number
  readonly signal: AbortSignal
  /** Called for each attempt that failed. */
  readonly onFailure: (recipient: string, message: string, isLast: boolean) => void
}

/** A recipient that fails, or that waits, does not delay the others beyond its deadline. */
export async function sendMessages({ ledger }: Pick<Store, 'ledger'>, options: SendOptions): Promise<void> {
  const { route, signal } = options
  const nowMs = options.now()
  for (const recipient of recipientsOf(route)) {
    if (signal.aborted) return
    const waiting = await readWaiting(ledger, recipient, nowMs)
    if (recipient === webhookRecipient) await sendToWebhook(ledger, waiting, options)
    else if (waiting.length > 0 && (await mayMail(ledger, recipient, route, nowMs)))
      await attempt(ledger, waiting, options, (messages) => sendMail(messages, recipient, options))
  }
}

/** Those that are due, oldest first. The end of an alarm waits for its beginning: after it, an alarm would seem open for ever. */
async function readWaiting(
  { read }: Store['ledger'],
  recipient: string,
  nowMs: number,
): Promise<AlarmMessageRow[]> {
  const rows = await read
    .selectFrom('alarm_message')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('sent_at', 'is', null)
    .where('attempts', '<', attemptsMax)
    // Older ones may come from a backup that was restored.
    .where('created_at', '>', nowMs - sentWithinMs)
    .orderBy('created_at')
    .orderBy('id')
    .limit(waitingMax)
    .execute()
  const held = new Set<string>()
  const due = rows.filter(({ body, due_at }) => {
    const alarm = alarmOf(JSON.parse(body) as Message)
    if (due_at <= nowMs && (alarm === undefined || !held.has(alarm))) return true
    if (alarm !== undefined) held.add(alarm)
    return false
  })
  return due.slice(0, messagesMax)
}

function alarmOf({ type, data }: Message): string | undefined {
  return type === 'alarm.opened' || type === 'alarm.ended' ? data.id : undefined
}

export async function pruneMessages({ ledger }: Pick<Store, 'ledger'>, nowMs: number): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx
      .deleteFrom('alarm_message')
      .where('created_at', '<', nowMs - keepMs)
      .execute()
  })
}

async function mayMail(
  { read }: Store['ledger'],
  recipient: string,
  { quietHours, timeZone }: MessageRoute,
  nowMs: number,
): Promise<boolean> {
  if (isQuiet(nowMs, quietHours, timeZone)) return false
  const recent = await read
    .selectFrom('alarm_message')
    .select('id')
    .where('recipient', '=', recipient)
    .where('sent_at', '>', nowMs - mailGapMs)
    .where('sent_at', '<=', nowMs)
    .limit(1)
    .executeTakeFirst()
  return recent === undefined
}

/** One after the other, in their order; the first failure ends it for now. */
async function sendToWebhook(
  ledger: Store['ledger'],
  waiting: readonly AlarmMessageRow[],
  options: SendOptions,
): Promise<void> {
  for (const row of waiting) {
    const isSent = await attempt(ledger, [row], options, () => postToWebhook(row, options))
    if (!isSent || options.signal.aborted) return
  }
}

/** Counted before it is made: a process that dies meanwhile must not repeat it for ever. */
async function attempt(
  ledger: Store['ledger'],
  rows: readonly AlarmMessageRow[],
  { now, signal, onFailure }: SendOptions,
  send: (messages: readonly Message[]) => Promise<void>,
): Promise<boolean> {
  const taken = await take(ledger, rows, now())
  if (taken.length === 0) return false
  try {
    await send(taken.map(({ body }) => JSON.parse(body) as Message))
    await note(ledger, taken, { sent_at: now(), error: null })
    return true
  } catch (thrown) {
    const isHopeless = thrown instanceof RecipientRejected && thrown.isPermanent
    const error = toText(thrown)
    await note(ledger, taken, { error, ...(isHopeless ? { attempts: attemptsMax } : {}) })
    const [first] = taken
    if (first !== undefined && !signal.aborted)
      onFailure(first.recipient, error, isHopeless || first.attempts + 1 >= attemptsMax)
    return false
  }
}

/** Those that no other process has taken. */
async function take(
  ledger: Store['ledger'],
  rows: readonly AlarmMessageRow[],
  nowMs: number,
): Promise<AlarmMessageRow[]> {
  return await ledger.transaction(async (tx) => {
    const taken: AlarmMessageRow[] = []
    for (const row of rows) {
      const { numUpdatedRows } = await tx
        .updateTable('alarm_message')
        .set({ attempts: row.attempts + 1, due_at: nowMs + (pausesMs[row.attempts] ?? 0) })
        .where('id', '=', row.id)
        .where('recipient', '=', row.recipient)
        .where('attempts', '=', row.attempts)
        .where('sent_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) taken.push(row)
    }
    return taken
  })
}

async function note(
  ledger: Store['ledger'],
  rows: readonly AlarmMessageRow[],
  changes: Partial<Pick<AlarmMessageRow, 'sent_at' | 'error' | 'attempts'>>,
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  await ledger.transaction(async (tx) => {
    await tx
      .updateTable('alarm_message')
      .set(changes)
      .where('recipient', '=', first.recipient)
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  })
}

/** To all recipients at once. Queues nothing. Returns the error of each, or null. */
export async function sendTest(
  message: Message,
  route: MessageRoute,
  now: () => number,
  signal: AbortSignal,
): Promise<{ readonly recipient: string; readonly error: string | null }[]> {
  const options = { route, now, signal }
  const id = `msg_${randomUUID()}`
  return await Promise.all(
    recipientsOf(route).map(async (recipient) => {
      const sending =
        recipient === webhookRecipient
          ? postToWebhook({ id, body: JSON.stringify(message) }, options)
          : sendMail([message], recipient, options)
      const error = await sending.then(() => null, toText)
      return { recipient, error }
    }),
  )
}

function toText(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, errorCharactersMax)
}

async function sendMail(
  messages: readonly Message[],
  to: string,
  { route, signal }: Pick<SendOptions, 'route' | 'signal'>,
): Promise<void> {
  const { timeZone, origin } = route
  await route.mail.send(alarmEmail(messages, { to, timeZone, origin }), signal)
}

async function postToWebhook(
  { id, body }: Pick<AlarmMessageRow, 'id' | 'body'>,
  { route: { webhook }, now, signal }: Pick<SendOptions, 'route' | 'now' | 'signal'>,
): Promise<void> {
  if (webhook === undefined) return
  const { url, secret, outbound } = webhook
  const { error } = await postWebhook(outbound, { url, secrets: [secret], id, body, now, signal })
  if (error !== null) throw new Error(error)
}
