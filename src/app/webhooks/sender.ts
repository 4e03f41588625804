/** Sends the changes of a service to webhooks. One sender of a service at a time works on a store; whoever calls it sees to that. */

import type { Clock } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import type { OutboundClient } from '../../core/outbound/outbound.ts'
import { postWebhook } from '../../core/post-webhook.ts'
import { filterKey, parseFilters, toMatcher } from '../../http/changes/change-filter.ts'
import type { ChangeMatcher, ChangeSource } from '../../http/changes/change-source.ts'
import { identityScope, type KeyedHash, type Ledger } from '../../identity/index.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookRow } from '../../store/tables.ts'
import { pruneDeliveries } from './deliveries.ts'
import { fillLanes, renderMessage } from './fill-lanes.ts'
import { Lane, type LaneMessage } from './lane.ts'
import { readActive, readPending, recordLanes } from './record-lanes.ts'
import { webhookScope } from './subscriptions.ts'
import { webhookSecrets } from './webhook-secrets.ts'

/** Requests at once, in all. One that takes longer than a moment leaves its place to others, up to the greater number. */
const atOnceMax = 200
const openMax = 1000
const momentMs = 2000
/** Receivers that have just failed may occupy so many: there is always room for the others. */
const openMaxOfFailing = 500
const recordEveryMs = 200
/** Of those that only moved on past changes that do not match. */
const recordPositionsEveryMs = 30_000
const reloadEveryMs = 500
/** Matchers of places know the theaters of the time when they were made. */
const matchersMs = 600_000
const idleClientMs = 60_000
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

interface Client {
  readonly outbound: OutboundClient
  usedAt: number
}

export class Sender implements AsyncDisposable {
  readonly #options: SenderOptions
  readonly #lanes = new Map<string, Lane>()
  readonly #clients = new Map<string, Client>()
  readonly #recorded = new Map<string, number>()
  #matchers = new Map<string, Promise<ChangeMatcher>>()
  #matchersAt: number
  #versions = ''
  #reloadedAt = Number.NEGATIVE_INFINITY
  #recordedAt = Number.NEGATIVE_INFINITY
  #positionsAt: number
  #open = 0
  #slow = 0
  readonly #stop = new AbortController()
  readonly #sending = new Set<Promise<void>>()

  constructor(options: SenderOptions) {
    this.#options = options
    this.#matchersAt = options.clock.monotonic()
    this.#positionsAt = options.clock.monotonic()
  }

