/** The representations of a route: its media types, CSV columns and file names. */

import { type Representation, representations } from '../request/media-types.ts'
import type { AnyRoute } from '../route.ts'

/** The media types of a route, the default first. */
export function routeMediaTypes(route: AnyRoute): readonly string[] {
  if (route.mediaTypes) return route.mediaTypes
  if ('body' in route.response) return [route.response.type ?? 'application/json']
  const { json, ndjson, csv, atom, geojson } = representations
  if (!('rows' in route.response)) return [json]
  return [json, ndjson, csv, ...(route.hasFeed ? [atom] : []), ...(route.hasPositions ? [geojson] : [])]
}

/** The columns of a list as CSV: the fields of its rows, the same on every page. */
export function csvColumns({ response }: AnyRoute): readonly string[] {
  if (!('rows' in response)) return []
  return Object.keys((response.rows as { properties?: Record<string, unknown> }).properties ?? {})
}

const shown: ReadonlySet<Representation> = new Set(['json', 'atom', 'markdown'])

/** NDJSON, CSV and GeoJSON are downloaded as files, which need a name. */
export function dispositionHeaders(route: AnyRoute, representation: Representation): Record<string, string> {
  if (shown.has(representation)) return {}
  return { 'content-disposition': `attachment; filename="${listName(route)}.${representation}"` }
}

/** The name of the file of a list, without its ending: `jobs` of `/job-postings/v1/jobs/search`. */
export function listName({ path }: AnyRoute): string {
  const isName = (part: string) => /^[a-z]\w*(-\w+)*$/.test(part) && !/^(v1|search)$/.test(part)
  return path.split('/').findLast(isName) ?? 'rows'
}
