/** What the pages for readers add to the style of all pages: forms, chips, tabs, lists and bars. */

import { Html } from '../html.ts'

export const readingStyle = new Html(`
:root { --shade: rgb(27 26 23 / .3) } @media screen and (prefers-color-scheme: dark) { :root { --shade: rgb(236 232 223 / .35) } }
.kicker { text-transform: uppercase; letter-spacing: .14em; font-size: .8rem; margin: 0 0 .2rem } .kicker a { color: inherit }
h1, h2, h3 { overflow-wrap: anywhere }
.ask { position: relative; display: flex; flex-wrap: wrap; gap: .5rem .7rem; align-items: end; margin: 0 0 1rem } .ask label { display: grid; gap: .1rem; font-size: .85rem; color: var(--soft); flex: 0 1 auto; min-width: 0 } .ask label.wide { flex: 1 1 12rem }
.ask input, .ask select, .button { font: inherit; font-size: 1rem; padding: .45rem .7rem; border: 1px solid var(--soft); border-radius: 4px; background: var(--paper); color: var(--ink); min-width: 0; max-width: 100% }
.ask input:not([type=checkbox]), .ask select, .ask .button { box-sizing: border-box; height: 2.6rem }
.button { display: inline-block; background: var(--accent); border-color: var(--accent); color: var(--paper); cursor: pointer; text-decoration: none } .button.quiet { background: none; color: var(--accent) } pre + .copy { font-size: .85rem; padding: .1rem .6rem } p > .button { margin: 0 .2rem .4rem 0 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.chips { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: 0 0 1rem } .chips a, .chips span { display: inline-block; border: 1px solid var(--rule); border-radius: 1rem; padding: .1rem .7rem; text-decoration: none; overflow-wrap: anywhere } .chips small { white-space: nowrap } .chips [aria-current] { background: var(--ink); border-color: var(--ink); color: var(--paper) }
.list { list-style: none; padding: 0; margin: 0 } .list > li { padding: .6rem 0; border-bottom: 1px solid var(--rule) } .list p { margin: 0; overflow-wrap: anywhere } .list h3 { margin: 0 0 .1rem; font-size: 1.05rem }
.note { border-left: 3px solid var(--accent); padding: .2rem 0 .2rem .8rem; margin: 0 0 1rem }
.matrix { font-size: .9rem } .matrix th, .matrix td { padding-right: .5rem } .num { font-variant-numeric: tabular-nums; text-align: right } .table { overflow-x: auto; scrollbar-width: thin; scrollbar-color: var(--soft) transparent; background: linear-gradient(to right, var(--paper) 40%, transparent) left / 2.5rem 100% no-repeat local, linear-gradient(to left, var(--paper) 40%, transparent) right / 2.5rem 100% no-repeat local, linear-gradient(to right, var(--shade), transparent) left / 1rem 100% no-repeat scroll, linear-gradient(to left, var(--shade), transparent) right / 1rem 100% no-repeat scroll } thead th { vertical-align: bottom } table { border-collapse: collapse; width: 100% } th, td { padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top } th.num, td.num { text-align: right } th { font-weight: 600 }
.pages { margin: 1.2rem 0 } summary { font-weight: 600; cursor: pointer } .requests { list-style: none; padding: 0; margin: .4rem 0 } .requests li { padding: .25rem 0 }
@media (max-width: 40rem) { .table:not(.stack) { font-size: .9rem } .table:not(.stack) :is(th, td) { padding-right: .6rem } .table:not(.stack) tr > :first-child:is(th) { position: sticky; left: 0; background: var(--paper) } .minor { display: none } } @media (min-width: 40.01rem) { .narrow { display: none } }
@media (max-width: 40rem) { .stack { position: relative } .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) } .stack table, .stack tbody, .stack tbody tr, .stack td, .stack tbody th { display: block } .stack tbody tr { border-bottom: 1px solid var(--rule); padding: .4rem 0 } .stack td, .stack tbody th { border: 0; padding: .1rem 0; text-align: left; white-space: normal; overflow-wrap: anywhere } .stack td:empty { display: none } .stack td::before { content: attr(data-label) ': '; color: var(--soft) } .stack td code { white-space: normal } .stack .bar { display: inline-flex; width: 8rem; vertical-align: middle } }
@media (max-width: 40rem) { .ask label.wide { flex-basis: 100% } .ask:not(:has(label ~ label, .button ~ .button)) > label { flex: 1 1 8rem } } @media (max-width: 30rem) { .kicker { letter-spacing: .06em } }
@media (prefers-reduced-motion: reduce) { * { scroll-behavior: auto } }
@media print { .ask, .chips, .pages, footer nav, .button { display: none } .table { background: none; overflow: visible } }
`)
