/** Builds the adapter of a job platform from what is specific to the platform. */

import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { typeGuard } from '../../../core/type-guard.ts'
import type { MapContext, ParsedResponse, SourceAdapter } from '../../../sync/source.ts'
import type { StatusRules } from '../../../sync/status-rules.ts'
import { mergePostings, type RawPosting, sourceHashOf, titleOf, toPosting } from '../normalise/to-posting.ts'
import { toColumnText } from '../schema/column-text.ts'
import { detailsKeyOf, postingIdOf } from '../schema/posting-keys.ts'
import type { BoardRecord, Posting } from '../schema/records.ts'
import { condenseRows } from './condense-rows.ts'
import { type BoardContext, fetchList, GoneBody, PartBody } from './fetch-board.ts'
import type { Board } from './members/boards.ts'
import { rowsMax, tooManyRows } from './split-list.ts'

type Adapter = SourceAdapter<Board, BoardRecord>

export interface JobAdapter extends Adapter {
  /** The `ats` of its postings. */
  readonly atsName: string
  /** Number of days on which a board must be empty before that is accepted. */
  readonly zeroDaysMin: number
  readonly statusRules: StatusRules
  /** A host whose robots.txt is known to forbid the requests: its boards are read only if the operator excepts it. */
  readonly robotsForbidHost?: string
  careersPage(board: Board): string
  /** The hosts of a board that `hosts` does not name. */
  hostsOf?(board: Board): readonly string[]
}

export type PlatformFacts = Pick<
  Adapter,
  'id' | 'about' | 'baseUrl' | 'hosts' | 'polite' | 'memberTimeoutMs' | 'condense' | 'ignoredFields'
> & {
  /** Default: `about.name`. */
  readonly atsName?: string
  /** Default: 1. */
  readonly zeroDaysMin?: number
} & Pick<JobAdapter, 'hostsOf' | 'careersPage' | 'statusRules' | 'robotsForbidHost'>

type UnknownRow = Readonly<Record<string, unknown>>

export interface BoardRows<Row> {
  readonly rows: readonly unknown[]
  /** Number of rows according to the board. A difference makes the list incomplete. */
  readonly total?: number | undefined
  /** Any other reason why rows may be missing. */
  readonly incomplete?: string | undefined
  /** Why rows lack details that they should have. */
  readonly withoutDetails?: string | undefined
  /** Listed pages that were not read: what is stored of their postings stays. */
  readonly unvisited?: readonly string[]
  /** `skip`: the row is not a public posting. */
  readonly toRaw: (row: NoInfer<Row>) => RawPosting | 'skip'
}

interface BoardSource<Row> extends PlatformFacts {
  readonly raw: Adapter['raw']
  fetch(context: BoardContext): ReturnType<Adapter['fetch']>
  /** Other rows are dropped. The guard is a constant: TypeScript infers no type of rows from a call in this place. */
  readonly isRow: (row: unknown) => row is Row
  /** The platform's id of a row that may be invalid. A row without an id makes the list incomplete. */
  idOf?(row: UnknownRow): unknown
  /** For platforms where only the content of a row has its id: the URL it was read from. */
  urlOf?(row: UnknownRow): string
  /** Not called for a board that is gone. */
  readRows(responses: readonly ParsedResponse[], board: Board): BoardRows<Row>
}

export function defineBoardSource<Row>(source: BoardSource<Row>): JobAdapter {
  const { isRow, idOf, urlOf, readRows, raw, ...adapter } = source
  const { statusRules, careersPage } = source
  return {
    atsName: source.about.name,
    zeroDaysMin: 1,
    ...adapter,
    service: 'jobs',
    everyMinutes: 1440,
    // The writer decides which lists are accepted: see `assessListing`.
    shrinkBelow: 0,
    mayBeEmpty: true,
    raw: { ...raw, gone: GoneBody },
    fetch: (context) => source.fetch({ ...context, statusRules, careersPage }),
    toRecords: (responses, context) => toRecords(source, responses, context),
  }
}

