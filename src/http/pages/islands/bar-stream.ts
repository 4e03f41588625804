/** Keeps the newest candle of a chart up to date. */

interface Shape {
  textContent: string | null
  setAttribute(name: string, value: string): void
}

interface Chart {
  readonly dataset: {
    /** The address of the stream. */
    readonly bars?: string
    /** The prices at the bottom and at the top of the drawing, and its height. */
    readonly low?: string
    readonly high?: string
    readonly height?: string
    /** Where the newest candle begins, and when. */
    readonly x?: string
    readonly time?: string
  }
  querySelector(selector: string): Shape | null
}

interface Page {
  querySelector(selector: string): Chart | null
}

interface Stream {
  close(): void
  addEventListener(event: string, listener: (event: { readonly data?: unknown }) => void): void
}

interface Bar {
  readonly time: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Runs in the browser, which opens a stream again when it is lost. */
export function barStream(page: Page, openStream: (url: string) => Stream): void {
  const chart = page.querySelector('[data-bars]')
  if (chart === null) return
  const { bars: url = '', low = '0', high = '1', height = '1', x = '0', time = '' } = chart.dataset
  const left = Number(x)
  const y = (price: number) =>
    Math.round((Number(height) * (Number(high) - price) * 1000) / (Number(high) - Number(low))) / 1000
  const stream = openStream(url)
  stream.addEventListener('bar', ({ data }) => {
    const bar = JSON.parse(String(data)) as Bar
    if (Date.parse(bar.time) < Date.parse(time)) return
    if (Date.parse(bar.time) > Date.parse(time)) {
      const status = chart.querySelector('[data-chart-status]')
      if (status !== null) status.textContent = ' The next bar has begun: load the page again to see it.'
      stream.close()
      return
    }
    const top = y(Math.max(bar.open, bar.close))
    const bottom = y(Math.min(bar.open, bar.close))
    const way = bar.close < bar.open ? 'down' : 'up'
    const wick = chart.querySelector('[data-wick]')
    const body = chart.querySelector('[data-body]')
    wick?.setAttribute('d', `M${left + 5} ${y(bar.high)}V${top}M${left + 5} ${bottom}V${y(bar.low)}`)
    wick?.setAttribute('class', way)
    body?.setAttribute('d', `M${left + 1.5} ${top}h7V${Math.max(bottom, top + 0.5)}h-7z`)
    body?.setAttribute('class', `${way} body`)
  })
}
