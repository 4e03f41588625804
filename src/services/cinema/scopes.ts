/** Under which names the cinema publishes. */

/** Theaters, movies, showtimes. */
export const cinemaScope = 'cinema'
/** Seats and prices: also moved by a live read. */
export const seatsScope = 'cinema-seats'