interface SingleRequestBoard<Row extends TObject> extends PlatformFacts {
  readonly list: {
    readonly kind: string
    /** The field that holds the list. Absent: the body is the list. */
    readonly field?: string
    /** The other fields of the body that are read. */
    readonly frame?: TProperties
    readonly deadlineMs?: number
    /** How it is known that the host sends an `ETag` with the list. Absent: it is not. */
    readonly tagEvidence?: string
    url(board: Board, baseUrl: string): string
    total?(frame: ParsedResponse['body']): number
  }
  readonly row: Row
  readonly idField: keyof Static<Row> & string
  /** Fields with texts that may be long. */
  readonly longTexts: readonly (keyof Static<Row> & string)[]
  toRaw(row: Static<Row>, frame: ParsedResponse['body'], board: Board): RawPosting | 'skip'
}

/** A platform that returns a whole board in one response. */
export function defineSingleRequestBoard<Row extends TObject>(source: SingleRequestBoard<Row>): JobAdapter {
  const { list, row, idField, longTexts, toRaw, ...facts } = source
  const { kind, field, deadlineMs } = list
  const isTagged = list.tagEvidence !== undefined
  const rows = Type.Array(Type.Unknown())
  const body: TSchema = field === undefined ? rows : Type.Object({ ...list.frame, [field]: rows })
  const rowsIn = (response: ParsedResponse) =>
    response.kind === 'part' || field === undefined ? response.body : response.body[field]
  return defineBoardSource<Static<Row>>({
    ...facts,
    raw: { [kind]: body, part: PartBody },
    fetch: (context) =>
      fetchList(context, {
        kind,
        url: list.url(context.member, context.baseUrl),
        field,
        deadlineMs,
        isTagged,
      }),
    condense(answerKind, value) {
      // Other lists are short enough for their texts to stay until it is known which rows are new.
      return answerKind === 'part' ? condenseRows(value, row, longTexts) : value
    },
    isRow: typeGuard(row),
    idOf: (value) => value[idField],
    readRows(responses, board) {
      // The parts of a list come before the rest of the body.
      const frame = responses.at(-1)?.body
      const [only, ...others] = responses
      return {
        rows: only !== undefined && others.length === 0 ? rowsIn(only) : responses.flatMap(rowsIn),
        total: list.total?.(frame),
        toRaw: (value) => toRaw(value, frame, board),
      }
    },
  })
}

