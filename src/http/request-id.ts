/** The id a request is known by, in its answer, in the log and to other services. */

import { randomUUID } from 'node:crypto'

const safe = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/
const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Keeps a well-formed incoming id or trace id; makes one otherwise. */
export function requestId(incoming: string | undefined, trace: string | undefined): string {
  if (incoming !== undefined && safe.test(incoming)) return incoming
  const traceId = trace === undefined ? undefined : traceparent.exec(trace)?.[1]
  return traceId ?? randomUUID()
}
