/** What the pages for people with an account add to the style of reading pages. */

import { Html } from '../html.ts'
import { readingStyle } from './reading-style.ts'

export const deskStyle = new Html(`${readingStyle.text}
td .button { white-space: nowrap } td code { white-space: nowrap } td code.path { white-space: normal; overflow-wrap: anywhere } @media (min-width: 40.01rem) { [aria-label=Runs] th a { white-space: nowrap } td code.path { display: block; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap } } @media (max-width: 30rem) { dl.facts { grid-template-columns: 1fr } dl.facts dd { margin: 0 0 .4rem } }
:root { --warn: #7a4a00 } @media screen and (prefers-color-scheme: dark) { :root { --warn: #e0b060 } } .warn { color: var(--warn) }
.decision { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem } .decision input { font: inherit; font-size: .95rem; padding: .1rem .4rem; border: 1px solid var(--soft); border-radius: 4px; background: var(--paper); color: var(--ink); min-width: 0; max-width: 12rem } .decision input[type=number] { width: 5.5rem }
.columns-chart { display: flex; gap: 2px; align-items: stretch; height: 8rem; border-bottom: 1px solid var(--soft) } .columns-chart span { flex: 1; display: flex; flex-direction: column; justify-content: end; min-width: 0 } .columns-chart i, .stacked i, .legend i { display: block } .axis { display: flex; justify-content: space-between; margin: .1rem 0 } .stacked { display: flex; overflow: hidden; min-width: 10rem } .bar.stacked i { border-radius: 0 } .legend i { display: inline-block; width: .8rem; height: .8rem; border-radius: 2px } details { margin: 0 0 1.5rem }
td time { white-space: nowrap } :is(.table, p) + h2 { margin-top: 1.8rem } .actions { display: inline-flex; gap: .3rem } .bar.stacked { height: .9rem } .legend span { display: inline-block; margin-right: .8rem }
[hidden] { display: none !important } .ask label.wide { max-width: 40rem } .table + .ask { margin-top: 1rem } section { margin: 0 0 2rem } .button { font-size: .95rem } td .button { padding: .1rem .6rem } td .ask, th .ask { margin: 0 } .bar { display: block; height: .5rem; background: var(--rule); border-radius: 2px; min-width: 4rem; margin: .45rem 0 } .bar i { display: block; height: 100%; background: var(--accent); border-radius: 2px }
`)
