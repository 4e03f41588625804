/** The parts that pages are made of: each is written once. */

import { type Html, html } from './html.ts'

type Content = Html | string | number | undefined

/** Whether there is nothing to show. */
function isEmpty(content: Content): boolean {
  return content === undefined || content === '' || (typeof content === 'object' && content.text === '')
}

/** The values of one subject; what has none is left out. `strip`: side by side, as the summary under a heading. */
export function facts(
  rows: readonly (readonly [name: string, value: Content])[],
  kind: '' | 'strip' = '',
): Html {
  const stated = rows.filter(([, value]) => !isEmpty(value))
  if (stated.length === 0) return html``
  return html`<dl class="${kind === '' ? 'facts' : `facts ${kind}`}">${stated.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`
}

interface SectionLink {
  readonly href: string
  readonly text: string
}

/** `TC` for `The Cartographer’s Daughter`. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map(([letter = '']) => letter.toUpperCase())
    .join('')
}

/** In the place of a picture. */
export function initials(name: string, size: '' | 'large' = ''): Html {
  return html`<span class="${size === '' ? 'initials' : `initials ${size}`}" aria-hidden="true">${initialsOf(name)}</span>`
}

/** The heading of a section with the link to all of it. */
export function sectionHead(title: Content, link?: SectionLink, id?: string): Html {
  return html`<div class="sec"><h2${id === undefined ? undefined : html` id="${id}"`}>${title}</h2>${link && html`<a href="${link.href}">${link.text}</a>`}</div>`
}

/** A share from 0 to 1 as a bar. */
export function meter(share: number): Html {
  const width = Math.round(1000 * Math.min(1, Math.max(0, share))) / 10
  return html`<svg class="meter" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="3"/><rect width="${width}" height="3"/></svg>`
}

interface Choice {
  readonly href: string
  readonly text: Content
  readonly isCurrent: boolean
}

/** Views of one subject as `tabs`, ranges as `seg`, filters as `chips`. */
export function choices(label: string, kind: 'tabs' | 'seg' | 'chips', items: readonly Choice[]): Html {
  const list = html`${items.map(({ href, text, isCurrent }) => html`<li><a href="${href}"${isCurrent ? html` aria-current="true"` : undefined}>${text}</a></li>\n`)}`
  return kind === 'tabs'
    ? html`<nav class="tabs" aria-label="${label}"><ul>${list}</ul></nav>`
    : html`<nav aria-label="${label}"><ul class="${kind}">${list}</ul></nav>`
}

export interface Column {
  readonly name: Content
  readonly isNumber?: boolean
  /** Left out on a phone. */
  readonly isMinor?: boolean
  /** `ascending` or `descending`, for the column that orders the rows. */
  readonly sorted?: 'ascending' | 'descending' | undefined
}

interface TableParts {
  readonly label: string
  readonly columns: readonly Column[]
  /** The first cell of each is its heading. */
  readonly rows: readonly (readonly Content[])[]
  /** On a phone: the first column stays, or each row becomes a card. */
  readonly kind?: 'pin' | 'stacked' | ''
}

export function table({ label, columns, rows, kind = 'pin' }: TableParts): Html {
  const className = (column: Column | undefined) => {
    const names = [column?.isNumber ? 'num' : '', column?.isMinor ? 'minor' : ''].filter(Boolean).join(' ')
    return names === '' ? undefined : html` class="${names}"`
  }
  const cell = (content: Content, at: number) =>
    at === 0
      ? html`<th scope="row"${className(columns[at])}>${content}</th>`
      : html`<td${className(columns[at])}${kind === 'stacked' ? html` data-label="${columns[at]?.name}"` : undefined}>${content}</td>`
  return html`<div class="${kind === '' ? 'table' : `table ${kind}`}" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${columns.map((column) => html`<th scope="col"${className(column)}${column.sorted && html` aria-sort="${column.sorted}"`}>${column.name}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map(cell)}</tr>\n`)}</tbody></table></div>`
}

interface Paging {
  readonly previous?: string | undefined
  readonly next?: string | undefined
  /** Which rows these are. */
  readonly text?: Content
  readonly more?: readonly Html[]
}

export function paging({ previous, next, text, more = [] }: Paging): Html | undefined {
  if (previous === undefined && next === undefined && isEmpty(text) && more.length === 0) return undefined
  return html`<p class="pages">${previous === undefined ? undefined : html`<a rel="prev" href="${previous}">← Previous</a> `}${next === undefined ? undefined : html`<a rel="next" href="${next}">Next →</a> `}${isEmpty(text) ? undefined : html`<span class="soft">${text}</span>`}${more}</p>`
}

/** Instead of a list that is empty: what it means and what to do. */
export function emptyState(...sentences: readonly Html[]): Html {
  return html`<div class="state">${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>`
}
