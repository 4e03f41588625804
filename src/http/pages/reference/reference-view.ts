/** How the API reference looks: a head with the way home, and the viewer below it in the colours and fonts of all pages. */

import { iconPath } from '../assets/icon.ts'
import { tokenStyle } from '../assets/page-assets.ts'
import { scriptTag } from '../assets/page-scripts.ts'
import { Html, html } from '../html.ts'
import { navigationMark, sandboxMark } from '../site.ts'

interface DocumentLink {
  readonly title: string
  /** Names the document in the query of the page. */
  readonly slug: string
  readonly url: string
}

export interface ReferencePage {
  readonly documents: readonly DocumentLink[]
}

/** The style of all pages would change elements within the viewer, so only its colours and fonts are used. */
const style = new Html(`
${tokenStyle.text}
:root { --scalar-custom-header-height: 3rem; scroll-padding-top: 4rem; --method: light-dark(#245a7a, #8fc4e6); --plum: light-dark(#6b3a78, #d3a6df) }
body { margin: 0; background: var(--paper); color: var(--ink); font: .9375rem/1.5 var(--text) }
.top { position: sticky; top: 0; z-index: 20; box-sizing: border-box; height: var(--scalar-custom-header-height); display: flex; align-items: center; gap: 1.5rem; padding: 0 1.25rem; background: var(--paper); border-bottom: 1px solid var(--ink) }
.top a { color: var(--ink); text-decoration: none } .top a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.home { flex: none; font: 600 1.5rem/1 var(--head); letter-spacing: -.03em } .flag { flex: none; border: 1px solid; border-radius: 2px; padding: 0 .35em; color: var(--warn); font-size: .75rem; font-weight: 600; white-space: nowrap }
.bar { flex: 1; min-width: 0 } .bar ul { display: flex; gap: 1.4rem; margin: 0; padding: .35rem; list-style: none; white-space: nowrap; overflow-x: auto; scrollbar-width: none; font-size: .875rem; font-weight: 600 } .bar .right { margin-left: auto }
@media (max-width: 60rem) { .top { gap: .8rem; padding-right: 0 } .home { font-size: 1.25rem } .flag { display: none } .bar ul { padding-right: 3rem; mask-image: linear-gradient(to right, #000 calc(100% - 3rem), transparent) } }
#app:not(.drawn) { visibility: hidden }
noscript p { max-width: 40rem; margin: 2rem auto; padding: 0 1.25rem } noscript a { color: var(--accent) }
body.light-mode, body.dark-mode {
  color-scheme: light dark;
  --scalar-font: var(--text); --scalar-font-code: var(--code);
  --scalar-color-1: var(--ink); --scalar-color-2: var(--soft); --scalar-color-3: var(--soft); --scalar-color-ghost: var(--soft); --scalar-color-disabled: var(--soft);
  --scalar-color-accent: var(--accent); --scalar-link-color: var(--accent); --scalar-link-color-hover: var(--accent);
  --scalar-background-1: var(--paper); --scalar-background-2: var(--raised); --scalar-background-3: var(--rule); --scalar-background-accent: var(--raised);
  --scalar-border-color: var(--rule); --scalar-scrollbar-color: var(--rule); --scalar-scrollbar-color-active: var(--soft);
  --scalar-button-1: var(--accent); --scalar-button-1-color: var(--on-accent); --scalar-button-1-hover: var(--ink);
  --scalar-color-green: var(--rise); --scalar-color-red: var(--fall); --scalar-color-danger: var(--fall); --scalar-color-blue: var(--method); --scalar-color-orange: var(--warn); --scalar-color-yellow: var(--warn); --scalar-color-alert: var(--warn); --scalar-color-purple: var(--plum); --scalar-color-query: var(--plum);
  --scalar-sidebar-background-1: var(--paper); --scalar-sidebar-color-1: var(--ink); --scalar-sidebar-color-2: var(--soft); --scalar-sidebar-color-active: var(--accent); --scalar-sidebar-border-color: var(--rule); --scalar-sidebar-item-hover-background: var(--raised); --scalar-sidebar-item-hover-color: var(--ink); --scalar-sidebar-item-active-background: var(--raised); --scalar-sidebar-search-background: var(--paper); --scalar-sidebar-search-border-color: var(--soft); --scalar-sidebar-search-color: var(--soft);
  --scalar-radius: 4px; --scalar-radius-lg: 4px; --scalar-radius-xl: 6px; --scalar-shadow-1: none;
}
.scalar-app .endpoints .endpoint { white-space: normal } .scalar-app .endpoints .endpoint-path { min-width: 0; overflow-wrap: anywhere }
.scalar-app button.absolute[aria-expanded] { min-width: 1.5rem; min-height: 1.5rem }
.scalar-app .response-card .code-copy { margin-left: .4rem } .scalar-app .response-card .tab-list { mask-image: linear-gradient(to right, #000 calc(100% - 1.2rem), transparent) }
.skip { position: absolute; left: -100vw; z-index: 30; padding: .3rem .8rem; background: var(--paper); color: var(--accent) } .skip:focus { left: 1rem; top: .5rem; outline: 3px solid var(--accent) }
@media print { .top { display: none } }
`)

export function referencePage({ documents }: ReferencePage): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Broadsheet</title>
<meta name="description" content="Every operation of the API, with examples to try.">
<link rel="icon" href="${iconPath}">
<style>${style}</style>
${scriptTag('reference')}<script src="js/scalar.js" defer></script>
<script src="js/start.js" defer></script>
</head>
<body>
<a class="skip" href="#app">Skip to content</a>
<section class="top" aria-label="Broadsheet"><a href="/" class="home">Broadsheet</a>${sandboxMark}${navigationMark('docs')}</section>
<div id="app" tabindex="-1"></div>
<noscript><p>The reference needs JavaScript. These documents say the same: ${documents.map(({ url, title }, at) => html`${at === 0 ? '' : ', '}<a href="${url}">${title}</a>`)}.</p></noscript>
</body>
</html>
`.text
}

/** Light or dark is what the reader's system says, as on all pages, so there is no switch. */
export function startScript(documents: readonly DocumentLink[]): string {
  const configuration = {
    sources: documents.map((document, index) => ({ ...document, default: index === 0 })),
    theme: 'none',
    withDefaultFonts: false,
    hideDarkModeToggle: true,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
  }
  return `Scalar.createApiReference('#app', ${JSON.stringify(configuration)})\n`
}
