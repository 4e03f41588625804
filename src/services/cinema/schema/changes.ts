/** What happens to movies, theaters and showtimes. */

const showtimeChangeTypes = [
  'showtime.added',
  'showtime.moved',
  'showtime.changed',
  'showtime.cancelled',
  'showtime.sold_out',
  'showtime.on_sale_again',
  'showtime.seats_freed',
  'showtime.price_changed',
] as const
export type ShowtimeChangeType = (typeof showtimeChangeTypes)[number]

export const cinemaChangeTypes = [
  ...showtimeChangeTypes,
  'movie.added',
  'movie.gone',
  'theater.added',
] as const
export type CinemaChangeType = (typeof cinemaChangeTypes)[number]
