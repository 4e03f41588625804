/** Answers one request to one route: gate, negotiation, conditional request, handler, envelope. */

import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toInstant } from '../../core/clock.ts'
import { type Admission, callerOf, everyone, hasCredential, type Place } from '../access-control.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import type { OwnCache, Reply } from '../reply.ts'
import { type AskFacts, RequestAsk } from '../request/fastify-request-context.ts'
import { preferredEncoding } from '../request/negotiate.ts'
import { CallerGone, Deadline } from '../request/request-deadline.ts'
import { bodyReader } from '../request/validate.ts'
import { packBytesMin, packHead, withTail } from '../response/compress.ts'
import {
  ageHeaders,
  freshnessHeaders,
  matches,
  ownCacheHeaders,
  type Validity,
  validityOf,
} from '../response/freshness.ts'
import { fixedHeaders } from '../response/headers.ts'
import { withNextPage } from '../response/next-page.ts'
import { inPieces, render, tailOf } from '../response/render.ts'
import { columnsOf, dispositionOf, offersOf, represent, representations } from '../response/representation.ts'
import { streamAnswer } from '../response/stream-response.ts'
import type { AnyRoute, CachePolicy } from '../route.ts'
import type { EdgeOptions } from './create-server.ts'
import type { HotAnswers } from './response-cache.ts'

interface Deps extends EdgeOptions {
  readonly hot: HotAnswers
  readonly meter: RouteMeter
  readonly place: Place
  addressOf(request: IncomingMessage): string
}

/** What is known about a request before its handler runs. */
interface Exchange extends AskFacts {
  readonly reply: FastifyReply
  readonly policy: CachePolicy
  readonly validity: Validity | undefined
  /** The caching headers of this answer. */
  readonly fresh: Readonly<Record<string, string>>
  readonly isPrivate: boolean
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const admissions = new WeakMap<FastifyRequest, Admission>()

/** Lets the caller in, or not, before a body is read or a parameter looked at. */
export function admitter(
  route: AnyRoute,
  { gate, addressOf, requestTimeoutMs, meter, place, clock }: Deps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    gate.checkUrl?.(request.url)
    const caller = callerOf(request.raw, addressOf(request.raw))
    const admission = gate.admitNow(caller, route.access, place, clock.now())
    if (admission) {
      letIn(request, reply, admission)
      return undefined
    }
    const deadline = new Deadline(reply.raw, requestTimeoutMs)
    try {
      letIn(request, reply, await deadline.wait(gate.admit(caller, route.access, place)))
      return undefined
    } catch (error) {
      if (!(error instanceof CallerGone)) throw error
      meter.count(499, reply.elapsedTime)
      return reply.hijack()
    } finally {
      deadline.stop()
    }
  }
}

function letIn(request: FastifyRequest, reply: FastifyReply, admission: Admission): void {
  admissions.set(request, admission)
  for (let i = 0; i < admission.headers.length; i += 2)
    reply.header(admission.headers[i] as string, admission.headers[i + 1])
}

/** Counts the request in, bounds its time, and gives up when nobody waits for the answer any more. */
export function answerRoute(route: AnyRoute, url: string, deps: Deps): Handler {
  const { shedding, meter, requestTimeoutMs } = deps
  const open = opener(route, url, deps)
  const askOf = asker(route, deps)
  const deliver = deliverer(route, deps)
  return async (request, reply) => {
    shedding.enter(url)
    const deadline = new Deadline(reply.raw, requestTimeoutMs)
    try {
      const exchange = open(request, reply, deadline)
      if (exchange.validity && matches(request.headers['if-none-match'], exchange.validity.etag)) {
        return notModified(exchange)
      }
      return await deliver(exchange, await deadline.wait(route.handle(askOf(exchange))))
    } catch (error) {
      if (!(error instanceof CallerGone)) throw error
      meter.count(499, reply.elapsedTime)
      return reply.hijack()
    } finally {
      deadline.stop()
      shedding.leave()
    }
  }
}

/** Finds out what the caller wants. */
function opener(route: AnyRoute, url: string, { clock, addressOf, versionOf }: Deps) {
  const offered = offersOf(route)
  const policy = route.method === 'GET' ? route.cache : 'no-store'
  return (request: FastifyRequest, reply: FastifyReply, deadline: Deadline): Exchange => {
    const address = addressOf(request.raw)
    const admission = admissions.get(request) ?? everyone
    const nowMs = clock.now()
    const representation = represent(request.headers.accept, offered)
    const params = request.params as Record<string, unknown>
    const query = route.passesOn ? {} : (request.query as Record<string, unknown>)
    const validity = validityOf(policy, [url, params, query, representation], nowMs, versionOf)
    const isPrivate = hasCredential(callerOf(request.raw, address))
    const fresh = freshnessHeaders(policy, validity, isPrivate)
    const question = { url, params, query }
    return {
      request,
      reply,
      deadline,
      admission,
      nowMs,
      question,
      address,
      representation,
      policy,
      validity,
      fresh,
      isPrivate,
    }
  }
}

