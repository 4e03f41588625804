/** The id a request is known by, in its answer, in the log and to other services. */

import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const safeId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/
/** W3C trace context; version ff and a trace id of zeros are not valid. */
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Keeps a well-formed incoming id or trace id; makes one otherwise. */
export function resolveRequestId({ headers }: IncomingMessage): string {
  const incoming = headers['x-request-id']
  if (typeof incoming === 'string' && safeId.test(incoming)) return incoming
  const trace = headers.traceparent
  const traceId = typeof trace === 'string' ? traceparent.exec(trace)?.[1] : undefined
  return traceId ?? createRequestId()
}

/** Random per process, so that ids of different processes and starts never meet; counted within, because that is cheap. */
const processPrefix = randomBytes(9).toString('hex')
let count = 0

export function createRequestId(): string {
  count += 1
  return `${processPrefix}-${count.toString(36).padStart(6, '0')}`
}
