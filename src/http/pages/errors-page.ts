/** `/docs/errors`: every error code, for people who follow the link in a problem+json answer. */

import { Type } from 'typebox'
import { errorKinds } from '../../core/errors.ts'
import { bodyReply } from '../reply.ts'
import { pageSecurityPolicy } from '../response/headers.ts'
import { type AnyRoute, defineRoute } from '../route.ts'
import { html } from './html.ts'
import { renderPage } from './page.ts'

export const errorsPath = '/docs/errors'

const page = renderPage({
  title: 'Errors · Broadsheet',
  body: html`<header class="masthead"><h1>Errors</h1><p>What each code means and what to do about it.</p></header>
<main>
${Object.entries(errorKinds).map(
  ([code, { status, retry, meaning, remedy }]) => html`<section id="${code}">
<h2>${code}</h2>
<p><strong>${String(status)}</strong>, ${retry ? 'worth another try later' : 'the same request fails again'}. ${meaning}</p>
<p>${remedy}</p>
</section>
`,
)}
</main>`,
})

export const errorsPageRoute: AnyRoute = defineRoute({
  method: 'GET',
  path: errorsPath,
  id: 'getErrorsPage',
  tag: 'Support',
  summary: 'Every error code',
  response: { body: Type.String(), type: 'text/html' },
  access: 'none',
  cache: 'no-store',
  hidden: true,
  handle: () =>
    bodyReply('text/html; charset=utf-8', page, {
      'content-security-policy': pageSecurityPolicy,
      'cache-control': 'public, max-age=3600',
    }),
})
