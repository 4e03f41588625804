/** Requests to job boards: single responses, long lists in parts, and one request per posting. */

import { Type } from 'typebox'
import { Failure, isFailure } from '../../../core/errors.ts'
import { ResponseTooLarge } from '../../../core/outbound/send-once.ts'
import type { FetchContext, UpstreamResponse } from '../../../sync/source.ts'
import type { Board } from './members/boards.ts'
import { splitList } from './split-list.ts'

/** Stored in place of a list when the board no longer exists. */
export const GoneBody = Type.Object({ gone: Type.Integer() })

/** For platforms with one request per posting: enough for some five thousand postings at two per second. */
export const slowBoardTimeoutMs = 45 * 60_000

const redirectStatuses = [301, 302, 303, 307, 308]
const goneStatuses = [404, 410]

interface BoardRequest {
  readonly kind: string
  readonly url: string
  readonly post?: unknown
  readonly deadlineMs?: number | undefined
  readonly bytesMax?: number
  /** Accepts 404 and 410. Redirects always mean "gone": platforms send former customers to the vendor's site. */
  readonly mayBeGone?: boolean
}

export async function fetchResponse(
  { http, signal }: FetchContext<Board>,
  { kind, url, post, deadlineMs, bytesMax, mayBeGone = false }: BoardRequest,
): Promise<UpstreamResponse> {
  const response = await http.request(url, {
    signal,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(bytesMax === undefined ? {} : { bytesMax }),
    acceptStatuses: mayBeGone ? [...goneStatuses, ...redirectStatuses] : redirectStatuses,
    ...(post === undefined
      ? {}
      : {
          method: 'POST' as const,
          body: JSON.stringify(post),
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          safeToRetry: true,
        }),
  })
  const { status, receivedAt: fetchedAt } = response
  if (goneStatuses.includes(status) || redirectStatuses.includes(status))
    return { kind: 'gone', url, fetchedAt, body: JSON.stringify({ gone: status }) }
  return { kind, url: response.url, fetchedAt, body: response.body }
}

/** Larger responses are streamed in parts. */
const singleBodyBytesMax = 16 * 1024 * 1024
const listBytesMax = 1024 * 1024 * 1024
const listDeadlineMs = 110_000

export const PartBody = Type.Array(Type.Unknown())

/**
 * A list in one response, or in several responses of kind `part` followed by the rest of the body.
 * `field` is the field of the list; without it the body is the list.
 */
export async function* fetchList(
  context: FetchContext<Board>,
  request: BoardRequest & { readonly field?: string | undefined },
): AsyncGenerator<UpstreamResponse> {
  try {
    yield await fetchResponse(context, { ...request, mayBeGone: true, bytesMax: singleBodyBytesMax })
    return
  } catch (thrown) {
    if (!(thrown instanceof ResponseTooLarge)) throw thrown
  }
  const { http, signal } = context
  const options = { signal, bytesMax: listBytesMax, deadlineMs: listDeadlineMs }
  const response = await http.stream?.(request.url, options)
  if (response === undefined)
    throw new Failure('upstream_changed', 'The list exceeds the response size limit.')
  const { url, receivedAt: fetchedAt } = response
  for await (const { type, json } of splitList(response.text, request.field))
    yield { kind: type === 'rows' ? 'part' : request.kind, url, fetchedAt, body: json }
}

const failuresMax = 5

/**
 * One request per posting, saved under the URL that was requested. Postings that no longer exist are left out; after
 * five failures in a row the rest are not requested. `onFailure` makes a response that records a missing one.
 */
export async function* fetchDetails(
  context: FetchContext<Board>,
  kind: string,
  urls: Iterable<string>,
  onFailure?: (url: string) => UpstreamResponse,
): AsyncGenerator<UpstreamResponse> {
  let failures = 0
  for (const url of urls) {
    if (failures < failuresMax) {
      try {
        const response = await fetchResponse(context, { kind, url, mayBeGone: true })
        if (response.kind === kind) yield { ...response, url }
        failures = 0
        continue
      } catch (thrown) {
        if (context.signal.aborted || !isFailure(thrown)) throw thrown
      }
    }
    if (onFailure !== undefined) yield onFailure(url)
    if (failures === failuresMax) return
    failures += 1
  }
}

/** For `withoutDetails`; undefined if none are missing. */
export function countMissing(postings: number): string | undefined {
  return postings > 0 ? `the details of ${postings} postings could not be read` : undefined
}
