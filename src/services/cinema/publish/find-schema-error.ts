/** Documents are checked against the public schema when they are written, so that a read can pass them on unread. */

import { Type } from 'typebox'
import { type TypeGuard, typeGuard } from '../../../core/type-guard.ts'
import { Movie, PriceQuote, SeatMapSummary, Showtime, SourceLineage, Theater } from '../schema/index.ts'

const { status: _, source_lineage: _lineage, ...ofShowtime } = Showtime.properties
const { source_lineage: _ofTheater, ...ofTheater } = Theater.properties
const {
  seating_type: _seating,
  captured_at: _at,
  confidence: _confidence,
  ...counts
} = SeatMapSummary.properties

/** Stored without what is completed when it is read. */
const lineage = { source_lineage: Type.Object({ raw_ids: SourceLineage.properties.raw_ids }) }

const guards = {
  showtime: typeGuard(Type.Object({ ...ofShowtime, ...lineage })),
  theater: typeGuard(Type.Object({ ...ofTheater, ...lineage })),
  movie: typeGuard(Movie),
  prices: typeGuard(Type.Array(PriceQuote)),
  seats: typeGuard(Type.Object(counts)),
} satisfies Record<string, TypeGuard<unknown>>

/** Why a document cannot be stored; undefined when it can. */
export function findSchemaError(kind: keyof typeof guards, doc: unknown): string | undefined {
  const guard: TypeGuard<unknown> = guards[kind]
  if (guard(doc)) return undefined
  const [first] = guard.errors(doc)
  return `${kind} does not fit: ${first?.instancePath || '/'} ${first?.message ?? ''}`.trimEnd()
}
