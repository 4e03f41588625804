/** The outbound client over undici: queueing per host, attempts, redirects and the classification of results. */

import { Failure } from '../errors.ts'
import { Agents } from './agents.ts'
import {
  type AttemptFailure,
  classifyError,
  classifyResponse,
  type DecodedResponse,
} from './classify-response.ts'
import {
  acceptedEncodings,
  decodeCharset,
  decodeCharsetStream,
  decompress,
  decompressStream,
} from './decode-body.ts'
import { type Destination, resolveDestination } from './destination.ts'
import { type Call, followRedirect, isRedirect, redirectsMax } from './follow-redirect.ts'
import { type CircuitKey, HostClosed } from './hosts/host-closed.ts'
import { HostGate, type Visit } from './hosts/host-gate.ts'
import type { Politeness } from './hosts/host-queue.ts'
import { openSocket } from './open-socket.ts'
import type {
  Outbound,
  OutboundClient,
  OutboundRequest,
  OutboundResponse,
  OutboundSettings,
  OutboundSocket,
  OutboundSocketRequest,
  OutboundStream,
} from './outbound.ts'
import { joinHeaders, sendOnce } from './send-once.ts'
import { TimeBudget } from './time-budget.ts'

const firstPauseMs = 300
const pauseMsMax = 10_000
const defaultPoliteness: Politeness = { atOnce: 8, gapMs: 0 }

/** A request with all its attempts and redirects. */
interface Exchange extends Visit {
  readonly group: string | undefined
  readonly acceptStatuses: readonly number[]
  readonly unavailableStatuses: readonly number[]
  readonly bytesMax: number
  readonly keepBytes: boolean
  readonly attempt: number
}

/** What all redirects of one attempt amount to, and the last host. */
interface Outcome {
  readonly result: OutboundResponse | AttemptFailure
  readonly circuit: CircuitKey
}

/** The observed part of an attempt. */
interface Observation {
  readonly startedAt: number
  status: number | undefined
  bytes: number
}

export class UndiciOutbound implements OutboundClient {
  readonly #options: OutboundSettings
  readonly #gate: HostGate
  readonly #agents: Agents

  constructor(options: OutboundSettings) {
    this.#options = options
    this.#gate = new HostGate(options)
    this.#agents = new Agents(options)
  }

  request(url: string, request: OutboundRequest): Promise<OutboundResponse> {
    return this.#request(url, request, defaultPoliteness)
  }

  stream(url: string, request: OutboundRequest): Promise<OutboundStream> {
    return this.#stream(url, request, defaultPoliteness)
  }

  for(politeness: Politeness): Outbound {
    const effective = this.#options.pauseBetweenRequests ? politeness : { ...politeness, gapMs: 0 }
    return {
      request: (url, request) => this.#request(url, request, effective),
      stream: (url, request) => this.#stream(url, request, effective),
    }
  }

  openSocket(url: string, request: OutboundSocketRequest): OutboundSocket {
    return openSocket(url, request, this.#options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#gate.close()
    await this.#agents[Symbol.asyncDispose]()
  }

  async #request(url: string, request: OutboundRequest, politeness: Politeness): Promise<OutboundResponse> {
    request.signal.throwIfAborted()
    const exchange = this.#exchange(request, politeness)
    try {
      return await this.#retry(this.#firstCall(url, request), request, exchange)
    } catch (thrown) {
      throw request.signal.aborted ? request.signal.reason : thrown
    } finally {
      this.#gate.leave(exchange)
    }
  }

