/** A replay: its charts see the past up to a moment, which moves on bar by bar. */

import type { Listing } from '../listings/listing.ts'
import type { Market } from '../market.ts'
import { BarBuffer, value } from '../prices/bar-buffer.ts'
import { barsUntil } from '../prices/bars.ts'
import { isIntraday, parseResolution, type Resolution } from '../prices/resolution.ts'
import { type Call, CallError, type SendEvent, textParam } from './call.ts'
import { findListing, parseSpec } from './symbol-spec.ts'

/** What one call may ask for. */
const stepsMax = 1000
/** Fewer than a series sends at once. */
const stepsAtOnce = 30
const dayMs = 86_400_000

export class ReplaySession {
  readonly #id: string
  readonly #market: Market
  readonly #send: SendEvent
  /** Charts send what has begun. */
  readonly #onMove: () => void
  #series: { readonly listing: Listing; readonly resolution: Resolution } | undefined
  /** The start of the first bar that is not seen. */
  #pointMs: number | undefined
  /** Bars a second while it plays. */
  #speed = 0
  #dueBars = 0

  constructor(id: string, market: Market, send: SendEvent, onMove: () => void) {
    this.#id = id
    this.#market = market
    this.#send = send
    this.#onMove = onMove
  }

  /** The time at which a chart without replay would see the same; undefined before the replay has a point. */
  now(): number | undefined {
    const delayMs = (this.#series?.listing.venue.delaySeconds ?? 0) * 1000
    return this.#pointMs === undefined ? undefined : this.#pointMs + delayMs
  }

  addSeries(call: Call): void {
    const spec = parseSpec(textParam(call, 2))
    const listing = spec && findListing(this.#market.listings, spec.symbol)
    const resolution = parseResolution(textParam(call, 3))
    if (listing === undefined || resolution === undefined || resolution === 'custom')
      throw new CallError('invalid parameters', call)
    this.#series = { listing, resolution }
    this.#confirm(call)
    this.#emit('replay_resolutions', textParam(call, 3), '')
  }

  reset(call: Call): void {
    const seconds = call.params[2]
    if (typeof seconds !== 'number' || !(seconds >= 0) || seconds * 1000 > this.#endMs())
      throw new CallError('invalid parameters', call)
    this.#speed = 0
    this.#pointMs = seconds * 1000
    this.#confirm(call)
    this.#emit('replay_instance_id', `${this.#id}_1`)
    this.#emit('replay_point', seconds)
  }

  step(call: Call): void {
    const count = Number(call.params[2] ?? 1)
    if (!Number.isInteger(count) || count < 1 || count > stepsMax)
      throw new CallError('invalid parameters', call)
    for (let left = count; left > 0; left -= stepsAtOnce) if (!this.#move(Math.min(left, stepsAtOnce))) break
    this.#confirm(call)
  }

  start(call: Call): void {
    const intervalMs = Number(call.params[2])
    if (!(intervalMs >= 1000 / stepsAtOnce)) throw new CallError('invalid parameters', call)
    this.#speed = 1000 / intervalMs
    this.#dueBars = 0
    this.#confirm(call)
  }

  stop(call: Call): void {
    this.#speed = 0
    this.#confirm(call)
  }

  /** Every second. */
  tick(): void {
    this.#dueBars += this.#speed
    const count = Math.floor(this.#dueBars)
    if (count === 0) return
    this.#dueBars -= count
    this.#move(count)
  }

  /** False at the end of the data. */
  #move(count: number): boolean {
    if (this.#pointMs === undefined) return false
    const starts = this.#startsFrom(this.#pointMs, count + 1)
    const isEnd = starts.length <= count
    this.#pointMs = isEnd ? Math.max(this.#pointMs, this.#endMs()) : (starts[count] ?? this.#pointMs)
    this.#onMove()
    this.#emit('replay_point', this.#pointMs / 1000)
    if (!isEnd) return true
    this.#speed = 0
    this.#emit('replay_data_end')
    return false
  }

  /** When the first bars from a moment on start; fewer than requested at the end of the data. */
  #startsFrom(fromMs: number, count: number): number[] {
    if (this.#series === undefined) return []
    const { listing, resolution } = this.#series
    const endMs = this.#endMs()
    const barMs = isIntraday(resolution) ? resolution.barMs : 31 * dayMs
    for (let spanMs = (count + 1) * barMs; ; spanMs *= 2) {
      const untilMs = Math.min(endMs, fromMs + spanMs)
      const barCount = Math.ceil(spanMs / (isIntraday(resolution) ? barMs : dayMs)) + 2
      const { bars } = barsUntil(listing, resolution, untilMs, barCount, new BarBuffer(barCount + 100))
      const starts = Array.from({ length: bars.length }, (_, at) => value(bars.time, at))
      const found = starts.filter((start) => start >= fromMs)
      if (found.length >= count || untilMs === endMs) return found.slice(0, count)
    }
  }

  #endMs(): number {
    return this.#market.world.now() - (this.#series?.listing.venue.delaySeconds ?? 0) * 1000
  }

  #confirm(call: Call): void {
    this.#emit('replay_ok', textParam(call, 1))
  }

  #emit(method: string, ...params: readonly unknown[]): void {
    this.#send(method, [this.#id, ...params])
  }
}
