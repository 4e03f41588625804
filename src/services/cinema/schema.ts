/** Every public resource of the cinema service, defined once. */

export * from './schema/analytics.ts'
export * from './schema/enums.ts'
export * from './schema/meta.ts'
export * from './schema/movie.ts'
export * from './schema/operations.ts'
export * from './schema/seats.ts'
export * from './schema/showtime.ts'
export * from './schema/snapshot.ts'
export * from './schema/source.ts'
export * from './schema/theater.ts'
