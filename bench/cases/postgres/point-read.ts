import { showtimePaths } from '../../data/cinema-paths.ts'
import { ratioCase } from '../../ratio-case.ts'

const rows = 100_000

export const bench = ratioCase({
  name: 'postgres point read',
  about: 'one showtime out of 100,000 by its id on PostgreSQL, not cached',
  statement: 'showtime',
  program: 'cinema.ts',
  engine: 'postgres',
  rows,
  paths: showtimePaths(rows, 50_000),
})
