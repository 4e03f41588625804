/** Splits the text of one place into the names between commas, dashes and codes. */

import { partsOf } from './parts-of-text.ts'
import { canJoin } from './place-parts.ts'
import { cityBeforeAddress, cityOfSite, isRegionOf } from './site-parts.ts'

/** Between commas and spaced dashes, and after codes: `US-CA-San Francisco`. */
export function splitLevels(text: string): string[] {
  if (!/[,>:\-_–—]|metro/i.test(text)) return text === '' ? [] : [text]
  const levels: string[] = []
  for (const piece of text.split(/ ?[,>] ?| [-–—:]{1,3} | ?[–—] ?|:(?=[\p{L} ])| -(?=\S)|(?<=\S)- /u)) {
    const level = piece.trim()
    if (level !== '') levels.push(...splitCodes(level))
  }
  if (/metro/i.test(text)) {
    const others = levels.filter((level) => !metroPattern.test(level))
    if (others.length > 0 && others.length < levels.length)
      return levels.filter((level) => isWithMetro(level, others))
  }
  const last = levels.length - 1
  // `Timișoara, TM, ro`
  if (last > 0 && /^[a-z]{2}$/.test(levels[last] as string))
    levels[last] = levels[last]?.toUpperCase() as string
  return levels
}

const metroPattern = /(?<!\p{L})metro(?!\p{L})/iu

/** `Illinois - Chicago Metro` is Chicago; `Virginia - Washington DC Metro` is the part of Virginia that is near Washington. */
function isWithMetro(level: string, others: readonly string[]): boolean {
  if (!metroPattern.test(level)) return true
  const [city] = partsOf(level)
  return city !== undefined && others.some((other) => partsOf(other).every((area) => canJoin(city, area)))
}

function splitCodes(level: string): string[] {
  const coded = /^([A-Z]{2,3})[-_](?:([A-Z]{2,3}|\d{2})[-_])?([^-\s].*)$/.exec(level)
  if (coded === null) return [level]
  const [, head = '', middle, name = ''] = coded
  const city = cityOfSite(name, middle ?? head) ?? cityBeforeAddress(name, head)
  // `IT-FI-Firenze`: FI is no region of Italy in ISO 3166-2, and not Finland.
  const isRegion = middle !== undefined && isRegionOf(middle, head)
  return [city ?? name, ...(middle === undefined || (city !== undefined && !isRegion) ? [] : [middle]), head]
}
