/** Prices, changes and amounts as readers see them. */

import { isTimeZone } from '../../../../core/zoned-time.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { amountText as shortAmount } from '../../../../http/pages/scripts/amount-text.ts'
import { changeMarks } from '../../../../http/pages/scripts/change-marks.ts'

export const noFigure = 'none'

/** As many decimals as the prices have, from two to eight. */
export function decimalsOf(prices: readonly (number | null | undefined)[]): number {
  const decimals = prices.map((price) =>
    typeof price === 'number' && Number.isFinite(price)
      ? (Number(price.toFixed(8)).toString().split('.')[1]?.length ?? 0)
      : 0,
  )
  return Math.min(8, Math.max(2, ...decimals))
}

/** What rounds to zero has no sign. Making a format takes longer than using it a hundred times. By decimals, from none to eight. */
const fixedFormats = Array.from(
  { length: 9 },
  (_, decimals) =>
    new Intl.NumberFormat('en', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'negative',
    }),
)
const shortFormats = Array.from(
  { length: 9 },
  (_, decimals) => new Intl.NumberFormat('en', { maximumFractionDigits: decimals, signDisplay: 'negative' }),
)

export function priceText(price: number | null | undefined, decimals: number): string {
  return typeof price === 'number' ? (fixedFormats[decimals]?.format(price) ?? String(price)) : noFigure
}

export function amountText(amount: number | null | undefined): string {
  return typeof amount === 'number' ? shortAmount(amount) : noFigure
}

export function decimalText(value: number | null | undefined, decimals = 2): string {
  return typeof value === 'number' ? (shortFormats[decimals]?.format(value) ?? String(value)) : noFigure
}

/** `+1.25%`, with a real minus sign. */
function percentText(percent: number | null | undefined): string {
  return typeof percent === 'number' ? `${signed(percent, 2)}%` : noFigure
}

export function signed(value: number, decimals: number): string {
  return `${changeMarks(value, decimals).sign}${priceText(Math.abs(value), decimals)}`
}

/** The sign is also an arrow, because colour alone says nothing to some. */
export function changeHtml(percent: unknown): Html | undefined {
  if (typeof percent !== 'number') return undefined
  const { className, arrow } = changeMarks(percent, 2)
  if (arrow === '') return html`${percentText(percent)}`
  return html`<span class="${className}"><span aria-hidden="true">${arrow}</span> ${percentText(percent)}</span>`
}

export type MomentStyle = 'date' | 'day' | 'month' | 'time' | 'moment'

const momentStyles: Readonly<Record<MomentStyle, Intl.DateTimeFormatOptions>> = {
  date: { dateStyle: 'medium' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
}

/** The same as an element, which a script writes as the reader's region does. */
export function momentElement(instant: string, style: MomentStyle, zone: string | null): Html {
  const named = zone !== null && isTimeZone(zone) ? zone : 'UTC'
  return html`<time data-form="${style === 'day' ? 'tick' : style}" data-zone="${named}" datetime="${instant}">${momentFormat(zone)(instant, style)}</time>`
}

type MomentFormat = (instant: string | number, style: MomentStyle) => string

/** By zone, of which there are a few hundred. */
const momentFormats = new Map<string, MomentFormat>()

/** In the zone of the exchange, or in UTC if the provider names none. */
export function momentFormat(zone: string | null): MomentFormat {
  const timeZone = zone !== null && isTimeZone(zone) ? zone : 'UTC'
  const known = momentFormats.get(timeZone)
  if (known) return known
  const created = createMomentFormat(timeZone)
  momentFormats.set(timeZone, created)
  return created
}

function createMomentFormat(timeZone: string): MomentFormat {
  const formats = new Map<MomentStyle, Intl.DateTimeFormat>()
  return (instant, style) => {
    let format = formats.get(style)
    if (format === undefined) {
      format = new Intl.DateTimeFormat('en-GB', { ...momentStyles[style], timeZone })
      formats.set(style, format)
    }
    return format.format(typeof instant === 'number' ? instant : Date.parse(instant))
  }
}

/** The zone that is shown beside times. */
export function zoneName(zone: string | null): string {
  return zone !== null && isTimeZone(zone) ? zone.replaceAll('_', ' ') : 'UTC'
}
