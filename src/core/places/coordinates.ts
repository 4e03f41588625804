/** Coordinates in a text. */

import type { Point } from './distance.ts'

/** `lat,lon`, not necessarily on the globe. */
export function parseCoordinates(text: string): Point | undefined {
  const parts = text.split(',')
  const [lat = Number.NaN, lon = Number.NaN] = parts.map(parseDegrees)
  return parts.length !== 2 || Number.isNaN(lat) || Number.isNaN(lon) ? undefined : { lat, lon }
}

/** Any double, as it is usually written; NaN for other texts. */
export function parseDegrees(text: string): number {
  return /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN
}
