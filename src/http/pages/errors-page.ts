/** `/docs/errors`: every error code, linked from every error. `/errors` is the same page, for people who guess. */

import { errorKinds } from '../../core/errors.ts'
import { errorsPath } from '../response/error-response.ts'
import { type AnyRoute, hiddenRoute } from '../route.ts'
import { html, withCode } from './html.ts'
import { htmlReply, renderPage } from './page.ts'
import { readingStyle } from './styles/reading-style.ts'

const page = renderPage({
  title: 'Errors · Broadsheet',
  head: html`<style>${readingStyle}</style>`,
  body: html`<header class="masthead"><p class="kicker"><a href="/">Broadsheet</a></p><h1>Errors</h1><p>What each code means and what to do about it.</p></header>
<main id="content">
${Object.entries(errorKinds).map(
  ([code, { status, retry, meaning, remedy }]) => html`<section id="${code}">
<h2>${code}</h2>
<p><strong>${String(status)}</strong>, ${retry ? 'retry later' : 'do not retry unchanged'}. ${withCode(meaning)}</p>
<p>${withCode(remedy)}</p>
</section>
`,
)}
</main>
<footer><p><a href="/">Front page</a> · <a href="/docs">API reference</a></p></footer>`,
})

export const errorsPageRoutes: AnyRoute[] = [errorsPath, '/errors'].map((path) =>
  hiddenRoute({
    path,
    type: 'text/html',
    handle: () => htmlReply(page, { 'cache-control': 'public, max-age=3600' }),
  }),
)
