/** What the pages of the cinema add to the style of all pages. */

import { Html } from '../../../../http/pages/html.ts'
import { readingStyle } from '../../../../http/pages/styles/reading-style.ts'

export const cinemaPagesStyle = new Html(`${readingStyle.text}
.programme > section { margin: 0 0 1.8rem } .programme > section:has(> .show) { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); gap: 0 2rem } .programme > section > h2 { grid-column: 1 / -1 } .programme h2 small { display: inline-block; font-weight: 400; font-size: .9rem; color: var(--soft) }
.show { align-content: start; display: grid; grid-template-columns: minmax(0, 1fr); gap: .1rem; padding: .5rem 0; border-bottom: 1px solid var(--rule) } .show h3 { margin: 0; font-size: 1.02rem }
.times { list-style: none; display: flex; flex-wrap: wrap; gap: .35rem 1rem; padding: 0; margin: .2rem 0 0 } .times a { display: inline-block; padding: .15rem .6rem; border: 1px solid var(--accent); border-radius: 4px; text-decoration: none; font-variant-numeric: tabular-nums } .times small { color: var(--soft) } .times .closed a { border-color: var(--rule); color: var(--soft); text-decoration: line-through }
.hall { overflow-x: auto; border: 1px solid var(--rule); border-radius: 4px; padding: .6rem } .hall svg { display: block; margin: 0 auto; width: 100%; min-width: 16rem; height: auto; font: 6px ui-sans-serif, sans-serif }
.hall text { fill: var(--soft) } .hall .screen { fill: none; stroke: var(--soft); stroke-width: 1.5 } .hall g:focus-visible { outline: 2px solid var(--accent) }
.choosable [data-seat] { cursor: pointer } .chosen rect { stroke: var(--accent); stroke-width: 2.6 }
.free { fill: var(--paper); stroke: var(--good); stroke-width: 1.4 } .taken { fill: var(--soft); stroke: var(--soft) } .closedseat { stroke: var(--soft) } .unknown { fill: none; stroke: var(--soft); stroke-dasharray: 1.5 1.5 } .pick { fill: var(--good); stroke: var(--ink); stroke-width: 1.6 } .hatch { stroke: var(--soft); stroke-width: 1.2 } .hall .mark { fill: var(--ink); text-anchor: middle; font-size: 5.5px } .hall .onpick { fill: var(--paper) }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; margin: .6rem 0 } .legend li { display: flex; align-items: center; gap: .4rem } .legend svg { width: 1.1rem; height: 1.1rem }
.map { margin: 0 0 1.5rem; max-width: 26rem } .map svg { display: block; width: 100%; height: auto; border: 1px solid var(--rule); border-radius: 4px; font: 13px ui-sans-serif, sans-serif } .map .ring { fill: none; stroke: var(--soft); stroke-opacity: .5 } .map text.ring { fill: var(--soft); stroke: var(--paper); stroke-width: 4px; stroke-opacity: 1; paint-order: stroke; text-anchor: middle; font-size: 14px } .map path.ring { stroke: var(--soft) } .map a circle { fill: var(--accent); stroke: var(--paper) } .map a text { fill: var(--paper); text-anchor: middle; font-weight: 700 } .map a:hover circle, .map a:focus-visible circle { fill: var(--ink) } .map .other { fill: var(--soft) } .map figcaption { font-size: .85rem; color: var(--soft) }
@media (min-width: 60rem) { .near:has(> .map) { display: grid; grid-template-columns: minmax(0, 1fr) 22rem; gap: 2rem } .near > .map { position: sticky; top: 1rem; align-self: start } }
.prices { max-width: 34rem } .prices .num { white-space: nowrap }
@media print { .hall { overflow: visible; border: 0 } .hint { display: none } }
`)
