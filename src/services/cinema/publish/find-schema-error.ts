/** Validates documents against the public schema before they are stored; reads then serve them unparsed. */

import { Type } from 'typebox'
import { type TypeGuard, typeGuard } from '../../../core/type-guard.ts'
import { Movie, PriceQuote, SeatMapSummary, Showtime, SourceLineage, Theater } from '../schema/index.ts'

const { status: _, source_lineage: _showtimeLineage, ...showtimeFields } = Showtime.properties
const { source_lineage: _theaterLineage, ...theaterFields } = Theater.properties
const {
  seating_type: _seating,
  captured_at: _at,
  confidence: _confidence,
  ...counts
} = SeatMapSummary.properties

/** The rest of the lineage is added when it is read. */
const lineage = { source_lineage: Type.Object({ raw_ids: SourceLineage.properties.raw_ids }) }

const guards = {
  showtime: typeGuard(Type.Object({ ...showtimeFields, ...lineage })),
  theater: typeGuard(Type.Object({ ...theaterFields, ...lineage })),
  movie: typeGuard(Movie),
  prices: typeGuard(Type.Array(PriceQuote)),
  seats: typeGuard(Type.Object(counts)),
} satisfies Record<string, TypeGuard<unknown>>

/** Undefined if the document is valid. */
export function findSchemaError(kind: keyof typeof guards, doc: unknown): string | undefined {
  const guard: TypeGuard<unknown> = guards[kind]
  if (guard(doc)) return undefined
  const [first] = guard.errors(doc)
  return `${kind} does not fit: ${first?.instancePath || '/'} ${first?.message ?? ''}`.trimEnd()
}
