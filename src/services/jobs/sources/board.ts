/** What the sources of job boards share: asking for a list, and turning its rows into records. */

import { type TSchema, Type } from 'typebox'
import type { Answer, FetchContext, MapContext, ParsedAnswer } from '../../../sync/source.ts'
import type { Board } from '../members.ts'
import { mergePostings, type RawPosting, toPosting } from '../normalise/posting.ts'
import type { BoardRecord, Posting } from '../records.ts'

/** What a board that is no more answers: its status, kept in place of a list. */
export const Gone = Type.Object({ gone: Type.Integer() })

const redirects = [301, 302, 303, 307, 308]

interface Question {
  readonly kind: string
  readonly url: string
  readonly post?: unknown
  readonly deadlineMs?: number
  /** A departed tenant answers 404 or leads to the vendor's own site; neither is followed. */
  readonly mayBeGone?: boolean
}

export async function ask({ http, signal }: FetchContext<Board>, question: Question): Promise<Answer> {
  const { kind, url, post, deadlineMs, mayBeGone = false } = question
  const answer = await http.request(url, {
    signal,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(mayBeGone ? { accept: [404, 410, ...redirects] } : { accept: redirects }),
    ...(post === undefined
      ? {}
      : {
          method: 'POST' as const,
          body: JSON.stringify(post),
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          repeatable: true,
        }),
  })
  const isGone = answer.status === 404 || answer.status === 410 || redirects.includes(answer.status)
  if (isGone)
    return { kind: 'gone', url, fetchedAt: answer.receivedAt, body: JSON.stringify({ gone: answer.status }) }
  return { kind, url: answer.url, fetchedAt: answer.receivedAt, body: answer.body }
}

/** JSON where it is JSON: what does not parse is told later, when the saved answer is read. */
export function peek(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export function numberAt(value: unknown, name: string): number {
  const found = value instanceof Object ? (value as Record<string, unknown>)[name] : undefined
  return typeof found === 'number' ? found : 0
}

export function listAt(value: unknown, name: string): readonly unknown[] {
  const found = value instanceof Object ? (value as Record<string, unknown>)[name] : undefined
  return Array.isArray(found) ? found : []
}

/** A field that upstreams leave out or fill with null. */
export function maybe<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Null()]))
}

export const text = Type.String()

interface Rows<Row> {
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

export function* toRecords<Row>(
  answers: readonly ParsedAnswer[],
  { member, nowMs, drop }: MapContext<Board>,
  list: () => Rows<Row>,
): Generator<BoardRecord> {
  if (answers[0]?.kind === 'gone') {
    yield { type: 'note', verdict: 'gone', reason: `the board answered ${answers[0].body.gone}` }
    return
  }
  const { rows, fits, idOf, toRaw, expected, incomplete } = list()
  const postings: Posting[] = []
  const unread = new Set<string>()
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
    else if ((typeof id === 'string' && id !== '') || typeof id === 'number') unread.add(String(id))
    else reason ??= 'a row had no id'
  }
  for (const posting of mergePostings(postings)) {
    unread.delete(posting.nativeId)
    yield posting
  }
  for (const nativeId of unread) yield { type: 'listed', nativeId }
  if (reason !== undefined) yield { type: 'note', verdict: 'incomplete', reason }
}
