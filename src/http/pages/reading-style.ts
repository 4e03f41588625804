/** What the pages for readers add to the style of all pages: forms, chips, tabs, lists and bars. */

import { Html } from './html.ts'

export const readingStyle = new Html(`
.kicker { text-transform: uppercase; letter-spacing: .14em; font-size: .8rem; margin: 0 0 .2rem } .kicker a { color: inherit }
h1, h2, h3 { overflow-wrap: anywhere }
.ask { position: relative; display: flex; flex-wrap: wrap; gap: .5rem .7rem; align-items: end; margin: 0 0 1rem } .ask label { display: grid; gap: .1rem; font-size: .85rem; color: var(--soft); flex: 0 1 auto; min-width: 0 } .ask label.wide { flex: 1 1 12rem }
.ask input, .ask select, .button { font: inherit; font-size: 1rem; padding: .45rem .7rem; border: 1px solid var(--soft); border-radius: 4px; background: var(--paper); color: var(--ink); min-width: 0; max-width: 100% }
.ask input:not([type=checkbox]), .ask select, .ask .button { box-sizing: border-box; height: 2.6rem }
.button { display: inline-block; background: var(--accent); border-color: var(--accent); color: var(--paper); cursor: pointer; text-decoration: none } .button.quiet { background: none; color: var(--accent) } p > .button { margin: 0 .2rem .4rem 0 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.chips { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: 0 0 1rem } .chips a, .chips span { display: inline-block; border: 1px solid var(--rule); border-radius: 1rem; padding: .1rem .7rem; text-decoration: none; overflow-wrap: anywhere } .chips [aria-current] { background: var(--ink); border-color: var(--ink); color: var(--paper) }
.list { list-style: none; padding: 0; margin: 0 } .list > li { padding: .6rem 0; border-bottom: 1px solid var(--rule) } .list p { margin: 0; overflow-wrap: anywhere } .list h3 { margin: 0 0 .1rem; font-size: 1.05rem }
.note { border-left: 3px solid var(--accent); padding: .2rem 0 .2rem .8rem; margin: 0 0 1rem }
.matrix { font-size: .9rem } .matrix th, .matrix td { padding-right: .5rem } .num { font-variant-numeric: tabular-nums; text-align: right } .table { overflow-x: auto } table { border-collapse: collapse; width: 100% } th, td { padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top } th.num, td.num { text-align: right } th { font-weight: 600 }
.pages { margin: 1.2rem 0 }
@media (prefers-reduced-motion: reduce) { * { scroll-behavior: auto } }
@media print { .ask, .chips, .pages, footer nav, .button { display: none } }
`)
