/** The open streams of this process: how many each caller may have, and what ends them from outside. */

import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import {
  type Access,
  type AccessControl,
  type Admission,
  type Caller,
  hasCredential,
  type RouteInfo,
} from '../access-control.ts'
import { CallerCounts } from '../caller-counts.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { toFailure } from '../response/error-response.ts'
import type { Carrier, LiveConnection, LiveListener, StartLive } from './live-connection.ts'
import { errorEvent, type LiveEvent } from './live-event.ts'

export interface LiveLimits {
  readonly anonymous: number
  readonly identified: number
  /** Of all callers. */
  readonly total: number
}

interface LiveOptions {
  readonly clock: Clock
  readonly accessControl: AccessControl
  readonly metrics: Metrics
  readonly limits: LiveLimits
  readonly loadShedder: { readonly draining: boolean }
  readonly logger: Logger
}

/** Who opened a stream, and by which route. */
export interface LiveCaller {
  readonly caller: Caller
  readonly admission: Admission
  readonly access: Access
  readonly routeInfo: RouteInfo
}

const sweepMs = 1000
const beatMs = 15_000
/** How soon a revoked credential ends its streams. */
const recheckMs = 2000
/** A reader that takes nothing for this long is disconnected. */
const behindMsMax = 30_000
/** Unsent bytes from which on a reader counts as behind. */
const unsentBytesMax = 65_536
/** A reader that has not acknowledged for this long what was sent counts as behind. */
const unacknowledgedMsMax = 250
/** Between requests for an acknowledgement. */
const acknowledgeMs = 100
/** Messages of one reader that wait for their turn. */
const messagesMax = 32

export class LiveConnections {
  readonly #options: LiveOptions
  readonly #open = new Set<OpenStream>()
  readonly #counts = new CallerCounts()
  #reserved = 0
  readonly #countEnd: (reason: string) => void
  #stopSweep: (() => void) | undefined
  #isSweeping = false

