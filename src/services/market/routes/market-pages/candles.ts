/** Bars as candles in SVG. The drawing stretches to the width of the page; its labels are text beside it. */

import { chartLibraryPath } from '../../../../http/pages/assets/page-assets.ts'
import { plot } from '../../../../http/pages/charts/plot.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { emptyState } from '../../../../http/pages/parts.ts'
import { round, roundLevels } from '../../../../http/pages/scripts/round-levels.ts'
import type { BarRow } from '../../schema/prices.ts'
import { amountText, decimalsOf, momentElement, momentFormat, priceText, zoneName } from './figures.ts'

interface CandleChart {
  readonly bars: readonly BarRow[]
  readonly zone: string | null
  readonly currency: string | null
  readonly isIntraday: boolean
  /** The address of the same bars. */
  readonly history: string
  /** The address of the stream that changes the newest bar; undefined if older bars are shown. */
  readonly stream: string | undefined
  /** Of the bars of another symbol. */
  readonly comparison: { readonly symbol: string; readonly history: string } | undefined
}

const barWidth = 10
const priceHeight = 300
const volumeTop = 320
const height = 400
const dayMs = 86_400_000

export function candleChart(chart: CandleChart): Html {
  const { bars, zone, currency, isIntraday, history, stream, comparison } = chart
  const scale = createScale(bars)
  const decimals = decimalsOf(bars.slice(-20).flatMap(({ open, close }) => [open, close]))
  const moment = momentFormat(zone)
  const width = bars.length * barWidth
  const levels = roundLevels(scale.low, scale.high)
  const first = bars[0]
  const last = bars.at(-1)
  if (first === undefined || last === undefined)
    return emptyState(html`There are no bars in this range. Choose a longer one.`)
  const momentStyle = isIntraday ? 'moment' : 'day'
  const summary = `${bars.length} bars from ${moment(first.time, 'moment')} to ${moment(last.time, 'moment')}: from ${priceText(first.open, decimals)} to ${priceText(last.close, decimals)}, between ${priceText(scale.lowest, decimals)} and ${priceText(scale.highest, decimals)}`
  const compared =
    comparison && html` data-comparison="${comparison.history}" data-other="${comparison.symbol}"`
  const live = html` data-history="${history}" data-library="${chartLibraryPath}"${stream === undefined ? undefined : html` data-bars="${stream}"`}${compared} data-decimals="${decimals}" data-zone="${zoneName(zone).replaceAll(' ', '_')}" data-style="${isIntraday ? 'moment' : 'date'}"`
  const drawing = html`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${summary}">
<path class="lines" d="${levels.map((level) => `M0 ${scale.y(level)}H${width}`).join('')}"/>
${volumePath(bars)}${candlePaths(bars, scale.y)}
${bars.map((bar, at) => html`<rect x="${at * barWidth}" y="0" width="${barWidth}" height="${height}"><title>${barText(bar, decimals, moment(bar.time, momentStyle))}</title></rect>\n`)}</svg>`
  return html`<figure class="chart"${live}>
<p class="reading">${readingOf(last, decimals, momentElement(last.time, isIntraday ? 'moment' : 'date', zone))}</p>
${comparison && html`<noscript><p class="note">The comparison with ${comparison.symbol} is drawn by a script, which this browser does not allow.</p></noscript>`}
${plot({
  drawing,
  levels: levels.map((level) => ({ share: scale.y(level) / height, text: priceText(level, decimals) })),
  moments: momentLabels(bars, zone, isIntraday),
})}
<figcaption>Hollow candles rise, filled ones fall; below them the volume.${currency === null ? '' : ` In ${currency}.`} Times of ${zoneName(zone)}.<span class="later" data-drawn="yes"> Drawn with <a href="https://www.tradingview.com/" rel="noopener noreferrer">Lightweight Charts of TradingView</a>; the arrow keys move from bar to bar.</span></figcaption>
</figure>`
}

interface Scale {
  readonly low: number
  readonly high: number
  readonly lowest: number
  readonly highest: number
  y(price: number): number
}

function createScale(bars: readonly BarRow[]): Scale {
  const lowest = bars.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY)
  const highest = bars.reduce((most, { high }) => Math.max(most, high), Number.NEGATIVE_INFINITY)
  const margin = (highest - lowest) * 0.04 || Math.abs(highest) * 0.01 || 1
  const low = lowest - margin
  const high = highest + margin
  return {
    low,
    high,
    lowest,
    highest,
    y: (price) => round((priceHeight * (high - price)) / (high - low)),
  }
}

function candlePaths(bars: readonly BarRow[], y: (price: number) => number): Html {
  const paths = { up: { wick: '', body: '' }, down: { wick: '', body: '' } }
  bars.forEach((bar, at) => {
    const way = bar.close < bar.open ? 'down' : 'up'
    const { wick, body } = candlePath(bar, at, y)
    paths[way].wick += wick
    paths[way].body += body
  })
  return html`${(['up', 'down'] as const).map(
    (
      way,
    ) => html`<path class="${way}" d="${paths[way].wick}"/><path class="${way} body" d="${paths[way].body}"/>
`,
  )}`
}

function candlePath({ open, high, low, close }: BarRow, at: number, y: (price: number) => number) {
  const top = y(Math.max(open, close))
  const bottom = y(Math.min(open, close))
  const middle = at * barWidth + barWidth / 2
  return {
    wick: `M${middle} ${y(high)}V${top}M${middle} ${bottom}V${y(low)}`,
    body: `M${at * barWidth + 1.5} ${top}h7V${Math.max(bottom, top + 0.5)}h-7z`,
  }
}

function volumePath(bars: readonly BarRow[]): Html | undefined {
  const most = bars.reduce((max, { volume }) => Math.max(max, volume ?? 0), 0)
  if (most === 0) return undefined
  const path = bars.map(({ volume }, at) => {
    const top = round(height - ((height - volumeTop) * (volume ?? 0)) / most)
    return `M${at * barWidth + 1.5} ${height}V${top}h7V${height}z`
  })
  return html`<path class="volume" d="${path.join('')}"/>\n`
}

/** Of five bars across the range. */
function momentLabels(bars: readonly BarRow[], zone: string | null, isIntraday: boolean): Html[] {
  const spanMs = Date.parse(bars.at(-1)?.time ?? '') - Date.parse(bars[0]?.time ?? '')
  const style = isIntraday && spanMs < 2 * dayMs ? 'time' : spanMs > 400 * dayMs ? 'month' : 'day'
  const labels = [0, 0.25, 0.5, 0.75, 1].map((share) => bars[Math.round(share * (bars.length - 1))])
  return labels.map((bar) => (bar === undefined ? html`` : momentElement(bar.time, style, zone)))
}

function barText(bar: BarRow, decimals: number, when: string): string {
  return `${when} · ${barFigures(bar, decimals)}`
}

function readingOf(bar: BarRow, decimals: number, when: Html): Html {
  return html`<span>${when} · ${barFigures(bar, decimals)}</span>`
}

/** As the script writes them. */
function barFigures({ open, high, low, close, volume }: BarRow, decimals: number): string {
  const [o, h, l, c] = [open, high, low, close].map((price) => priceText(price, decimals))
  return `Open ${o} · High ${h} · Low ${l} · Close ${c}${volume === null ? '' : ` · Volume ${amountText(volume)}`}`
}
