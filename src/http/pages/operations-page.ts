/** The page of operators. It has no data of its own: its script asks the routes for operators, with the sign-in of the tab. */

import { Type } from 'typebox'
import { oneOf, withDefault } from '../openapi/fields.ts'
import { type AnyRoute, hiddenRoute } from '../route.ts'
import type { Service } from '../service.ts'
import { html } from './html.ts'
import { htmlReply, renderPage } from './page.ts'
import { choices } from './parts.ts'
import type { DeskService } from './scripts/desk/desk-service.ts'

export const operationsPath = '/operations'

const views = [
  ['overview', 'Overview'],
  ['alarms', 'Alarms'],
  ['members', 'Members'],
  ['sources', 'Sources'],
  ['runs', 'Runs'],
  ['artifacts', 'Artifacts'],
  ['held', 'Held back'],
  ['proposals', 'Proposals'],
  ['plan', 'Plan'],
  ['discover', 'Discovery'],
  ['limits', 'Limits'],
] as const
/** `run` is one run, which no menu leads to. */
const titles = new Map<string, string>([...views, ['run', 'Run']])
const viewNames = [...views.map(([name]) => name), 'run'] as const

interface OperationsPageOptions {
  /** Where the routes for operators are. */
  readonly api: string
  readonly services: readonly Service[]
}

/** The filters of all views; the script passes them on to the API, which checks them. */
const filter = Type.Optional(Type.String({ maxLength: 2000, description: 'A filter of the view.' }))

export function operationsPageRoute({ api, services }: OperationsPageOptions): AnyRoute {
  const entries = services.flatMap(({ id, desk }): DeskService[] => (desk ? [{ id, ...desk }] : []))
  return hiddenRoute({
    path: operationsPath,
    type: 'text/html',
    query: Type.Object({
      view: withDefault(oneOf(viewNames, { description: 'What to show.' }), 'overview'),
      q: filter,
      state: filter,
      service: filter,
      source_id: filter,
      member_id: filter,
      status: filter,
      id: filter,
      cursor: filter,
    }),
    compress: true,
    handle: ({ query }) => htmlReply(operationsPage(query.view, api, entries)),
  })
}

function operationsPage(view: string, api: string, services: readonly DeskService[]): string {
  const current = view === 'run' ? 'runs' : view
  const title = titles.get(view) ?? 'Operations'
  return renderPage({
    title,
    fullTitle: `${title} · Operations`,
    section: 'account',
    head: html`<meta name="robots" content="noindex">`,
    script: 'operations',
    crumb: html`For operators who signed in at their <a href="/account">account</a>.`,
    main: html` data-operations data-api="${api}" data-services="${JSON.stringify(services)}"`,
    body: html`${choices(
      'Views',
      'tabs',
      views.map(([name, text]) => ({ href: `?view=${name}`, text, isCurrent: name === current })),
    )}
<p class="note" role="status" data-part="message" hidden></p>
<noscript><p class="note">This page needs JavaScript. The commands <code>broadsheet members</code>, <code>alarms</code>, <code>sources</code>, <code>plan</code>, <code>sync</code> and <code>discover</code> do the same.</p></noscript>
<div data-part="content"></div>`,
  })
}