function* toRecords<Row>(
  { id: sourceId, isRow, idOf, urlOf, readRows }: BoardSource<Row>,
  responses: readonly ParsedResponse[],
  { member, nowMs, storedHashes, drop }: MapContext<Board>,
): Generator<BoardRecord> {
  if (responses[0]?.kind === 'gone') {
    const { gone, page } = responses[0].body
    const reason = `the list returned ${gone}${page === undefined ? '' : ` and the careers page ${page}`}`
    yield { type: 'note', verdict: 'gone', reason }
    return
  }
  const { rows, toRaw, total, incomplete, withoutDetails, unvisited = [] } = readRows(responses, member)
  if (rows.length > rowsMax) throw tooManyRows()
  /** Of postings in several rows, which become one at the end. The others are yielded at once, so that the work can pause. */
  const parts: Posting[] = []
  const readIds = new Set<string>()
  const sameIds = new Set<string>()
  const unreadableIds = new Set<string>()
  const unreadableUrls = new Set<string>()
  const pages = new Map<Posting, string>()
  let reason = incomplete
  if (responses.some(({ kind }) => kind === 'gone')) reason ??= 'a page of the list is missing'
  if (total !== undefined && total !== rows.length) reason ??= `received ${rows.length} of ${total} rows`
  const raws = rows.map((row) => (isRow(row) ? toRaw(row) : undefined))
  const repeatedIds = findRepeated(raws)
  const isHashed = storedHashes !== undefined && urlOf === undefined
  const hashes = isHashed ? hashById(raws, sourceId, member) : new Map<string, string>()
  for (const [at, row] of rows.entries()) {
    const raw = raws[at]
    if (raw === 'skip') continue
    if (raw === undefined) drop('not a posting')
    const sourceHash = raw && hashes.get(String(raw.nativeId))
    if (raw !== undefined && sourceHash !== undefined && storedHashes?.has(sourceHash)) {
      sameIds.add(String(raw.nativeId))
      continue
    }
    const posting = raw && toPosting(raw, member, nowMs, drop)
    const id = raw?.nativeId ?? (row instanceof Object ? idOf?.(row as UnknownRow) : undefined)
    if (posting !== undefined) {
      const isSettled = sourceHash !== undefined && !posting.isPartial && !posting.isPostedLater
      const record = isSettled ? { ...posting, sourceHash } : posting
      readIds.add(posting.nativeId)
      if (urlOf !== undefined) pages.set(posting, urlOf(row as UnknownRow))
      if (repeatedIds.has(posting.nativeId)) parts.push(record)
      else yield record
    } else if ((typeof id === 'string' && id !== '') || typeof id === 'number') unreadableIds.add(String(id))
    else if (urlOf !== undefined) unreadableUrls.add(urlOf(row as UnknownRow))
    else reason ??= 'a row has no id'
  }
  // Then their ids are not to be trusted either.
  if (unreadableIds.size > readIds.size + sameIds.size)
    reason ??= `${unreadableIds.size} rows could not be read`
  // Sites have other pages among those of postings.
  if (unreadableUrls.size > 0 && readIds.size + unvisited.length === 0) reason ??= 'no page has a posting'
  yield* mergePostings(parts)
  for (const nativeId of sameIds) yield { type: 'same', nativeId }
  for (const url of unvisited) yield { type: 'same', url }
  for (const nativeId of unreadableIds.difference(readIds).difference(sameIds))
    yield { type: 'listed', nativeId }
  for (const url of unreadableUrls) yield { type: 'listed', url }
  yield* repeatedPages(pages)
  if (reason !== undefined) yield { type: 'note', verdict: 'incomplete', reason }
  else if (withoutDetails !== undefined) yield { type: 'note', verdict: 'details', reason: withoutDetails }
}

function findRepeated(raws: readonly (RawPosting | 'skip' | undefined)[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const raw of raws) {
    if (raw === undefined || raw === 'skip') continue
    const id = String(raw.nativeId)
    if (seen.has(id)) repeated.add(id)
    seen.add(id)
  }
  return repeated
}

/**
 * The digest of what the list says about each posting, for those that are complete. Where the details were read a short
 * time ago, it is the key of a posting that is stored with details: it would stay as it is.
 */
function hashById(
  raws: readonly (RawPosting | 'skip' | undefined)[],
  sourceId: string,
  board: Board,
): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>()
  const recents = new Map<string, RawPosting>()
  const partialIds = new Set<string>()
  for (const raw of raws) {
    if (raw === undefined || raw === 'skip') continue
    const id = String(raw.nativeId)
    if (!raw.isPartial) hashes.set(id, sourceHashOf(raw, board, hashes.get(id)))
    else if (raw.hasRecentDetails && !recents.has(id)) recents.set(id, raw)
    else partialIds.add(id)
  }
  for (const [id, raw] of recents)
    if (hashes.has(id)) partialIds.add(id)
    else hashes.set(id, detailsKeyOf(postingIdOf(sourceId, board.id, id), toColumnText(titleOf(raw))))
  for (const id of partialIds) hashes.delete(id)
  return hashes
}

/** A site that is broken serves one posting at the addresses of all. */
function* repeatedPages(pages: ReadonlyMap<Posting, string>): Generator<BoardRecord> {
  const seen = new Set<string>()
  for (const [{ nativeId, title }, url] of pages) {
    if (seen.has(nativeId)) yield { type: 'listed', url, repeats: title }
    seen.add(nativeId)
  }
}
