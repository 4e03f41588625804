import { showtimePaths } from '../../data/cinema-paths.ts'
import { ratioCase } from '../../ratio-case.ts'

const rows = 100_000

export const bench = ratioCase({
  name: 'postgres seat grid',
  about: '150 seats of one showtime out of 100,000 on PostgreSQL, not cached',
  statement: 'seats of a showtime',
  program: 'cinema.ts',
  engine: 'postgres',
  rows,
  paths: showtimePaths(rows, 50_000, '/seatmap?seat_detail=grid'),
})
