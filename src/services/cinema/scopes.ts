/** The publication scopes of the cinema service. */

/** Theaters, movies, showtimes. */
export const cinemaScope = 'cinema'
/** Seats and prices, which live refreshes also publish. */
export const seatsScope = 'cinema-seats'
/** Counts of theaters, which change with the first live refresh of a showtime. */
export const countsScope = 'cinema-counts'
