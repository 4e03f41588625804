/** Documents are checked against the public schema when they are written, so that a read can pass them on unread. */

import { Type } from 'typebox'
import { type Shape, shapeOf } from '../../../core/type-guard.ts'
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

const shapes = {
  showtime: shapeOf(Type.Object({ ...ofShowtime, ...lineage })),
  theater: shapeOf(Type.Object({ ...ofTheater, ...lineage })),
  movie: shapeOf(Movie),
  prices: shapeOf(Type.Array(PriceQuote)),
  seats: shapeOf(Type.Object(counts)),
} satisfies Record<string, Shape<unknown>>

/** Why a document cannot be stored; undefined when it can. */
export function misfitOf(what: keyof typeof shapes, doc: unknown): string | undefined {
  const shape: Shape<unknown> = shapes[what]
  if (shape(doc)) return undefined
  const [first] = shape.misfits(doc)
  return `${what} does not fit: ${first?.instancePath || '/'} ${first?.message ?? ''}`.trimEnd()
}
