/** Seat maps: summary, sections and seats. */

import { Type } from 'typebox'
import { instant, nullable } from '../../../http/openapi/fields.ts'
import { AvailabilityGrade, Confidence, SeatingType, SeatStatus, SeatType, SourceMode } from './enums.ts'
import { Warning } from './meta.ts'
import { SourceLineage } from './source.ts'

const count = () => nullable(Type.Integer({ minimum: 0 }))

export type SeatMapSummary = Type.Static<typeof SeatMapSummary>
export const SeatMapSummary = Type.Object(
  {
    seating_type: SeatingType,
    capacity: count(),
    available: count(),
    sold: count(),
    held: count(),
    blocked: count(),
    broken: count(),
    occupancy_rate: nullable(
      Type.Number({
        format: 'double',
        minimum: 0,
        maximum: 1,
        description: '(sold + held) / (capacity - blocked - broken)',
      }),
    ),
    captured_at: instant(),
    confidence: Confidence,
  },
  { $id: 'SeatMapSummary' },
)

export type Seat = Type.Static<typeof Seat>
export const Seat = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    status: SeatStatus,
    row: Type.Optional(Type.String()),
    number: Type.Optional(Type.String()),
    section: Type.Optional(Type.String()),
    area_id: Type.Optional(Type.String()),
    x: Type.Optional(Type.Integer({ description: 'Column from 0, left to right when facing the screen.' })),
    y: Type.Optional(Type.Integer({ description: 'Row from 0, starting at the screen.' })),
    seat_type: Type.Optional(SeatType),
    price_tier_id: Type.Optional(Type.String()),
    raw_status: Type.Optional(Type.String()),
    raw_type: Type.Optional(Type.String()),
  },
  { $id: 'Seat' },
)

export type SeatSection = Type.Static<typeof SeatSection>
export const SeatSection = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    row_count: Type.Integer({ minimum: 0 }),
    column_count: Type.Integer({ minimum: 0 }),
  },
  { $id: 'SeatSection' },
)

export type SeatMap = Type.Static<typeof SeatMap>
export const SeatMap = Type.Object(
  {
    showtime_id: Type.String(),
    captured_at: instant(),
    source_mode: SourceMode,
    seating_type: SeatingType,
    availability_grade: AvailabilityGrade,
    summary: SeatMapSummary,
    sections: Type.Optional(Type.Array(SeatSection)),
    seats: Type.Optional(Type.Array(Seat)),
    warnings: Type.Optional(Type.Array(Warning)),
    source_lineage: Type.Optional(SourceLineage),
  },
  { $id: 'SeatMap' },
)
