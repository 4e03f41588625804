/** What the sources of job boards share: asking for a list, and turning its rows into records. */

import { hash } from 'node:crypto'
import { type TSchema, Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { ResponseTooLarge } from '../../../core/outbound/send-once.ts'
import type { FetchContext, MapContext, ParsedResponse, UpstreamResponse } from '../../../sync/source.ts'
import { plainText } from '../normalise/fields.ts'
import { mergePostings, type RawPosting, toPosting } from '../normalise/to-posting.ts'
import type { BoardRecord, Posting } from '../schema/records.ts'
import type { Board } from './members/load-boards.ts'
import { rowsMax, splitList, tooManyRows } from './split-list.ts'

/** What a board that is no more answers: its status, kept in place of a list. */
export const GoneBody = Type.Object({ gone: Type.Integer() })

/** Where every posting costs a request: some five thousand of them, two a second. */
export const slowBoardTimeoutMs = 45 * 60_000

const redirectStatuses = [301, 302, 303, 307, 308]

interface BoardRequest {
  readonly kind: string
  readonly url: string
  readonly post?: unknown
  readonly deadlineMs?: number
  readonly bytesMax?: number
  /** A departed tenant answers 404 or leads to the vendor's own site; neither is followed. */
  readonly mayBeGone?: boolean
}

export async function fetchResponse(
  { http, signal }: FetchContext<Board>,
  request: BoardRequest,
): Promise<UpstreamResponse> {
  const { kind, url, post, deadlineMs, bytesMax, mayBeGone = false } = request
  const response = await http.request(url, {
    signal,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(bytesMax === undefined ? {} : { bytesMax }),
    ...(mayBeGone
      ? { acceptStatuses: [404, 410, ...redirectStatuses] }
      : { acceptStatuses: redirectStatuses }),
    ...(post === undefined
      ? {}
      : {
          method: 'POST' as const,
          body: JSON.stringify(post),
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          safeToRetry: true,
        }),
  })
  const isGone =
    response.status === 404 || response.status === 410 || redirectStatuses.includes(response.status)
  if (isGone)
    return {
      kind: 'gone',
      url,
      fetchedAt: response.receivedAt,
      body: JSON.stringify({ gone: response.status }),
    }
  return { kind, url: response.url, fetchedAt: response.receivedAt, body: response.body }
}

/** Beyond this, an answer is read in parts. */
const singleBodyBytesMax = 16 * 1024 * 1024
const listBytesMax = 1024 * 1024 * 1024
const listDeadlineMs = 110_000

export const PartBody = Type.Array(Type.Unknown())

/** A list in one answer, or in several of kind `part` followed by what stood around it. `list` is its field, if it has one. */
export async function* fetchList(
  context: FetchContext<Board>,
  boardRequest: BoardRequest & { readonly list?: string },
): AsyncGenerator<UpstreamResponse> {
  try {
    yield await fetchResponse(context, { ...boardRequest, mayBeGone: true, bytesMax: singleBodyBytesMax })
    return
  } catch (thrown) {
    if (!(thrown instanceof ResponseTooLarge)) throw thrown
  }
  const { http, signal } = context
  const { kind, url, list } = boardRequest
  const request = { signal, bytesMax: listBytesMax, deadlineMs: listDeadlineMs }
  const response = await http.stream?.(url, request)
  if (response === undefined) throw new Failure('upstream_changed', 'The list is too long for one answer.')
  for await (const { type, json } of splitList(response.text, list)) {
    yield {
      kind: type === 'rows' ? 'part' : kind,
      url: response.url,
      fetchedAt: response.receivedAt,
      body: json,
    }
  }
}

/** The rows of a list, in however many parts it came. */
export function listRows(
  answers: readonly ParsedResponse[],
  rowsIn: (body: ParsedResponse['body']) => readonly unknown[],
): readonly unknown[] {
  if (answers.length === 1) return rowsIn(answers[0]?.body)
  return answers.flatMap(({ kind, body }) => (kind === 'part' ? body : rowsIn(body)))
}

/** What stood around the list. */
export function listFrame(answers: readonly ParsedResponse[]): ParsedResponse['body'] {
  return answers.at(-1)?.body
}

/** Longer texts serve only to tell whether they changed. */
const digestTextsLongerThan = 200

/** Leaves of each row what `schema` names, and of its long `texts` a digest: a fraction of what boards send. */
export function condenseRows(
  rows: readonly unknown[],
  schema: { readonly properties: object },
  texts: readonly string[],
): unknown[] {
  const names = Object.keys(schema.properties)
  return rows.map((row) => {
    if (!(row instanceof Object)) return row
    const fields = row as Record<string, unknown>
    const condensed: Record<string, unknown> = {}
    for (const name of names) {
      if (name in fields) condensed[name] = texts.includes(name) ? digestTexts(fields[name]) : fields[name]
    }
    return condensed
  })
}

function digestTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > digestTextsLongerThan ? hash('sha256', plainText(value), 'base64url') : value
  if (Array.isArray(value)) return value.map(digestTexts)
  if (!(value instanceof Object)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, digestTexts(inner)]))
}

