/** Replies that are wrong in what they say, for an upstream that lies, shrinks or answers people instead of programs. */

import type { Breakage } from './faults.ts'
import { html, json, type Reply, text } from './host.ts'

/** Breakages that need no answer from the route: what is sent in its stead. */
export function replacementReply(breakage: Breakage): Reply | undefined {
  switch (breakage.kind) {
    case 'status':
      return text(`${breakage.status}: a fault was set here\n`, {
        status: breakage.status,
        ...(breakage.retryAfterSeconds === undefined
          ? {}
          : { headers: { 'retry-after': String(breakage.retryAfterSeconds) } }),
      })
    case 'wrong-shape':
      return json({ schema: 2, payload: { entries: { first: null } } })
    case 'html':
      return html('<!doctype html><title>One moment</title><p>Checking that you are a person …</p>\n')
    case 'lie':
      return json({ error: { code: 'internal_error', message: 'Something went wrong.' } })
    default:
      return undefined
  }
}

/** The route's own answer with shorter lists, or as it is when the breakage is of another kind. */
export function shortenedBody(breakage: Breakage, body: Buffer): Buffer {
  if (breakage.kind === 'empty') return withLists(body, 0)
  if (breakage.kind === 'shrink') return withLists(body, breakage.share)
  return body
}

/** A body that is not JSON has no lists: it loses its end instead. */
function withLists(body: Buffer, share: number): Buffer {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    return body.subarray(0, Math.floor(body.length * share))
  }
  return Buffer.from(JSON.stringify(shortened(value, share)))
}

/** The outermost lists alone: what remains of them is whole. */
function shortened(value: unknown, share: number): unknown {
  if (Array.isArray(value)) return value.slice(0, Math.floor(value.length * share))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member, share)]))
}
