/** Turns a recording of `broadsheet probe` into an upstream for `testSource`. */

import { readFileSync } from 'node:fs'
import type { Exchange, Recording } from '../../../src/app/probe/recording.ts'
import { createRedactor } from '../../../src/app/probe/redact.ts'
import type { UpstreamReply, UpstreamRequest } from './test-source.ts'

export interface RecordedUpstream {
  readonly member: string
  /** The time of capture. */
  readonly now: string
  /** What was sent, in this order, as `GET https://host/path`. */
  readonly requests: readonly string[]
  readonly upstream: (request: UpstreamRequest) => UpstreamReply | undefined
}

/** A status that leads to the failure that was recorded. */
const statusOfFailure: Readonly<Record<string, number>> = {
  upstream_refused: 403,
  upstream_changed: 404,
}

export function readRecording(file: string): RecordedUpstream {
  const { member, recordedAt, exchanges } = JSON.parse(readFileSync(file, 'utf8')) as Recording
  const replies = Map.groupBy(exchanges.flatMap(toReplies), ({ key }) => key)
  const redactor = createRedactor()
  const position = new Map<string, number>()
  return {
    member,
    now: recordedAt,
    requests: exchanges.map(({ request }) => `${request.method} ${request.url}`),
    upstream({ method, host, path, body }) {
      // What is sent now has the secrets that were removed from the recording.
      const key = toKey(method, redactor.address(`https://${host}${path}`), redactor.body(body))
      const same = replies.get(key) ?? []
      // The same request may have had several responses. Every replay starts with the first again.
      const at = position.get(key) ?? 0
      position.set(key, (at + 1) % Math.max(1, same.length))
      return same[at]?.reply
    },
  }
}

/** A redirect that was followed is two replies. */
function toReplies({ request, response, failure }: Exchange): { key: string; reply: UpstreamReply }[] {
  const key = toKey(request.method, request.url, request.body ?? '')
  if (!response) {
    const status = statusOfFailure[failure?.code ?? ''] ?? 503
    return [{ key, reply: { status, body: failure?.message ?? '' } }]
  }
  const { status, url, headers, body } = response
  const reply = { status, headers, body }
  if (url === request.url) return [{ key, reply }]
  return [
    { key, reply: { status: 302, headers: { location: url }, body: '' } },
    { key: toKey('GET', url, ''), reply },
  ]
}

/** As the client sends it: without a fragment, and with the escapes of an address. */
function toKey(method: string, address: string, body: string): string {
  const { host, pathname, search } = new URL(address)
  return `${method} ${host}${pathname}${search} ${body}`
}
