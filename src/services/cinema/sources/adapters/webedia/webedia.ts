/** Webedia Boxoffice: schedules keyed by theater, movie and day, with an occupancy rate per showtime. */

import { Type } from 'typebox'
import type { UpstreamResponse } from '../../../../../sync/source.ts'
import { toCapabilities } from '../../../schema/index.ts'
import { type CinemaFetchContext, defineCinemaSource, fetchParts } from '../../define-cinema-source.ts'
import { unknownRows } from '../../field-schemas.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { resolveRepeatedHours } from '../../records/resolve-repeated-hours.ts'
import { fetchListing, requireListed } from '../../share-installation.ts'
import {
  aheadDays,
  fetchSchedules,
  fetchTheaters,
  hasSchedule,
  isTheater,
  readListed,
  theatersIn,
  webediaRules,
} from './fetch-schedules.ts'
import { Schedule, theaterOf, toMovies, toShowtimes } from './to-listing.ts'

/** All 87 theaters of a chain fit into one answer of 12 MB; a tenth of that is enough to save requests. */
const theatersPerCall = 10

const Films = Type.Union([
  unknownRows,
  Type.Object({ data: Type.Object({ allMovie: Type.Object({ nodes: unknownRows }) }) }),
])

export const webedia = defineCinemaSource({
  id: 'webedia',
  about: {
    name: 'Webedia Boxoffice',
    home: 'https://www.boxofficecompany.com',
    terms: 'Public listings of the chains’ own sites; rate-limited, with a link back.',
  },
  baseUrl: 'https://www.boxofficecompany.com',
  everyMinutes: 60,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'none',
  capabilities: toCapabilities(['showtimes', 'occupancy_rate', 'booking_url'], false),
  grade: 'rate',
  horizon: { maxDays: aheadDays, source: 'probed' },
  limitations: ['rate_only'],
  seatCalls: 0,
  raw: {
    schedule: Schedule,
    movies: Films,
    catalogue: Films,
    theaters: Type.Object({ data: Type.Object({ allTheater: Type.Object({ nodes: unknownRows }) }) }),
  },

  secondaryKinds: ['movies', 'catalogue', 'theaters'],
  statusRules: webediaRules,

  async *fetch(context) {
    const { nowMs } = context
    const listing = await fetchListing(
      context,
      theatersPerCall,
      (work, theaters) => fetchSchedules(work, theaters, nowMs),
      readListed,
    )
    // Without this, a theater that has never existed there would be published without a showtime.
    if (hasSchedule(listing, context.member) === false) await requireListed(context, readListed)
    yield* listing
    yield* fetchParts(context, { theater: [() => fetchTheater(context)] })
  },

  *toRecords(responses, context) {
    const theater = theaterOf(responses, context.member)
    const films = toMovies(responses, context)
    const { showtimes, listed, unread, rates } = toShowtimes(responses, films, theater, context)
    yield* toListingRecords(context.member, {
      theater,
      films: films.values(),
      showtimes: resolveRepeatedHours(showtimes, films),
      listed,
      unread,
    })
    yield* rates
  },
})

/** The list has every theater of the site; what is saved is about this one. */
async function* fetchTheater(context: CinemaFetchContext): AsyncGenerator<UpstreamResponse> {
  for (const list of await fetchTheaters(context)) {
    const own = theatersIn(list.body)?.filter((node) => isTheater(node, context.member))
    yield own === undefined
      ? list
      : { ...list, body: JSON.stringify({ data: { allTheater: { nodes: own } } }) }
  }
}
