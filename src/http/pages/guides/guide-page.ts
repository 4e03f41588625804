/** How a guide looks. */

import { Html, html } from '../html.ts'
import { renderPage } from '../page.ts'
import { scriptTags } from '../page-scripts.ts'
import { readingStyle } from '../styles/reading-style.ts'
import { guidesPath } from './guide-files.ts'
import type { RenderedGuide } from './render-guide.ts'

/** With fewer headings, a reader sees the page at a glance. */
const contentsMin = 4

const style = new Html(`${readingStyle.text}
main > :is(p, ul, ol) { max-width: 48rem } main > ul > li { margin: .2rem 0 } @media (max-width: 40rem) { main td code { overflow-wrap: anywhere } } main img { max-width: 100%; height: auto } main h3 { margin-top: 1.4rem } main .table { margin: .8rem 0 } main :is(h2, h3) code { font-size: inherit } main :target { background: var(--code) }
.contents { margin: 0 0 1.5rem } .contents ul { columns: 16rem; padding-left: 1.2rem; margin: .4rem 0 } .contents li { break-inside: avoid; overflow-wrap: anywhere } .contents .deeper { margin-left: 1.2rem }
.copy { font-size: .85rem; padding: .1rem .6rem; margin: 0 0 .8rem } @media print { .contents { display: none } }
`)

export function guidePage({ title, body, headings }: RenderedGuide, url: string): string {
  const home = html`<a href="/">Broadsheet</a>`
  return renderPage({
    title: `${title} · Broadsheet`,
    head: html`<style>${style}</style>
${scriptTags(['copy-buttons'])}`,
    body: html`<header class="masthead"><p class="kicker">${home}${url === guidesPath ? undefined : html` · <a href="${guidesPath}">Guides</a>`}</p><h1>${title}</h1></header>
<main id="content">
${url === guidesPath || headings.length < contentsMin ? undefined : contents(headings)}${body}</main>
<footer><p><a href="/">Front page</a> · <a href="${guidesPath}">Guides</a> · <a href="/docs">API reference</a></p></footer>`,
  })
}

function contents(headings: RenderedGuide['headings']): Html {
  return html`<nav class="contents" aria-label="Contents"><details><summary>Contents</summary>
<ul>
${headings.map(({ anchor, text, depth }) => html`<li${depth === 2 ? undefined : new Html(' class="deeper"')}><a href="#${anchor}">${text}</a></li>\n`)}</ul></details></nav>
`
}
