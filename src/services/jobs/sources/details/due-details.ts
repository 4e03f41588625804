/** The details of postings that have a request each: requested when they are due, and read from the saved responses. */

import type { ParsedResponse, UpstreamResponse } from '../../../../sync/source.ts'
import { type BoardContext, countMissing, fetchDetails } from '../fetch-board.ts'
import { tryParseJson } from '../formats/json-fields.ts'
import { planDetails } from './recent-details.ts'

interface DueDetails<Row> {
  /** By id. */
  readonly rows: ReadonlyMap<string, Row>
  urlOf(row: Row): string
  /** The text whose change makes the details old. Default: the row. */
  textOf?(row: Row): string
  /** As many as the pace allows; the rest follow in the next runs. */
  readonly countMax: number
  /** Default: JSON. */
  parse?(body: string): unknown
  /** The details of this row; undefined for an error and for those of another posting, which replace nothing. */
  find(body: unknown, row: Row): unknown
}

/** A detail is saved with the id of its row as the fragment of its URL. */
export async function* fetchDueDetails<Row>(
  context: BoardContext,
  { url, fetchedAt }: Pick<UpstreamResponse, 'url' | 'fetchedAt'>,
  {
    rows,
    urlOf,
    textOf = (row) => JSON.stringify(row),
    countMax,
    parse = tryParseJson,
    find,
  }: DueDetails<Row>,
): AsyncGenerator<UpstreamResponse> {
  const plan = await planDetails(new Map([...rows].map(([id, row]) => [id, textOf(row)])), context)
  if (plan.recent.length > 0) yield { kind: 'recent', url, fetchedAt, body: JSON.stringify(plan.recent) }
  const due = plan.due.slice(0, countMax).map((id) => [id, rows.get(id) as Row] as const)
  const requested = new Map(due.map(([id, row]) => [urlOf(row), { id, row }]))
  const read = new Set<string>()
  for await (const detail of fetchDetails(context, 'detail', requested.keys())) {
    const posting = requested.get(detail.url)
    const body = parse(detail.body)
    if (posting === undefined || body === undefined) continue
    if (find(body, posting.row) !== undefined) read.add(posting.id)
    yield { ...detail, url: `${detail.url}#${posting.id}` }
  }
  await plan.save(read)
}

interface ReadDetails<Detail> {
  readonly details: ReadonlyMap<string, Detail>
  /** The ids of the rows without details here, whose details were read not long ago. */
  readonly recent: ReadonlySet<string>
  readonly withoutDetails: string | undefined
}

export function readDetails<Row, Detail>(
  responses: readonly ParsedResponse[],
  rows: ReadonlyMap<string, Row>,
  find: (body: unknown, row: Row) => Detail | undefined,
): ReadDetails<Detail> {
  const details = new Map<string, Detail>()
  for (const { kind, url, body } of responses) {
    const id = url.slice(url.indexOf('#') + 1)
    const row = rows.get(id)
    const detail = kind === 'detail' && row !== undefined ? find(body, row) : undefined
    if (detail !== undefined) details.set(id, detail)
  }
  const listed = new Set<string>(responses.find(({ kind }) => kind === 'recent')?.body)
  const recent = listed.difference(details)
  const missing = [...rows.keys()].filter((id) => !details.has(id) && !recent.has(id))
  return { details, recent, withoutDetails: countMissing(missing.length) }
}
