/** Draws the candles of a page with Lightweight Charts: a crosshair with values, a comparison, and the newest bar as it changes. */

import type { CandlestickData, IChartApi, LineData, UTCTimestamp } from 'lightweight-charts'

import { amountText } from './amount-text.ts'

export type Library = typeof import('lightweight-charts')

export interface Bar {
  readonly time: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | null
}

export interface ChartDeps {
  /** Resolves once a reader is there who uses the page: the library has more bytes than the rest of it. */
  untilUsed(): Promise<void>
  loadLibrary(url: string): Promise<Library>
  readBars(url: string): Promise<readonly Bar[]>
  openStream(url: string): EventSource
  /** English of the reader's region. */
  readonly locale: string
  /** `rise`: a colour of the style sheet. */
  readColour(name: string): string
}

/**
 * The figure has in its dataset: `library`, the address of the library; `history`, that of the bars; `bars`, that of the stream of the newest bar, if the page shows it; `comparison`, that of the bars of another symbol, which is `other`; `decimals`, `zone`
 * and `style`, how figures and times are written. Until all is there, and if something fails, the drawing of the server stays.
 */
export async function priceChart(page: Document, deps: ChartDeps): Promise<void> {
  const figure = page.querySelector<HTMLElement>('[data-history]')
  const plot = figure?.querySelector<HTMLElement>('.plot')
  const reading = figure?.querySelector<HTMLElement>('.reading')
  if (!figure || !plot || !reading) return
  const { history = '', comparison, bars: stream, other = '' } = figure.dataset
  const { decimals = '2', zone = 'UTC', style = 'date', library: libraryUrl = '' } = figure.dataset
  // The drawing of the server has no comparison.
  if (comparison === undefined) await deps.untilUsed()
  const [library, bars, others] = await Promise.all([
    deps.loadLibrary(libraryUrl),
    deps.readBars(history),
    comparison === undefined ? [] : deps.readBars(comparison),
  ])
  const byTime = new Map(bars.map((bar) => [toTime(bar), bar]))
  let newest = bars.at(-1)
  if (newest === undefined) return

  const moment = new Intl.DateTimeFormat(deps.locale, {
    dateStyle: 'medium',
    ...(style === 'date' ? {} : { timeStyle: 'short' as const }),
    timeZone: zone,
  })
  const tickForms: readonly Intl.DateTimeFormatOptions[] = [
    { year: 'numeric' },
    { month: 'short' },
    { day: 'numeric', month: 'short' },
    { timeStyle: 'short' },
    { timeStyle: 'medium' },
  ]
  const ticks = tickForms.map((form) => new Intl.DateTimeFormat(deps.locale, { ...form, timeZone: zone }))
  /** In the zone of the exchange; the library itself knows only UTC. */
  const tickMarkFormatter = (time: unknown, kind: number) => ticks[kind]?.format(1000 * Number(time)) ?? null
  const digits = Number(decimals)
  const price = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const read = (bar: Bar) => {
    const volume = bar.volume === null ? undefined : amountText(bar.volume)
    const values = [
      ['Open', price(bar.open)],
      ['High', price(bar.high)],
      ['Low', price(bar.low)],
      ['Close', price(bar.close)],
      ...(volume === undefined ? [] : [['Volume', volume]]),
    ]
    reading.textContent = [moment.format(Date.parse(bar.time)), ...values.map((each) => each.join(' '))].join(
      ' · ',
    )
  }

  const frame = page.createElement('div')
  frame.className = 'live'
  frame.tabIndex = 0
  frame.setAttribute('role', 'img')
  frame.setAttribute('aria-label', plot.querySelector('svg')?.getAttribute('aria-label') ?? '')
  for (const part of plot.children) part.setAttribute('hidden', '')
  plot.append(frame)
  const chart = library.createChart(frame, {
    autoSize: true,
    // Its logo would need a style within the page. The caption names the library.
    layout: { attributionLogo: false, fontFamily: 'inherit', fontSize: 12 },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.06, bottom: 0.24 } },
    timeScale: { borderVisible: false, timeVisible: style !== 'date', rightOffset: 2, tickMarkFormatter },
    localization: { locale: deps.locale, timeFormatter: (time: number) => moment.format(1000 * time) },
    handleScale: { mouseWheel: false },
  })
  const candles = chart.addSeries(library.CandlestickSeries, {
    priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits },
  })
  const volumes = chart.addSeries(library.HistogramSeries, {
    priceFormat: { type: 'volume' },
    priceScaleId: '',
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
  candles.setData(bars.map(toCandle))
  volumes.setData(bars.map(toVolume))
  const line =
    others.length === 0 ? undefined : chart.addSeries(library.LineSeries, { title: other, lineWidth: 2 })
  line?.setData(others.map((bar): LineData => ({ time: toTime(bar), value: bar.close })))
  if (line !== undefined) chart.applyOptions({ rightPriceScale: { mode: library.PriceScaleMode.Percentage } })
  const paint = () => {
    paintChart(chart, deps.readColour)
    const [rise, fall] = [deps.readColour('rise'), deps.readColour('fall')]
    const hollow = { upColor: deps.readColour('paper'), borderUpColor: rise, wickUpColor: rise }
    candles.applyOptions({ ...hollow, downColor: fall, borderDownColor: fall, wickDownColor: fall })
    volumes.applyOptions({ color: deps.readColour('rule') })
    line?.applyOptions({ color: deps.readColour('accent') })
  }
  paint()
  page.defaultView?.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)
  chart.timeScale().fitContent()
  for (const part of figure.querySelectorAll('[data-drawn]')) part.classList.remove('later')

  read(newest)
  chart.subscribeCrosshairMove(({ time }) => {
    const bar = byTime.get(time as UTCTimestamp) ?? newest
    if (bar !== undefined) read(bar)
  })
  let position = bars.length - 1
  frame.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    const bar = [...byTime.values()][position + step]
    if (step === 0 || bar === undefined) return
    event.preventDefault()
    position += step
    chart.setCrosshairPosition(bar.close, toTime(bar), candles)
    read(bar)
  })

  if (stream === undefined) return
  deps.openStream(stream).addEventListener('bar', ({ data }) => {
    const bar = JSON.parse(String(data)) as Bar
    if (newest !== undefined && toTime(bar) < toTime(newest)) return
    newest = bar
    byTime.set(toTime(bar), bar)
    candles.update(toCandle(bar))
    volumes.update(toVolume(bar))
    read(bar)
  })
}

function paintChart(chart: IChartApi, readColour: ChartDeps['readColour']): void {
  const lines = { color: readColour('rule') }
  chart.applyOptions({
    layout: { background: { color: readColour('paper') }, textColor: readColour('soft') },
    grid: { vertLines: { visible: false }, horzLines: lines },
  })
}

function toTime({ time }: Bar): UTCTimestamp {
  return (Date.parse(time) / 1000) as UTCTimestamp
}

function toCandle(bar: Bar): CandlestickData {
  const { open, high, low, close } = bar
  return { time: toTime(bar), open, high, low, close }
}

function toVolume(bar: Bar) {
  return { time: toTime(bar), value: bar.volume ?? 0 }
}
