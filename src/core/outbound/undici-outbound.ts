/** One exchange with an upstream: its turn, its attempts, its redirects, its verdict. */

import type { Dispatcher } from 'undici'
import { type Deadline, startDeadline } from '../deadline.ts'
import { Failure, isFailure } from '../errors.ts'
import { Agents } from './agents.ts'
import { Breakers } from './circuit-breakers.ts'
import { judgeAnswer, judgeError, type RawAnswer, type Verdict } from './classify-response.ts'
import { acceptedEncodings, decodedStream, decodeText, unpacked, unpackedStream } from './decode-body.ts'
import { type Call, hopsMax, isRedirect, nextCall } from './follow-redirect.ts'
import { type Politeness, Turns } from './host-queue.ts'
import type {
  Hosts,
  Outbound,
  OutboundAnswer,
  OutboundClient,
  OutboundRequest,
  OutboundStream,
  Settings,
} from './outbound.ts'
import { isPublicAddress, literalAddress } from './public-address.ts'
import { joinHeaders, sendOnce } from './send-once.ts'

const firstPauseMs = 300
const longestPauseMs = 10_000
const defaultPoliteness: Politeness = { atOnce: 8, gapMs: 0 }

/** What stays the same over all attempts and redirects of one exchange. */
interface Exchange {
  readonly polite: Politeness
  readonly accept: readonly number[]
  readonly bytesMax: number
  /** Aborted when whoever asked has gone. */
  readonly caller: AbortSignal
  /** Aborted then, and when the deadline passes. */
  readonly signal: AbortSignal
  readonly attempt: number
}

/** Where the bytes really go. */
interface Route {
  readonly origin: string
  readonly dispatcher: Dispatcher
}

export class UndiciOutbound implements OutboundClient {
  readonly #options: Settings
  readonly #turns: Turns
  readonly #breakers: Breakers
  readonly #agents: Agents

  constructor(options: Settings) {
    this.#options = options
    this.#turns = new Turns(options.clock)
    this.#breakers = new Breakers(options.breaker, options.clock, options.events)
    this.#agents = new Agents(options)
  }

  request(url: string, request: OutboundRequest): Promise<OutboundAnswer> {
    return this.#request(url, request, defaultPoliteness)
  }

  stream(url: string, request: OutboundRequest): Promise<OutboundStream> {
    return this.#stream(url, request, defaultPoliteness)
  }

  for(polite: Politeness): Outbound {
    const manners = this.#options.pauses ? polite : { ...polite, gapMs: 0 }
    return {
      request: (url, request) => this.#request(url, request, manners),
      stream: (url, request) => this.#stream(url, request, manners),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#turns.close()
    await this.#agents[Symbol.asyncDispose]()
  }

  async #request(url: string, request: OutboundRequest, polite: Politeness): Promise<OutboundAnswer> {
    request.signal.throwIfAborted()
    using deadline = this.#startDeadline(request)
    const exchange = this.#exchange(request, polite, deadline.signal)
    try {
      return await this.#retry(this.#firstCall(url, request), request, exchange, deadline.at)
    } catch (thrown) {
      if (request.signal.aborted) throw request.signal.reason
      if (deadline.signal.aborted && !isFailure(thrown)) throw deadline.signal.reason
      throw thrown
    }
  }

  async #stream(url: string, request: OutboundRequest, polite: Politeness): Promise<OutboundStream> {
    const call = this.#firstCall(url, request)
    const route = this.#route(call.url)
    this.#breakers.check(call.url.host)
    const deadline = this.#startDeadline(request)
    const parts = this.#parts(call, route, this.#exchange(request, polite, deadline.signal))
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

