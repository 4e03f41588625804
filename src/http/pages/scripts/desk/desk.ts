/** What the views of the operator's desk share: requests, messages, tables, forms and links. The state is in the address. */

import type { Api, ApiAnswer } from '../api-session.ts'
import { build } from '../build.ts'
import { copyRequest } from '../copy-request.ts'
import type { DeskService } from './desk-service.ts'
import { viewRequest } from './view-request.ts'

export type Cell = HTMLElement | SVGElement | string
// biome-ignore lint/suspicious/noExplicitAny: rows as the API document of operators describes them
export type Row = any
export type Views = Readonly<Record<string, () => Promise<void> | void>>

export type Desk = NonNullable<ReturnType<typeof createDesk>>

/** Undefined on another page. */
export function createDesk(api: Api, clipboard: Clipboard | undefined, locale: string) {
  const root = document.querySelector<HTMLElement>('[data-operations]')
  const foundContent = document.querySelector<HTMLElement>('[data-part=content]')
  const foundMessage = document.querySelector<HTMLElement>('[data-part=message]')
  if (root === null || foundContent === null || foundMessage === null) return undefined
  const [content, message] = [foundContent, foundMessage]
  const state = new URLSearchParams(location.search)
  const view = state.get('view') ?? 'overview'

  /** The last request that was answered with what the view shows. */
  let shownPath: string | undefined

  function show(...elements: readonly Cell[]): void {
    content.replaceChildren(...elements)
    const { call, path, command } = viewRequest(view, state) ?? {}
    if (shownPath === undefined || call === undefined) return
    const attributes = {
      'data-href': shownPath,
      'data-call': call,
      ...(path === undefined ? {} : { 'data-path': path }),
      ...(command === undefined ? {} : { 'data-command': command }),
    }
    const label = build('span', attributes, 'The request of this view:')
    content.append(build('p', { class: 'request soft' }, label))
    copyRequest(document, clipboard)
  }
  function say(text: string): void {
    // Set again, it would be read out again.
    if (message.textContent !== text) message.textContent = text
    message.hidden = text === ''
  }
  function askToSignIn(): void {
    content.replaceChildren(
      build('p', {}, 'These pages are for the operators of this server. Sign in as an operator to see them.'),
      build('p', {}, build('a', { class: 'button', href: '/account' }, 'Sign in')),
    )
  }
  /** The address of this view with other parameters. */
  function link(changed: Readonly<Record<string, string | undefined>>): string {
    const parameters = new URLSearchParams(state)
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) parameters.delete(name)
      else parameters.set(name, value)
    }
    return `?${parameters}`
  }
  // In the zone of the reader, which is named: logs and commands are in UTC.
  const clock = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const moments = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...clock,
  })
  const clocks = new Intl.DateTimeFormat(locale, clock)
  return {
    /** Of the routes for operators. */
    base: root.dataset.api ?? '',
    /** Those that sources fill. */
    services: JSON.parse(root.dataset.services ?? '[]') as readonly DeskService[],
    view,
    state,
    say,
    link,
    askToSignIn,
    show,
    /** As the API answers it. */
    async request(method: string, path: string): Promise<ApiAnswer> {
      const answer = await api.call(method, path)
      if (answer.ok && method === 'GET') shownPath = path
      return answer
    },
    isSignedIn: () => api.session() !== undefined,
    /** Undefined if it failed, and why is shown. */
    async call(method: string, path: string, body?: unknown): Promise<ApiAnswer | undefined> {
      const answer = await api.call(method, path, body)
      if (answer.ok && method === 'GET') shownPath = path
      if (answer.ok) return answer
      if (answer.status === 401) {
        askToSignIn()
        say('You are not signed in, or your sign-in has ended.')
        return undefined
      }
      const isStranger = answer.status === 404 && method === 'GET' && !path.includes('/runs/')
      say(isStranger ? 'This account is not that of an operator.' : answer.message)
      // A page that could not be filled offers to try again; after a click, the button is still there.
      if (method === 'GET' && !isStranger)
        content.replaceChildren(build('p', {}, build('a', { class: 'button', href: link({}) }, 'Try again')))
      return undefined
    },
    count: (value: number) => value.toLocaleString('en'),
    moment: (instant: string | null | undefined): Cell =>
      instant ? build('time', { datetime: instant }, moments.format(Date.parse(instant))) : 'never',
    clock: (instant: string): string => clocks.format(Date.parse(instant)),
    duration(seconds: number): string {
      if (seconds < 1) return 'under\u00a01\u00a0s'
      if (seconds < 90) return `${Math.round(seconds)}\u00a0s`
      const minutes = Math.round(seconds / 60)
      if (minutes < 90) return `${minutes}\u00a0min`
      const rest = minutes % 60
      return `${Math.floor(minutes / 60)}\u00a0h${rest === 0 ? '' : ` ${rest}\u00a0min`}`
    },
    table(label: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): HTMLElement {
      if (rows.length === 0) return build('p', {}, 'Nothing here.')
      // Numbers are compared digit by digit: a column of them is aligned to the right.
      const isNumber = (cell?: Cell) => typeof cell === 'string' && /^\d[\d,.’\s]*([kMG]B)?$/.test(cell)
      const alignments = columns.map((_, at) => (rows.every((row) => isNumber(row[at])) ? 'num' : ''))
      // On a phone each row is a block, with the names of its columns. The roles say that it still is a table.
      const heads = columns.map((name, at) =>
        build('th', { scope: 'col', role: 'columnheader', class: alignments[at] ?? '' }, name),
      )
      const lines = rows.map(([first = '', ...cells]) =>
        build(
          'tr',
          { role: 'row' },
          build('th', { scope: 'row', role: 'rowheader' }, first),
          ...cells.map((cell, at) =>
            build(
              'td',
              { role: 'cell', class: alignments[at + 1] ?? '', 'data-label': columns[at + 1] ?? '' },
              cell,
            ),
          ),
        ),
      )
      return build(
        'div',
        { class: 'table stacked', role: 'region', 'aria-label': label, tabindex: '0' },
        build(
          'table',
          { role: 'table' },
          build('thead', { role: 'rowgroup' }, build('tr', { role: 'row' }, ...heads)),
          build('tbody', { role: 'rowgroup' }, ...lines),
        ),
      )
    },
    button(text: string, work: () => Promise<void>): HTMLButtonElement {
      const element = build('button', { type: 'button', class: 'button quiet' }, text)
      element.addEventListener('click', () => {
        element.disabled = true
        say('')
        void work().finally(() => {
          element.disabled = false
        })
      })
      return element
    },
    /** The parameters of the address that the API takes as well. */
    filters(names: readonly string[]): string {
      const parameters = new URLSearchParams({ limit: '50' })
      for (const name of [...names, 'cursor']) {
        const value = state.get(name)
        if (value) parameters.set(name, value)
      }
      return `?${parameters}`
    },
    pages(nextCursor: string | undefined): HTMLElement {
      const links: Cell[] = []
      if (state.has('cursor'))
        links.push(build('a', { href: link({ cursor: undefined }) }, 'First page'), ' ')
      if (nextCursor) links.push(build('a', { rel: 'next', href: link({ cursor: nextCursor }) }, 'Next'))
      return build('p', { class: 'pages' }, ...links)
    },
    /** Without `all`, the first option is the default. */
    field(text: string, name: string, options?: readonly string[], all?: 'all'): HTMLElement {
      const value = state.get(name) ?? ''
      if (options === undefined)
        return build('label', {}, text, build('input', { name, value, maxlength: '100' }))
      const choices = [...(all ? [''] : []), ...options].map((each) =>
        build('option', each === value ? { value: each, selected: '' } : { value: each }, each || 'all'),
      )
      return build('label', {}, text, build('select', { name }, ...choices))
    },
    filterForm(...fields: readonly HTMLElement[]): HTMLElement {
      const hidden = build('input', { type: 'hidden', name: 'view', value: view })
      return build('form', { class: 'ask' }, hidden, ...fields, build('button', { class: 'button' }, 'Show'))
    },
  }
}