  /** Once: reads what is new, sends what may be sent and writes what became of it. Does not wait for receivers. */
  async look(): Promise<void> {
    await this.#reload()
    await this.#fill()
    for (const lane of this.#lanes.values()) this.#send(lane)
    await this.#record(false)
    await this.#disposeIdleClients()
  }

  /** No webhook is on. */
  get isIdle(): boolean {
    return this.#lanes.size === 0
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  /** Waits a moment for what is being sent, and writes what is known. What was cut off is sent again by the next sender. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const lane of this.#lanes.values()) lane.isClosing = true
    const cancel = this.#options.clock.after(graceMs, () => this.#stop.abort())
    await this.settled()
    cancel()
    try {
      await this.#record(true)
    } catch (thrown) {
      this.#options.onWarning('what was sent to webhooks could not be recorded', thrown)
    }
    for (const { outbound } of this.#clients.values()) await outbound[Symbol.asyncDispose]()
  }

  /** At once, without a record: another process may send now. */
  abandon(): void {
    this.#stop.abort()
    this.#lanes.clear()
  }

  async #reload(): Promise<void> {
    const { ledger, clock } = this.#options
    const versions = `${ledger.version(webhookScope)} ${ledger.version(identityScope)}`
    const now = clock.monotonic()
    if (versions === this.#versions || now - this.#reloadedAt < reloadEveryMs) return
    this.#reloadedAt = now
    const rows = await readActive(ledger, this.#options.source.service)
    const active = new Map(rows.map((row) => [row.id, row]))
    let isComplete = true
    for (const [id, lane] of this.#lanes) {
      const row = active.get(id)
      if (row?.generation === lane.row.generation && lane.end === undefined) {
        lane.row = row
        continue
      }
      // What is being sent ends first, so that it is neither lost nor sent twice.
      lane.isClosing = true
      if (lane.inFlight > 0 || lane.changed.size > 0) {
        isComplete = false
        active.delete(id)
      } else this.#lanes.delete(id)
    }
    const added = [...active.values()].filter(({ id }) => !this.#lanes.has(id))
    const pending = await readPending(
      ledger,
      added.map(({ id }) => id),
    )
    for (const row of added) {
      this.#lanes.set(row.id, await this.#openLane(row, pending.get(row.id) ?? []))
    }
    if (isComplete) this.#versions = versions
  }

  async #openLane(row: WebhookRow, pending: ConstructorParameters<typeof Lane>[3]): Promise<Lane> {
    const { source } = this.#options
    try {
      const filters = parseFilters(source, JSON.parse(row.filters) as Record<string, string>)
      const key = filterKey(filters)
      return new Lane(row, key, await this.#matcherOf(key, filters), pending)
    } catch (thrown) {
      if (!isFailure(thrown, 'invalid_request')) throw thrown
      // A later version of the program may no longer know what was meant.
      const lane = new Lane(row, '', () => false, [])
      lane.end = { state: 'disabled', reason: `its filters are not valid: ${thrown.message}` }
      return lane
    }
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
    if (clock.monotonic() - this.#matchersAt > matchersMs) {
      this.#matchersAt = clock.monotonic()
      await this.#renewMatchers()
    }
    await fillLanes(readModel, source, [...this.#lanes.values()], () => clock.now())
  }

  async #renewMatchers(): Promise<void> {
    const { source } = this.#options
    this.#matchers = new Map()
    for (const lane of this.#lanes.values()) {
      if (lane.end !== undefined) continue
      const filters = parseFilters(source, JSON.parse(lane.row.filters) as Record<string, string>)
      // The old one is better than none.
      lane.matcher = await this.#matcherOf(lane.filterKey, filters).catch(() => lane.matcher)
    }
  }

  #send(lane: Lane): void {
    const { clock } = this.#options
    while (this.#mayOpen(lane)) {
      const message = lane.take(clock.now())
      if (message === undefined) return
      const sending = this.#sendOne(lane, message)
      this.#sending.add(sending)
      void sending.finally(() => {
        this.#sending.delete(sending)
        this.#send(lane)
      })
    }
  }

  #mayOpen(lane: Lane): boolean {
    if (this.#stop.signal.aborted || this.#open - this.#slow >= atOnceMax) return false
    return this.#open < (lane.failures > 0 ? openMaxOfFailing : openMax)
  }

  /** Never rejects. */
  async #sendOne(lane: Lane, message: LaneMessage): Promise<void> {
    const { clock, readModel, source, hash, random, onWarning } = this.#options
    const { signal } = this.#stop
    this.#open += 1
    let isSlow = false
    const cancel = clock.after(momentMs, () => {
      isSlow = true
      this.#slow += 1
    })
    try {
      message.body ??= await renderMessage(readModel, source, message, clock.now())
      if (message.body === undefined) {
        lane.giveUp(message, 'the change is no longer in the log', clock.now())
        return
      }
      const result = await postWebhook(this.#clientOf(lane), {
        url: lane.row.url,
        secrets: webhookSecrets(hash, lane.row, clock.now()),
        id: message.id,
        body: message.body,
        now: () => clock.now(),
        signal,
      })
      lane.settle(message, result, clock.now(), random())
    } catch (thrown) {
      lane.putBack(message)
      if (!signal.aborted) {
        message.dueAt = clock.now() + momentMs
        onWarning('a message to a webhook could not be made', thrown)
      }
    } finally {
      cancel()
      this.#open -= 1
      if (isSlow) this.#slow -= 1
    }
  }

  #clientOf(lane: Lane): OutboundClient {
    const { clock, createClient } = this.#options
    let client = this.#clients.get(lane.id)
    if (client === undefined) {
      client = { outbound: createClient(lane.row.url), usedAt: 0 }
      this.#clients.set(lane.id, client)
    }
    client.usedAt = clock.monotonic()
    return client.outbound
  }

  async #disposeIdleClients(): Promise<void> {
    const before = this.#options.clock.monotonic() - idleClientMs
    for (const [id, client] of this.#clients) {
      if (client.usedAt > before || (this.#lanes.get(id)?.inFlight ?? 0) > 0) continue
      this.#clients.delete(id)
      await client.outbound[Symbol.asyncDispose]()
    }
  }

  async #record(isLast: boolean): Promise<void> {
    const { ledger, clock } = this.#options
    const now = clock.monotonic()
    if (!isLast && now - this.#recordedAt < recordEveryMs) return
    const isTimeForAll = isLast || now - this.#positionsAt >= recordPositionsEveryMs
    const lanes = [...this.#lanes.values()].filter(
      (lane) => lane.changed.size > 0 || lane.end !== undefined || (isTimeForAll && this.#hasMoved(lane)),
    )
    if (isTimeForAll) this.#positionsAt = now
    if (lanes.length === 0) return
    this.#recordedAt = now
    const counts = new Map(lanes.map((lane) => [lane.id, lane.changed.size]))
    const positions = new Map(lanes.map((lane) => [lane.id, lane.savedPosition]))
    await recordLanes(ledger, lanes, clock.now())
    for (const lane of lanes) {
      const { number, at } = positions.get(lane.id) ?? lane.savedPosition
      lane.row = { ...lane.row, epoch: lane.epoch, position: number, position_at: at }
      await this.#prune(lane, counts.get(lane.id) ?? 0)
    }
  }

  #hasMoved(lane: Lane): boolean {
    return lane.savedPosition.number !== Number(lane.row.position) || lane.epoch !== Number(lane.row.epoch)
  }

  async #prune(lane: Lane, recorded: number): Promise<void> {
    const count = (this.#recorded.get(lane.id) ?? 0) + recorded
    this.#recorded.set(lane.id, count % pruneEvery)
    if (count >= pruneEvery) await pruneDeliveries(this.#options.ledger, lane.id)
  }
}
