/** Rows with a position as a feature collection (RFC 7946). */

interface PositionedRow {
  readonly id?: string
  readonly geo?: { readonly lat: number; readonly lon: number }
}

export function toGeoJson(rows: readonly string[]): string {
  return `{"type":"FeatureCollection","features":[${rows.map(toFeature).join(',')}]}`
}

/** Without a position, or without `geo` among the `fields`, there is no geometry. */
function toFeature(row: string): string {
  const { geo, ...properties } = JSON.parse(row) as PositionedRow
  const geometry = geo === undefined ? null : { type: 'Point', coordinates: [geo.lon, geo.lat] }
  const id = properties.id === undefined ? {} : { id: properties.id }
  return JSON.stringify({ type: 'Feature', ...id, geometry, properties })
}
