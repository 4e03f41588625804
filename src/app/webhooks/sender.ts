/** Sends the changes of a service to webhooks. One sender of a service at a time works on a store; whoever calls it sees to that. */

import { type Clock, createForwardTime } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import type { OutboundClient } from '../../core/outbound/outbound.ts'
import { postWebhook } from '../../core/webhooks/post-webhook.ts'
import { filterKey, parseFilters, toMatcher } from '../../http/changes/change-filter.ts'
import type { ChangeMatcher, ChangeSource } from '../../http/changes/change-source.ts'
import { identityScope, type KeyedHash, type Ledger } from '../../identity/index.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../store/tables.ts'
import { pruneDeliveries } from './deliveries.ts'
import { fillQueues, renderMessage } from './fill-queues.ts'
import { readActive, readPending, recordQueues } from './record-queues.ts'
import { WebhookClients } from './webhook-clients.ts'
import { pauseMsMax, type QueuedMessage, WebhookQueue } from './webhook-queue.ts'
import { webhookSecrets } from './webhook-secrets.ts'
import { webhookScope } from './webhooks.ts'

/** Requests at once, in all. One that is slow leaves its place to others, up to the greater number. */
const atOnceMax = 200
const openMax = 1000
const slowAfterMs = 2000
/** Receivers that have just failed, or are slow, may occupy so many: there is always room for the others. */
const openMaxOfDoubtful = 500
const recordEveryMs = 200
/** Of those that only moved on past changes that do not match. */
const recordPositionsEveryMs = 30_000
const reloadEveryMs = 500
/** Where a place is follows from the theaters of the time when its matcher was made. */
const matchersMs = 600_000
/** Webhooks whose filters cannot be used are tried again. */
const openAgainMs = 30_000
/** New deliveries of a webhook after which the oldest are deleted. */
const pruneEvery = 200
/** How long a stop waits for what is being sent. */
const graceMs = 2000

export interface SenderOptions {
  readonly ledger: Ledger
  readonly readModel: Store['readModel']
  readonly source: ChangeSource
  readonly hash: KeyedHash
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  createClient(url: string): OutboundClient
  onWarning(message: string, thrown?: unknown): void
}

export class Sender implements AsyncDisposable {
  readonly #options: SenderOptions
  /** By which messages are due: a pause of seconds must not last for hours because the clock was set back. */
  readonly #now: () => number
  readonly #queues = new Map<string, WebhookQueue>()
  /** Those that may have something to send, in the order in which they get places. */
  readonly #waiting = new Set<WebhookQueue>()
  readonly #clients: WebhookClients
  readonly #recorded = new Map<string, number>()
  #matchers = new Map<string, Promise<ChangeMatcher>>()
  #matchersAt: number
  #matchersEpoch: number
  #versions = ''
  /** Their queues are opened anew. */
  readonly #changedByOwner = new Set<string>()
  #reloadedAt = Number.NEGATIVE_INFINITY
  #openAgainAt = Number.POSITIVE_INFINITY
  #recordedAt = Number.NEGATIVE_INFINITY
  #positionsAt: number
  #looks = 0
  #open = 0
  #slow = 0
  readonly #stop = new AbortController()
  readonly #sending = new Set<Promise<void>>()

  constructor(options: SenderOptions) {
    this.#options = options
    this.#now = createForwardTime(options.clock)
    this.#clients = new WebhookClients(options.createClient, options.clock)
    this.#matchersAt = options.clock.monotonic()
    this.#matchersEpoch = options.readModel.epoch()
    this.#positionsAt = options.clock.monotonic()
  }

