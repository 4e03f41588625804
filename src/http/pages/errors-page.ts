/** `/docs/errors`: every error code, linked from problem+json responses. */

import { Type } from 'typebox'
import { errorKinds } from '../../core/errors.ts'
import { errorsPath } from '../response/error-response.ts'
import { type AnyRoute, defineRoute, supportRoute } from '../route.ts'
import { html } from './html.ts'
import { htmlReply, renderPage } from './page.ts'

const page = renderPage({
  title: 'Errors · Broadsheet',
  body: html`<header class="masthead"><h1>Errors</h1><p>What each code means and what to do about it.</p></header>
<main>
${Object.entries(errorKinds).map(
  ([code, { status, retry, meaning, remedy }]) => html`<section id="${code}">
<h2>${code}</h2>
<p><strong>${String(status)}</strong>, ${retry ? 'retry later' : 'do not retry unchanged'}. ${meaning}</p>
<p>${remedy}</p>
</section>
`,
)}
</main>`,
})

export const errorsPageRoute: AnyRoute = defineRoute({
  ...supportRoute,
  path: errorsPath,
  id: 'getErrorsPage',
  summary: 'List error codes',
  response: { body: Type.String(), type: 'text/html' },
  hidden: true,
  handle: () => htmlReply(page, { 'cache-control': 'public, max-age=3600' }),
})
