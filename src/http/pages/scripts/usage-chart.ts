/** Calls by day as columns with axes, in the frame of the charts that the server draws. */

import { build } from './build.ts'
import { buildShape } from './build-drawing.ts'
import { roundLevels } from './round-levels.ts'

export interface UsageOfDay {
  readonly at: string
  readonly calls: number
  /** Those that were refused. */
  readonly blocked: number
}

const height = 100
/** Of the width of a day; the rest is air. */
const columnWidth = 0.7

/** The plot and its caption. `days`: oldest first, at least one. */
export function usageChart(
  days: readonly UsageOfDay[],
  dayText: (instant: string) => string,
  countText: (count: number) => string,
): HTMLElement[] {
  const most = Math.max(1, ...days.map(({ calls, blocked }) => calls + blocked))
  const y = (count: number) => height - (height * count) / most
  // Of few calls, a level between two whole numbers would say nothing.
  const levels = roundLevels(0, most).filter(Number.isInteger)
  const column = (at: number, from: number, to: number) =>
    from === to ? '' : `M${at} ${y(from)}h${columnWidth}V${y(to)}h${-columnWidth}Z`
  const calls = days.map((each, at) => column(at, 0, each.calls)).join('')
  const refused = days.map((each, at) => column(at, each.calls, each.calls + each.blocked)).join('')
  const sum = (counts: readonly number[]) => countText(counts.reduce((total, each) => total + each, 0))
  const [first, last] = [days[0], days.at(-1)].map((each) => dayText(each?.at ?? ''))
  const caption = `${sum(days.map((each) => each.calls))} calls and ${sum(days.map(({ blocked }) => blocked))} refusals from ${first} to ${last} (UTC).`
  const drawing = buildShape(
    'svg',
    {
      viewBox: `0 0 ${days.length} ${height}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': caption,
    },
    buildShape('path', {
      class: 'lines',
      d: levels.map((level) => `M0 ${y(level)}H${days.length}`).join(''),
    }),
    buildShape('path', { class: 'columns', d: calls }),
    buildShape('path', { class: 'columns refused', d: refused }),
  )
  const axis = buildShape(
    'svg',
    { class: 'y', 'aria-hidden': 'true' },
    ...levels.map((level) => buildShape('text', { x: 8, y: `${y(level)}%`, dy: '.35em' }, countText(level))),
  )
  const moments = first === last ? [first] : [first, last]
  const below = build(
    'div',
    { class: 'x', 'aria-hidden': 'true' },
    ...moments.map((each) => build('span', {}, each ?? '')),
  )
  return [build('div', { class: 'plot small' }, drawing, axis, below), build('figcaption', {}, caption)]
}
