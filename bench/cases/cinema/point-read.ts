import { million, showtimePaths } from '../../data/cinema-paths.ts'
import { ratioCase } from '../../ratio-case.ts'

export const bench = ratioCase({
  name: 'cinema point read',
  about: 'one showtime out of 1,000,000 by its id, not cached',
  mark: { atLeast: 0.4 },
  statement: 'showtime',
  program: 'cinema.ts',
  rows: million,
  paths: showtimePaths(million, 50_000),
})
