/** The outbound client over undici: queueing per host, attempts, redirects and the classification of results. */

import type { Dispatcher } from 'undici'
import { type Deadline, startDeadline } from '../deadline.ts'
import { Failure, isFailure } from '../errors.ts'
import { Agents } from './agents.ts'
import { CircuitBreakers } from './circuit-breakers.ts'
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
import { type Call, followRedirect, isRedirect, redirectsMax } from './follow-redirect.ts'
import { HostQueue, type Politeness } from './host-queue.ts'
import type {
  HostMatcher,
  Outbound,
  OutboundClient,
  OutboundRequest,
  OutboundResponse,
  OutboundSettings,
  OutboundStream,
} from './outbound.ts'
import { ipLiteral, isPublicAddress } from './public-address.ts'
import { joinHeaders, sendOnce } from './send-once.ts'

const firstPauseMs = 300
const pauseMsMax = 10_000
const defaultPoliteness: Politeness = { atOnce: 8, gapMs: 0 }

/** A request with all its attempts and redirects. */
interface Exchange {
  readonly politeness: Politeness
  readonly acceptStatuses: readonly number[]
  readonly bytesMax: number
  /** Aborted by the caller. */
  readonly callerSignal: AbortSignal
  /** Aborted by the caller or by the deadline. */
  readonly signal: AbortSignal
  readonly attempt: number
}

/** Where the bytes actually go. */
interface Destination {
  readonly origin: string
  readonly dispatcher: Dispatcher
}

/** The observed part of an attempt. */
interface Observation {
  readonly startedAt: number
  status: number | undefined
  bytes: number
}

export class UndiciOutbound implements OutboundClient {
  readonly #options: OutboundSettings
  readonly #hostQueue: HostQueue
  readonly #breakers: CircuitBreakers
  readonly #agents: Agents

  constructor(options: OutboundSettings) {
    this.#options = options
    this.#hostQueue = new HostQueue(options.clock)
    this.#breakers = new CircuitBreakers(options.breaker, options.clock, options.events)
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.#hostQueue.close()
    await this.#agents[Symbol.asyncDispose]()
  }