/** Puts together what a handler is given. */
function asker(route: AnyRoute, { cursors }: Deps) {
  const readOptionalBody = route.body && route.bodyOptional ? bodyReader(route.body) : undefined
  return (exchange: Exchange): RequestAsk => {
    const { body } = exchange.request
    const given = readOptionalBody ? readOptionalBody(body === undefined ? {} : body) : body
    return new RequestAsk(exchange, given, cursors)
  }
}

/** Renders, packs and sends what a handler returned, and keeps it for the next who asks. */
function deliverer(route: AnyRoute, deps: Deps) {
  const { clock, cursors, hot, meter, place } = deps
  const columns = columnsOf(route)
  const deliverPieces = piecesDeliverer(route, deps)
  return async (exchange: Exchange, given: Reply): Promise<FastifyReply> => {
    const { request, reply, nowMs, representation, policy } = exchange
    if (given.pieces) return deliverPieces(exchange, { ...given, pieces: given.pieces })
    const result = withNextPage(given, exchange.question, request.url, cursors)
    const ownCache = policy === 'own' ? result.cache : undefined
    // What a handler calls `no-store` was made for this request alone: it is not kept, and has no tag to come back with.
    const isForOne = result.headers?.['cache-control'] === 'no-store'
    const fresh = {
      ...(isForOne ? {} : exchange.fresh),
      ...(result.cache ? ageOf(result.cache, nowMs) : {}),
    }
    if (ownCache) Object.assign(fresh, ownCacheHeaders(ownCache, exchange.isPrivate))
    if (ownCache && matches(request.headers['if-none-match'], ownCache.etag)) {
      return notModified({ ...exchange, fresh })
    }
    const rendered = render(result, representation, result.columns ?? columns)
    const isKept = rendered.status === 200 && !isForOne
    const validity = isKept ? (exchange.validity ?? validityOwn(ownCache)) : undefined
    const packs = rendered.before.length >= packBytesMin && mayPack(route)
    const encoding = packs ? preferredEncoding(request.headers['accept-encoding']) : 'identity'
    const packed = encoding === 'identity' ? undefined : await packHead(encoding, rendered.before)
    const own = { 'content-type': rendered.type, ...dispositionOf(route, representation), ...result.headers }
    if (validity && validity.expiresAt > nowMs) {
      const told = ownCache ? ownCacheHeaders(ownCache, false) : freshnessHeaders(policy, validity, false)
      const shared = { ...fixedHeaders, ...told }
      hot.keep(request.raw, {
        ...validity,
        rendered,
        headers: { ...shared, ...own },
        notModifiedHeaders: shared,
        packs,
        packed: packed ? { [encoding]: packed } : {},
        access: route.access,
        place,
        meter,
        ...(ownCache ? { ownCache } : {}),
      })
    }
    if (validity && request.headers['if-none-match']?.trim() === '*')
      return notModified({ ...exchange, fresh })
    reply.headers({ ...fresh, ...own }).code(rendered.status)
    // Not when it was asked for: what the handler fetched would seem to come from the future.
    const tail = tailOf(rendered, request.id, toInstant(clock.now()))
    if (encoding === 'identity' || !packed) return reply.send(Buffer.concat([rendered.before, tail]))
    const body = Buffer.from(withTail(encoding, packed, tail), 'latin1')
    return reply.header('content-encoding', encoding).send(body)
  }
}

/** Sends what a handler makes while it is sent; kept for nobody. */
function piecesDeliverer(route: AnyRoute, { requestTimeoutMs }: Deps) {
  return (
    { request, reply, nowMs, fresh }: Exchange,
    given: Parameters<typeof inPieces>[0],
  ): FastifyReply => {
    const body = inPieces(given, request.id, toInstant(nowMs))
    const encoding = mayPack(route) ? preferredEncoding(request.headers['accept-encoding']) : 'identity'
    reply.headers({ ...fresh, 'content-type': representations.json, ...given.headers })
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.code(given.status ?? 200).send(streamAnswer(body, encoding, requestTimeoutMs))
  }
}

function ageOf(ownCache: OwnCache, nowMs: number): Record<string, string> {
  const [age, ageValue, status, statusValue] = ageHeaders(ownCache, nowMs)
  return { [age]: ageValue, [status]: statusValue }
}

function validityOwn(ownCache: OwnCache | undefined): Validity | undefined {
  if (!ownCache) return undefined
  return { etag: ownCache.etag, expiresAt: ownCache.keepUntil, isCurrent: () => true }
}

function notModified({ reply, fresh }: Exchange): FastifyReply {
  return reply.headers(fresh).code(304).send()
}

function mayPack(route: AnyRoute): boolean {
  return route.packs ?? route.cache !== 'no-store'
}
