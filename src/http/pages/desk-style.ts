/** What the pages for people with an account add to the style of reading pages. */

import { Html } from './html.ts'
import { readingStyle } from './reading-style.ts'

export const deskStyle = new Html(`${readingStyle.text}
td .button { white-space: nowrap } td code { white-space: nowrap } @media (max-width: 30rem) { dl.facts { grid-template-columns: 1fr } dl.facts dd { margin: 0 0 .4rem } }
:root { --warn: #7a4a00 } @media (prefers-color-scheme: dark) { :root { --warn: #e0b060 } } .warn { color: var(--warn) }
[hidden] { display: none !important } section { margin: 0 0 2rem } .button { font-size: .95rem } td .button { padding: .1rem .6rem } td .ask, th .ask { margin: 0 } .bar { display: block; height: .5rem; background: var(--rule); border-radius: 2px; min-width: 4rem; margin: .45rem 0 } .bar i { display: block; height: 100%; background: var(--accent); border-radius: 2px }
`)
