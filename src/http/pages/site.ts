/** What all pages of a server share: where its sections are, and whether its data is made up. */

import { type Html, html } from './html.ts'

export interface SiteLink {
  /** `cinema`; the page of a section marks it as the current one. */
  readonly id: string
  readonly title: string
  readonly path: string
}

export interface Site {
  readonly isSandbox: boolean
  /** What readers come for, from the left. */
  readonly sections: readonly SiteLink[]
  /** About the server and the reader, from the right. */
  readonly others: readonly SiteLink[]
  /** The tables by the call of their list: `cinema.searchShowtimes`. */
  readonly tables: ReadonlyMap<string, string>
  /** What the pages of a section say while its sources are read for the first time; absent if it has none. */
  readonly collecting?: (section: string) => Promise<string | undefined>
}

export const bareSite: Site = { isSandbox: false, sections: [], others: [], tables: new Map() }

/** Where every list of the API is shown as a table. */
export const tablesPath = '/tables'

/** Services render pages without knowing what else the server has, so these marks are filled before a page is sent. */
export const navigationMark = (current: string) => html`<!--navigation:${current}-->`
export const sandboxMark = html`<!--sandbox-->`
/** The sections as the foot of a page lists them. */
export const sectionsMark = html`<!--sections-->`

/** That more is still being collected. */
export const collectingMark = (section: string) => html`<!--collecting:${section}-->`

/** The same list as a table, where the server has one. The query is written as in an attribute. */
export const tableMark = (call: string, query: string) => html`<!--table:${call}${query}-->`

const marks = /<!--(\w{1,12})([^<>]*)>/g

/** With what the section of the page says while it is collected. */
export async function withCollecting(page: string, { collecting }: Site): Promise<string | undefined> {
  const [mark, section] = /<!--collecting:(\w{1,20})-->/.exec(page) ?? []
  const note = section === undefined ? undefined : await collecting?.(section)
  if (mark === undefined || note === undefined) return undefined
  return page.replace(mark, html`<p class="note" role="status">${note}</p>`.text)
}

export function withSite(page: string, site: Site): string {
  return page.replace(marks, (written, mark: string, rest: string) => {
    const value = rest.replaceAll(/^:|--$/g, '')
    if (mark === 'sandbox') return site.isSandbox ? sandboxFlag.text : ''
    if (mark === 'collecting') return ''
    if (mark === 'sections') return footLinks(site).text
    if (mark === 'navigation') return navigation(site, value).text
    return mark === 'table' ? tableLink(site, value) : written
  })
}

function tableLink({ tables }: Site, table: string): string {
  const [call = '', query] = table.split('?', 2)
  const path = tables.get(call)
  if (path === undefined) return ''
  const search = query === undefined ? '' : `?${query}`
  return ` <a href="${path}${search}">As a table</a>`
}

const sandboxFlag = html`<span class="flag" title="All data comes from simulated sources on this machine.">Sandbox: nothing here is real</span>`

function navigation({ sections, others }: Site, current: string): Html {
  if (sections.length + others.length === 0) return html``
  const item = ({ id, title, path }: SiteLink, isFirst: boolean) =>
    html`<li${isFirst ? html` class="right"` : undefined}><a href="${path}"${id === current ? html` aria-current="true"` : undefined}>${title}</a></li>\n`
  return html`<nav class="bar" aria-label="Sections"><ul class="page">
${sections.map((link) => item(link, false))}${others.map((link, at) => item(link, at === 0))}</ul></nav>`
}

function footLinks({ sections, others }: Site): Html {
  return html`<ul>${[...sections, ...others].map(({ title, path }) => html`<li><a href="${path}">${title}</a></li>\n`)}</ul>`
}
