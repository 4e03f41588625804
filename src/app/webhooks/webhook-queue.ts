/** What is to be sent to one webhook, in which order, and what its receiver makes of it. Knows no network and no store. */

import type { WebhookResult } from '../../core/webhooks/post-webhook.ts'
import type { ChangeMatcher } from '../../http/changes/change-source.ts'
import type { LogPosition } from '../../store/changes/read-log.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../store/tables.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** After each attempt; after the last one, and after a day, there is no other. */
const pausesMs = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 8 * hourMs, 8 * hourMs]
export const attemptsMax = pausesMs.length + 1
const retriedForMs = dayMs
/** No message that is stored is due later than that. */
export const pauseMsMax = dayMs
/** So many failures in a row, and there is only one attempt at a time, with longer and longer pauses. */
const failuresUntilProbes = 3
const probePauseMs = { min: 5 * secondMs, max: 30 * minuteMs }
/** All attempts of so long failed, and not only a few. */
const disabledAfterMs = 5 * dayMs
const failuresUntilDisabled = 5
const atOnceMax = 4
/** Messages that wait in memory, and those that wait in the database for another attempt. */
const waitingMax = 50
export const storedMax = 100
/** When so many wait in the database, messages that failed more than once are given up for later ones, a few at a time. */
const givenUpAtOnce = 10
/** While all attempts fail, every so many of them the next change is tried: it may be only those that wait. */
const retriesUntilNext = 5
/** While so many messages wait in memory, the log is not read for this webhook. */
const refillBelow = waitingMax / 2

/** A message that waits, or is being sent. */
export interface QueuedMessage {
  readonly id: string
  readonly epoch: number
  /** Of the change; 0 for other messages. */
  readonly number: number
  readonly type: string
  readonly subject: string
  readonly matches: boolean
  /** What the log has before it; undefined if it has a row in the database. */
  before: LogPosition | undefined
  /** Rendered with the others of its read; a later attempt renders it again. */
  body: string | undefined
  createdAt: number
  attempts: number
  dueAt: number
  isInFlight: boolean
}

type WebhookEnd = { readonly state: 'ended' | 'disabled'; readonly reason: string }

export class WebhookQueue {
  row: WebhookRow
  matcher: ChangeMatcher
  readonly filterKey: string
  /** Up to where the log was read. */
  position: LogPosition
  epoch: number
  failures: number
  failingSince: number | null
  deliveredAt: number | null
  /** Set when its receiver wants nothing more, or has failed for too long. */
  end: WebhookEnd | undefined
  /** Nothing more is started. */
  isClosing = false
  inFlight = 0
  /** Those in flight that take long. */
  slowInFlight = 0
  /** The last look in which the log was read for it. */
  readInLook = 0
  /** Rows to be written. */
  readonly changed = new Map<string, WebhookDeliveryRow>()
  /** In the order of the log. */
  #messages: QueuedMessage[] = []
  #startedUpTo = 0
  #resumeAt = 0
  /** Since a message was tried for the first time. */
  #retriesFailed = 0
  /** The last message that was tried for the first time arrived. */
  #acceptsNew = false

