/** Requests to job boards: single responses, long lists in parts, and one request per posting. */

import { Type } from 'typebox'
import { Failure, isFailure } from '../../../core/errors.ts'
import { isPlainUtf8 } from '../../../core/outbound/decode-body.ts'
import type { OutboundResponse } from '../../../core/outbound/outbound.ts'
import { ResponseTooLarge } from '../../../core/outbound/send-once.ts'
import { confirmsTag, NotModified, parseTag } from '../../../sync/response-tag.ts'
import type { FetchContext, UpstreamResponse } from '../../../sync/source.ts'
import {
  findStatusRule,
  type StatusRule,
  type StatusRules,
  statusesOf,
  toFailure,
} from '../../../sync/status-rules.ts'
import { laterStatuses, type RequestRole, redirectStatuses } from './board-statuses.ts'
import type { Board } from './members/boards.ts'
import { splitList } from './split-list.ts'

/** Stored in place of a list when the board no longer exists: the status of the list, and that of the careers page. */
export const GoneBody = Type.Object({ gone: Type.Integer(), page: Type.Optional(Type.Integer()) })

/** For platforms with one request per posting: enough for some five thousand postings at two per second. */
export const slowBoardTimeoutMs = 45 * 60_000

export interface BoardContext extends FetchContext<Board> {
  readonly statusRules: StatusRules
  /** A page of another kind than the list, which exists as long as the employer uses the platform. */
  careersPage(board: Board): string
  /** The sitemaps that the robots.txt of an origin names; absent where robots.txt is not read. */
  readonly sitemaps?: (origin: string) => Promise<readonly string[]>
}

interface BoardRequest {
  readonly kind: string
  readonly url: string
  readonly post?: unknown
  readonly accept?: string
  readonly deadlineMs?: number | undefined
  readonly bytesMax?: number
  /** The kind of the careers page, where it is a list as well: it is the response if the list is missing or refused. */
  readonly careersKind?: string
  /** Whether the host sends an `ETag`, and the response says everything about the board. */
  readonly isTagged?: boolean
  /** Sent as `If-Modified-Since`. A response with status 304 has no body. */
  readonly since?: string | undefined
}

interface BoardResponse extends UpstreamResponse {
  readonly status: number
  /** Undefined if the response is what was requested. */
  readonly rule: StatusRule | undefined
}

/** The platform refuses the list, but the board may have another one. */
export class ListRefused extends Failure {
  constructor({ status }: Pick<BoardResponse, 'status'>) {
    super('upstream_refused', `The list returned ${status}: it needs a token of the employer.`)
  }
}

/**
 * The list of a board, or a response of kind `gone`. Throws for a list that is missing although the careers page exists,
 * unless that is a list.
 */
export async function fetchListResponse(
  context: BoardContext,
  request: BoardRequest,
): Promise<UpstreamResponse> {
  const list = await send(context, request, 'list')
  if (list.rule === undefined) return toResponse(list)
  const isRefused = list.rule.means === 'refused'
  if (isRefused && request.careersKind === undefined) throw new ListRefused(list)
  if (!isRefused && list.rule.means !== 'gone') throw toFailure(list.rule, list)
  const page = await sendForCareersPage(context)
  if (page.rule === undefined && request.careersKind !== undefined)
    return { ...toResponse(page), kind: request.careersKind }
  if (page.rule === undefined)
    throw new Failure(
      'upstream_refused',
      `The list returned ${list.status}, but the careers page exists: the employer may have switched the list off.`,
    )
  if (page.rule.means !== 'gone') throw toFailure(page.rule, page)
  if (isRefused) throw toFailure(list.rule, list)
  return toGone(list, list.status, page)
}

/** For platforms on which an unknown board looks like one without postings. Undefined if the careers page is not gone. */
export async function fetchGone(
  context: BoardContext,
  emptyList: UpstreamResponse,
): Promise<UpstreamResponse | undefined> {
  try {
    const page = await sendForCareersPage(context)
    return page.rule?.means === 'gone' ? toGone(emptyList, 200, page) : undefined
  } catch (thrown) {
    // The list is there, whatever the page is.
    if (context.signal.aborted || !isFailure(thrown)) throw thrown
    return undefined
  }
}

function sendForCareersPage(context: BoardContext): Promise<BoardResponse> {
  return send(context, { kind: 'careers', url: context.careersPage(context.member) }, 'careers')
}

function toGone(
  { url, fetchedAt }: UpstreamResponse,
  gone: number,
  page: Pick<BoardResponse, 'status'>,
): UpstreamResponse {
  return { kind: 'gone', url, fetchedAt, body: JSON.stringify({ gone, page: page.status }) }
}

/** A further response of a board that exists. */
export async function fetchResponse(context: BoardContext, request: BoardRequest): Promise<UpstreamResponse> {
  const response = await send(context, request, 'page')
  if (response.rule !== undefined) throw toFailure(response.rule, response)
  return toResponse(response)
}

const redirectsMax = 5

