/** The enumerations of the cinema service. */

import type { Type } from 'typebox'
import { oneOf } from '../../../http/openapi/fields.ts'

export const sourceModes = ['cached', 'live', 'auto'] as const
export type SourceMode = (typeof sourceModes)[number]
export const SourceMode = oneOf(sourceModes, {
  description:
    '`cached`: stored data. `live`: refreshed from the source. `auto`: refreshed if the stored data is too old.',
})

export const capabilityNames = [
  'showtimes',
  'prices',
  'ticket_types',
  'occupancy_rate',
  'occupancy_counts',
  'seat_summary',
  'seat_grid',
  'general_admission',
  'booking_url',
] as const
export type CapabilityName = (typeof capabilityNames)[number]
export const CapabilityName = oneOf(capabilityNames, { description: 'A capability of a source.' })

export type ShowtimeStatus = Type.Static<typeof ShowtimeStatus>
export const ShowtimeStatus = oneOf(['on_sale', 'not_on_sale', 'sold_out', 'past', 'cancelled', 'unknown'])

export type SeatingType = Type.Static<typeof SeatingType>
export const SeatingType = oneOf(['reserved', 'general_admission', 'mixed', 'unknown'], {
  description: 'Whether tickets are for a specific seat.',
})

export type TicketAudience = Type.Static<typeof TicketAudience>
export const TicketAudience = oneOf(
  ['adult', 'child', 'senior', 'student', 'military', 'member', 'loyalty', 'companion', 'unknown'],
  { description: 'Who may buy at this price.' },
)

export type SeatStatus = Type.Static<typeof SeatStatus>
export const SeatStatus = oneOf(['available', 'sold', 'held', 'blocked', 'broken', 'gap', 'unknown'])

export const seatTypes = [
  'standard',
  'recliner',
  'wheelchair',
  'companion',
  'sofa',
  'loveseat',
  'aisle',
  'unknown',
] as const
export type SeatType = (typeof seatTypes)[number]
export const SeatType = oneOf(seatTypes)

export type ChainStatus = Type.Static<typeof ChainStatus>
export const ChainStatus = oneOf(['active', 'partial', 'blocked', 'defunct', 'unknown'])

export type SourceStatus = Type.Static<typeof SourceStatus>
export const SourceStatus = oneOf(['active', 'partial', 'blocked', 'unknown'])

export type SyncRunStatus = Type.Static<typeof SyncRunStatus>
export const SyncRunStatus = oneOf(['running', 'succeeded', 'partial', 'failed'], {
  description: 'Outcome of the run.',
})

export type SyncHealth = Type.Static<typeof SyncHealth>
export const SyncHealth = oneOf(['ok', 'empty', 'failed', 'partial', 'missing_artifact'])

export type MemberState = Type.Static<typeof MemberState>
export const MemberState = oneOf(['on', 'new', 'stale', 'off'], {
  description:
    '`on`: read as scheduled. `new`: not read yet. `stale`: its last reads failed. `off`: not read.',
})

export type HorizonSource = Type.Static<typeof HorizonSource>
export const HorizonSource = oneOf(['static', 'probed', 'source_reported', 'unknown'], {
  description: 'How the horizon was determined.',
})

export const metadataGrades = ['rich', 'partial', 'title_only', 'unknown'] as const
export type MetadataGrade = (typeof metadataGrades)[number]
export const MetadataGrade = oneOf(metadataGrades, { description: 'How complete the metadata is.' })

export type AvailabilityGrade = Type.Static<typeof AvailabilityGrade>
export const AvailabilityGrade = oneOf(['grid', 'summary', 'count', 'rate', 'none'], {
  description: 'The finest seat data available: every seat, counts by status, a count, a rate, or none.',
})

export type Confidence = Type.Static<typeof Confidence>
export const Confidence = oneOf(['high', 'medium', 'low', 'unknown'])

export type SeatDetail = Type.Static<typeof SeatDetail>
export const SeatDetail = oneOf(['none', 'summary', 'grid'], { description: 'Level of seat detail.' })

export const expansions = ['movie', 'theater', 'prices', 'seat_summary', 'seat_grid', 'occupancy'] as const
export type Expansion = (typeof expansions)[number]
export const Expansion = oneOf(expansions)
/** In the query of lists. Aliases are longer than everything else about a movie, and few callers need them. */
export const listExpansions = [...expansions, 'aliases'] as const
export type ListExpansion = (typeof listExpansions)[number]