  async #request(url: string, request: OutboundRequest, politeness: Politeness): Promise<OutboundResponse> {
    request.signal.throwIfAborted()
    using deadline = this.#startDeadline(request)
    const exchange = this.#exchange(request, politeness, deadline.signal)
    try {
      return await this.#retry(this.#firstCall(url, request), request, exchange, deadline.at)
    } catch (thrown) {
      if (request.signal.aborted) throw request.signal.reason
      if (deadline.signal.aborted && !isFailure(thrown)) throw deadline.signal.reason
      throw thrown
    }
  }

  async #stream(url: string, request: OutboundRequest, politeness: Politeness): Promise<OutboundStream> {
    const call = this.#firstCall(url, request)
    const destination = this.#destination(call.url)
    this.#breakers.check(call.url.host)
    const deadline = this.#startDeadline(request)
    const text = this.#streamText(
      call,
      destination,
      this.#exchange(request, politeness, deadline.signal),
      deadline,
    )
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

  async *#streamText(
    call: Call,
    destination: Destination,
    exchange: Exchange,
    deadline: Deadline,
  ): AsyncGenerator<string> {
    using _ = deadline
    const { clock } = this.#options
    const host = call.url.host
    const release = await this.#hostQueue.acquire(host, exchange.politeness, exchange.signal)
    const observed: Observation = { startedAt: clock.monotonic(), status: undefined, bytes: 0 }
    try {
      this.#breakers.admit(host)
      const received = await destination.dispatcher.request(toDispatchOptions(call, destination, exchange))
      observed.status = received.statusCode
      const headers = joinHeaders(received.headers)
      const unusable = classifyResponse({ status: observed.status, headers, body: '' }, [], clock.now())
      if (unusable) {
        await received.body.dump({ limit: 65_536 })
        throw unusable.failure
      }
      const bytes = decompressStream(received.body, headers['content-encoding'], exchange.bytesMax)
      for await (const part of decodeCharsetStream(bytes, headers['content-type'])) {
        observed.bytes += part.length
        yield part
      }
      this.#finish(call, exchange, observed, undefined)
    } catch (thrown) {
      throw this.#finishWithError(call, exchange, observed, thrown).failure
    } finally {
      release()
    }
  }

  #startDeadline({ deadlineMs, signal }: OutboundRequest): Deadline {
    return startDeadline(this.#options.clock, deadlineMs ?? this.#options.deadlineMs, timeoutFailure, signal)
  }

  #exchange(
    { acceptStatuses = [], bytesMax = this.#options.bytesMax, signal: caller }: OutboundRequest,
    politeness: Politeness,
    signal: AbortSignal,
  ): Exchange {
    return { politeness, acceptStatuses, bytesMax, callerSignal: caller, signal, attempt: 1 }
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

  async #retry(
    call: Call,
    request: OutboundRequest,
    exchange: Exchange,
    deadlineAt: number,
  ): Promise<OutboundResponse> {
    const safeToRetry = request.safeToRetry ?? call.method === 'GET'
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#followRedirects(call, { ...exchange, attempt })
      if ('body' in outcome) return outcome
      const { failure, worthRetrying, neverSent } = outcome
      const pauseMs = this.#pauseMs(attempt, failure.retryAfterSeconds)
      const inTime = this.#options.clock.monotonic() + pauseMs < deadlineAt
      const again =
        worthRetrying && (safeToRetry || neverSent) && attempt < this.#options.attemptsMax && inTime
      if (!again) throw failure
      await this.#options.clock.sleep(pauseMs, exchange.signal)
    }
  }

  /** Full jitter, but never earlier than `Retry-After`. */
  #pauseMs(attempt: number, retryAfterSeconds: number | undefined): number {
    const ceilingMs = Math.min(pauseMsMax, firstPauseMs * 2 ** (attempt - 1))
    return Math.max((retryAfterSeconds ?? 0) * 1000, Math.floor(this.#options.random() * ceilingMs))
  }

  async #followRedirects(first: Call, exchange: Exchange): Promise<OutboundResponse | AttemptFailure> {
    let call = first
    for (let hop = 0; hop <= redirectsMax; hop += 1) {
      const response = await this.#queueAttempt(call, exchange)
      if ('failure' in response) return response
      if (!isRedirect(response) || exchange.acceptStatuses.includes(response.status)) {
        return { ...response, url: call.url.href, receivedAt: this.#options.clock.now() }
      }
      call = followRedirect(call, response)
    }
    throw new Failure('upstream_changed', 'The source redirects too many times.')
  }

  async #queueAttempt(call: Call, exchange: Exchange): Promise<DecodedResponse | AttemptFailure> {
    const host = call.url.host
    const destination = this.#destination(call.url)
    this.#breakers.check(host)
    const release = await this.#hostQueue.acquire(host, exchange.politeness, exchange.signal)
    try {
      // It may have opened in the meantime.
      this.#breakers.admit(host)
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
    try {
      const { bytesMax } = exchange
      const request = { ...toDispatchOptions(call, destination, exchange), bytesMax }
      const { status, headers, bytes } = await sendOnce(destination.dispatcher, request)
      observed.status = status
      const raw = await decompress(bytes, headers['content-encoding'], bytesMax)
      observed.bytes = raw.length
      const response = { status, headers, body: decodeCharset(raw, headers['content-type']) }
      const attemptFailure = isRedirect(response)
        ? undefined
        : classifyResponse(response, exchange.acceptStatuses, clock.now())
      this.#finish(call, exchange, observed, attemptFailure)
      return attemptFailure ?? response
    } catch (thrown) {
      return this.#finishWithError(call, exchange, observed, thrown)
    }
  }

  #finishWithError(call: Call, exchange: Exchange, observed: Observation, thrown: unknown): AttemptFailure {
    // An abort by the caller says nothing about the upstream.
    if (exchange.callerSignal.aborted) throw thrown
    const attemptFailure = classifyError(exchange.signal.aborted ? exchange.signal.reason : thrown)
    this.#finish(call, exchange, observed, attemptFailure)
    return attemptFailure
  }

  /** Updates the breaker of the host and reports the attempt. */
  #finish(
    { url, method }: Call,
    { attempt }: Exchange,
    { startedAt, status, bytes }: Observation,
    attemptFailure: AttemptFailure | undefined,
  ): void {
    const failure = attemptFailure?.failure
    if (failure?.code === 'upstream_unavailable')
      this.#breakers.recordFailure(url.host, (failure.retryAfterSeconds ?? 0) * 1000)
    else this.#breakers.recordSuccess(url.host)
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

  /** Checked for every hop: a redirect or a link must not lead to hosts that are not configured. */
  #destination(url: URL): Destination {
    const { hosts, allowPrivate, overrideOrigin } = this.#options
    const allowed = matchesHost(hosts, url.host)
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    if (!allowed || !isWeb || url.username !== '' || url.password !== '') {
      throw new Failure('upstream_changed', 'The source links to a host that is not configured.', {
        cause: new Error(`${url.protocol}//${url.host}`),
      })
    }
    const override = overrideOrigin?.(url.host)
    if (override) return { origin: override.origin, dispatcher: this.#agents.unrestricted }
    if (allowPrivate && matchesHost(allowPrivate, url.host))
      return { origin: url.origin, dispatcher: this.#agents.unrestricted }
    const literal = ipLiteral(url.hostname)
    if (literal !== undefined && !isPublicAddress(literal)) {
      throw new Failure('upstream_refused', 'The source resolves to a private address.')
    }
    return { origin: url.origin, dispatcher: this.#agents.publicOnly }
  }
}

/** `Host` is that of the URL, even where the bytes go to another origin. */
function toDispatchOptions(
  { url, method, headers, body }: Call,
  { origin }: Destination,
  { signal }: Exchange,
) {
  const path = url.pathname + url.search
  return { origin, path, method, headers: { ...headers, host: url.host }, body: body ?? null, signal }
}

function matchesHost(hosts: HostMatcher, host: string): boolean {
  return typeof hosts === 'function' ? hosts(host) : hosts.has(host)
}

function timeoutFailure(): Failure {
  return new Failure('upstream_unavailable', 'The source did not respond in time.')
}
