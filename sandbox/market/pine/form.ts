/** Forms as browsers send them: in parts, or encoded like a query. */

import type { IncomingHttpHeaders } from 'node:http'

/** The fields that are text; the last of a name counts. */
export function parseForm(headers: IncomingHttpHeaders, body: string): ReadonlyMap<string, string> {
  const type = headers['content-type'] ?? ''
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary === undefined) return new Map(new URLSearchParams(body))
  const fields = new Map<string, string>()
  for (const part of body.split(`--${boundary}`)) {
    const gap = part.indexOf('\r\n\r\n')
    const name = /name="([^"]*)"/.exec(part.slice(0, gap))?.[1]
    if (gap < 0 || name === undefined) continue
    fields.set(name, part.slice(gap + 4).replace(/\r\n$/, ''))
  }
  return fields
}
