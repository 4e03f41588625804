import { million, showtimePaths } from '../../data/cinema-paths.ts'
import { ratioCase } from '../../ratio-case.ts'

export const bench = ratioCase({
  name: 'cinema seat grid',
  about: '150 seats of one showtime out of 1,000,000, not cached',
  mark: { atLeast: 0.4 },
  statement: 'seats of a showtime',
  program: 'cinema.ts',
  rows: million,
  paths: showtimePaths(million, 50_000, '/seatmap?seat_detail=grid'),
})
