/** Ages and days in words. */

export function ageText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 120) return `${minutes} minute${minutes === 1 ? '' : 's'} ago`
  const hours = Math.floor(minutes / 60)
  return hours < 72 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** `Monday, 16 November 2026` for `2026-11-16`. */
export function dayText(day: string): string {
  return longDay.format(Date.parse(`${day}T12:00:00Z`))
}

/** `Mon, 16 Nov` for `2026-11-16`. */
export function shortDayText(day: string): string {
  return shortDay.format(Date.parse(`${day}T12:00:00Z`))
}
