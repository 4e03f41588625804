/** What hosts and members with faults answer instead of what was requested. */

import { html, json, type Reply, type SandboxRequest, text } from '../../../sandbox/host.ts'
import { challenge } from '../../../sandbox/trust/block-pages.ts'
import { systemClock } from '../../../src/core/clock.ts'
import type { Fate } from '../fates.ts'
import type { HostEventKind } from '../host-events.ts'

const limitHours = 4
const slowMs = 2_500
/** Longer than any client waits. */
const hangMs = 10 * 60_000

/** During an event of the host. */
export async function eventReply(
  kind: HostEventKind,
  request: SandboxRequest,
  answer: (request: SandboxRequest) => Promise<Reply>,
): Promise<Reply> {
  switch (kind) {
    case 'ban':
      return html('<!doctype html><title>403 Forbidden</title><h1>Forbidden</h1>', { status: 403 })
    case 'challenge':
      return challenge()
    case 'limit':
      return text('Too many requests.\n', {
        status: 429,
        headers: { 'retry-after': String(limitHours * 3600) },
      })
    case 'unhinted-limit':
      return text('Too many requests.\n', { status: 429 })
    case 'outage':
      return text('The service is not available.\n', { status: 503 })
    case 'relocated':
      return redirect(301, `https://new.${request.host}${request.url.pathname}`)
    case 'maintenance':
      return redirect(303, 'https://community.workday.com/maintenance-page')
    case 'feeds-off':
      return request.url.pathname === '/'
        ? await answer(request)
        : html('<!doctype html><title>Not found</title>', { status: 404 })
    case 'renamed':
      return withBody(await answer(withoutTag(request)), (body) => body.replaceAll('"name":', '"label":'))
    case 'emptied':
      return withBody(await answer(withoutTag(request)), (body) =>
        body.startsWith('{"jobs"') ? emptyJobs : body,
      )
    case 'hanging':
      await systemClock.sleep(hangMs, request.signal)
      return text('')
    case 'slow':
      await systemClock.sleep(slowMs, request.signal)
      return await answer(request)
  }
}

const emptyJobs = JSON.stringify({ jobs: [], meta: { total: 0 } })

function redirect(status: number, location: string): Reply {
  return { status, headers: { location }, body: '' }
}

/** What has another body is not confirmed by 304. */
function withoutTag(request: SandboxRequest): SandboxRequest {
  const { 'if-none-match': _, ...headers } = request.headers
  return { ...request, headers }
}

/** Without the tag, which belongs to the other body. */
function withBody(reply: Reply, change: (body: string) => string): Reply {
  if (typeof reply.body !== 'string' || (reply.status ?? 200) !== 200) return reply
  const { etag: _, ...headers } = reply.headers ?? {}
  return { ...reply, headers, body: change(reply.body) }
}

/** Of a member. `isFirst`: whether a fault that passes is still to be served. */
export async function fateReply(
  reply: Reply,
  fate: Fate,
  { host, url, signal }: SandboxRequest,
  day: number,
  isFirst: () => boolean,
): Promise<Reply> {
  if (fate === 'down') return text('The service is not available.\n', { status: 503 })
  if (fate === 'gated') return challenge()
  if (fate === 'moved' && day > 1) return redirect(301, `https://jobs.moved.example/${host}${url.pathname}`)
  if (fate === 'changed' && day === 1) return html('<!doctype html><title>We have moved</title>')
  if (fate === 'gone' || fate === 'moved' || fate === 'changed' || !isFirst()) return reply
  if (fate === 'busy') return text('Too many requests.\n', { status: 429, headers: { 'retry-after': '1' } })
  if (fate === 'limited') return json({ message: 'Too many requests' }, { status: 429 })
  if (fate === 'failing') return text('The service is not available.\n', { status: 503 })
  if (fate === 'hanging') await systemClock.sleep(hangMs, signal)
  return cutOff(reply)
}

/** Ends after half of the body, without the rest of the length that it has announced. */
function cutOff(reply: Reply): Reply {
  const body = Buffer.from(typeof reply.body === 'string' ? reply.body : '')
  return {
    ...reply,
    headers: { ...reply.headers, 'content-length': String(body.length + 1) },
    body: (async function* () {
      yield body.subarray(0, body.length / 2)
      throw new Error('cut off')
    })(),
  }
}
