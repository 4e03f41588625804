/** The style of all pages: a newspaper look for light and dark themes, print and phones. */

import { Html } from '../html.ts'

/** For light and dark themes. */
export const pageColours = `:root { color-scheme: light dark; --ink: #1b1a17; --paper: #fbf9f4; --soft: #5d594f; --rule: #d8d2c4; --accent: #7a1f1f; --code: #f1ede2; --good: #2c6e3f; --bad: #9b2c1f }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #ece8df; --paper: #171613; --soft: #aaa497; --rule: #3a372f; --accent: #e59a8f; --code: #22201b; --good: #7fc996; --bad: #f0907f } }`

export const pageFonts = {
  text: "ui-serif, Georgia, 'Times New Roman', serif",
  code: "ui-monospace, 'DejaVu Sans Mono', Menlo, monospace",
} as const

export const pageStyle = new Html(`
${pageColours}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 ${pageFonts.text}; overflow-wrap: break-word }
header.masthead { text-align: center; border-bottom: 3px double var(--rule); padding-bottom: .75rem; margin-bottom: 1.5rem }
header.masthead h1 { margin: 0; font-size: clamp(1.8rem, 5vw, 2.8rem); line-height: 1.2; letter-spacing: .02em; font-weight: 700 }
aside + .skip + header.masthead { margin-top: .8rem } header.masthead p { margin: .25rem 0 0; color: var(--soft); text-wrap: balance }
.skip { position: absolute; left: -100vw; z-index: 3; padding: .3rem .8rem; background: var(--paper) } .skip:focus { left: 1rem; top: .5rem }
h1, h2 { text-wrap: balance }
h2 { font-size: 1.35rem; margin: 0 0 .4rem; border-bottom: 1px solid var(--rule); padding-bottom: .2rem }
h3 { font-size: 1.05rem; margin: 1rem 0 .3rem } main > :not(h2) + h2 { margin-top: 1.8rem }
a { color: var(--accent) } a:hover { text-decoration-thickness: 2px }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
pre { background: var(--code); padding: .7rem .9rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 4px; margin: .4rem 0 }
small { font-weight: 400 } .madeup, .moment small, td time { white-space: nowrap } span:is(.good, .bad) { white-space: nowrap }
code, pre { font: .86rem/1.5 ${pageFonts.code} }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 2rem }
dl.facts { display: grid; grid-template-columns: fit-content(40%) 1fr; gap: .1rem .9rem; margin: .4rem 0 } dl.facts + form { margin-top: 1rem } dl.facts dt { color: var(--soft) } dl.facts dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
.soft { color: var(--soft) } .good { color: var(--good) } .bad { color: var(--bad) }
.find { position: relative; display: flex; justify-content: flex-end; gap: .4rem; margin: .4rem 0 .8rem } .find input { font: inherit; font-size: .95rem; min-width: 0; width: 19rem; padding: .25rem .6rem; border: 1px solid var(--soft); border-radius: 4px; background: var(--paper); color: var(--ink) } .find button { font: inherit; font-size: .95rem; padding: .25rem .7rem; border: 1px solid var(--accent); border-radius: 4px; background: none; color: var(--accent); cursor: pointer } .find :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.suggestions { position: absolute; z-index: 2; top: calc(100% + .2rem); margin: 0; padding: 0; list-style: none; text-align: left; background: var(--paper); border: 1px solid var(--soft); border-radius: 4px; max-height: 60vh; overflow-y: auto } .suggestions li { padding: .35rem .7rem; cursor: pointer; overflow-wrap: anywhere } .suggestions li[aria-selected=true], .suggestions li:hover { background: var(--ink); color: var(--paper) } .suggestions small { opacity: .85 } .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
[data-call] ~ button.copy { font: inherit; padding: 0 .5rem; border: 1px solid var(--rule); border-radius: 4px; background: none; color: var(--accent); cursor: pointer } [data-call] ~ button.copy:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
footer { margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: .75rem; color: var(--soft); font-size: .9rem }
@media print { :root { color-scheme: light; --paper: #fff } .find, .skip, button { display: none } body { background: #fff; color: #000; max-width: none } }
`)
