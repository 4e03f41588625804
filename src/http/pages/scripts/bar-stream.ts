/** Keeps the newest candle of a chart up to date, and loads the chart again when the next bar has begun. */

interface Bar {
  readonly time: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/**
 * The browser opens a stream again when it is lost. The chart has in its dataset: `bars`, the address of the stream; `low`,
 * `high` and `height`, the prices at the bottom and at the top of the drawing and its height; `x` and `time`, where the newest
 * candle begins, and when.
 */
export function barStream(
  page: Document,
  openStream: (url: string) => EventSource,
  loadChart: () => Promise<HTMLElement | null>,
  nowMs: () => number,
): void {
  const first = page.querySelector<HTMLElement>('[data-bars]')
  if (first === null) return
  let chart = first
  // A stream can send several events a second. The server may not have the next bar at once, and it may never have one
  // that the stream reports.
  const loadIntervalMs = 15_000
  const failedLoadsMax = 5
  let failedLoads = 0
  let nextLoadAt = Number.NEGATIVE_INFINITY

  openStream(chart.dataset.bars ?? '').addEventListener('bar', ({ data }) => {
    const bar = JSON.parse(String(data)) as Bar
    const [began, shown] = [Date.parse(bar.time), newestTime(chart)]
    if (began === shown) draw(bar)
    else if (began > shown) void showBarOf(began)
  })

  function newestTime({ dataset }: HTMLElement): number {
    return Date.parse(dataset.time ?? '')
  }

  async function showBarOf(began: number): Promise<void> {
    if (page.hidden || nowMs() < nextLoadAt) return
    nextLoadAt = Number.POSITIVE_INFINITY
    const next = await loadChart().catch(() => null)
    if (next !== null && newestTime(next) > newestTime(chart)) {
      chart.replaceWith(next)
      chart = next
    }
    const isShown = newestTime(chart) >= began
    failedLoads = isShown ? 0 : failedLoads + 1
    const isLast = failedLoads === failedLoadsMax
    if (!isLast) nextLoadAt = nowMs() + loadIntervalMs * 2 ** Math.max(0, failedLoads - 1)
    const status = chart.querySelector('[data-chart-status]')
    if (isShown || status === null) return
    status.textContent = isLast
      ? ' The next bar has begun. Load the page again to see it.'
      : ' The next bar has begun; the chart follows shortly.'
  }

  function draw(bar: Bar): void {
    const { low = '0', high = '1', height = '1', x = '0' } = chart.dataset
    const left = Number(x)
    const y = (price: number) =>
      Math.round((Number(height) * (Number(high) - price) * 1000) / (Number(high) - Number(low))) / 1000
    const top = y(Math.max(bar.open, bar.close))
    const bottom = y(Math.min(bar.open, bar.close))
    const direction = bar.close < bar.open ? 'down' : 'up'
    const wick = chart.querySelector('[data-wick]')
    const body = chart.querySelector('[data-body]')
    wick?.setAttribute('d', `M${left + 5} ${y(bar.high)}V${top}M${left + 5} ${bottom}V${y(bar.low)}`)
    wick?.setAttribute('class', direction)
    body?.setAttribute('d', `M${left + 1.5} ${top}h7V${Math.max(bottom, top + 0.5)}h-7z`)
    body?.setAttribute('class', `${direction} body`)
  }
}
