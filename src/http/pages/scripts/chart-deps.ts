/** What the browser provides for the chart of prices. */

import type { ChartDeps, Library } from './price-chart.ts'
import { readerLocale } from './reader-locale.ts'

export const chartDeps: ChartDeps = {
  untilUsed,
  loadLibrary,
  readBars,
  openStream: (url) => new EventSource(url),
  readColour,
  locale: readerLocale(navigator.language),
}

function untilUsed(): Promise<void> {
  return new Promise((resolve) => {
    for (const use of ['pointermove', 'pointerdown', 'keydown', 'wheel'])
      addEventListener(use, () => resolve(), { once: true, passive: true })
  })
}

/** Its script defines it for the page. */
function loadLibrary(url: string): Promise<Library> {
  const script = document.createElement('script')
  script.type = 'module'
  script.src = url
  document.head.append(script)
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () =>
      resolve((globalThis as unknown as { LightweightCharts: Library }).LightweightCharts),
    )
    script.addEventListener('error', () => reject(new Error('The chart could not be loaded.')))
  })
}

async function readBars(url: string) {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  if (!response.ok) throw new Error(`The bars were refused with ${response.status}.`)
  return (await response.json()).data
}

/** A colour of the style sheet in the form of the theme. */
function readColour(name: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(--${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
