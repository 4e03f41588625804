/** Resolves showtimes in the repeated hour of a clock change, for sources that list local times only. */

import { defined } from '../../../../core/defined.ts'
import { toLocalText } from '../../../../core/zoned-time.ts'
import { type AuditoriumShow, isSecondPass, parseLocalStart } from '../../normalise/time.ts'
import type { MovieRecord, ShowtimeRecord } from '../../schema/records.ts'

/** The later hour is meant if the earlier one would overlap the previous film in the same auditorium. */
export function resolveRepeatedHours(
  showtimes: Iterable<ShowtimeRecord>,
  films: ReadonlyMap<string, MovieRecord>,
): ShowtimeRecord[] {
  const listed = [...showtimes]
  if (!listed.some(isAmbiguous)) return listed
  const shows = listed.map((showtime) =>
    defined<AuditoriumShow>({
      startsAt: showtime.startsAt,
      auditorium: showtime.auditorium,
      runtimeMinutes: films.get(showtime.film)?.runtimeMinutes,
      later: isAmbiguous(showtime)
        ? parseLocalStart(showtime.startsAtLocal.slice(0, 19), showtime.timezone)?.later
        : undefined,
    }),
  )
  return listed.map((showtime, index) => {
    const show = shows[index]
    if (show?.later === undefined || !isSecondPass(show, shows)) return showtime
    return { ...showtime, startsAt: show.later, startsAtLocal: toLocalText(show.later, showtime.timezone) }
  })
}

function isAmbiguous({ warnings }: ShowtimeRecord): boolean {
  return warnings?.includes('ambiguous_local_time') ?? false
}
