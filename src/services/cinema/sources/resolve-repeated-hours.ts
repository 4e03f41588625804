/** Settles showtimes in the hour the clock shows twice, for sources that write the wall clock alone. */

import { toLocalText } from '../../../core/zoned-time.ts'
import { isSecondPass, parseLocalStart } from '../normalise/time.ts'
import type { ShowtimeRecord } from '../schema/records.ts'

/** Where the first pass would overlap the film before it in the same room, the second is meant. */
export function resolveRepeatedHours(
  showtimes: readonly ShowtimeRecord[],
  runtimeOf: (film: string) => number | undefined,
): ShowtimeRecord[] {
  if (!showtimes.some(isAmbiguous)) return [...showtimes]
  const shows = showtimes.map((showtime) => {
    const runtimeMinutes = runtimeOf(showtime.film)
    const later = isAmbiguous(showtime)
      ? parseLocalStart(showtime.startsAtLocal.slice(0, 19), showtime.timezone)?.later
      : undefined
    return {
      showtime,
      startsAt: showtime.startsAt,
      ...(showtime.auditorium === undefined ? {} : { auditorium: showtime.auditorium }),
      ...(runtimeMinutes === undefined ? {} : { runtimeMinutes }),
      ...(later === undefined ? {} : { later }),
    }
  })
  return shows.map((show) => {
    const { showtime, later } = show
    if (later === undefined || !isSecondPass(show, shows)) return showtime
    return { ...showtime, startsAt: later, startsAtLocal: toLocalText(later, showtime.timezone) }
  })
}

function isAmbiguous({ warnings }: ShowtimeRecord): boolean {
  return warnings?.includes('ambiguous_local_time') ?? false
}
