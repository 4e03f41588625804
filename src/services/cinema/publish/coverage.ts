/** Counts the showtimes of a theater per business date. */

import type { PublishContext } from './publish-context.ts'

export async function publishCoverage(
  context: Pick<PublishContext, 'tx' | 'dialect' | 'chainId' | 'sourceId' | 'capturedAt'>,
  theaterId: string,
): Promise<void> {
  const { tx, dialect, chainId, sourceId, capturedAt } = context
  const days = await tx
    .selectFrom('showtime')
    .leftJoin('showtime_seats', 'showtime_seats.showtime_id', 'showtime.id')
    .leftJoin('showtime_prices', 'showtime_prices.showtime_id', 'showtime.id')
    .select((eb) => [
      'business_date',
      eb.fn.count('showtime.id').as('showtimes'),
      eb.fn.count('showtime.movie_id').distinct().as('movies'),
      eb.fn.count('showtime_seats.showtime_id').as('seatmaps'),
      eb.fn.count('showtime_prices.showtime_id').as('prices'),
    ])
    .where('theater_id', '=', theaterId)
    .where('gone_at', 'is', null)
    .groupBy('business_date')
    .execute()
  const rows = days.map((day) => {
    const counts = [day.movies, day.showtimes, day.seatmaps, day.prices].map(Number)
    const [movies = 0, showtimes = 0, seatmaps = 0, prices = 0] = counts
    return {
      theater_id: theaterId,
      business_date: day.business_date,
      chain_id: chainId,
      source_id: sourceId,
      movies,
      showtimes,
      seatmaps,
      prices,
      captured_at: capturedAt,
      hash: counts.join(' '),
    }
  })
  await dialect.upsertChanged(tx, 'theater_day', ['theater_id', 'business_date'], rows)
  await dialect.deleteMissing(
    tx,
    'theater_day',
    { theater_id: theaterId },
    'business_date',
    rows.map((row) => row.business_date),
  )
}
