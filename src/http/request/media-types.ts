/** The media types that responses come in, and which of them a request gets. */

import { Failure } from '../../core/errors.ts'
import { preferredType, withoutParameters } from './negotiate.ts'

export const representations = {
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  atom: 'application/atom+xml; charset=utf-8',
  geojson: 'application/geo+json',
  markdown: 'text/markdown; charset=utf-8',
} as const

export type Representation = keyof typeof representations

interface Negotiated {
  readonly mediaType: string
  /** `json` for any media type that is none of these. */
  readonly representation: Representation
}

/** `application/problem+json` concerns errors alone, so a route that offers JSON accepts it. */
export function negotiateMediaType(accept: string | undefined, offered: readonly string[]): Negotiated {
  const mediaType = preferredType(accept?.replace('application/problem+json', 'application/json'), offered)
  if (mediaType === undefined) {
    throw new Failure('not_acceptable', 'None of the media types in Accept is available.', {
      details: { offered: offered.map(withoutParameters) },
    })
  }
  return { mediaType, representation: representationByType.get(mediaType) ?? 'json' }
}

const representationByType: ReadonlyMap<string, Representation> = new Map(
  (Object.keys(representations) as Representation[]).map((name) => [representations[name], name]),
)
