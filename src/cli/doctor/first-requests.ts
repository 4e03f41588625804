/** Which requests a sync would send first, so that the doctor probes the hosts of the members and nothing else. */

import type { SourcesAndWriters } from '../../app/sources.ts'
import { Failure } from '../../core/errors.ts'
import type { Outbound, OutboundRequest } from '../../core/outbound/outbound.ts'

type AnySource = SourcesAndWriters['sources'][number]

export type FetchingSource = Pick<AnySource, 'id' | 'baseUrl' | 'members' | 'fetch'>

export interface FirstRequest {
  readonly url: string
  readonly request: OutboundRequest
}

export interface SourceRequests {
  readonly sourceId: string
  /** One per host, at most `hostsMax`. */
  readonly requests: readonly FirstRequest[]
}

const membersMax = 50
const hostsMax = 3

/** Sends nothing. A member without its token sends no request and is left out; see `live-settings.ts`. */
export async function findFirstRequests(
  source: FetchingSource,
  nowMs: number,
  signal: AbortSignal,
): Promise<SourceRequests> {
  const byHost = new Map<string, FirstRequest>()
  const active = source.members.filter(({ off }) => off === undefined)
  for (const member of active.slice(0, membersMax)) {
    const first = await firstRequestOf(source, member, nowMs, signal)
    if (first === undefined) continue
    const { host } = new URL(first.url)
    if (!byHost.has(host)) byHost.set(host, first)
    if (byHost.size === hostsMax) break
  }
  return { sourceId: source.id, requests: [...byHost.values()] }
}

class Recorded extends Error {}

const absent = { status: 404, headers: {}, body: '', receivedAt: 0 }

async function firstRequestOf(
  source: FetchingSource,
  member: AnySource['members'][number],
  nowMs: number,
  signal: AbortSignal,
): Promise<FirstRequest | undefined> {
  let first: FirstRequest | undefined
  async function record(url: string, request: OutboundRequest): Promise<never> {
    first ??= { url, request }
    throw new Recorded('recorded, not sent')
  }
  const http: Outbound = {
    // It says nothing about the requests that follow.
    request: async (url, request) =>
      url.endsWith('/robots.txt') ? { ...absent, url } : await record(url, request),
    stream: record,
  }
  try {
    const responses = source.fetch({ http, member, baseUrl: source.baseUrl, nowMs, signal })
    for await (const _response of responses) break
  } catch (thrown) {
    if (!(thrown instanceof Recorded || thrown instanceof Failure)) throw thrown
  }
  return first
}
