/** Which lists can be exported, and how all their pages are read. */

import { type TObject, type TSchema, Type } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { ResultTooLarge } from '../../store/statements/text-limit.ts'
import type { CursorKey } from '../cursor.ts'
import { nextOffset, type Reply } from '../reply.ts'
import { innerContext } from '../request/inner-context.ts'
import { fillDefaults, propertiesOf } from '../request/validation/schema-defaults.ts'
import { csvColumns } from '../response/representation.ts'
import type { AnyRoute } from '../route.ts'

/** What an export decides itself. It never asks sources. */
const ownParameters = new Set(['limit', 'cursor', 'offset', 'source_mode', 'freshness', 'total'])

/** Lists of published data that can be read to their end: those with pages, and those that have no limit. */
export function isExportable({ method, response, cache, access, hidden, query }: AnyRoute): boolean {
  if (method !== 'GET' || hidden || access !== 'optional') return false
  if (!('rows' in response) || typeof cache === 'string') return false
  const parameters = query === undefined ? {} : propertiesOf(query)
  return 'cursor' in parameters || 'offset' in parameters || !('limit' in parameters)
}

/** The filters of a list. */
export function exportQuery({ query }: AnyRoute): TObject {
  const entries = Object.entries(query === undefined ? {} : propertiesOf(query))
  const { required = [] } = (query ?? {}) as { required?: readonly string[] }
  return Type.Object(
    Object.fromEntries(
      entries
        .filter(([name]) => !ownParameters.has(name))
        .map(([name, schema]): [string, TSchema] => [
          name,
          required.includes(name) ? schema : Type.Optional(schema),
        ]),
    ),
  )
}

export interface ListRequest {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly nowMs: number
}

export interface ListPage {
  /** JSON texts. */
  readonly rows: readonly string[]
  /** The same on every page. */
  readonly columns: readonly string[]
}

/** Every page of the list, with as many rows as the list allows, or fewer where they are large. There is always a first one. */
export async function* readPages(
  route: AnyRoute,
  { params, query: stated, nowMs }: ListRequest,
  signal: AbortSignal,
): AsyncGenerator<ListPage> {
  const columns = csvColumns(route)
  const requestId = `export-${toInstant(nowMs)}`
  let query = pageQuery(route, stated)
  const { limit: limitMax } = query
  let after: CursorKey | undefined
  for (;;) {
    signal.throwIfAborted()
    const before = after
    let reply: Reply
    try {
      reply = await route.handle(
        innerContext({ params, query, requestId, nowMs, signal, after: () => before }),
      )
    } catch (thrown) {
      if (!(thrown instanceof ResultTooLarge)) throw thrown
      query = { ...query, limit: fewerRows(query.limit, thrown) }
      continue
    }
    yield { rows: reply.rows ?? [], columns: reply.columns ?? columns }
    const offset = nextOffset(reply)
    if (reply.nextKey === undefined && offset === undefined) return
    after = reply.nextKey
    query = { ...query, ...moreRows(query.limit, limitMax), ...(offset === undefined ? {} : { offset }) }
  }
}

/** Throws `export_too_large` if there are no fewer. */
function fewerRows(limit: number | undefined, cause: ResultTooLarge): number {
  if (limit === undefined || limit <= 1)
    throw new Failure('export_too_large', 'The export would need more memory than it may have.', { cause })
  return Math.ceil(limit / 4)
}

/** After a page with large rows, the next ones may be small again. */
function moreRows(limit: number | undefined, limitMax: number | undefined): { readonly limit?: number } {
  return limit === undefined || limitMax === undefined ? {} : { limit: Math.min(limit * 2, limitMax) }
}

interface PageQuery extends Readonly<Record<string, unknown>> {
  readonly limit?: number
}

function pageQuery(route: AnyRoute, stated: ListRequest['query']): PageQuery {
  if (route.query === undefined) return { ...stated }
  const query = fillDefaults({ ...stated }, route.query)
  const { limit } = propertiesOf(route.query) as { limit?: { maximum?: number } }
  if (limit?.maximum === undefined) return query
  return { ...query, limit: Math.min(limit.maximum, route.pageRowsMax?.(query) ?? limit.maximum) }
}
