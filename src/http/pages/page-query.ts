/** The query string of links between pages. */

/** The given parameters that have a value. */
export function toQueryString(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const stated = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== '') stated.set(name, String(value))
  const text = stated.toString()
  return text === '' ? '' : `?${text}`
}

/** Undefined for an empty field: a form sends its fields even if they are empty. */
export function stated(text: string | undefined): string | undefined {
  return text?.trim() || undefined
}
