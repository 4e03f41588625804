/** Replies with wrong content. */

import { html, json, type Reply, text } from '../host.ts'
import type { ReplyFault } from './faults.ts'

/** The reply that is sent instead of the host's own, for faults that do not need it. */
export function replacementReply(fault: ReplyFault): Reply | undefined {
  switch (fault.kind) {
    case 'status':
      return text(`${fault.status}: a fault is set here\n`, {
        status: fault.status,
        ...(fault.retryAfterSeconds === undefined
          ? {}
          : { headers: { 'retry-after': String(fault.retryAfterSeconds) } }),
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

/** The host's own body with shorter lists; unchanged for faults of other kinds. */
export function shortenedBody(fault: ReplyFault, body: Buffer): Buffer {
  if (fault.kind === 'empty') return withShorterLists(body, 0)
  if (fault.kind === 'shrink') return withShorterLists(body, fault.share)
  return body
}

/** A body that is not JSON has no lists and is cut instead. */
function withShorterLists(body: Buffer, share: number): Buffer {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    return body.subarray(0, Math.floor(body.length * share))
  }
  return Buffer.from(JSON.stringify(shortened(value, share)))
}

/** Shortens the outermost lists only; their remaining items are unchanged. */
function shortened(value: unknown, share: number): unknown {
  if (Array.isArray(value)) return value.slice(0, Math.floor(value.length * share))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member, share)]))
}
