/** One exchange with an upstream: its turn, its attempts, its redirects, its verdict. */

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

/** What stays the same over all attempts and redirects of one exchange. */
interface Exchange {
  readonly politeness: Politeness
  readonly acceptStatuses: readonly number[]
  readonly bytesMax: number
  /** Aborted when whoever asked has gone. */
  readonly callerSignal: AbortSignal
  /** Aborted then, and when the deadline passes. */
  readonly signal: AbortSignal
  readonly attempt: number
}

/** Where the bytes really go. */
interface Destination {
  readonly origin: string
  readonly dispatcher: Dispatcher
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
    const effective = this.#options.pauses ? politeness : { ...politeness, gapMs: 0 }
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
    const route = this.#destination(call.url)
    this.#breakers.check(call.url.host)
    const deadline = this.#startDeadline(request)
    const parts = this.#streamText(call, route, this.#exchange(request, politeness, deadline.signal))
    const text = (async function* () {
      using _ = deadline
      yield* parts
    })()
    // The first part tells whether the answer is any good.
    const first = await text.next()
    const whole = (async function* () {
      try {
        if (!first.done) yield first.value
        yield* text
      } finally {
        await text.return(undefined)
      }
    })()
    return { url: call.url.href, receivedAt: this.#options.clock.now(), text: whole }
  }

