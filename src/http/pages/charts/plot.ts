/** The frame of every chart: a drawing that stretches, with levels at its right and moments below it as text that does not. */

import { type Html, html } from '../html.ts'

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

/** Round values between the bounds, about five. */
export function roundLevels(low: number, high: number): number[] {
  const span = high - low
  if (!(span > 0) || !Number.isFinite(span)) return []
  const power = 10 ** Math.floor(Math.log10(span / 5))
  const step = power * ([1, 2, 5, 10].find((factor) => span / (power * factor) <= 6) ?? 10)
  const first = Math.ceil(low / step)
  const count = Math.floor(high / step) - first + 1
  return Array.from({ length: Math.max(0, Math.min(count, 12)) }, (_, at) => (first + at) * step)
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