  constructor(options: LiveOptions) {
    this.#options = options
    options.metrics.gauge('broadsheet_http_streams', 'Open streams.', () => this.#open.size)
    const ended = options.metrics.counter(
      'broadsheet_http_streams_ended_total',
      'Streams that ended, by reason: reader (it disconnected), slow, silent, revoked, flood, server.',
      ['reason'],
    )
    this.#countEnd = (reason) => ended.inc({ reason })
  }

  /** Throws `rate_limited` or `overloaded` if there is no room. Must be followed by `release` or `start`. */
  reserve({ admission }: LiveCaller): void {
    const { limits, loadShedder } = this.#options
    if (loadShedder.draining || this.#reserved >= limits.total)
      throw new Failure('overloaded', 'The server has no room for another stream.', { retryAfterSeconds: 5 })
    this.#checkRoom(admission)
    this.#counts.add(admission.principal, 1)
    this.#reserved += 1
  }

  #checkRoom({ principal }: Admission): void {
    const { limits } = this.#options
    const limit = principal.identityId === undefined ? limits.anonymous : limits.identified
    if (this.#counts.isFull(principal, limit)) {
      throw new Failure('rate_limited', `At most ${limit} streams at once.`, {
        details: { limit, counted: 'open streams', retry_after_seconds: 5 },
        retryAfterSeconds: 5,
      })
    }
  }

  release({ admission }: LiveCaller): void {
    this.#counts.add(admission.principal, -1)
    this.#reserved -= 1
  }

  /** After `reserve`. */
  start(by: LiveCaller, carrier: Carrier, start: StartLive): void {
    const stream = new OpenStream(by, carrier, this.#options, {
      onEnd: (reason) => {
        this.#open.delete(stream)
        this.#countEnd(reason)
        this.release(stream.by)
        if (this.#open.size === 0) this.#stopSweeping()
      },
      onIdentified: (admission) => {
        this.#checkRoom(admission)
        this.#counts.add(stream.principal, -1)
        this.#counts.add(admission.principal, 1)
      },
    })
    this.#open.add(stream)
    this.#stopSweep ??= this.#options.clock.after(sweepMs, () => void this.#sweep())
    stream.start(start)
  }

  endAll(): void {
    for (const stream of [...this.#open]) stream.finish('server')
  }

  #stopSweeping(): void {
    this.#stopSweep?.()
    this.#stopSweep = undefined
  }

  async #sweep(): Promise<void> {
    this.#stopSweep = this.#options.clock.after(sweepMs, () => void this.#sweep())
    if (this.#options.loadShedder.draining) return this.endAll()
    const now = this.#options.clock.monotonic()
    for (const stream of [...this.#open]) stream.check(now)
    // One after the other: the first check of a credential answers for all streams with it.
    if (this.#isSweeping) return
    this.#isSweeping = true
    try {
      for (const stream of [...this.#open]) await stream.recheck(now)
    } finally {
      this.#isSweeping = false
    }
  }
}

interface StreamOwner {
  onEnd(reason: string): void
  /** Throws if the caller has no room for the stream. */
  onIdentified(admission: Admission): void
}

class OpenStream implements LiveConnection {
  #by: LiveCaller
  readonly #carrier: Carrier
  readonly #options: LiveOptions
  readonly #owner: StreamOwner
  readonly #ended = new AbortController()
  #listener: LiveListener | undefined
  #behindSince: number | undefined
  /** The time of the first request for an acknowledgement that was not answered yet, and that of the last. */
  #unacknowledgedSince = 0
  #acknowledgementAskedAt = Number.NEGATIVE_INFINITY
  #lastBeat: number
  #checkedAt: number
  #messages: Promise<void> = Promise.resolve()
  #waitingMessages = 0

  constructor(by: LiveCaller, carrier: Carrier, options: LiveOptions, owner: StreamOwner) {
    this.#by = by
    this.#carrier = carrier
    this.#options = options
    this.#owner = owner
    this.#lastBeat = options.clock.monotonic()
    this.#checkedAt = this.#lastBeat
  }

  get by(): LiveCaller {
    return this.#by
  }

  get principal() {
    return this.#by.admission.principal
  }

  get signal(): AbortSignal {
    return this.#ended.signal
  }

  get isBehind(): boolean {
    return this.#behindSince !== undefined
  }

  start(start: StartLive): void {
    this.#carrier.listen({
      onDrained: () => this.#caughtUp(),
      onClosed: () => this.#end('reader'),
      onMessage: (text) => this.#receive(text),
    })
    if (!this.signal.aborted) this.#listener = start(this)
  }

  send(events: readonly LiveEvent[]): void {
    if (this.signal.aborted || events.length === 0) return
    this.#carrier.send(events)
    const now = this.#options.clock.monotonic()
    const isLate = this.#carrier.unacknowledged > 0 && now - this.#unacknowledgedSince >= unacknowledgedMsMax
    const wasBehind = this.isBehind
    if (isLate || this.#carrier.unsentBytes > unsentBytesMax) this.#behindSince ??= now
    // A reader that falls behind has caught up when it has taken all until now.
    const isDue = this.#carrier.unacknowledged === 0 && now - this.#acknowledgementAskedAt >= acknowledgeMs
    if (isDue || this.isBehind !== wasBehind) this.#requestAcknowledgement(now)
  }

  async authenticate(credential: string): Promise<void> {
    const { caller, access, routeInfo } = this.#by
    if (hasCredential(caller))
      throw new Failure('invalid_request', 'The stream has a credential already.', {
        details: { parameter: 'op' },
      })
    const identified = { ...caller, authorization: `Bearer ${credential}` }
    const admission = await this.#options.accessControl.admit(identified, access, routeInfo)
    if (this.signal.aborted) return
    this.#owner.onIdentified(admission)
    this.#by = { ...this.#by, caller: identified, admission }
  }

  end(last?: LiveEvent): void {
    this.finish('server', last)
  }

  finish(reason: string, last?: LiveEvent): void {
    if (this.signal.aborted) return
    // What waits for a reader that is behind would keep the connection open.
    if (this.isBehind) this.#carrier.destroy()
    else this.#carrier.close(last)
    this.#end(reason)
  }

  check(now: number): void {
    if (this.#behindSince !== undefined) {
      if (now - this.#behindSince >= behindMsMax) this.finish('slow')
      return
    }
    if (now - this.#lastBeat < beatMs) return
    this.#lastBeat = now
    if (this.#carrier.beat()) return
    this.#carrier.destroy()
    this.#end('silent')
  }

  /** Ends the stream if its credential is no longer valid. An error that says nothing about it changes nothing. */
  async recheck(now: number): Promise<void> {
    const { caller, access, admission, routeInfo } = this.#by
    if (admission.principal.credential === 'none' || now - this.#checkedAt < recheckMs) return
    this.#checkedAt = now
    try {
      await this.#options.accessControl.verify?.(caller, access, routeInfo)
    } catch (thrown) {
      if (thrown instanceof Failure && (thrown.status === 401 || thrown.status === 403))
        this.finish('revoked', errorEvent(thrown))
    }
  }

  #requestAcknowledgement(now: number): void {
    if (this.#carrier.unacknowledged === 0) this.#unacknowledgedSince = now
    this.#carrier.requestAcknowledgement()
    this.#acknowledgementAskedAt = now
  }

  #caughtUp(): void {
    this.#unacknowledgedSince = this.#options.clock.monotonic()
    if (this.#behindSince === undefined) return
    // Slow, but it takes something.
    this.#behindSince = this.#unacknowledgedSince
    if (this.#carrier.unacknowledged > 0) return
    this.#behindSince = undefined
    this.#listener?.onReady()
  }

  #receive(text: string): void {
    if (this.signal.aborted) return
    if (this.#waitingMessages >= messagesMax) {
      const message = `At most ${messagesMax} messages may wait for a response.`
      this.finish('flood', errorEvent(new Failure('rate_limited', message)))
      return
    }
    this.#waitingMessages += 1
    this.#messages = this.#messages.then(async () => {
      await this.#handle(text)
      this.#waitingMessages -= 1
    })
  }

  /** A message counts as a request. */
  async #handle(text: string): Promise<void> {
    const { caller, access, routeInfo } = this.#by
    try {
      if (this.signal.aborted) return
      const { accessControl, clock } = this.#options
      if (!accessControl.admitSync(caller, access, routeInfo, clock.now()))
        await accessControl.admit(caller, access, routeInfo)
      await this.#listener?.onMessage?.(text)
    } catch (thrown) {
      const failure = toFailure(thrown)
      if (failure.code === 'internal')
        this.#options.logger.error({ err: thrown }, 'a message of a stream failed')
      if (failure.code === 'unauthenticated') this.finish('revoked', errorEvent(failure))
      else this.send([errorEvent(failure, this.#listener?.errorContext?.(text))])
    }
  }

  #end(reason: string): void {
    if (this.signal.aborted) return
    this.#ended.abort()
    this.#owner.onEnd(reason)
  }
}
