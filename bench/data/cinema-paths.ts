/** Request paths for benchmarks, each for another theater, date or showtime. */

import {
  businessDateOf,
  showsPerDay,
  showsPerTheater,
  showtimeId,
  theaterId,
  theaterLocation,
} from './cinema-dataset.ts'

export const million = 1_000_000

const step = 7919

/** Another day or show each time that the theaters start over, so that no path is repeated early. */
function turnOf(index: number, theaters: number): number {
  return index + Math.floor(index / theaters)
}

/** Lists of 20 showtimes of one theater and date. */
export function listPaths(showtimes: number, count: number): string[] {
  const theaters = showtimes / showsPerTheater
  return Array.from({ length: count }, (_, index) => {
    const theater = (index * step) % theaters
    const show = (turnOf(index, theaters) % (showsPerTheater / showsPerDay)) * showsPerDay
    return `/v1/theaters/${theaterId(theater)}/showtimes?date=${businessDateOf(show)}&limit=20`
  })
}

export function showtimePaths(showtimes: number, count: number, rest = ''): string[] {
  const theaters = showtimes / showsPerTheater
  return Array.from(
    { length: count },
    (_, index) =>
      `/v1/showtimes/${showtimeId((index * step) % theaters, (turnOf(index, theaters) * 31) % showsPerTheater)}${rest}`,
  )
}

/** Theaters within 25 miles, each around another point. */
export function nearPaths(showtimes: number, count: number): string[] {
  const theaters = showtimes / showsPerTheater
  return Array.from({ length: count }, (_, index) => {
    const { lat, lon } = theaterLocation((index * step) % theaters)
    const shift = (Math.floor(index / theaters) + 1) / 1000
    return `/v1/theaters/search?lat=${(lat + shift).toFixed(4)}&lon=${lon.toFixed(4)}&limit=20`
  })
}
