/** Keeps the quote of a page up to date. */

import { amountText } from './amount-text.ts'
import { changeMarks } from './change-marks.ts'

/** The browser opens a stream again when it is lost. `data-quote` has its address; the figures may be anywhere on the page. */
export function quoteStream(page: Document, openStream: (url: string) => EventSource, locale: string): void {
  const section = page.querySelector<HTMLElement>('[data-quote]')
  if (section === null) return
  const { quote: url = '', decimals = '2', zone = 'UTC' } = section.dataset
  const digits = Number(decimals)
  const price = (value: number, fixed: number) =>
    value.toLocaleString('en', { minimumFractionDigits: fixed, maximumFractionDigits: fixed })
  const signed = (value: number, fixed: number) =>
    changeMarks(value, fixed).sign + price(Math.abs(value), fixed)
  const formats: Record<string, (value: number | string) => string> = {
    price: (value) => price(Number(value), digits),
    change: (value) => signed(Number(value), digits),
    percent: (value) => `${signed(Number(value), 2)}%`,
    amount: (value) => amountText(Number(value)),
    time: (value) =>
      new Date(value).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }),
  }
  // A figure that changes must not move what stands beside it; a change may get a sign and one more digit.
  for (const cell of section.querySelectorAll<HTMLElement>('[data-field]:not([data-format=time])')) {
    const text = cell.textContent ?? ''
    const marks = text.match(/[.,]/g)?.length ?? 0
    const more = cell.dataset.format === undefined ? 0 : 2
    cell.style.minWidth = `${text.length - marks / 2 + more}ch`
  }
  const say = (text: string) => {
    const status = section.querySelector('[data-status]')
    if (status !== null) status.textContent = text
  }
  /** Closed, and not opened again. */
  const closedState = 2
  // Also true while the market is closed.
  const updating = 'Updates by itself.'
  const stream = openStream(url)
  stream.addEventListener('quote', ({ data }) => {
    const quote = JSON.parse(String(data)) as Record<string, number | string | null>
    for (const cell of page.querySelectorAll<HTMLElement>('[data-field]')) {
      const value = quote[cell.dataset.field ?? '']
      if (value === null || value === undefined) continue
      cell.textContent = formats[cell.dataset.format ?? 'price']?.(value) ?? String(value)
    }
    const { className, arrow } = changeMarks(Number(quote.change_percent ?? 0), 2)
    for (const cell of section.querySelectorAll('[data-direction]')) cell.className = className
    for (const cell of section.querySelectorAll('[data-arrow]')) cell.textContent = arrow
    say(updating)
  })
  stream.addEventListener('status', ({ data }) => {
    const { provider } = JSON.parse(String(data)) as { provider: string }
    say(provider === 'connected' ? updating : 'The provider does not answer; waiting for it.')
  })
  stream.addEventListener('error', () => {
    say(
      stream.readyState === closedState
        ? 'Not live. Load the page again to continue.'
        : 'The connection was lost; connecting again.',
    )
  })
}