  async #stream(url: string, request: OutboundRequest, politeness: Politeness): Promise<OutboundStream> {
    const call = this.#firstCall(url, request)
    const destination = resolveDestination(call.url, this.#options, this.#agents)
    const text = this.#streamText(call, destination, this.#exchange(request, politeness))
    // The first part shows whether the response is usable.
    const first = await text.next()
    const wholeText = (async function* () {
      try {
        if (!first.done) yield first.value
        yield* text
      } finally {
        await text.return(undefined)
      }
    })()
    return { url: call.url.href, receivedAt: this.#options.clock.now(), text: wholeText }
  }

  async *#streamText(call: Call, destination: Destination, exchange: Exchange): AsyncGenerator<string> {
    const { clock } = this.#options
    const circuit = { host: call.url.host, group: exchange.group }
    const release = await this.#gate.enter(circuit, exchange)
    using deadline = exchange.budget.start()
    const { signal } = deadline
    const observed: Observation = { startedAt: clock.monotonic(), status: undefined, bytes: 0 }
    let unusable: AttemptFailure | undefined
    try {
      const received = await destination.dispatcher.request(toDispatchOptions(call, destination, signal))
      observed.status = received.statusCode
      const headers = joinHeaders(received.headers)
      const limit = await this.#gate.heedPause(circuit, { status: observed.status, headers })
      unusable = classifyResponse({ status: observed.status, headers, body: '' }, [], clock.now())
      if (unusable) {
        await received.body.dump({ limit: 65_536 })
        throw limit ?? unusable.failure
      }
      const bytes = decompressStream(received.body, headers['content-encoding'], exchange.bytesMax)
      for await (const part of decodeCharsetStream(bytes, headers['content-type'])) {
        observed.bytes += part.length
        yield part
      }
      this.#report(call, exchange, observed, undefined)
      await this.#gate.recordOutcome(circuit, exchange, undefined)
    } catch (thrown) {
      const attemptFailure = unusable ?? this.#toAttemptFailure(exchange, signal, thrown)
      this.#report(call, exchange, observed, attemptFailure)
      await this.#gate.recordOutcome(circuit, exchange, attemptFailure)
      throw thrown instanceof HostClosed ? thrown : attemptFailure.failure
    } finally {
      this.#gate.leave(exchange)
      release()
    }
  }

  #exchange(request: OutboundRequest, politeness: Politeness): Exchange {
    const { deadlineMs = this.#options.deadlineMs, signal: callerSignal } = request
    const { waitMsMax = deadlineMs, gapMsMin = 0 } = request
    const mayPause = this.#options.pauseBetweenRequests
    return {
      politeness: mayPause && gapMsMin > politeness.gapMs ? { ...politeness, gapMs: gapMsMin } : politeness,
      group: request.group,
      callers: request.callers,
      acceptStatuses: request.acceptStatuses ?? [],
      unavailableStatuses: request.unavailableStatuses ?? [],
      bytesMax: request.bytesMax ?? this.#options.bytesMax,
      keepBytes: request.keepBytes ?? false,
      callerSignal,
      budget: new TimeBudget({ clock: this.#options.clock, deadlineMs, waitMsMax, callerSignal }),
      attempt: 1,
      probes: [],
    }
  }

  #firstCall(url: string, request: OutboundRequest): Call {
    const headers: Record<string, string> = {
      'user-agent': this.#options.userAgent,
      'accept-encoding': acceptedEncodings,
      accept: '*/*',
    }
    for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value
    const parsed = URL.parse(url)
    if (!parsed) throw new Failure('upstream_changed', 'The source links to something that is not a URL.')
    return { url: parsed, method: request.method ?? 'GET', headers, body: request.body }
  }

  async #retry(call: Call, request: OutboundRequest, exchange: Exchange): Promise<OutboundResponse> {
    const safeToRetry = request.safeToRetry ?? call.method === 'GET'
    for (let attempt = 1; ; attempt += 1) {
      const { result, circuit } = await this.#followRedirects(call, { ...exchange, attempt })
      this.#gate.recordAttempt(circuit, 'failure' in result && result.worthRetrying)
      if ('body' in result) {
        await this.#gate.recordOutcome(circuit, exchange, undefined)
        return result
      }
      const { failure, worthRetrying, neverSent } = result
      const pauseMs = this.#pauseMs(attempt, failure.retryAfterSeconds)
      const again =
        worthRetrying &&
        (safeToRetry || neverSent) &&
        attempt < this.#options.attemptsMax &&
        pauseMs < exchange.budget.leftMs &&
        this.#gate.mayRetry(circuit)
      if (!again) {
        await this.#gate.recordOutcome(circuit, exchange, result)
        throw failure
      }
      using deadline = exchange.budget.start()
      await this.#options.clock.sleep(pauseMs, deadline.signal)
    }
  }

