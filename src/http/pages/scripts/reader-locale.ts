/** Writes days and times as the reader's region does: `November 17`, `3:55 PM`. The words stay English, as those of the page. */

/** English of the reader's region, `en-DE` for `de`. */
export function readerLocale(language: string): string {
  try {
    const { region } = new Intl.Locale(language).maximize()
    return region === undefined ? 'en-GB' : `en-${region}`
  } catch {
    return 'en-GB'
  }
}

/** Without it, the page has the text of the server. */
export function readerTimes(page: Document, locale: string): void {
  const forms: Record<string, Intl.DateTimeFormatOptions> = {
    day: { dateStyle: 'full' },
    date: { dateStyle: 'medium' },
    short: { weekday: 'short', day: 'numeric', month: 'short' },
    clock: { timeStyle: 'short' },
    moment: { dateStyle: 'medium', timeStyle: 'short' },
    tick: { day: 'numeric', month: 'short' },
    month: { month: 'short', year: 'numeric' },
    time: { timeStyle: 'short' },
  }
  const formats = new Map<string, Intl.DateTimeFormat>()
  for (const element of page.querySelectorAll<HTMLTimeElement>('time[data-form]')) {
    const { form = '', zone } = element.dataset
    const key = `${form} ${zone}`
    let format = formats.get(key)
    format ??= new Intl.DateTimeFormat(locale, { ...forms[form], timeZone: zone ?? 'UTC' })
    formats.set(key, format)
    // An instant in a zone that the page names.
    if (zone !== undefined) {
      element.textContent = format.format(Date.parse(element.dateTime))
      continue
    }
    // The text has the clock of the theater, whose zone the page names; the attribute has the instant.
    const moment =
      form === 'clock' ? `1970-01-01T${element.textContent}` : `${element.dateTime.slice(0, 10)}T12:00`
    const time = Date.parse(`${moment}Z`)
    // A year alone is also a valid time, that of its first day.
    const isComplete = !Number.isNaN(time) && new Date(time).toISOString().startsWith(moment)
    if (isComplete) element.textContent = format.format(time)
  }
}
