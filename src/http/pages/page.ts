/** The layout that all HTML pages share. */

import { bodyReply, type Reply } from '../reply.ts'
import { searchBox } from './home/search-box.ts'
import { type Html, html } from './html.ts'
import { iconPath } from './icon.ts'
import { pageStyle } from './styles/page-style.ts'

/** Inline styles are allowed, scripts only where a page brings its own policy, and nothing from other origins. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export function htmlReply(page: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return bodyReply('text/html; charset=utf-8', page, {
    'content-security-policy': contentSecurityPolicy,
    ...headers,
  })
}

interface PageParts {
  readonly title: string
  /** Comes last in the head, so that its styles win. */
  readonly head?: Html
  readonly body: Html
  /** False if the body has the box itself. */
  readonly hasSearchBox?: boolean
}

export function renderPage({ title, head, body, hasSearchBox = true }: PageParts): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta property="og:site_name" content="Broadsheet">
<meta property="og:title" content="${title.replace(/ · Broadsheet$/, '')}">
<link rel="icon" href="${iconPath}">
<style>${pageStyle}</style>
${head}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${hasSearchBox ? searchBox() : undefined}
${body}
</body>
</html>
`.text
}
