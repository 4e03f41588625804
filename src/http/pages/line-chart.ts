/** Values over time as a small line in SVG. Where the values have a gap, so has the line. */

import { dateElement } from './age-text.ts'
import { Html, html } from './html.ts'

export interface LineChart {
  /** What the values are, for readers who do not see the line. */
  readonly label: string
  /** Oldest first. */
  readonly points: readonly { readonly at: number; readonly value: number }[]
  /** Points that are further apart are not connected. */
  readonly gapMs: number
  valueText(value: number): string
}

export const lineChartStyle = new Html(
  `.line-chart { margin: .6rem 0 1.4rem; max-width: 36rem } .line-chart .plot { position: relative; border-bottom: 1px solid var(--rule) } .line-chart svg { display: block; width: 100%; height: 6rem; overflow: visible } .line-chart path { fill: none; stroke: var(--accent); stroke-width: 2px; stroke-linecap: round; stroke-linejoin: round; vector-effect: non-scaling-stroke } .line-chart .dots { stroke-width: 5px } .line-chart .top { position: absolute; top: 0; left: 0; font-size: .8rem; color: var(--soft) } .line-chart .moments { display: flex; justify-content: space-between; font-size: .8rem; color: var(--soft) } .line-chart figcaption { font-size: .85rem; color: var(--soft) }\n`,
)

const width = 600
const height = 100

/** Undefined with fewer than two points: one value is no course. */
export function lineChart({ label, points, gapMs, valueText }: LineChart): Html | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) return undefined
  const values = points.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (at: number) => round((width * (at - first.at)) / Math.max(1, last.at - first.at))
  // From zero, so that the height of the line has the proportion of the values.
  const y = (value: number) => round(height - (height * value) / (most || 1))
  const line = points.map(({ at, value }, index) => {
    const before = points[index - 1]
    const isConnected = before !== undefined && at - before.at <= gapMs
    return `${isConnected ? 'L' : 'M'}${x(at)} ${y(value)}`
  })
  const dots = points.map(({ at, value }) => `M${x(at)} ${y(value)}h0`)
  const summary = `${label}: from ${valueText(first.value)} to ${valueText(last.value)}, between ${valueText(least)} and ${valueText(most)}`
  return html`<figure class="line-chart">
<div class="plot"><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${summary}"><path d="${line.join('')}"/><path class="dots" d="${dots.join('')}"/></svg>
<span class="top" aria-hidden="true">${valueText(most)}</span></div>
<div class="moments"><span>${dateElement(new Date(first.at).toISOString())}</span><span>${dateElement(new Date(last.at).toISOString())}</span></div>
<figcaption>${summary}.</figcaption>
</figure>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