/** JSON where it is JSON: what does not parse is told later, when the saved answer is read. */
export function tryParseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export function numberAt(value: unknown, name: string): number {
  const field = value instanceof Object ? (value as Record<string, unknown>)[name] : undefined
  return typeof field === 'number' ? field : 0
}

export function listAt(value: unknown, name: string): readonly unknown[] {
  const field = value instanceof Object ? (value as Record<string, unknown>)[name] : undefined
  return Array.isArray(field) ? field : []
}

/** A field that upstreams leave out or fill with null. */
export function nullish<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Null()]))
}

export const text = Type.String()

interface BoardRows<Row> {
  readonly rows: readonly unknown[]
  /** The rows that fit; others are dropped, and if they have no id the list counts as incomplete. */
  fits(row: unknown): row is Row
  idOf(row: { readonly [name: string]: unknown }): unknown
  /** `skip`: a row that is not a posting for the public. */
  toRaw(row: Row): RawPosting | 'skip'
  /** What the board says there are; a difference makes the list incomplete. */
  readonly expected?: number | undefined
  /** Any other reason to think that rows are missing. */
  readonly incomplete?: string | undefined
}

export function* toBoardRecords<Row>(
  answers: readonly ParsedResponse[],
  { member, nowMs, drop }: MapContext<Board>,
  list: () => BoardRows<Row>,
): Generator<BoardRecord> {
  if (answers[0]?.kind === 'gone') {
    yield { type: 'note', verdict: 'gone', reason: `the board answered ${answers[0].body.gone}` }
    return
  }
  const { rows, fits, idOf, toRaw, expected, incomplete } = list()
  if (rows.length > rowsMax) throw tooManyRows()
  const postings: Posting[] = []
  const unreadableIds = new Set<string>()
  let reason = incomplete
  if (answers.some(({ kind }) => kind === 'gone')) reason ??= 'a page of the list was missing'
  if (expected !== undefined && expected !== rows.length) reason ??= `${rows.length} of ${expected} rows came`
  for (const row of rows) {
    const raw = fits(row) ? toRaw(row) : undefined
    if (raw === 'skip') continue
    if (raw === undefined) drop('not a posting')
    const posting = raw === undefined ? undefined : toPosting(raw, member, nowMs, drop)
    const id = raw?.nativeId ?? (row instanceof Object ? idOf(row as Record<string, unknown>) : undefined)
    if (posting !== undefined) postings.push(posting)
    else if ((typeof id === 'string' && id !== '') || typeof id === 'number') unreadableIds.add(String(id))
    else reason ??= 'a row had no id'
  }
  for (const posting of mergePostings(postings)) {
    unreadableIds.delete(posting.nativeId)
    yield posting
  }
  for (const nativeId of unreadableIds) yield { type: 'listed', nativeId }
  if (reason !== undefined) yield { type: 'note', verdict: 'incomplete', reason }
}
