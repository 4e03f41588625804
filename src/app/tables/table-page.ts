/** How a list looks as a table: its filters, its rows, and the same as files. */

import type { Failure } from '../../core/errors.ts'
import { isExportable } from '../../http/exports/exportable-list.ts'
import { type Html, html, withCode } from '../../http/pages/html.ts'
import { renderPage } from '../../http/pages/page.ts'
import { toQueryString } from '../../http/pages/page-query.ts'
import { choices, emptyState, paging, sectionHead, table } from '../../http/pages/parts.ts'
import { requestAlone } from '../../http/pages/request-link.ts'
import { tablesPath } from '../../http/pages/site.ts'
import { propertiesOf } from '../../http/request/validation/schema-defaults.ts'
import type { Json, RouteAnswer, Texts } from '../route-caller.ts'
import { cell, isNumberColumn } from './cell.ts'
import { filterParameters, tableForm } from './table-form.ts'
import { pagingParameters, type TableList } from './table-list.ts'

export interface TableView {
  readonly list: TableList
  /** The parameters as the address has them. */
  readonly texts: Texts
  readonly columns: readonly string[]
  /** Undefined until what the list needs is named. */
  readonly answer: RouteAnswer | undefined
  readonly failure: Failure | undefined
  readonly origin: string
}

/** Some lists have no pages. */
const rowsShown = 500

const fileFormats = [
  ['csv', 'CSV'],
  ['ndjson', 'NDJSON'],
  ['parquet', 'Parquet'],
] as const

export function tablePage(view: TableView): string {
  const { list, texts, columns, answer, failure } = view
  const { name, section, route } = list
  const total = answer?.meta.total
  const isIncomplete = answer === undefined && failure === undefined
  const parameters = filterParameters(list)
  const active = parameters.filter((parameter) => texts[parameter.name] !== undefined)
  return renderPage({
    title: `${name} as a table`,
    section: section.id,
    description: `${route.summary}: a table to filter, to share and to download.`,
    crumb: html`One of the <a href="${tablesPath}">tables</a>, in <a href="${section.path}">${section.title}</a>. The address has every filter: share it.`,
    lead: html`${route.summary}${typeof total === 'number' ? html`: ${total.toLocaleString('en')} rows` : undefined}`,
    body: html`${
      active.length === 0
        ? undefined
        : choices('Filters', 'chips', [
            ...active.map(({ name: each }) => ({
              href: address(list, { ...withoutPaging(texts), [each]: undefined }),
              text: html`${each.replaceAll('_', ' ')}: ${texts[each]} ×`,
              isCurrent: false,
            })),
            { href: list.path, text: 'Clear all', isCurrent: false },
          ])
    }
${tableForm({ list, texts, shown: columns, isOpen: isIncomplete || failure !== undefined })}
${failure === undefined ? undefined : html`<p class="note" role="alert">${withCode(failure.message)}</p>`}
${isIncomplete ? emptyState(html`Fill in what is required, then show the rows.`) : undefined}
${answer && rowsSection(view, answer.rows, answer.next)}`,
    data: [requestAlone({ href: apiPath(list, texts), call: list.call, path: openApiPath(list) })],
  })
}

function rowsSection(view: TableView, rows: readonly Json[], next: string | undefined): Html {
  const { list, texts, columns } = view
  const { query } = list.route
  const hasOffset = query !== undefined && 'offset' in propertiesOf(query)
  const first = Number(texts.offset ?? 0)
  const isFirst = texts.cursor === undefined && first === 0
  const links = paging({
    previous:
      isFirst || !hasOffset ? undefined : address(list, { ...texts, offset: previous(first, rows.length) }),
    next:
      next === undefined ? undefined : address(list, { ...texts, [hasOffset ? 'offset' : 'cursor']: next }),
    text: hasOffset && rows.length > 0 ? `${first + 1} to ${first + rows.length}` : `${rows.length} rows`,
    more: [
      ...(isFirst || hasOffset
        ? []
        : [html`<a href="${address(list, withoutPaging(texts))}">First page</a>`]),
      ...fileLinks(view),
    ],
  })
  if (rows.length === 0) return emptyState(html`No row matches. <a href="${list.path}">All rows</a>`)
  return html`<section aria-label="Rows">${links}
${table({
  label: list.name,
  columns: columns.map((name) => ({ ...header(view, name), isNumber: isNumber(list, name, rows) })),
  rows: rows.slice(0, rowsShown).map((row) => columns.map((name) => cell(list, name, row[name]))),
})}
${paging({ next: next === undefined ? undefined : address(list, { ...texts, [hasOffset ? 'offset' : 'cursor']: next }) })}
${rows.length > rowsShown ? html`<p class="note">The first ${rowsShown} of ${rows.length.toLocaleString('en')} rows. A filter shows fewer; the files have all.</p>` : undefined}
<details><summary>As a command</summary><pre class="command"><code>curl '${view.origin}${apiPath(list, texts).replaceAll("'", '%27')}'</code></pre></details></section>`
}