  async *#parts(call: Call, route: Route, exchange: Exchange): AsyncGenerator<string> {
    const { clock } = this.#options
    const host = call.url.host
    const endTurn = await this.#turns.take(host, exchange.polite, exchange.signal)
    const seen = { startedAt: clock.now(), status: undefined as number | undefined, bytes: 0 }
    try {
      this.#breakers.admit(host)
      const received = await route.dispatcher.request(dispatched(call, route, exchange))
      seen.status = received.statusCode
      const headers = joinHeaders(received.headers)
      const unusable = judgeAnswer({ status: seen.status, headers, body: '' }, [], clock.now())
      if (unusable) {
        await received.body.dump({ limit: 65_536 })
        throw unusable.failure
      }
      const bytes = unpackedStream(received.body, headers['content-encoding'], exchange.bytesMax)
      for await (const part of decodedStream(bytes, headers['content-type'])) {
        seen.bytes += part.length
        yield part
      }
      this.#settle(host, undefined)
      this.#tell(call, exchange, { ...seen, verdict: undefined })
    } catch (thrown) {
      if (exchange.caller.aborted) throw thrown
      const verdict = judgeError(exchange.signal.aborted ? exchange.signal.reason : thrown)
      this.#settle(host, verdict)
      this.#tell(call, exchange, { ...seen, verdict })
      throw verdict.failure
    } finally {
      endTurn()
    }
  }

  #startDeadline({ deadlineMs, signal }: OutboundRequest): Deadline {
    const { clock, deadlineMs: usualMs } = this.#options
    return startDeadline(clock, deadlineMs ?? usualMs, tooLate, signal)
  }

  #exchange(
    { accept = [], bytesMax = this.#options.bytesMax, signal: caller }: OutboundRequest,
    polite: Politeness,
    signal: AbortSignal,
  ): Exchange {
    return { polite, accept, bytesMax, caller, signal, attempt: 1 }
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
  ): Promise<OutboundAnswer> {
    const repeatable = request.repeatable ?? call.method === 'GET'
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#follow(call, { ...exchange, attempt })
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
    const ceilingMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1))
    return Math.max((retryAfterSeconds ?? 0) * 1000, Math.floor(this.#options.random() * ceilingMs))
  }

  async #follow(first: Call, exchange: Exchange): Promise<OutboundAnswer | Verdict> {
    let call = first
    for (let hop = 0; hop <= hopsMax; hop += 1) {
      const answer = await this.#once(call, exchange)
      if ('failure' in answer) return answer
      if (!isRedirect(answer) || exchange.accept.includes(answer.status)) {
        return { ...answer, url: call.url.href, receivedAt: this.#options.clock.now() }
      }
      call = nextCall(call, answer)
    }
    throw new Failure('upstream_changed', 'The source redirects in circles.')
  }

  async #once(call: Call, exchange: Exchange): Promise<RawAnswer | Verdict> {
    const host = call.url.host
    const route = this.#route(call.url)
    this.#breakers.check(host)
    const endTurn = await this.#turns.take(host, exchange.polite, exchange.signal)
    try {
      // It may have opened while we waited.
      this.#breakers.admit(host)
      return await this.#converse(call, route, exchange)
    } finally {
      endTurn()
    }
  }

  async #converse(call: Call, route: Route, exchange: Exchange): Promise<RawAnswer | Verdict> {
    const { clock } = this.#options
    const host = call.url.host
    const startedAt = clock.now()
    let status: number | undefined
    let bytes = 0
    try {
      const { bytesMax } = exchange
      const received = await sendOnce(route.dispatcher, { ...dispatched(call, route, exchange), bytesMax })
      status = received.status
      const { headers } = received
      const raw = await unpacked(received.bytes, headers['content-encoding'], bytesMax)
      bytes = raw.length
      const answer = { status, headers, body: decodeText(raw, headers['content-type']) }
      const verdict = isRedirect(answer) ? undefined : judgeAnswer(answer, exchange.accept, clock.now())
      this.#settle(host, verdict)
      this.#tell(call, exchange, { startedAt, status, bytes, verdict })
      return verdict ?? answer
    } catch (thrown) {
      // Whoever asked has gone: nothing is known about the upstream.
      if (exchange.caller.aborted) throw thrown
      const verdict = judgeError(exchange.signal.aborted ? exchange.signal.reason : thrown)
      this.#settle(host, verdict)
      this.#tell(call, exchange, { startedAt, status, bytes, verdict })
      return verdict
    }
  }

  /** Checked for every hop: a redirect or a link in an answer must not lead us anywhere we were not sent. */
  #route(url: URL): Route {
    const { hosts, allowPrivate, resolveHost } = this.#options
    const allowed = includes(hosts, url.host)
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    if (!allowed || !isWeb || url.username !== '' || url.password !== '') {
      throw new Failure('upstream_changed', 'The source led to a place that is not configured.', {
        cause: new Error(`${url.protocol}//${url.host}`),
      })
    }
    const elsewhere = resolveHost?.(url.host)
    if (elsewhere) return { origin: elsewhere.origin, dispatcher: this.#agents.open }
    if (allowPrivate && includes(allowPrivate, url.host))
      return { origin: url.origin, dispatcher: this.#agents.open }
    const literal = literalAddress(url.hostname)
    if (literal !== undefined && !isPublicAddress(literal)) {
      throw new Failure('upstream_refused', 'The source lives at an address that is not public.')
    }
    return { origin: url.origin, dispatcher: this.#agents.guarded }
  }

  #settle(host: string, verdict: Verdict | undefined): void {
    if (verdict?.failure.code === 'upstream_unavailable') {
      this.#breakers.failed(host, (verdict.failure.retryAfterSeconds ?? 0) * 1000)
    } else {
      this.#breakers.succeeded(host)
    }
  }

  #tell(
    call: Call,
    exchange: Exchange,
    seen: { startedAt: number; status: number | undefined; bytes: number; verdict: Verdict | undefined },
  ): void {
    const cause = seen.verdict?.failure.cause
    this.#options.events.upstreamCall({
      host: call.url.host,
      method: call.method,
      attempt: exchange.attempt,
      durationMs: this.#options.clock.now() - seen.startedAt,
      bytes: seen.bytes,
      ...(seen.status === undefined ? {} : { status: seen.status }),
      ...(seen.verdict ? { code: seen.verdict.failure.code } : {}),
      ...(cause instanceof Error ? { cause: cause.message } : {}),
    })
  }
}

/** The request as the dispatcher takes it; `host` stays that of the URL wherever the bytes go. */
function dispatched({ url, method, headers, body }: Call, { origin }: Route, { signal }: Exchange) {
  const path = url.pathname + url.search
  return { origin, path, method, headers: { ...headers, host: url.host }, body: body ?? null, signal }
}

function includes(hosts: Hosts, host: string): boolean {
  return typeof hosts === 'function' ? hosts(host) : hosts.has(host)
}

function tooLate(): Failure {
  return new Failure('upstream_unavailable', 'The source did not answer in time.')
}
