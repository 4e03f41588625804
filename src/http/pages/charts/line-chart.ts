/** Values over time as a small line in SVG. Where the values have a gap, so has the line. */

import { dateElement } from '../age-text.ts'
import { type Html, html } from '../html.ts'
import { round, roundLevels } from '../scripts/round-levels.ts'
import { plot } from './plot.ts'

export interface LineChart {
  /** What the values are, for readers who do not see the line. */
  readonly label: string
  /** Oldest first. */
  readonly points: readonly { readonly at: number; readonly value: number }[]
  /** Points that are further apart are not connected. */
  readonly gapMs: number
  valueText(value: number): string
}

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
  const top = most || 1
  const y = (value: number) => round(height - (height * value) / top)
  const line = points.map(({ at, value }, index) => {
    const before = points[index - 1]
    const isConnected = before !== undefined && at - before.at <= gapMs
    return `${isConnected ? 'L' : 'M'}${x(at)} ${y(value)}`
  })
  const dots = points.map(({ at, value }) => `M${x(at)} ${y(value)}h0`)
  const levels = roundLevels(0, top)
  // One label if both ends are on one day.
  const days = new Set([first, last].map(({ at }) => new Date(at).toISOString().slice(0, 10)))
  const summary =
    least === most
      ? `${label}: ${valueText(most)} throughout`
      : `${label}: from ${valueText(first.value)} to ${valueText(last.value)}, between ${valueText(least)} and ${valueText(most)}`
  const drawing = html`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${summary}"><path class="lines" d="${levels.map((level) => `M0 ${y(level)}H${width}`).join('')}"/><path class="line" d="${line.join('')}"/><path class="dots" d="${dots.join('')}"/></svg>`
  return html`<figure>
${plot({
  drawing,
  levels: levels.map((level) => ({ share: y(level) / height, text: valueText(level) })),
  moments: [...days].map(dateElement),
  size: 'small',
})}
<figcaption>${summary}.</figcaption>
</figure>`
}
