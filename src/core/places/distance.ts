/** Great-circle distances on a sphere with the earth's mean radius, and boxes of coordinates. */

const earthMiles = 3958.7613
export const kmPerMile = 1.609344

export interface Point {
  readonly lat: number
  readonly lon: number
}

export function milesBetween(one: Point, other: Point): number {
  const toRadians = Math.PI / 180
  const dLat = (other.lat - one.lat) * toRadians
  const dLon = (other.lon - one.lon) * toRadians
  const a =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(one.lat * toRadians) * Math.cos(other.lat * toRadians) * Math.sin(dLon / 2) ** 2
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** As distances are shown. */
export function roundMiles(miles: number): number {
  return Math.round(miles * 100) / 100
}

/** If `west` is greater than `east`, the box crosses the antimeridian. */
export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export function isInside({ lat, lon }: Point, { west, south, east, north }: Box): boolean {
  if (lat < south || lat > north) return false
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east
}

export function middleOf(points: readonly Point[]): Point {
  const first = points[0] ?? { lat: 0, lon: 0 }
  // Relative to the first point, so that it works across the antimeridian.
  const lon = points.reduce((sum, point) => sum + wrapLongitude(point.lon - first.lon), 0) / points.length
  const lat = points.reduce((sum, point) => sum + point.lat, 0) / points.length
  return { lat, lon: wrapLongitude(first.lon + lon) }
}

function wrapLongitude(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