  async *#streamText(call: Call, route: Destination, exchange: Exchange): AsyncGenerator<string> {
    const { clock } = this.#options
    const host = call.url.host
    const endTurn = await this.#hostQueue.acquire(host, exchange.politeness, exchange.signal)
    const observed = { startedAt: clock.now(), status: undefined as number | undefined, bytes: 0 }
    try {
      this.#breakers.admit(host)
      const received = await route.dispatcher.request(toDispatchOptions(call, route, exchange))
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
      this.#updateBreaker(host, undefined)
      this.#reportCall(call, exchange, { ...observed, verdict: undefined })
    } catch (thrown) {
      if (exchange.callerSignal.aborted) throw thrown
      const verdict = classifyError(exchange.signal.aborted ? exchange.signal.reason : thrown)
      this.#updateBreaker(host, verdict)
      this.#reportCall(call, exchange, { ...observed, verdict })
      throw verdict.failure
    } finally {
      endTurn()
    }
  }

  #startDeadline({ deadlineMs, signal }: OutboundRequest): Deadline {
    const { clock, deadlineMs: usualMs } = this.#options
    return startDeadline(clock, deadlineMs ?? usualMs, timeoutFailure, signal)
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
    if (!parsed)
      throw new Failure('upstream_changed', 'The source led to something that is not a web address.')
    return { url: parsed, method: request.method ?? 'GET', headers, body: request.body }
  }

  async #retry(
    call: Call,
    request: OutboundRequest,
    exchange: Exchange,
    deadlineAt: number,
  ): Promise<OutboundResponse> {
    const repeatable = request.safeToRetry ?? call.method === 'GET'
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#followRedirects(call, { ...exchange, attempt })
      if ('body' in outcome) return outcome
      const { failure, worthRetrying, neverSent } = outcome
      const pauseMs = this.#pauseMs(attempt, failure.retryAfterSeconds)
      const inTime = this.#options.clock.now() + pauseMs < deadlineAt
      const again =
        worthRetrying && (repeatable || neverSent) && attempt < this.#options.attemptsMax && inTime
      if (!again) throw failure
      await this.#options.clock.sleep(pauseMs, exchange.signal)
    }
  }

  /** Full jitter, but never earlier than the upstream asked for. */
  #pauseMs(attempt: number, retryAfterSeconds: number | undefined): number {
    const ceilingMs = Math.min(pauseMsMax, firstPauseMs * 2 ** (attempt - 1))
    return Math.max((retryAfterSeconds ?? 0) * 1000, Math.floor(this.#options.random() * ceilingMs))
  }

  async #followRedirects(first: Call, exchange: Exchange): Promise<OutboundResponse | AttemptFailure> {
    let call = first
    for (let hop = 0; hop <= redirectsMax; hop += 1) {
      const response = await this.#attemptInTurn(call, exchange)
      if ('failure' in response) return response
      if (!isRedirect(response) || exchange.acceptStatuses.includes(response.status)) {
        return { ...response, url: call.url.href, receivedAt: this.#options.clock.now() }
      }
      call = followRedirect(call, response)
    }
    throw new Failure('upstream_changed', 'The source redirects in circles.')
  }

  async #attemptInTurn(call: Call, exchange: Exchange): Promise<DecodedResponse | AttemptFailure> {
    const host = call.url.host
    const route = this.#destination(call.url)
    this.#breakers.check(host)
    const endTurn = await this.#hostQueue.acquire(host, exchange.politeness, exchange.signal)
    try {
      // It may have opened while we waited.
      this.#breakers.admit(host)
      return await this.#attempt(call, route, exchange)
    } finally {
      endTurn()
    }
  }

  async #attempt(
    call: Call,
    route: Destination,
    exchange: Exchange,
  ): Promise<DecodedResponse | AttemptFailure> {
    const { clock } = this.#options
    const host = call.url.host
    const startedAt = clock.now()
    let status: number | undefined
    let bytes = 0
    try {
      const { bytesMax } = exchange
      const received = await sendOnce(route.dispatcher, {
        ...toDispatchOptions(call, route, exchange),
        bytesMax,
      })
      status = received.status
      const { headers } = received
      const raw = await decompress(received.bytes, headers['content-encoding'], bytesMax)
      bytes = raw.length
      const answer = { status, headers, body: decodeCharset(raw, headers['content-type']) }
      const verdict = isRedirect(answer)
        ? undefined
        : classifyResponse(answer, exchange.acceptStatuses, clock.now())
      this.#updateBreaker(host, verdict)
      this.#reportCall(call, exchange, { startedAt, status, bytes, verdict })
      return verdict ?? answer
    } catch (thrown) {
      // Whoever asked has gone: nothing is known about the upstream.
      if (exchange.callerSignal.aborted) throw thrown
      const verdict = classifyError(exchange.signal.aborted ? exchange.signal.reason : thrown)
      this.#updateBreaker(host, verdict)
      this.#reportCall(call, exchange, { startedAt, status, bytes, verdict })
      return verdict
    }
  }

  /** Checked for every hop: a redirect or a link in an answer must not lead us anywhere we were not sent. */
  #destination(url: URL): Destination {
    const { hosts, allowPrivate, overrideOrigin } = this.#options
    const allowed = matchesHost(hosts, url.host)
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    if (!allowed || !isWeb || url.username !== '' || url.password !== '') {
      throw new Failure('upstream_changed', 'The source led to a place that is not configured.', {
        cause: new Error(`${url.protocol}//${url.host}`),
      })
    }
    const override = overrideOrigin?.(url.host)
    if (override) return { origin: override.origin, dispatcher: this.#agents.unrestricted }
    if (allowPrivate && matchesHost(allowPrivate, url.host))
      return { origin: url.origin, dispatcher: this.#agents.unrestricted }
    const literal = ipLiteral(url.hostname)
    if (literal !== undefined && !isPublicAddress(literal)) {
      throw new Failure('upstream_refused', 'The source lives at an address that is not public.')
    }
    return { origin: url.origin, dispatcher: this.#agents.publicOnly }
  }

  #updateBreaker(host: string, verdict: AttemptFailure | undefined): void {
    if (verdict?.failure.code === 'upstream_unavailable') {
      this.#breakers.recordFailure(host, (verdict.failure.retryAfterSeconds ?? 0) * 1000)
    } else {
      this.#breakers.recordSuccess(host)
    }
  }

  #reportCall(
    call: Call,
    exchange: Exchange,
    observed: {
      startedAt: number
      status: number | undefined
      bytes: number
      verdict: AttemptFailure | undefined
    },
  ): void {
    const cause = observed.verdict?.failure.cause
    this.#options.events.upstreamCall({
      host: call.url.host,
      method: call.method,
      attempt: exchange.attempt,
      durationMs: this.#options.clock.now() - observed.startedAt,
      bytes: observed.bytes,
      ...(observed.status === undefined ? {} : { status: observed.status }),
      ...(observed.verdict ? { code: observed.verdict.failure.code } : {}),
      ...(cause instanceof Error ? { cause: cause.message } : {}),
    })
  }
}

/** The request as the dispatcher takes it; `host` stays that of the URL wherever the bytes go. */
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
  return new Failure('upstream_unavailable', 'The source did not answer in time.')
}
