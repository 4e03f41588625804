/** The layout that all HTML pages share. */

import { bodyReply, type Reply } from '../reply.ts'
import { iconPath } from './assets/icon.ts'
import { assetTags } from './assets/page-assets.ts'
import { type PageScript, scriptTag } from './assets/page-scripts.ts'
import { searchBox } from './home/search-box.ts'
import { type Html, html } from './html.ts'
import { collectingMark, navigationMark, sandboxMark, sectionsMark } from './site.ts'

/** Styles, scripts, fonts and requests of this server alone, and none of them within the page. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export function htmlReply(page: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return bodyReply('text/html; charset=utf-8', page, {
    'content-security-policy': contentSecurityPolicy,
    ...headers,
  })
}

/** In the foot of a page that is also sent as JSON. */
export const jsonNote = html`Send <code>Accept: application/json</code> to get this page as data.`

interface PageParts {
  /** The heading. */
  readonly title: string
  /** Of the document, where it says more than the heading. */
  readonly fullTitle?: string | undefined
  readonly description?: string | undefined
  /** The section that the navigation marks: `cinema`, `account`. */
  readonly section?: string | undefined
  /** Where the page is, as a sentence with links. */
  readonly crumb?: Html | undefined
  /** Under the heading: the sentence that answers first. */
  readonly lead?: Html | string | undefined
  /** Beside the heading. */
  readonly picture?: Html | undefined
  /** Instead of the heading, for a page that draws its own `h1`. */
  readonly heading?: Html | undefined
  /** Comes last in the head. */
  readonly head?: Html | undefined
  /** Beside that of every page. */
  readonly script?: PageScript
  readonly body: Html
  /** Attributes of `main`. */
  readonly main?: Html | undefined
  /** The same as data, and other forms of it: each becomes an item in the foot. */
  readonly data?: readonly (Html | undefined)[] | undefined
  /** What readers should know of the data. */
  readonly note?: Html | string | undefined
  /** The page whose head is the nameplate; `edition` is the line below it. */
  readonly front?: { readonly edition: Html } | undefined
  /** The words that the search box starts with. */
  readonly words?: string | undefined
}

export function renderPage(parts: PageParts): string {
  const { title, fullTitle = title, description, section = '', head, script, body } = parts
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle === 'Broadsheet' ? fullTitle : `${fullTitle} · Broadsheet`}</title>
${description === undefined ? undefined : html`<meta name="description" content="${description}">`}
<meta property="og:site_name" content="Broadsheet">
<meta property="og:title" content="${fullTitle}">
<link rel="icon" href="${iconPath}">
${assetTags}
${head}
${script && scriptTag(script)}${scriptTag('every-page')}</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${parts.front ? frontHead(parts.front.edition) : pageHead(parts.words)}
${navigationMark(section)}
<main id="content" class="page"${parts.main}>
${parts.front ? undefined : (parts.heading ?? pageTitle(parts))}
${section === '' ? undefined : collectingMark(section)}
${body}
</main>
${foot(parts)}
</body>
</html>
`.text
}

function pageHead(words?: string): Html {
  return html`<header class="mast"><div class="page"><p class="plate"><a href="/">Broadsheet</a></p><p class="edition">${sandboxMark}</p>${searchBox(words)}</div></header>`
}

function frontHead(edition: Html): Html {
  return html`<header class="mast front"><div class="page"><h1 class="plate"><a href="/">Broadsheet</a></h1><p class="edition">${edition} ${sandboxMark}</p>${searchBox()}</div></header>`
}

/** The heading with what stands around it. A page that puts it into a column has an empty `heading`. */
export function pageTitle({
  title,
  crumb,
  lead,
  picture,
}: Pick<PageParts, 'title' | 'crumb' | 'lead' | 'picture'>): Html {
  const text = html`<h1>${title}</h1>${lead ? html`<p class="lead">${lead}</p>` : undefined}`
  return html`<div class="head">${crumb && html`<p class="crumb">${crumb}</p>\n`}${picture ? html`<div class="subject">${picture}<div>${text}</div></div>` : text}</div>`
}

function foot({ data = [], note }: PageParts): Html {
  const items = data.filter((item) => item !== undefined)
  return html`<footer><div class="page"><div class="cols">
${items.length === 0 ? undefined : html`<section><h2>This page as data</h2><ul>${items.map((item) => html`<li>${item}</li>\n`)}</ul></section>\n`}<nav aria-label="All sections"><h2>Sections</h2>${sectionsMark}</nav>
<section><h2>Reference</h2><ul><li><a href="/docs">API reference</a></li><li><a href="/docs/errors">Errors</a></li><li><a href="/llms.txt">llms.txt</a></li></ul></section>
</div>${note === undefined ? undefined : html`<p>${note}</p>`}</div></footer>`
}
