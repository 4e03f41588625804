import { barStream } from '../bar-stream.ts'

barStream(
  document,
  (url) => new EventSource(url),
  loadChart,
  () => performance.now(),
)

/** The chart of the same page as the server renders it now. */
async function loadChart(): Promise<HTMLElement | null> {
  const response = await fetch(location.href, { signal: AbortSignal.timeout(20_000) })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return page.querySelector<HTMLElement>('[data-bars]')
}
