/** Which hosts a sync would ask first, so that the doctor reads one member at each, and asks no other host. */

import type { SourcesAndWriters } from '../../app/sources.ts'
import { Failure } from '../../core/errors.ts'
import type { Outbound } from '../../core/outbound/outbound.ts'

type AnySource = SourcesAndWriters['sources'][number]

type FetchingSource = Pick<AnySource, 'id' | 'baseUrl' | 'members' | 'fetch'>

export interface FirstRequest {
  readonly url: string
  /** The member that it is for. */
  readonly member: AnySource['members'][number]
}

export interface SourceRequests {
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
  return { requests: [...byHost.values()] }
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
  async function record(url: string): Promise<never> {
    first ??= { url, member }
    throw new Recorded('recorded, not sent')
  }
  const http: Outbound = {
    // It says nothing about the requests that follow.
    request: async (url) => (url.endsWith('/robots.txt') ? { ...absent, url } : await record(url)),
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
