/** The texts that the pages of the cinema share. */

import { countryName } from '../../../../core/places/countries.ts'
import type { Movie, Showtime, Theater } from '../../schema/index.ts'

/** `19:30`: the local time of the theater. */
export function clockTime({ starts_at_local, starts_at }: Showtime): string {
  return (starts_at_local ?? starts_at).slice(11, 16)
}

const statusTexts: Readonly<Record<Showtime['status'], string>> = {
  on_sale: 'On sale',
  not_on_sale: 'Not on sale yet',
  sold_out: 'Sold out',
  past: 'Over',
  cancelled: 'Cancelled',
  unknown: 'Status unknown',
}

export function statusText({ status }: Showtime): string {
  return statusTexts[status]
}

export function isClosed({ status }: Showtime): boolean {
  return status === 'sold_out' || status === 'cancelled' || status === 'past'
}

/** `42 of 63 seats free`, or what is known of them. */
export function seatsText({ availability_summary: seats, status }: Showtime): string | undefined {
  if (status === 'sold_out') return 'sold out'
  if (seats === undefined || seats.available === null) return undefined
  return seats.capacity === null ? `${seats.available} free` : `${seats.available} of ${seats.capacity} free`
}

/** `112 minutes · PG · Adventure`. */
export function movieFacts({ runtime_minutes, rating, genres }: Movie): string {
  return [
    runtime_minutes === undefined ? '' : `${runtime_minutes} minutes`,
    rating ?? '',
    ...(genres ?? []).slice(0, 3),
  ]
    .filter((text) => text !== '')
    .join(' · ')
}

export function addressText({ address = {} }: Theater): string {
  const { line1, line2, city, state, postal_code, country } = address
  const name = country === undefined ? undefined : (countryName(country) ?? country)
  return [line1, line2, city, state, postal_code, name].filter(Boolean).join(', ')
}

/** As a reader would name it, because the place of a link is remembered. */
export function townOf({ address: { city, state, country } = {} }: Theater): string | undefined {
  return city === undefined ? undefined : [city, state, country].filter(Boolean).join(', ')
}

/** Those that are not words. */
const formatNames: ReadonlyMap<string, string> = new Map([
  ['2d', '2D'],
  ['3d', '3D'],
  ['4k', '4K'],
  ['4dx', '4DX'],
  ['70mm', '70 mm'],
  ['dolby_atmos', 'Dolby Atmos'],
  ['dolby_cinema', 'Dolby Cinema'],
  ['hfr', 'HFR'],
  ['imax', 'IMAX'],
  ['plf', 'large format'],
  ['q_and_a', 'Q&A'],
  ['rpx', 'RPX'],
  ['screenx', 'ScreenX'],
  ['vip', 'VIP'],
])

/** `audio description` for `audio_description`. */
export function formatText(tag: string): string {
  return formatNames.get(tag) ?? tag.replaceAll('_', ' ')
}

let languageNames: Intl.DisplayNames | undefined

/** `Korean` for `ko`. What is no tag of a language stays as it is. */
export function languageText(tag: string | undefined): string {
  languageNames ??= new Intl.DisplayNames(['en'], { type: 'language' })
  try {
    return tag === undefined ? '' : (languageNames.of(tag) ?? tag)
  } catch {
    return tag ?? ''
  }
}

/** `2.4 miles`. */
export function milesText(miles: number): string {
  return `${miles < 10 ? miles.toFixed(1) : Math.round(miles)} miles`
}

/** Making a format takes longer than using it. By currency. */
const moneyFormats = new Map<string, Intl.NumberFormat>()

/** `£14.00`; an unknown currency is written out. */
export function moneyText(amount: number, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${currency} ${amount.toFixed(2)}`
  let format = moneyFormats.get(currency)
  if (format === undefined) {
    format = new Intl.NumberFormat('en', { style: 'currency', currency })
    moneyFormats.set(currency, format)
  }
  return format.format(amount)
}
