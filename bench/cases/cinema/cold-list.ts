import { listPaths, million } from '../../data/cinema-paths.ts'
import { ratioCase } from '../../ratio-case.ts'

export const bench = ratioCase({
  name: 'cinema cold list',
  about: '20 showtimes of one theater and day out of 1,000,000, not cached',
  mark: { atLeast: 0.4 },
  statement: 'showtimes of a theater',
  program: 'cinema.ts',
  rows: million,
  paths: listPaths(million, 50_000),
})
