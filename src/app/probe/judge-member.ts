/** Reads the beginning of a member as a sync would, with few requests, and judges what the host sends. */

import type { Outbound } from '../../core/outbound/outbound.ts'
import { parseResponses } from '../../sync/publish/parse-responses.ts'
import { sumReasons, toMemberRecords } from '../../sync/publish/to-member-records.ts'
import type { AnySource, AnyWriter, Member, UpstreamResponse } from '../../sync/source.ts'

export interface Judgement {
  readonly records: number
  /** Rows that cannot be read. */
  readonly unread: number
  /** False if a sync would send more requests: then only the form of the responses was judged. */
  readonly isWhole: boolean
}

interface JudgeOptions {
  readonly http: Outbound
  readonly requestsMax: number
  readonly nowMs: number
  readonly signal: AbortSignal
}

/** Throws what a sync of the member would report. Stores and publishes nothing. */
export async function judgeMember(
  source: AnySource,
  writer: AnyWriter,
  member: Member,
  { http, requestsMax, nowMs, signal }: JudgeOptions,
): Promise<Judgement> {
  const responses: UpstreamResponse[] = []
  const limited = limitRequests(http, requestsMax)
  let isWhole = true
  try {
    const context = { http: limited, member, baseUrl: source.baseUrl, nowMs, signal, isManual: true }
    for await (const response of source.fetch(context)) responses.push(response)
  } catch (thrown) {
    if (!(thrown instanceof Enough)) throw thrown
    isWhole = false
  }
  const parsed = await parseResponses(source, responses, (kind) =>
    (source.secondaryKinds ?? []).includes(kind),
  )
  if (!isWhole) return { records: 0, unread: 0, isWhole }
  const { records, dropped } = await toMemberRecords(source, writer, member, parsed, nowMs)
  return { records: records.length, unread: sumReasons(dropped), isWhole }
}

class Enough extends Error {}

const absent = { status: 404, headers: {}, body: '', receivedAt: 0 }

function limitRequests({ request, stream }: Outbound, requestsMax: number): Outbound {
  let left = requestsMax
  function count(): void {
    if (left === 0) throw new Enough('enough is known')
    left -= 1
  }
  return {
    async request(url, options) {
      // It says nothing about the requests that follow.
      if (url.endsWith('/robots.txt')) return { ...absent, url }
      count()
      return await request(url, options)
    },
    ...(stream === undefined
      ? {}
      : {
          async stream(url, options) {
            count()
            return await stream(url, options)
          },
        }),
  }
}
