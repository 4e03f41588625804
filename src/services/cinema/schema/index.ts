/** The public resources of the cinema service. */

export * from './analytics.ts'
export * from './enums.ts'
export { ShowtimeHistory, SoldSeats } from './history.ts'
export * from './meta.ts'
export * from './movie.ts'
export * from './operations.ts'
export * from './seats.ts'
export * from './showtime.ts'
export * from './snapshot.ts'
export * from './source.ts'
export * from './theater.ts'
