/** `/docs/errors`: every error code, linked from every error. `/errors` is the same page, for people who guess. */

import { errorKinds } from '../../core/errors.ts'
import { errorsPath } from '../response/error-response.ts'
import { type AnyRoute, hiddenRoute } from '../route.ts'
import { html, withCode } from './html.ts'
import { htmlReply, renderPage } from './page.ts'

const page = renderPage({
  title: 'Errors',
  crumb: html`Every error of the <a href="/docs">API</a>.`,
  lead: 'What each code means and what to do about it.',
  body: html`<div class="flow two">
${Object.entries(errorKinds).map(
  ([code, { status, retry, meaning, remedy }]) => html`<section id="${code}">
<h2>${code}</h2>
<p><strong class="num">${String(status)}</strong>, ${retry ? 'retry later' : 'do not retry unchanged'}. ${withCode(meaning)}</p>
<p>${withCode(remedy)}</p>
</section>
`,
)}</div>`,
})

export const errorsPageRoutes: AnyRoute[] = [errorsPath, '/errors'].map((path) =>
  hiddenRoute({
    path,
    type: 'text/html',
    handle: () => htmlReply(page, { 'cache-control': 'public, max-age=3600' }),
  }),
)