function previous(first: number, count: number): string | undefined {
  const at = Math.max(0, first - Math.max(1, count))
  return at === 0 ? undefined : String(at)
}

/** Rows whose members depend on the request have no schema. */
function isNumber(list: TableList, name: string, rows: readonly Json[]): boolean {
  const schema = list.columns[name]
  if (schema !== undefined) return isNumberColumn(schema)
  return rows.some((row) => typeof row[name] === 'number')
}

/** A link to the other order, where the list can be ordered by the column. */
function header({ list, texts }: TableView, name: string) {
  const { sort, order } = list.route.query === undefined ? {} : propertiesOf(list.route.query)
  const values = ((sort as { enum?: readonly string[] } | undefined)?.enum ?? []).filter(
    (value) => value.replace('-', '') === name,
  )
  const hasFreeOrder = sort !== undefined && order !== undefined && Object.keys(list.columns).length === 0
  if (values.length === 0 && !hasFreeOrder) return { name }
  const current = texts.sort ?? String(sort?.default ?? '')
  if (hasFreeOrder) {
    const isAscending = current === name && texts.order === 'asc'
    const href = address(list, { ...withoutPaging(texts), sort: name, order: isAscending ? 'desc' : 'asc' })
    return {
      name: html`<a href="${href}">${name}</a>`,
      sorted: current === name ? toSorted(isAscending) : undefined,
    }
  }
  const next = values.find((value) => value !== current) ?? values[0]
  return {
    name: html`<a href="${address(list, { ...withoutPaging(texts), sort: next })}">${name}</a>`,
    sorted: values.includes(current) ? toSorted(!current.startsWith('-')) : undefined,
  }
}

function toSorted(isAscending: boolean): 'ascending' | 'descending' {
  return isAscending ? 'ascending' : 'descending'
}

/** All rows as files, where the list has them; otherwise those of this page. */
function fileLinks({ list, texts }: TableView): Html[] {
  if (!isExportable(list.route))
    return [html`<a href="${list.path}/rows.csv${toQueryString(texts)}" download>These rows as CSV</a>`]
  const filters = {
    ...texts,
    limit: undefined,
    source_mode: undefined,
    freshness: undefined,
    total: undefined,
  }
  return fileFormats.map(
    ([format, name]) =>
      html`<a href="${apiPath(list, withoutPaging(filters), `.${format}`)}" download>${name === 'CSV' ? 'All rows as CSV' : name}</a>`,
  )
}

function withoutPaging(texts: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !pagingParameters.has(name)))
}

function address(list: TableList, texts: Readonly<Record<string, string | undefined>>): string {
  return list.path + toQueryString(texts)
}

function openApiPath({ route }: TableList): string {
  return route.path.replaceAll(/:(\w+)/g, '{$1}')
}

/** The request of the API for the same. */
function apiPath(list: TableList, texts: Readonly<Record<string, string | undefined>>, ending = ''): string {
  const rest = new Map(Object.entries(texts))
  const path = list.route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name) ?? ''
    rest.delete(name)
    return encodeURIComponent(value)
  })
  return `${list.base}${path}${ending}${toQueryString(Object.fromEntries(rest))}`
}

export function tablesPage(lists: readonly TableList[]): string {
  const sections = Map.groupBy(lists, ({ section }) => section.id)
  return renderPage({
    title: 'Tables',
    section: 'tables',
    description: 'Every list of the API as a table to filter, to share and to download.',
    crumb: html`Every list of the <a href="/docs">API</a>, row by row.`,
    lead: 'Filter, choose columns, share the address, take the rows as a file.',
    body: html`<div class="flow">${Array.from(sections.values(), (members) => {
      const [first] = members
      return html`<section class="long">${sectionHead(first?.section.title)}
<ul class="list">${members.map(({ path, name, route, parameters }) => {
        const needs = parameters
          .filter(({ isRequired }) => isRequired)
          .map((each) => each.name.replaceAll('_', ' '))
        return html`<li><h3><a href="${path}">${route.summary}</a></h3>
<p class="meta">${name}${needs.length === 0 ? '' : `, needs ${needs.join(' and ')}`}</p></li>\n`
      })}</ul></section>`
    })}</div>`,
  })
}
