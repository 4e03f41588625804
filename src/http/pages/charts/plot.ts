/** The frame of every chart: a drawing that stretches, with levels at its right and moments below it as text that does not. */

import { type Html, html } from '../html.ts'
import { round } from '../scripts/round-levels.ts'

interface Plot {
  /** An SVG that fills its place. */
  readonly drawing: Html
  /** `share`: how far below the top, from 0 to 1. */
  readonly levels: readonly { readonly share: number; readonly text: string }[]
  /** From left to right, at equal distances. */
  readonly moments: readonly (Html | string)[]
  readonly size?: '' | 'small'
}

export function plot({ drawing, levels, moments, size = '' }: Plot): Html {
  return html`<div class="${size === '' ? 'plot' : `plot ${size}`}">${drawing}
<svg class="y" aria-hidden="true">${levels.map(({ share, text }) => html`<text x="8" y="${round(100 * share)}%" dy=".35em">${text}</text>\n`)}</svg>
<div class="x" aria-hidden="true">${moments.map((moment) => html`<span>${moment}</span>`)}</div></div>`
}