  /** Full jitter, but never earlier than `Retry-After`. */
  #pauseMs(attempt: number, retryAfterSeconds: number | undefined): number {
    const ceilingMs = Math.min(pauseMsMax, firstPauseMs * 2 ** (attempt - 1))
    return Math.max((retryAfterSeconds ?? 0) * 1000, Math.floor(this.#options.random() * ceilingMs))
  }

  async #followRedirects(first: Call, exchange: Exchange): Promise<Outcome> {
    let call = first
    for (let hop = 0; hop <= redirectsMax; hop += 1) {
      const circuit = { host: call.url.host, group: exchange.group }
      const destination = resolveDestination(call.url, this.#options, this.#agents)
      const response = await this.#queueAttempt(call, destination, circuit, exchange)
      if ('failure' in response) return { result: response, circuit }
      if (!isRedirect(response) || exchange.acceptStatuses.includes(response.status)) {
        const result = { ...response, url: call.url.href, receivedAt: this.#options.clock.now() }
        return { result, circuit }
      }
      await this.#gate.recordOutcome(circuit, exchange, undefined)
      call = followRedirect(call, response)
    }
    throw new Failure('upstream_changed', 'The source redirects too many times.')
  }

  async #queueAttempt(
    call: Call,
    destination: Destination,
    circuit: CircuitKey,
    exchange: Exchange,
  ): Promise<DecodedResponse | AttemptFailure> {
    const release = await this.#gate.enter(circuit, exchange)
    try {
      return await this.#attempt(call, destination, exchange)
    } finally {
      release()
    }
  }

  async #attempt(
    call: Call,
    destination: Destination,
    exchange: Exchange,
  ): Promise<DecodedResponse | AttemptFailure> {
    const { clock } = this.#options
    const observed: Observation = { startedAt: clock.monotonic(), status: undefined, bytes: 0 }
    using deadline = exchange.budget.start()
    const { signal } = deadline
    try {
      const { bytesMax } = exchange
      const request = { ...toDispatchOptions(call, destination, signal), bytesMax }
      const { status, headers, bytes } = await sendOnce(destination.dispatcher, request)
      observed.status = status
      const circuit = { host: call.url.host, group: exchange.group }
      const limit = await this.#gate.heedPause(circuit, { status, headers }, exchange.unavailableStatuses)
      const raw = await decompress(bytes, headers['content-encoding'], bytesMax)
      observed.bytes = raw.length
      const body = decodeCharset(raw, headers['content-type'])
      const response = { status, headers, body, ...(exchange.keepBytes ? { bytes: raw } : {}) }
      const { acceptStatuses, unavailableStatuses } = exchange
      const isFollowed = isRedirect(response) && !unavailableStatuses.includes(status)
      const unusable = isFollowed
        ? undefined
        : classifyResponse(response, acceptStatuses, clock.now(), unavailableStatuses)
      const attemptFailure = unusable?.isLimit && limit ? { ...unusable, failure: limit } : unusable
      await this.#gate.recordDuration(circuit, clock.monotonic() - observed.startedAt)
      this.#report(call, exchange, observed, attemptFailure)
      return attemptFailure ?? response
    } catch (thrown) {
      const attemptFailure = this.#toAttemptFailure(exchange, signal, thrown)
      this.#report(call, exchange, observed, attemptFailure)
      return attemptFailure
    }
  }

  #toAttemptFailure({ callerSignal }: Exchange, signal: AbortSignal, thrown: unknown): AttemptFailure {
    // An abort by the caller says nothing about the upstream.
    if (callerSignal.aborted) throw thrown
    return classifyError(signal.aborted ? signal.reason : thrown)
  }

  /** One event per attempt. */
  #report(
    { url, method }: Call,
    { attempt }: Exchange,
    { startedAt, status, bytes }: Observation,
    attemptFailure: AttemptFailure | undefined,
  ): void {
    const failure = attemptFailure?.failure
    this.#options.events.upstreamCall({
      host: url.host,
      method,
      attempt,
      durationMs: this.#options.clock.monotonic() - startedAt,
      bytes,
      ...(status === undefined ? {} : { status }),
      ...(failure ? { code: failure.code } : {}),
      ...(failure?.cause instanceof Error ? { cause: failure.cause.message } : {}),
    })
  }
}

/** `Host` is that of the URL, even where the bytes go to another origin. */
function toDispatchOptions(
  { url, method, headers, body }: Call,
  { origin }: Destination,
  signal: AbortSignal,
) {
  const path = url.pathname + url.search
  return { origin, path, method, headers: { ...headers, host: url.host }, body: body ?? null, signal }
}