  /** Once: reads what is new, sends what may be sent and writes what became of it. Does not wait for receivers. */
  async look(): Promise<void> {
    await this.#reload()
    await this.#fill()
    for (const queue of this.#queues.values()) this.#waiting.add(queue)
    this.#sendInTurn()
    await this.#record(false)
    await this.#clients.disposeIdle((id) => (this.#queues.get(id)?.inFlight ?? 0) > 0)
  }

  /** No webhook is on. */
  get isIdle(): boolean {
    return this.#queues.size === 0
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  /** Waits a moment for what is being sent, and writes what is known. What was cut off is sent again by the next sender. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const queue of this.#queues.values()) queue.isClosing = true
    const cancel = this.#options.clock.after(graceMs, () => this.#stop.abort())
    await this.settled()
    cancel()
    try {
      await this.#record(true)
    } catch (thrown) {
      this.#options.onWarning('what was sent to webhooks could not be recorded', thrown)
    }
    await this.#clients[Symbol.asyncDispose]()
  }

  /** At once, without a record: another process may send now. */
  abandon(): void {
    this.#stop.abort()
    this.#queues.clear()
    this.#waiting.clear()
  }

  async #reload(): Promise<void> {
    const { ledger, clock } = this.#options
    const versions = `${ledger.version(webhookScope)} ${ledger.version(identityScope)}`
    const now = clock.monotonic()
    const isDue = versions !== this.#versions || now >= this.#openAgainAt
    if (!isDue || now - this.#reloadedAt < reloadEveryMs) return
    this.#reloadedAt = now
    const rows = await readActive(ledger, this.#options.source.service)
    const active = new Map(rows.map((row) => [row.id, row]))
    let isComplete = true
    for (const [id, queue] of this.#queues) {
      const row = active.get(id)
      if (row?.generation === queue.row.generation && queue.end === undefined) {
        queue.row = row
        continue
      }
      // What is being sent ends first, so that it is neither lost nor sent twice.
      queue.isClosing = true
      if (row !== undefined) this.#changedByOwner.add(id)
      if (queue.inFlight > 0 || queue.changed.size > 0) {
        isComplete = false
        active.delete(id)
      } else {
        this.#queues.delete(id)
        // It may have learnt that the receiver is down.
        await this.#clients.dispose(id)
      }
    }
    const added = [...active.values()].filter(({ id }) => !this.#queues.has(id))
    const pending = await readPending(
      ledger,
      added.map(({ id }) => id),
    )
    let isWithout = false
    for (const row of added) {
      // What the old queue recorded last may be due later than the owner wants, or years ahead by a clock that was wrong.
      const latest = this.#changedByOwner.delete(row.id) ? 0 : this.#now() + pauseMsMax
      const stored = pending.get(row.id) ?? []
      const due = stored.map((each) => ({ ...each, due_at: Math.min(each.due_at, latest) }))
      const queue = await this.#openQueue(row, due)
      if (queue === undefined) isWithout = true
      else this.#queues.set(row.id, queue)
    }
    this.#openAgainAt = isWithout ? now + openAgainMs : Number.POSITIVE_INFINITY
    if (isComplete) this.#versions = versions
  }

  /** Undefined if it cannot be served at present: its place may not be known before all theaters are. */
  async #openQueue(
    row: WebhookRow,
    pending: readonly WebhookDeliveryRow[],
  ): Promise<WebhookQueue | undefined> {
    const { onWarning } = this.#options
    let filters: Readonly<Record<string, unknown>>
    try {
      filters = this.#filtersOf(row)
    } catch (thrown) {
      if (!isFailure(thrown, 'invalid_request')) throw thrown
      // A later version of the program may no longer know what was meant.
      const queue = new WebhookQueue(row, '', () => false, [])
      queue.end = { state: 'disabled', reason: `its filters are not valid: ${thrown.message}` }
      return queue
    }
    try {
      const key = filterKey(filters)
      return new WebhookQueue(row, key, await this.#matcherOf(key, filters), pending)
    } catch (thrown) {
      onWarning(`the filters of the webhook ${row.id} cannot be used at present`, thrown)
      return undefined
    }
  }

  #filtersOf({ filters }: WebhookRow): Readonly<Record<string, unknown>> {
    return parseFilters(this.#options.source, JSON.parse(filters) as Record<string, string>)
  }

  /** Equal filters share one. */
  async #matcherOf(key: string, filters: Readonly<Record<string, unknown>>): Promise<ChangeMatcher> {
    const known = this.#matchers.get(key)
    if (known !== undefined) return await known
    const made = toMatcher(this.#options.source, filters)
    this.#matchers.set(key, made)
    return await made.catch((thrown: unknown) => {
      this.#matchers.delete(key)
      throw thrown
    })
  }

  async #fill(): Promise<void> {
    const { readModel, source, clock } = this.#options
    const epoch = readModel.epoch()
    if (clock.monotonic() - this.#matchersAt > matchersMs || epoch !== this.#matchersEpoch) {
      this.#matchersAt = clock.monotonic()
      this.#matchersEpoch = epoch
      await this.#renewMatchers()
    }
    this.#looks += 1
    await fillQueues(readModel, source, [...this.#queues.values()], this.#looks, this.#now)
  }

  async #renewMatchers(): Promise<void> {
    this.#matchers = new Map()
    for (const queue of this.#queues.values()) {
      if (queue.end !== undefined) continue
      // The old one is better than none.
      queue.matcher = await this.#matcherOf(queue.filterKey, this.#filtersOf(queue.row)).catch(
        () => queue.matcher,
      )
    }
  }

  /** One message of each webhook at a time: none gets a second place before the others had their turn. */
  #sendInTurn(): void {
    for (const queue of this.#waiting) {
      if (this.#stop.signal.aborted || this.#open - this.#slow >= atOnceMax) return
      const isDoubtful = queue.failures > 0 || queue.slowInFlight > 0
      if (this.#open >= (isDoubtful ? openMaxOfDoubtful : openMax)) continue
      this.#waiting.delete(queue)
      const message = queue.take(this.#now())
      if (message === undefined) continue
      // At the end of the set, so that this loop comes to it again.
      this.#waiting.add(queue)
      this.#start(queue, message)
    }
  }

  #start(queue: WebhookQueue, message: QueuedMessage): void {
    const sending = this.#sendOne(queue, message)
    this.#sending.add(sending)
    void sending.finally(() => {
      this.#sending.delete(sending)
      this.#waiting.add(queue)
      this.#sendInTurn()
    })
  }

  /** Never rejects. */
  async #sendOne(queue: WebhookQueue, message: QueuedMessage): Promise<void> {
    const { clock, readModel, source, hash, random, onWarning } = this.#options
    const { signal } = this.#stop
    this.#open += 1
    let isSlow = false
    const cancel = clock.after(slowAfterMs, () => {
      isSlow = true
      queue.slowInFlight += 1
      this.#slow += 1
    })
    try {
      message.body ??= await renderMessage(readModel, source, queue.id, message, clock.now())
      if (message.body === undefined) {
        queue.giveUp(message, 'the change is no longer in the log', this.#now())
        return
      }
      const result = await postWebhook(this.#clients.use(queue.id, queue.row.url), {
        url: queue.row.url,
        secrets: webhookSecrets(hash, queue.row, clock.now()),
        id: message.id,
        body: message.body,
        now: () => clock.now(),
        signal,
      })
      queue.settle(message, result, this.#now(), random())
    } catch (thrown) {
      queue.putBack(message)
      if (!signal.aborted) {
        message.dueAt = this.#now() + slowAfterMs
        onWarning('a message to a webhook could not be made', thrown)
      }
    } finally {
      cancel()
      this.#open -= 1
      if (isSlow) {
        this.#slow -= 1
        queue.slowInFlight -= 1
      }
    }
  }

  async #record(isLast: boolean): Promise<void> {
    const { ledger, clock } = this.#options
    const now = clock.monotonic()
    if (!isLast && now - this.#recordedAt < recordEveryMs) return
    const isTimeForAll = isLast || now - this.#positionsAt >= recordPositionsEveryMs
    const queues = [...this.#queues.values()].filter(
      (queue) => queue.changed.size > 0 || queue.end !== undefined || (isTimeForAll && this.#hasMoved(queue)),
    )
    if (isTimeForAll) this.#positionsAt = now
    if (queues.length === 0) return
    this.#recordedAt = now
    const counts = new Map(queues.map((queue) => [queue.id, queue.changed.size]))
    const positions = new Map(queues.map((queue) => [queue.id, queue.savedPosition]))
    await recordQueues(ledger, queues, clock.now())
    for (const queue of queues) {
      const { number, at } = positions.get(queue.id) ?? queue.savedPosition
      queue.row = { ...queue.row, epoch: queue.epoch, position: number, position_at: at }
      await this.#prune(queue, counts.get(queue.id) ?? 0)
    }
  }

  #hasMoved(queue: WebhookQueue): boolean {
    return (
      queue.savedPosition.number !== Number(queue.row.position) || queue.epoch !== Number(queue.row.epoch)
    )
  }

  async #prune(queue: WebhookQueue, recorded: number): Promise<void> {
    const count = (this.#recorded.get(queue.id) ?? 0) + recorded
    this.#recorded.set(queue.id, count % pruneEvery)
    if (count >= pruneEvery) await pruneDeliveries(this.#options.ledger, queue.id)
  }
}
