/** Chart sessions on the connection: bar streams share them, and each event goes to the series that it is about. */

import { randomId } from '../random-id.ts'
import { isObject, type MarketEvent } from './messages.ts'
import type { ReconnectingConnection, SendCall, SessionHandler } from './reconnecting-connection.ts'

/** One series in a session. */
export interface SeriesHandler {
  /** A new connection without state: request the series. */
  onConnected(call: SendCall): void
  onEvent(event: MarketEvent): void
  onDisconnected(): void
  end(error: unknown): void
  /** Whether a call of this series may be the one that failed. */
  readonly isLoading: boolean
}

/** The provider allows more; with few, an error that cannot be attributed affects few. */
const seriesMax = 10
/** Enough to tell a late response from a current one. The provider keeps every symbol that a session resolves. */
const symbolIdsPerSeries = 4
/** Longer descriptions of an error are not searched. */
const descriptionCharsMax = 2000

/** The place of a series in its session, with the ids that it and its study use there. */
export class SeriesSlot {
  readonly chart: ChartSession
  readonly number: number
  readonly seriesId: string
  readonly studyId: string
  /** Of the current request. */
  symbolId = ''
  requestId = ''

  constructor(chart: ChartSession, number: number) {
    this.chart = chart
    this.number = number
    this.seriesId = `sds_${number}`
    this.studyId = `st${number}`
  }

  /** New ids, so that late responses to an earlier request are recognised. */
  startRequest(): void {
    this.requestId = `s${this.chart.nextRequestNumber()}`
    this.symbolId = `sds_sym_${this.chart.nextSymbolNumber(this.number)}`
  }
}

export class ChartSession implements SessionHandler {
  readonly session = `cs_${randomId(12)}`
  readonly #connection: ReconnectingConnection
  readonly #onEmpty: (session: ChartSession) => void
  readonly #series = new Map<SeriesSlot, SeriesHandler>()
  readonly #symbolNumbers = new Map<number, number>()
  #requests = 0

  constructor(connection: ReconnectingConnection, onEmpty: (session: ChartSession) => void) {
    this.#connection = connection
    this.#onEmpty = onEmpty
  }

  get isFull(): boolean {
    return this.#series.size >= seriesMax
  }

  /** `onSlot` comes before any other call. */
  join(handler: SeriesHandler, onSlot: (slot: SeriesSlot) => void): void {
    const isFirst = this.#series.size === 0
    const slot = new SeriesSlot(this, this.#freeNumber())
    this.#series.set(slot, handler)
    onSlot(slot)
    if (isFirst) this.#connection.join(this)
    else if (this.#connection.call) handler.onConnected(this.#connection.call)
  }

  leave(slot: SeriesSlot): void {
    if (!this.#series.delete(slot)) return
    const { call } = this.#connection
    call?.('remove_series', this.session, slot.seriesId)
    if (this.#series.size > 0) return
    call?.('chart_delete_session', this.session)
    this.#onEmpty(this)
    this.#connection.leave(this)
  }

  nextRequestNumber(): number {
    this.#requests += 1
    return this.#requests
  }

  nextSymbolNumber(slotNumber: number): number {
    const used = this.#symbolNumbers.get(slotNumber) ?? 0
    this.#symbolNumbers.set(slotNumber, used + 1)
    return (slotNumber - 1) * symbolIdsPerSeries + (used % symbolIdsPerSeries) + 1
  }

  onConnected(call: SendCall): void {
    call('chart_create_session', this.session, '')
    for (const handler of [...this.#series.values()]) handler.onConnected(call)
  }

  onEvent(event: MarketEvent): void {
    const { method, params } = event
    const slots = [...this.#series.keys()]
    // All at once, before one of them leaves.
    const concerned =
      method === 'critical_error'
        ? this.#failedSlots(slots, typeof params[2] === 'string' ? params[2] : '')
        : slots.filter((slot) => isFor(slot, event))
    for (const slot of concerned) this.#series.get(slot)?.onEvent(event)
  }

  onDisconnected(): void {
    for (const handler of [...this.#series.values()]) handler.onDisconnected()
  }

  end(error: Error | undefined): void {
    for (const handler of [...this.#series.values()]) handler.end(error)
  }

  /** An error repeats the arguments of the call. If it does not, any series that waits for a response may be meant. */
  #failedSlots(slots: readonly SeriesSlot[], description: string): readonly SeriesSlot[] {
    const words = new Set(description.slice(0, descriptionCharsMax).split(/[^\w$]/))
    const named = slots.filter((slot) => words.has(slot.seriesId) || words.has(slot.symbolId))
    if (named.length > 0) return named
    const loading = slots.filter((slot) => this.#series.get(slot)?.isLoading)
    return loading.length > 0 ? loading : slots
  }

  #freeNumber(): number {
    const taken = new Set([...this.#series.keys()].map(({ number }) => number))
    let number = 1
    while (taken.has(number)) number += 1
    return number
  }
}

function isFor({ seriesId, studyId, symbolId }: SeriesSlot, { method, params }: MarketEvent): boolean {
  const [, subject] = params
  if (method === 'timescale_update' || method === 'du')
    return isObject(subject) && (Object.hasOwn(subject, seriesId) || Object.hasOwn(subject, studyId))
  if (method.startsWith('study_')) return subject === studyId
  if (method === 'symbol_resolved' || method === 'symbol_error') return subject === symbolId
  return subject === seriesId
}

/** The sessions of one connection that have room, and new ones as needed. */
export class ChartSessions {
  readonly #connection: ReconnectingConnection
  readonly #shared = new Set<ChartSession>()

  constructor(connection: ReconnectingConnection) {
    this.#connection = connection
  }

  get connection(): ReconnectingConnection {
    return this.#connection
  }

  shared(): ChartSession {
    for (const session of this.#shared) if (!session.isFull) return session
    const session = new ChartSession(this.#connection, (empty) => this.#shared.delete(empty))
    this.#shared.add(session)
    return session
  }

  /** For a series with a study, or with its own time zone, which belongs to the session. */
  own(): ChartSession {
    return new ChartSession(this.#connection, () => {})
  }
}
