/** How a guide looks. */

import { Html, html } from '../html.ts'
import { renderPage } from '../page.ts'
import { sectionHead } from '../parts.ts'
import { guidesPath } from './guide-files.ts'
import type { RenderedGuide } from './render-guide.ts'

/** With fewer headings, a reader sees the page at a glance. */
const contentsMin = 4

export function guidePage({ title, body, headings }: RenderedGuide, url: string): string {
  const isIndex = url === guidesPath
  const hasContents = !isIndex && headings.length >= contentsMin
  return renderPage({
    title,
    section: 'guides',
    crumb: isIndex
      ? html`How to use and run <a href="/">Broadsheet</a>.`
      : html`One of the <a href="${guidesPath}">guides</a>.`,
    body: html`<div class="grid">
<div class="${hasContents ? 'c8' : 'c9'} prose">${body}</div>
${hasContents ? contents(headings) : undefined}</div>`,
    data: [html`<a href="${url}" type="text/markdown">Markdown</a>, with <code>Accept: text/markdown</code>`],
  })
}

function contents(headings: RenderedGuide['headings']): Html {
  return html`<nav class="c4" aria-label="Contents"><div class="stick">${sectionHead('Contents')}
<ul class="side-links">
${headings.map(({ anchor, text, depth }) => html`<li${depth === 2 ? undefined : new Html(' class="deeper"')}><a href="#${anchor}">${text}</a></li>\n`)}</ul></div></nav>
`
}
