/** The frame of our own pages: everything around what is particular to one. */

import { type Html, html } from './html.ts'
import { pageStyle } from './page-style.ts'

/** `head` comes last in the head, so that styles in it win. */
export function renderPage({ title, head, body }: { title: string; head?: Html; body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
${head}
</head>
<body>
${body}
</body>
</html>
`.text
}
