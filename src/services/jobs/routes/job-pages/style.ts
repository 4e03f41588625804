/** What the pages of jobs add to the style of all pages. */

import { Html } from '../../../../http/pages/html.ts'

export const jobPagesStyle = new Html(`
.kicker { text-transform: uppercase; letter-spacing: .14em; font-size: .8rem; margin: 0 0 .2rem } .kicker a { color: inherit }
h1 { overflow-wrap: anywhere }
.search { position: relative; display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1rem } .search input { flex: 1 1 14rem; min-width: 0 }
.search input, .search button { font: inherit; padding: .45rem .7rem; border: 1px solid var(--soft); border-radius: 4px; background: var(--paper); color: var(--ink) } .search button { background: var(--accent); border-color: var(--accent); color: var(--paper); cursor: pointer }
.search :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.chips { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: 0 0 1rem } .chips a { display: inline-block; border: 1px solid var(--rule); border-radius: 1rem; padding: .1rem .7rem; text-decoration: none; overflow-wrap: anywhere }
.results { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; gap: 2.5rem } @media (max-width: 48rem) { .results { grid-template-columns: minmax(0, 1fr) } }
.jobs { list-style: none; padding: 0; margin: 0 } .jobs > li { padding: .7rem 0; border-bottom: 1px solid var(--rule) } .jobs h2 { margin: 0 0 .1rem; padding: 0; border: 0; font-size: 1.08rem; overflow-wrap: anywhere } .jobs p { margin: 0; overflow-wrap: anywhere }
.facet { margin: 0 0 1.4rem } .facet h2 { margin: 0 0 .3rem; font-size: 1.05rem } .facet ol { list-style: none; margin: 0; padding: 0 } .facet li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .6rem; padding: .1rem 0; font-size: .92rem } .facet a, .facet span { overflow-wrap: anywhere } .facet .n { color: var(--soft); font-variant-numeric: tabular-nums } .facet i { grid-column: 1 / -1; height: .25rem; background: var(--accent); opacity: .6; min-width: 2px }
.apply { display: inline-block; margin: .6rem 0 1.2rem; padding: .5rem 1.1rem; border-radius: 4px; background: var(--accent); color: var(--paper); text-decoration: none }
.description { max-width: 44rem; overflow-wrap: anywhere } .pages { margin: 1.2rem 0 }
.note { border-left: 3px solid var(--accent); padding: .2rem 0 .2rem .8rem; margin: 0 0 1rem } @media (min-width: 48.01rem) { .narrow { display: none } }
@media print { .search, .results aside, footer nav, .apply, .pages { display: none } .results { display: block } }
`)
