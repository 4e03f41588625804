import { type Library, priceChart } from '../price-chart.ts'

priceChart(document, {
  // Its own script, before this one, defines it.
  library: (globalThis as { LightweightCharts?: Library }).LightweightCharts,
  readBars,
  openStream: (url) => new EventSource(url),
  readColour,
}).catch(() => {
  // The drawing of the server stays.
})

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
