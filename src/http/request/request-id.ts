/** The id of a request, in its response, in the log and for other services. */

import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const safeId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/
/** W3C trace context; version ff and a trace id of zeros are not valid. */
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** A valid incoming id or trace id, or else a generated one. */
export function resolveRequestId({ headers }: IncomingMessage): string {
  const incoming = headers['x-request-id']
  if (typeof incoming === 'string' && safeId.test(incoming)) return incoming
  const trace = headers.traceparent
  const traceId = typeof trace === 'string' ? traceparent.exec(trace)?.[1] : undefined
  return traceId ?? createRequestId()
}

/** Random per thread, so that ids of different ones never collide; counted within, because that is cheap. */
const threadPrefix = randomBytes(9).toString('hex')
let count = 0

export function createRequestId(): string {
  count += 1
  return `${threadPrefix}-${count.toString(36).padStart(6, '0')}`
}
