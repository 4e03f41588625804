/** The enumerations of the cinema service. */

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

export const showtimeStatuses = [
  'on_sale',
  'not_on_sale',
  'sold_out',
  'past',
  'cancelled',
  'unknown',
] as const
export type ShowtimeStatus = (typeof showtimeStatuses)[number]
export const ShowtimeStatus = oneOf(showtimeStatuses)

export const seatingTypes = ['reserved', 'general_admission', 'mixed', 'unknown'] as const
export type SeatingType = (typeof seatingTypes)[number]
export const SeatingType = oneOf(seatingTypes, { description: 'Whether tickets are for a specific seat.' })

export const ticketAudiences = [
  'adult',
  'child',
  'senior',
  'student',
  'military',
  'member',
  'loyalty',
  'companion',
  'unknown',
] as const
export type TicketAudience = (typeof ticketAudiences)[number]
export const TicketAudience = oneOf(ticketAudiences, { description: 'Who may buy at this price.' })

export const seatStatuses = ['available', 'sold', 'held', 'blocked', 'broken', 'gap', 'unknown'] as const
export type SeatStatus = (typeof seatStatuses)[number]
export const SeatStatus = oneOf(seatStatuses)

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

export const chainStatuses = ['active', 'partial', 'blocked', 'defunct', 'unknown'] as const
export type ChainStatus = (typeof chainStatuses)[number]
export const ChainStatus = oneOf(chainStatuses)

export const sourceStatuses = ['active', 'partial', 'blocked', 'unknown'] as const
export type SourceStatus = (typeof sourceStatuses)[number]
export const SourceStatus = oneOf(sourceStatuses)

export const syncRunStatuses = ['running', 'succeeded', 'partial', 'failed'] as const
export type SyncRunStatus = (typeof syncRunStatuses)[number]
export const SyncRunStatus = oneOf(syncRunStatuses)

export const syncHealths = ['ok', 'empty', 'failed', 'partial', 'missing_artifact'] as const
export type SyncHealth = (typeof syncHealths)[number]
export const SyncHealth = oneOf(syncHealths)

export const horizonSources = ['static', 'probed', 'source_reported', 'unknown'] as const
export type HorizonSource = (typeof horizonSources)[number]
export const HorizonSource = oneOf(horizonSources, { description: 'How the horizon was determined.' })

export const metadataGrades = ['rich', 'partial', 'title_only', 'unknown'] as const
export type MetadataGrade = (typeof metadataGrades)[number]
export const MetadataGrade = oneOf(metadataGrades, { description: 'How complete the metadata is.' })

export const availabilityGrades = ['grid', 'summary', 'count', 'rate', 'none'] as const
export type AvailabilityGrade = (typeof availabilityGrades)[number]
export const AvailabilityGrade = oneOf(availabilityGrades, {
  description: 'The finest seat data available: every seat, counts by status, a count, a rate, or none.',
})

export const confidences = ['high', 'medium', 'low', 'unknown'] as const
export type Confidence = (typeof confidences)[number]
export const Confidence = oneOf(confidences)

export const seatDetails = ['none', 'summary', 'grid'] as const
export type SeatDetail = (typeof seatDetails)[number]
export const SeatDetail = oneOf(seatDetails, { description: 'Level of seat detail.' })

export const expansions = ['movie', 'theater', 'prices', 'seat_summary', 'seat_grid', 'occupancy'] as const
export type Expansion = (typeof expansions)[number]
export const Expansion = oneOf(expansions)
