/** One exchange with an upstream: its turn, its attempts, its redirects, its verdict. */

import { Agent, type Dispatcher, request as send } from 'undici'
import { startDeadline } from './deadline.ts'
import { Failure, isFailure } from './errors.ts'
import { guardedLookup, isPublicAddress, literalAddress } from './outbound-address.ts'
import { acceptedEncodings, decodeText, readBytes } from './outbound-body.ts'
import { Breakers } from './outbound-breaker.ts'
import type {
  Hosts,
  Outbound,
  OutboundAnswer,
  OutboundClient,
  OutboundRequest,
  Settings,
} from './outbound-contract.ts'
import { type Call, hopsMax, isRedirect, nextCall } from './outbound-redirect.ts'
import { type Politeness, Turns } from './outbound-turns.ts'
import { judgeAnswer, judgeError, type RawAnswer, type Verdict } from './outbound-verdict.ts'

const firstPauseMs = 300
const longestPauseMs = 10_000
const defaultPoliteness: Politeness = { atOnce: 8, gapMs: 0 }

/** What stays the same over all attempts and redirects of one exchange. */
interface Exchange {
  readonly polite: Politeness
  readonly accept: readonly number[]
  readonly bytesMax: number
  readonly signal: AbortSignal
  readonly deadline: AbortSignal
  readonly attempt: number
}

/** Where the bytes really go. */
interface Route {
  readonly target: string
  readonly dispatcher: Dispatcher
}

export class UndiciOutbound implements OutboundClient {
  readonly #options: Settings
  readonly #turns: Turns
  readonly #breakers: Breakers
  /** Refuses private addresses when it connects. */
  readonly #guarded: Agent
  /** For the hosts that configuration sent elsewhere or allowed to be private. */
  readonly #open: Agent

  constructor(options: Settings) {
    this.#options = options
    this.#turns = new Turns(options.clock)
    this.#breakers = new Breakers(options.breaker, options.clock, options.events)
    const connect = {
      timeout: options.connectTimeoutMs,
      ...(options.lookup ? { lookup: options.lookup } : {}),
    }
    const agent = {
      allowH2: false,
      headersTimeout: options.headersTimeoutMs,
      bodyTimeout: options.bodyTimeoutMs,
    }
    this.#open = new Agent({ ...agent, connect })
    this.#guarded = new Agent({ ...agent, connect: { ...connect, lookup: guardedLookup(options.lookup) } })
  }

  request(url: string, request: OutboundRequest): Promise<OutboundAnswer> {
    return this.#request(url, request, defaultPoliteness)
  }

  for(polite: Politeness): Outbound {
    return { request: (url, request) => this.#request(url, request, polite) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#turns.close()
    await Promise.all([this.#open.destroy(), this.#guarded.destroy()])
  }

  async #request(url: string, request: OutboundRequest, polite: Politeness): Promise<OutboundAnswer> {
    request.signal.throwIfAborted()
    using deadline = startDeadline(
      this.#options.clock,
      request.deadlineMs ?? this.#options.deadlineMs,
      tooLate,
    )
    const exchange = {
      polite,
      accept: request.accept ?? [],
      bytesMax: request.bytesMax ?? this.#options.bytesMax,
      signal: AbortSignal.any([request.signal, deadline.signal]),
      deadline: deadline.signal,
    }
    try {
      return await this.#retry(this.#firstCall(url, request), request, exchange, deadline.at)
    } catch (thrown) {
      if (request.signal.aborted) throw request.signal.reason
      if (deadline.signal.aborted && !isFailure(thrown)) throw deadline.signal.reason
      throw thrown
    }
  }

  #firstCall(url: string, request: OutboundRequest): Call {
    const headers: Record<string, string> = {
      'user-agent': this.#options.userAgent,
      'accept-encoding': acceptedEncodings,
      accept: '*/*',
    }
    for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value
    const parsed = URL.canParse(url) ? new URL(url) : undefined
    if (!parsed)
      throw new Failure('upstream_changed', 'The source led to something that is not a web address.')
    return { url: parsed, method: request.method ?? 'GET', headers, body: request.body }
  }

  async #retry(
    call: Call,
    request: OutboundRequest,
    exchange: Omit<Exchange, 'attempt'>,
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
      const response = await send(route.target, {
        dispatcher: route.dispatcher,
        method: call.method,
        headers: { ...call.headers, host },
        body: call.body ?? null,
        signal: exchange.signal,
      })
      status = response.statusCode
      const headers = joinHeaders(response.headers)
      const raw = await readBytes(response.body, headers['content-encoding'], exchange.bytesMax)
      bytes = raw.length
      const answer = { status, headers, body: decodeText(raw, headers['content-type']) }
      const verdict = isRedirect(answer) ? undefined : judgeAnswer(answer, exchange.accept, clock.now())
      this.#settle(host, verdict)
      this.#tell(call, exchange, { startedAt, status, bytes, verdict })
      return verdict ?? answer
    } catch (thrown) {
      // Whoever asked has gone: nothing is known about the upstream.
      if (exchange.signal.aborted && !exchange.deadline.aborted) throw thrown
      const verdict = judgeError(exchange.deadline.aborted ? exchange.deadline.reason : thrown)
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
    if (elsewhere) {
      return { target: new URL(url.pathname + url.search, elsewhere.origin).href, dispatcher: this.#open }
    }
    if (allowPrivate && includes(allowPrivate, url.host)) return { target: url.href, dispatcher: this.#open }
    const literal = literalAddress(url.hostname)
    if (literal !== undefined && !isPublicAddress(literal)) {
      throw new Failure('upstream_refused', 'The source lives at an address that is not public.')
    }
    return { target: url.href, dispatcher: this.#guarded }
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

function includes(hosts: Hosts, host: string): boolean {
  return typeof hosts === 'function' ? hosts(host) : hosts.has(host)
}

function tooLate(): Failure {
  return new Failure('upstream_unavailable', 'The source did not answer in time.')
}

function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return joined
}
