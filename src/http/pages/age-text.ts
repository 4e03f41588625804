/** Ages and days in words. */

import { type Html, html } from './html.ts'

export function ageText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 120) return `${minutes} minute${minutes === 1 ? '' : 's'} ago`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`
}

// Made on first use: the first format of a process takes 25 ms.
let longDay: Intl.DateTimeFormat | undefined
let shortDay: Intl.DateTimeFormat | undefined
let date: Intl.DateTimeFormat | undefined

/** `Monday, 16 November 2026` for `2026-11-16`. */
export function dayText(day: string): string {
  longDay ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
  return longDay.format(Date.parse(`${day}T12:00:00Z`))
}

/** `Mon 16 Nov` for `2026-11-16`. */
export function shortDayText(day: string): string {
  shortDay ??= new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return shortDay.format(Date.parse(`${day}T12:00:00Z`))
}

/** `16 Nov 2026` for `2026-11-16`. Any other text stays as it is: some days come from a provider unchecked. */
export function dateText(day: string): string {
  date ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  const noon = Date.parse(`${day}T12:00:00Z`)
  const isDay = !Number.isNaN(noon) && new Date(noon).toISOString().startsWith(`${day}T`)
  return isDay ? date.format(noon) : day
}

/** The day of a day or an instant. A script writes it as the reader's region does. */
export function dateElement(moment: string): Html {
  return html`<time data-form="date" datetime="${moment}">${dateText(moment.slice(0, 10))}</time>`
}
