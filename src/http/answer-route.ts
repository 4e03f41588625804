/** Answers one request to one route: gate, negotiation, conditional request, handler, envelope. */

import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toInstant } from '../core/clock.ts'
import { Failure } from '../core/errors.ts'
import type { EdgeOptions } from './edge.ts'
import { pack, packBytesMin } from './encode.ts'
import type { Caller } from './gate.ts'
import { hasCredential } from './gate.ts'
import { type HotAnswers, matches } from './hot-answers.ts'
import type { RouteMeter } from './metrics.ts'
import { preferredEncoding, preferredType, type Representation, representations } from './negotiate.ts'
import { middleText, type Rendered, render } from './render.ts'
import type { Reply } from './reply.ts'
import type { AnyRoute, Ask } from './route.ts'
import { bodyReader } from './validate.ts'

interface Deps extends EdgeOptions {
  readonly hot: HotAnswers
  readonly meter: RouteMeter
  addressOf(request: IncomingMessage): string
}

export function answerRoute(route: AnyRoute, url: string, deps: Deps) {
  const { clock, cursors, gate, shedding } = deps
  const readOptionalBody = route.body && route.bodyOptional ? bodyReader(route.body) : undefined
  const offered = offersOf(route)

  return async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = callerOf(request, deps.addressOf(request.raw))
    const admission = await gate.admit(caller, route.access)
    for (let i = 0; i < admission.headers.length; i += 2)
      reply.header(admission.headers[i] as string, admission.headers[i + 1])
    const representation = represent(request.headers.accept, offered)
    const nowMs = clock.now()
    const query = request.query as Record<string, unknown>
    const policy = route.method === 'GET' ? route.cache : 'no-store'
    const version = policy === 'no-store' ? 0 : deps.versionOf(policy.scope)
    const etag =
      policy === 'no-store'
        ? undefined
        : etagOf([
            url,
            request.params,
            query,
            representation,
            version,
            policy.byTheMinute ? Math.floor(nowMs / 60_000) : 0,
          ])
    const isPrivate = admission.isPrivate || hasCredential(caller)
    const headers: Record<string, string> = { 'cache-control': cacheControl(policy, isPrivate) }
    if (etag !== undefined) headers.etag = etag
    const ifNoneMatch = request.headers['if-none-match']
    if (etag !== undefined && ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) {
      return reply.headers(headers).code(304).send()
    }

    const deadline = startDeadline(reply, deps.requestTimeoutMs)
    const body = readOptionalBody ? readOptionalBody(request.body ?? {}) : request.body
    const ask: Ask<never, never, never> = {
      query: query as never,
      params: request.params as never,
      body: body as never,
      requestId: request.id,
      nowMs,
      signal: deadline.signal,
      admission,
      host: request.headers.host,
      accept: request.headers.accept,
      after: () =>
        typeof query.cursor === 'string'
          ? cursors.decode({ url, ...(request.params as object), ...query }, query.cursor)
          : undefined,
    }
    shedding.enter()
    let result: Reply
    try {
      result = await withinDeadline(route.handle(ask), ask.signal)
    } finally {
      deadline.stop()
      shedding.leave()
    }
    const paged = withCursor(result, request, (key) =>
      cursors.encode({ url, ...(request.params as object), ...query }, key),
    )
    const rendered = render(paged, representation)
    Object.assign(headers, paged.headers)
    if (policy !== 'no-store' && etag !== undefined && rendered.status === 200) {
      const { scope } = policy
      deps.hot.keep(request.raw.url ?? '', request.headers.accept, {
        rendered,
        headers: { ...fixedOf(reply), ...paged.headers },
        etag,
        cacheControl: cacheControl(policy, false),
        isCurrent: () => deps.versionOf(scope) === version,
        expiresAt: policy.byTheMinute ? (Math.floor(nowMs / 60_000) + 1) * 60_000 : Number.POSITIVE_INFINITY,
        access: route.access,
        meter: deps.meter,
      })
    }
    headers['server-timing'] = `total;dur=${Math.round(reply.elapsedTime)}`
    const bytes = toBytes(rendered, request.id, toInstant(nowMs))
    const encoding =
      bytes.length < packBytesMin || route.cache === 'no-store'
        ? 'identity'
        : preferredEncoding(request.headers['accept-encoding'] as string | undefined)
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    return reply
      .headers(headers)
      .code(rendered.status)
      .type(rendered.type)
      .send(await pack(bytes, encoding))
  }
}

function callerOf(request: FastifyRequest, address: string): Caller {
  const { authorization } = request.headers
  return {
    address,
    authorization,
    apiKey: single(request.headers['x-api-key']),
    serviceKey: single(request.headers['x-service-key']),
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function offersOf(route: AnyRoute): readonly string[] {
  if (route.offers) return route.offers
  if ('whole' in route.answer) return [route.answer.type ?? 'application/json']
  if ('rows' in route.answer) return Object.values(representations)
  return [representations.json]
}

/** Problem+json is a wish about errors alone, so it does not refuse an answer. */
function represent(accept: string | undefined, offered: readonly string[]): Representation {
  const type = preferredType(accept?.replace('application/problem+json', 'application/json'), offered)
  if (type === undefined) {
    throw new Failure('not_acceptable', 'None of the media types in Accept is offered here.', {
      details: { offered: offered.map((offer) => offer.split(';', 1)[0]) },
    })
  }
  const found = Object.entries(representations).find(([, offer]) => offer === type)
  return (found?.[0] ?? 'json') as Representation
}

function cacheControl(policy: AnyRoute['cache'], isPrivate: boolean): string {
  if (policy === 'no-store') return 'no-store'
  return `${isPrivate ? 'private' : 'public'}, max-age=${policy.maxAgeSeconds}`
}

/** From the version of the data and the question, never from the answer: the same on every node. */
function etagOf(parts: readonly unknown[]): string {
  return `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`
}

function fixedOf(reply: FastifyReply): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (name !== 'x-request-id' && !name.startsWith('ratelimit')) kept[name] = String(value)
  }
  return kept
}

function withCursor(
  reply: Reply,
  request: FastifyRequest,
  encode: (key: NonNullable<Reply['nextKey']>) => string,
): Reply {
  if (!reply.nextKey) return reply
  const next = encode(reply.nextKey)
  const pagination = { ...(reply.meta?.pagination as object), next_cursor: next }
  const [path = '', search = ''] = request.url.split('?', 2)
  const parameters = new URLSearchParams(search)
  parameters.set('cursor', next)
  return {
    ...reply,
    meta: { ...reply.meta, pagination },
    headers: { ...reply.headers, link: `<${path}?${parameters}>; rel="next"` },
  }
}

function toBytes(rendered: Rendered, id: string, generatedAt: string): Buffer {
  if (!rendered.middle) return rendered.before
  return Buffer.concat([rendered.before, Buffer.from(middleText(id, generatedAt), 'latin1'), rendered.after])
}

/** Aborts when the time is up or the caller has gone away. */
function startDeadline(reply: FastifyReply, ms: number): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('the time for a request is up')), ms)
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the caller went away'))
  })
  return { signal: controller.signal, stop: () => clearTimeout(timer) }
}

async function withinDeadline(work: Promise<Reply> | Reply, signal: AbortSignal): Promise<Reply> {
  if (!(work instanceof Promise)) return work
  let onAbort: (() => void) | undefined
  const late = new Promise<never>((_resolve, reject) => {
    onAbort = () =>
      reject(
        new Failure('deadline_exceeded', 'The answer could not be made in time.', {
          retryAfterSeconds: 2,
          cause: signal.reason,
        }),
      )
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, late])
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort)
  }
}