  constructor(
    row: WebhookRow,
    filterKey: string,
    matcher: ChangeMatcher,
    stored: readonly WebhookDeliveryRow[],
  ) {
    this.row = row
    this.filterKey = filterKey
    this.matcher = matcher
    this.position = { number: Number(row.position), at: Number(row.position_at) }
    this.epoch = Number(row.epoch)
    this.failures = row.failures
    this.failingSince = row.failing_since
    this.deliveredAt = row.delivered_at
    for (const each of stored)
      this.#messages.push({
        id: each.id,
        epoch: Number(each.epoch),
        number: Number(each.number),
        type: each.type,
        subject: each.subject,
        matches: Number(each.matches) === 1,
        before: undefined,
        body: undefined,
        createdAt: each.created_at,
        attempts: each.attempts,
        dueAt: each.due_at,
        isInFlight: false,
      })
    this.#sort()
  }

  get id(): string {
    return this.row.id
  }

  get isFailing(): boolean {
    return this.failures >= failuresUntilProbes
  }

  /** How many matching changes it takes now. What is behind them waits in the log. */
  get room(): number {
    if (this.isClosing || this.end !== undefined) return 0
    const stored = this.#storedCount
    const waiting = this.#messages.length - stored
    if (this.isFailing && stored < storedMax)
      return waiting === 0 && (stored === 0 || this.#retriesFailed >= retriesUntilNext) ? 1 : 0
    if (waiting >= refillBelow || stored >= storedMax) return 0
    return Math.min(waitingMax - waiting, storedMax - stored)
  }

  /** Gives up what the receiver always rejects, if nothing else could be read otherwise. */
  makeRoom(nowMs: number): void {
    const excess = this.#storedCount - storedMax
    if (excess < 0) return
    const rejected = this.#messages.filter(
      ({ before, attempts, isInFlight }) => before === undefined && attempts > 1 && !isInFlight,
    )
    const error = `given up after several attempts: ${storedMax} deliveries waited`
    for (const message of rejected.slice(0, excess + givenUpAtOnce))
      this.#finish(message, 'failed', { isDelivered: false, status: null, error }, nowMs)
  }

  get #storedCount(): number {
    return this.#messages.filter(({ before }) => before === undefined).length
  }

  /** Matching changes after the position, in their order, and how far the log was read for them. */
  add(messages: readonly QueuedMessage[], position: LogPosition, nowMs: number): void {
    const known = new Set(this.#messages.map(({ id }) => id))
    for (const message of messages) {
      // One that is sent again because its owner wants that.
      if (known.has(message.id)) continue
      this.#messages.push(message)
      if (this.#hasStored(message.subject, message)) this.#store(message, nowMs)
    }
    this.position = position
    this.#sort()
  }

  /** A message beside those of the log, before all of them. */
  addFirst(message: QueuedMessage, nowMs: number): void {
    if (this.#messages.some(({ id }) => id === message.id)) return
    this.#messages.unshift(message)
    this.#store(message, nowMs)
  }

  /** The next one that may be sent, which then is in flight; undefined if there is none at present. */
  take(nowMs: number): QueuedMessage | undefined {
    if (this.isClosing || this.end !== undefined || nowMs < this.#resumeAt) return undefined
    if (this.inFlight >= (this.failures > 0 ? 1 : atOnceMax)) return undefined
    const message = this.#findNext(nowMs)
    if (message === undefined) return undefined
    message.isInFlight = true
    if (message.attempts === 0) message.createdAt = nowMs
    this.inFlight += 1
    this.#startedUpTo = Math.max(this.#startedUpTo, message.number)
    return message
  }

  /** The first that was not tried before, so that what the receiver rejects does not delay the rest; then what failed. */
  #findNext(nowMs: number): QueuedMessage | undefined {
    const subjects = new Set<string>()
    let failed: QueuedMessage | undefined
    for (const message of this.#messages) {
      if (subjects.has(message.subject)) continue
      subjects.add(message.subject)
      if (message.isInFlight || message.dueAt > nowMs) continue
      if (message.attempts === 0) return message
      failed ??= message
    }
    return failed
  }

  /** Nothing was found out: it is sent again. */
  putBack(message: QueuedMessage): void {
    message.isInFlight = false
    this.inFlight -= 1
  }

  /** The change is no longer known, so there is nothing to send. */
  giveUp(message: QueuedMessage, error: string, nowMs: number): void {
    this.putBack(message)
    this.#finish(message, 'failed', { isDelivered: false, status: null, error }, nowMs)
  }

  settle(message: QueuedMessage, result: WebhookResult, nowMs: number, random: number): void {
    this.putBack(message)
    message.body = undefined
    if (result.isDelivered) this.#succeed(message, result, nowMs)
    else if (result.closedMs === undefined) this.#fail(message, result, nowMs, random)
    else {
      // The receiver asked for a pause: that is no attempt.
      this.#resumeAt = Math.max(this.#resumeAt, nowMs + result.closedMs)
      message.dueAt = nowMs + result.closedMs
      this.#store(message, nowMs, result)
    }
  }

  /** Every matching change up to here is sent, or has a row. */
  get savedPosition(): LogPosition {
    return this.#messages.find(({ before }) => before !== undefined)?.before ?? this.position
  }

  #succeed(message: QueuedMessage, result: WebhookResult, nowMs: number): void {
    message.attempts += 1
    if (message.attempts === 1) this.#acceptsNew = true
    // It is back: nothing has to wait for its turn any more.
    if (this.isFailing) for (const other of this.#messages) other.dueAt = Math.min(other.dueAt, nowMs)
    this.failures = 0
    this.failingSince = null
    this.deliveredAt = nowMs
    this.#resumeAt = 0
    this.#finish(message, 'delivered', result, nowMs)
  }

  #fail(message: QueuedMessage, result: WebhookResult, nowMs: number, random: number): void {
    message.attempts += 1
    const isRetry = message.attempts > 1
    if (!isRetry) this.#acceptsNew = false
    this.#retriesFailed = isRetry ? this.#retriesFailed + 1 : 0
    // A receiver that takes what is new rejects only what failed before.
    this.failures = Math.min(
      this.failures + 1,
      this.#acceptsNew ? failuresUntilProbes - 1 : Number.POSITIVE_INFINITY,
    )
    this.failingSince ??= nowMs
    const pauseMs = pausesMs[message.attempts - 1]
    const isLast = pauseMs === undefined || nowMs - message.createdAt >= retriedForMs
    if (isLast) this.#finish(message, 'failed', result, nowMs)
    else {
      // A tenth more or less, so that receivers that failed together are not all asked at once.
      message.dueAt = nowMs + Math.round(pauseMs * (0.9 + 0.2 * random))
      this.#store(message, nowMs, result)
    }
    if (result.status === 410) this.end = { state: 'ended', reason: 'the receiver responded with status 410' }
    else if (nowMs - this.failingSince >= disabledAfterMs && this.failures >= failuresUntilDisabled)
      this.end = { state: 'disabled', reason: `every attempt has failed for five days: ${result.error}` }
    if (!this.isFailing) return
    const probe = probePauseMs.min * 2 ** Math.min(this.failures - failuresUntilProbes, 20)
    this.#resumeAt = Math.max(this.#resumeAt, nowMs + Math.min(probe, probePauseMs.max))
    this.#leaveInLog(nowMs)
  }

  /** What was not started waits in the log. What is before something that was started has to have a row. */
  #leaveInLog(nowMs: number): void {
    const first = this.#messages.find(
      ({ before, isInFlight, number }) => before !== undefined && !isInFlight && number > this.#startedUpTo,
    )
    if (first?.before !== undefined) {
      const { number, before } = first
      this.position = before
      this.#messages = this.#messages.filter(
        (message) => message.before === undefined || message.number < number,
      )
    }
    for (const message of this.#messages)
      if (message.before !== undefined && !message.isInFlight) this.#store(message, nowMs)
  }

  #finish(message: QueuedMessage, state: 'delivered' | 'failed', result: WebhookResult, nowMs: number): void {
    this.#messages = this.#messages.filter((other) => other !== message)
    this.changed.set(message.id, { ...this.#toRow(message, result), state, finished_at: nowMs })
  }

  /** It gets a row, and so do those that have to wait for it. */
  #store(message: QueuedMessage, nowMs: number, result?: WebhookResult): void {
    message.before = undefined
    this.changed.set(message.id, this.#toRow(message, result))
    for (const other of this.#messages)
      if (other.before !== undefined && other.subject === message.subject && other.number > message.number)
        this.#store(other, nowMs)
  }

  #hasStored(subject: string, except: QueuedMessage): boolean {
    return this.#messages.some(
      (message) => message !== except && message.before === undefined && message.subject === subject,
    )
  }

  #toRow(message: QueuedMessage, result: WebhookResult | undefined): WebhookDeliveryRow {
    const { id, epoch, number, type, subject, matches, attempts, createdAt, dueAt } = message
    return {
      id,
      webhook_id: this.id,
      epoch,
      number,
      type,
      subject,
      matches: matches ? 1 : 0,
      state: 'pending',
      attempts,
      due_at: dueAt,
      created_at: createdAt,
      finished_at: null,
      status: result?.status ?? null,
      error: result?.error ?? null,
    }
  }

  #sort(): void {
    this.#messages.sort((a, b) => a.number - b.number)
  }
}
