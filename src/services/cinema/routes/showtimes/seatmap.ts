/** `/v1/showtimes/{showtime_id}/seatmap`. */

import { Type } from 'typebox'
import { type AnyRoute, defineRoute } from '../../../../http/route.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import { unsupportedCapability } from '../../live/refresh-showtimes.ts'
import { seatMapJson } from '../../queries/seat-map-json.ts'
import { type DataCapabilities, SeatMap } from '../../schema/index.ts'
import { noGridWarning } from '../../warnings.ts'
import { seatDetail, sourceModeParams } from '../params.ts'
import {
  type FoundShowtime,
  refreshData,
  requireShowtime,
  showtimeDataRoute,
  showtimeReply,
} from './showtime-data.ts'

export function seatMapRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...showtimeDataRoute,
    path: '/v1/showtimes/:showtime_id/seatmap',
    id: 'getSeatMap',
    summary: 'Get a seat map',
    description:
      'Seat counts, and with `seat_detail=grid` every seat with its position `x`, `y`; positions without a seat are omitted. General admission has counts only.',
    params: Type.Object({ showtime_id: Type.String({ description: '`id` of the showtime.' }) }),
    query: Type.Object({ ...seatDetail, ...sourceModeParams }),
    response: { data: SeatMap },
    handle: async (context) => {
      const { params, query } = context
      const read = () => cinema.seats.readWithShowtime(params.showtime_id)
      const found = requireShowtime(await read(), await cinema.theaters.current())
      const { row, theater } = found
      const wantsGrid = query.seat_detail === 'grid'
      const isGeneralAdmission = row.seating === 'general_admission'
      if (!isGeneralAdmission) requireSeatData(found, wantsGrid)
      const refresh = await refreshData(cinema, 'seats', context, found)
      const stored = refresh.mode === 'live' ? (await read())?.stored : found.stored
      const gridWarnings = wantsGrid && isGeneralAdmission ? [noGridWarning({ id: row.id, theater })] : []
      const mode = refresh.mode
      const warnings = [...refresh.warnings, ...gridWarnings]
      const detail = query.seat_detail
      return {
        data: await seatMapJson(cinema.seats, { row, theater, stored, detail, mode, warnings }),
        ...showtimeReply(context, { mode, warnings }, stored?.captured_at, theater.capturedAt),
      }
    },
  })
}

function requireSeatData({ capabilities, theater }: FoundShowtime<unknown>, wantsGrid: boolean): void {
  const ofTheater = theater.capabilities
  if (!hasSeatData(capabilities))
    throw unsupportedCapability(
      'seat_summary',
      `The source provides no seat data for this ${hasSeatData(ofTheater) ? 'showtime' : 'theater'}.`,
    )
  if (wantsGrid && !capabilities.seat_grid)
    throw unsupportedCapability(
      'seat_grid',
      `The source provides counts for this ${ofTheater.seat_grid ? 'showtime' : 'theater'}, not individual seats.`,
    )
}

function hasSeatData(capabilities: DataCapabilities): boolean {
  const { seat_grid, seat_summary, occupancy_counts, occupancy_rate } = capabilities
  return seat_grid || seat_summary || occupancy_counts || occupancy_rate
}
