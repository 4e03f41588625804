/** Every list of the API as a page for people: `/tables`, and one page for each list. */

import { Type } from 'typebox'
import { type Failure, isFailure, notFound } from '../../core/errors.ts'
import { toCsv } from '../../core/text/csv.ts'
import { htmlReply } from '../../http/pages/page.ts'
import { toQueryString } from '../../http/pages/page-query.ts'
import { tablesPath } from '../../http/pages/site.ts'
import { bodyReply, type Reply } from '../../http/reply.ts'
import { representations } from '../../http/request/media-types.ts'
import { listName } from '../../http/response/representation.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import type { AnyContext, RouteAnswer, RouteCaller, Texts } from '../route-caller.ts'
import { isSimple } from './cell.ts'
import type { TableList } from './table-list.ts'
import { tablePage, tablesPage } from './table-page.ts'

interface TableDeps {
  readonly lists: readonly TableList[]
  readonly routes: RouteCaller
  readonly origin: (host?: string) => string
}

/** More make the first look hard to read; the form has the others. */
const columnsShown = 10

const pageRoute = {
  method: 'GET',
  tag: 'Support',
  // For people: clients read the same as JSON.
  hidden: true,
  response: { body: Type.String(), type: 'text/html' },
  access: 'optional',
  cache: 'no-store',
  // There is nothing secret on these pages.
  compress: true,
} as const satisfies Partial<AnyRoute>

export function tableRoutes({ lists, routes, origin }: TableDeps): AnyRoute[] {
  const byPath = new Map(lists.map((list) => [list.path, list]))
  const find = ({ service, list }: { readonly service: string; readonly list: string }) => {
    const found = byPath.get(`${tablesPath}/${service}/${list}`)
    if (found === undefined) throw notFound('table', 'list')
    return found
  }
  const service = Type.String({ maxLength: 40, description: 'A service.' })
  const listRoute = {
    ...pageRoute,
    params: Type.Object({
      service,
      list: Type.String({ maxLength: 80, description: 'The operation id of a list.' }),
    }),
    passthrough: true,
  } as const
  return [
    defineRoute({
      ...pageRoute,
      path: tablesPath,
      id: 'getTablesPage',
      summary: 'Get the lists of all tables as a page',
      handle: () => htmlReply(tablesPage(lists)),
    }),
    defineRoute({
      ...pageRoute,
      path: `${tablesPath}/:service`,
      id: 'getServiceTablesPage',
      summary: 'Go to the lists of all tables',
      params: Type.Object({ service }),
      handle: ({ params }) => {
        if (!lists.some(({ path }) => path.startsWith(`${tablesPath}/${params.service}/`)))
          throw notFound('service', 'service')
        return { ...htmlReply('', { location: tablesPath }), status: 302 }
      },
    }),
    defineRoute({
      ...listRoute,
      path: `${tablesPath}/:service/:list`,
      id: 'getTablePage',
      summary: 'Get a list as a table',
      handle: async (context) => {
        const list = find(context.params)
        const texts = parseTexts(context.rawQuery)
        // What an empty form sends does not belong into an address that is shared.
        const shared = toQueryString(texts)
        if (hasEmptyOrRepeated(context.rawQuery))
          return { ...htmlReply('', { location: list.path + shared }), status: 302 }
        return await readTable(list, texts, context, { routes, origin: origin(context.host) })
      },
    }),
    defineRoute({
      ...listRoute,
      path: `${tablesPath}/:service/:list/rows.csv`,
      id: 'getTableFile',
      summary: 'Get the rows of a table as CSV',
      response: { body: Type.String(), type: 'text/csv' },
      acceptsAny: true,
      handle: async (context) => {
        const list = find(context.params)
        const texts = parseTexts(context.rawQuery)
        const { rows } = await routes.call(list.route.id, texts, context)
        const text = toCsv(
          rows.map((row) => JSON.stringify(row)),
          allColumns(list, texts, rows),
        )
        const name = listName(list.route)
        return bodyReply(representations.csv, text, {
          'content-disposition': `attachment; filename="${name}.csv"`,
        })
      },
    }),
  ]
}

interface Reading {
  readonly routes: RouteCaller
  readonly origin: string
}

/** A failure is a message on the page, beside the form in which to correct it. */
async function readTable(
  list: TableList,
  texts: Texts,
  context: AnyContext,
  { routes, origin }: Reading,
): Promise<Reply> {
  let answer: RouteAnswer | undefined
  let failure: Failure | undefined
  const isComplete = list.parameters.every(({ name, isRequired }) => !isRequired || texts[name] !== undefined)
  try {
    if (isComplete) answer = await routes.call(list.route.id, { total: 'true', ...texts }, context)
  } catch (thrown) {
    if (!isFailure(thrown) || context.signal.aborted || thrown.status === 429) throw thrown
    failure = thrown
  }
  const columns = shownColumns(list, texts, answer?.rows ?? [])
  const page = tablePage({ list, texts, columns, answer, failure, origin })
  // A reader who has entered nothing has made no mistake: the page says what the list needs.
  const status = failure?.status === 400 && Object.keys(texts).length === 0 ? undefined : failure?.status
  return { ...htmlReply(page), ...(status !== undefined && { status }) }
}

/** Several `fields`, as check boxes send them, are one parameter of the API. */
function parseTexts(rawQuery: string): Texts {
  const query = new URLSearchParams(rawQuery)
  const texts: Record<string, string> = {}
  for (const [name, value] of query) if (value.trim() !== '') texts[name] = value.trim()
  const fields = query.getAll('fields').filter((field) => field !== '')
  return fields.length > 1 ? { ...texts, fields: fields.join(',') } : texts
}

function hasEmptyOrRepeated(rawQuery: string): boolean {
  const entries = [...new URLSearchParams(rawQuery)]
  const names = new Set(entries.map(([name]) => name))
  return names.size < entries.length || entries.some(([, value]) => value.trim() === '')
}

function allColumns(
  list: TableList,
  { fields }: Texts,
  rows: readonly Readonly<Record<string, unknown>>[],
): string[] {
  if (list.hasFields && fields !== undefined) return fields.split(',').map((name) => name.trim())
  const known = Object.keys(list.columns)
  return known.length > 0 ? known : Object.keys(rows[0] ?? {})
}

/** Those that were chosen, otherwise the first that a cell can show. */
function shownColumns(
  list: TableList,
  texts: Texts,
  rows: readonly Readonly<Record<string, unknown>>[],
): string[] {
  const all = allColumns(list, texts, rows)
  if (texts.fields !== undefined || Object.keys(list.columns).length === 0) return all
  // Ids of sources mean something to programs only.
  const simple = all.filter((name) => isSimple(list.columns[name]) && !name.startsWith('source_'))
  return (simple.length > 0 ? simple : all).slice(0, columnsShown)
}
