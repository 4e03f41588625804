/** What the sources of job boards share: asking for a list, and turning its rows into records. */

import { hash } from 'node:crypto'
import { type TSchema, Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { TooMuch } from '../../../core/outbound/send-once.ts'
import type { Answer, FetchContext, MapContext, ParsedAnswer } from '../../../sync/source.ts'
import { plainText } from '../normalise/fields.ts'
import { mergePostings, type RawPosting, toPosting } from '../normalise/to-posting.ts'
import type { BoardRecord, Posting } from '../schema/records.ts'
import type { Board } from './members/load-boards.ts'
import { listParts, rowsMax, tooManyRows } from './split-list.ts'

/** What a board that is no more answers: its status, kept in place of a list. */
export const Gone = Type.Object({ gone: Type.Integer() })

/** Where every posting costs a request: some five thousand of them, two a second. */
export const manyRequestsMs = 45 * 60_000

const redirects = [301, 302, 303, 307, 308]

interface Question {
  readonly kind: string
  readonly url: string
  readonly post?: unknown
  readonly deadlineMs?: number
  readonly bytesMax?: number
  /** A departed tenant answers 404 or leads to the vendor's own site; neither is followed. */
  readonly mayBeGone?: boolean
}

export async function ask({ http, signal }: FetchContext<Board>, question: Question): Promise<Answer> {
  const { kind, url, post, deadlineMs, bytesMax, mayBeGone = false } = question
  const answer = await http.request(url, {
    signal,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(bytesMax === undefined ? {} : { bytesMax }),
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

/** Beyond this, an answer is read in parts. */
const onePieceMax = 16 * 1024 * 1024
const allPartsMax = 1024 * 1024 * 1024
const allPartsWithinMs = 110_000

export const Part = Type.Array(Type.Unknown())

/** A list in one answer, or in several of kind `part` followed by what stood around it. `list` is its field, if it has one. */
export async function* askList(
  context: FetchContext<Board>,
  question: Question & { readonly list?: string },
): AsyncGenerator<Answer> {
  try {
    yield await ask(context, { ...question, mayBeGone: true, bytesMax: onePieceMax })
    return
  } catch (thrown) {
    if (!(thrown instanceof TooMuch)) throw thrown
  }
  const { http, signal } = context
  const { kind, url, list } = question
  const request = { signal, bytesMax: allPartsMax, deadlineMs: allPartsWithinMs }
  const answer = await http.stream?.(url, request)
  if (answer === undefined) throw new Failure('upstream_changed', 'The list is too long for one answer.')
  for await (const { type, json } of listParts(answer.text, list)) {
    yield { kind: type === 'rows' ? 'part' : kind, url: answer.url, fetchedAt: answer.receivedAt, body: json }
  }
}

/** The rows of a list, in however many parts it came. */
export function rowsOf(
  answers: readonly ParsedAnswer[],
  rowsIn: (body: ParsedAnswer['body']) => readonly unknown[],
): readonly unknown[] {
  if (answers.length === 1) return rowsIn(answers[0]?.body)
  return answers.flatMap(({ kind, body }) => (kind === 'part' ? body : rowsIn(body)))
}

/** What stood around the list. */
export function frameOf(answers: readonly ParsedAnswer[]): ParsedAnswer['body'] {
  return answers.at(-1)?.body
}

/** Longer texts serve only to tell whether they changed. */
const digestAbove = 200

/** Leaves of each row what `schema` names, and of its long `texts` a digest: a fraction of what boards send. */
export function condenseRows(
  rows: readonly unknown[],
  schema: { readonly properties: object },
  texts: readonly string[],
): unknown[] {
  const names = Object.keys(schema.properties)
  return rows.map((row) => {
    if (!(row instanceof Object)) return row
    const given = row as Record<string, unknown>
    const kept: Record<string, unknown> = {}
    for (const name of names) {
      if (name in given) kept[name] = texts.includes(name) ? digestIn(given[name]) : given[name]
    }
    return kept
  })
}

function digestIn(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > digestAbove ? hash('sha256', plainText(value), 'base64url') : value
  if (Array.isArray(value)) return value.map(digestIn)
  if (!(value instanceof Object)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, digestIn(inner)]))
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
  if (rows.length > rowsMax) throw tooManyRows()
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
