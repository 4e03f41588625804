/** `/v1/showtimes/{showtime_id}/seatmap`. */

import { Type } from 'typebox'
import { whenReady } from '../../../core/when-ready.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { unsupportedCapability } from '../live/refresh-showtimes.ts'
import { seatMapJson } from '../queries/seat-map-json.ts'
import { type DataCapabilities, SeatMap } from '../schema/index.ts'
import { noGridWarning } from '../warnings.ts'
import { seatDetail, sourceModeParams } from './params.ts'
import { loadShowtime, showtimeDataRoute, showtimeReply } from './showtime-data.ts'

export function seatMapRoutes(cinema: CinemaContext): AnyRoute[] {
  return [
    defineRoute({
      ...showtimeDataRoute,
      path: '/v1/showtimes/:showtime_id/seatmap',
      id: 'getSeatMap',
      summary: 'Get a seat map',
      description:
        'Seat counts, and with `seat_detail=grid` every seat with its position `x`, `y`; positions without a seat are omitted. General admission has counts only.',
      params: Type.Object({ showtime_id: Type.String({ description: '`id` of the showtime.' }) }),
      query: Type.Object({ ...seatDetail, ...sourceModeParams }),
      response: { data: SeatMap },
      handle: (context) => {
        const { params, query } = context
        const wantsGrid = query.seat_detail === 'grid'
        const load = () => cinema.seats.readWithShowtime(params.showtime_id)
        const loaded = loadShowtime(
          cinema,
          'seats',
          context,
          load,
          (capabilities, { seating }, { capabilities: ofTheater }) => {
            if (seating === 'general_admission') return
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
          },
        )
        return whenReady(loaded, (showtime) => {
          const { row, theater, stored, mode } = showtime
          const lacksGrid = wantsGrid && row.seating === 'general_admission'
          const warnings = lacksGrid
            ? [...showtime.warnings, noGridWarning({ id: row.id, theater })]
            : showtime.warnings
          const detail = query.seat_detail
          const text = seatMapJson(cinema.seats, { row, theater, stored, detail, mode, warnings })
          return whenReady(text, (data) => ({
            data,
            ...showtimeReply(context, showtime, warnings, theater.capturedAt),
          }))
        })
      },
    }),
  ]
}

function hasSeatData(capabilities: DataCapabilities): boolean {
  const { seat_grid, seat_summary, occupancy_counts, occupancy_rate } = capabilities
  return seat_grid || seat_summary || occupancy_counts || occupancy_rate
}