/** Follows redirects within the host. */
async function send(
  context: BoardContext,
  { kind, url, post, accept, deadlineMs, bytesMax, isTagged = false, since }: BoardRequest,
  role: RequestRole,
): Promise<BoardResponse> {
  const { signal, statusRules } = context
  const http = isTagged ? askWithTag(context) : context.http
  const unavailableStatuses = laterStatuses(statusRules)
  let address = url
  for (let hop = 0; hop <= redirectsMax; hop++) {
    const response = await http.request(address, {
      signal,
      keepBytes: true,
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ...(bytesMax === undefined ? {} : { bytesMax }),
      acceptStatuses: [
        ...statusesOf(statusRules, role).filter((status) => !unavailableStatuses.includes(status)),
        ...(since === undefined ? [] : [notModified]),
      ],
      ...(unavailableStatuses.length === 0 ? {} : { unavailableStatuses }),
      ...(post === undefined
        ? { headers: { ...(accept && { accept }), ...(since && { 'if-modified-since': since }) } }
        : {
            method: 'POST' as const,
            body: JSON.stringify(post),
            headers: { 'content-type': 'application/json', accept: 'application/json' },
            safeToRetry: true,
          }),
    })
    const target = redirectStatuses.includes(response.status)
      ? URL.parse(response.headers.location ?? '', address)
      : undefined
    if (target?.protocol !== 'https:' || target.host !== new URL(address).host) {
      const { status, body, receivedAt: fetchedAt } = response
      const rule = findStatusRule(statusRules, role, response)
      // A 403 is accepted only because of what its body may say.
      if (rule === undefined && status >= 400)
        throw new Failure('upstream_refused', `The board responded with status ${status}.`)
      const tag = isTagged && response.url === url ? parseTag(response.headers.etag) : undefined
      const extras = { ...utf8Of(response), ...(tag === undefined ? {} : { tag }) }
      return { kind, url: response.url, fetchedAt, body, ...extras, status, rule }
    }
    address = target.href
  }
  throw new Failure('upstream_changed', 'The board redirects too many times.')
}

/** The same client, which throws `NotModified` if the host confirms the tag of the published response. */
function askWithTag({ http, tagOf }: BoardContext): Pick<BoardContext['http'], 'request'> {
  return {
    async request(url, request) {
      const tag = tagOf?.(url)
      if (tag === undefined) return await http.request(url, request)
      const response = await http.request(url, {
        ...request,
        headers: { ...request.headers, 'if-none-match': tag },
        acceptStatuses: [...(request.acceptStatuses ?? []), notModified],
      })
      if (response.status !== notModified) return response
      if (response.url === url && confirmsTag(response.headers.etag, tag)) throw new NotModified()
      // It confirms something else.
      return await http.request(url, request)
    },
  }
}

const notModified = 304

function utf8Of({ bytes, headers }: OutboundResponse): Pick<UpstreamResponse, 'bytes'> {
  return bytes && isPlainUtf8(bytes, headers['content-type']) ? { bytes } : {}
}

function toResponse({ status: _, rule: __, ...response }: BoardResponse): UpstreamResponse {
  return response
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
  context: BoardContext,
  request: BoardRequest & { readonly field?: string | undefined },
): AsyncGenerator<UpstreamResponse> {
  try {
    yield await fetchListResponse(context, { ...request, bytesMax: singleBodyBytesMax })
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
const dayMs = 86_400_000
/** Of all details of a run, which are in memory together; a posting has some 20,000. */
const detailCharactersMax = 256 * 1024 * 1024

/** Why a posting has no response: it no longer exists, its page could not be read, or it has not been modified. */
export type Missed = 'gone' | 'failed' | 'same'

interface DetailOptions {
  readonly accept?: string
  /** The date for `If-Modified-Since`. */
  readonly sinceOf?: (url: string) => string | undefined
  /** Receives the postings without a response, except those that were not requested. */
  readonly missed?: Map<string, Missed>
}

/**
 * One request per posting, saved under the URL that was requested. Postings that no longer exist are left out. After five
 * failures in a row others are tried, each day elsewhere, so that those which can never be read do not hide the rest; after
 * five more, or where the responses are too long together, the rest are not requested.
 */
export async function* fetchDetails(
  context: BoardContext,
  kind: string,
  urls: Iterable<string>,
  { accept, sinceOf, missed }: DetailOptions = {},
): AsyncGenerator<UpstreamResponse> {
  const all = [...urls]
  let failures = 0
  let hasSkipped = false
  let characters = 0
  for (let at = 0; at < all.length && characters <= detailCharactersMax; at++) {
    const url = all[at] as string
    try {
      const since = sinceOf?.(url)
      const request = { kind, url, bytesMax: singleBodyBytesMax, since, ...(accept && { accept }) }
      const response = await send(context, request, 'detail')
      const { rule } = response
      if (rule !== undefined && rule.means !== 'gone') throw toFailure(rule, response)
      if (rule !== undefined) missed?.set(url, 'gone')
      else if (response.status === notModified) missed?.set(url, 'same')
      else yield { ...toResponse(response), url }
      characters += response.body.length
      failures = 0
    } catch (thrown) {
      if (context.signal.aborted || !isFailure(thrown)) throw thrown
      missed?.set(url, 'failed')
      failures += 1
      if (failures < failuresMax) continue
      if (hasSkipped) return
      at += Math.floor(shareOfDay(context.nowMs) * (all.length - at - 1))
      hasSkipped = true
      failures = 0
    }
  }
}

/** From 0 to 1, each day in the widest gap between the days before. */
function shareOfDay(nowMs: number): number {
  const goldenRatio = 0.6180339887
  return (Math.floor(nowMs / dayMs) * goldenRatio) % 1
}

/** For `withoutDetails`; undefined if none are missing. */
export function countMissing(postings: number): string | undefined {
  if (postings === 0) return undefined
  return `the details of ${postings} posting${postings === 1 ? '' : 's'} could not be read`
}
