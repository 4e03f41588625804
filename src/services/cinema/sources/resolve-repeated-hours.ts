/** Settles showtimes in the hour the clock shows twice, for sources that write the wall clock alone. */

import { toLocalText } from '../../../core/zoned-time.ts'
import { isSecondPass, readLocal } from '../normalise/time.ts'
import type { ShowtimeRecord } from '../schema/records.ts'

/** Where the first pass would overlap the film before it in the same room, the second is meant. */
export function settleRepeatedHours(
  showtimes: readonly ShowtimeRecord[],
  runtimeOf: (film: string) => number | undefined,
): ShowtimeRecord[] {
  if (!showtimes.some(isAmbiguous)) return [...showtimes]
  const inRooms = showtimes.map((showtime) => {
    const runtimeMinutes = runtimeOf(showtime.film)
    const later = isAmbiguous(showtime)
      ? readLocal(showtime.startsAtLocal.slice(0, 19), showtime.timezone)?.later
      : undefined
    return {
      showtime,
      startsAt: showtime.startsAt,
      ...(showtime.auditorium === undefined ? {} : { auditorium: showtime.auditorium }),
      ...(runtimeMinutes === undefined ? {} : { runtimeMinutes }),
      ...(later === undefined ? {} : { later }),
    }
  })
  return inRooms.map((inRoom) => {
    const { showtime, later } = inRoom
    if (later === undefined || !isSecondPass(inRoom, inRooms)) return showtime
    return { ...showtime, startsAt: later, startsAtLocal: toLocalText(later, showtime.timezone) }
  })
}

function isAmbiguous({ warnings }: ShowtimeRecord): boolean {
  return warnings?.includes('ambiguous_local_time') ?? false
}
