/** The records of a listing: the theater, what it shows and how far ahead. */

import { pluralize } from '../../../../core/text/pluralize.ts'
import { isDay } from '../../normalise/time.ts'
import type { CinemaRecord, MovieRecord, ShowtimeRecord, TheaterRecord } from '../../schema/records.ts'
import type { CinemaMember } from '../cinema-member.ts'

export interface Listing {
  readonly theater: TheaterRecord | undefined
  readonly films: Iterable<MovieRecord>
  readonly showtimes: readonly ShowtimeRecord[]
  /** Sessions that are listed but cannot be published. */
  readonly listed?: Iterable<string>
  /** Days the platform says it publishes. Default: those of the showtimes. */
  readonly days?: readonly string[]
  /** How many rows cannot be read that may list any session. */
  readonly unread?: number
}

export function* toListingRecords({ site }: CinemaMember, listing: Listing): Generator<CinemaRecord> {
  const { theater, films, showtimes, unread = 0 } = listing
  const days = (listing.days ?? showtimes.map(({ businessDate }) => businessDate)).filter(isDay).sort()
  const [firstDate] = days
  const lastDate = days.at(-1)
  if (theater !== undefined) yield theater
  if (firstDate !== undefined && lastDate !== undefined) yield { type: 'horizon', site, firstDate, lastDate }
  yield* films
  yield* showtimes
  const published = new Set(showtimes.map(({ session }) => session))
  for (const session of new Set(listing.listed ?? []))
    if (!published.has(session)) yield { type: 'listed', site, session }
  if (unread > 0)
    yield {
      type: 'failed_part',
      part: 'listing',
      code: 'upstream_changed',
      message: `${pluralize(unread, 'row')} cannot be read.`,
      days: 'all',
    }
}
