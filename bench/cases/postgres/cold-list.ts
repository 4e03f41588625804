import { listPaths } from '../../data/cinema-paths.ts'
import { ratioCase } from '../../ratio-case.ts'

const rows = 100_000

export const bench = ratioCase({
  name: 'postgres cold list',
  about: '20 showtimes of one theater and day out of 100,000 on PostgreSQL, not cached',
  statement: 'showtimes of a theater',
  program: 'cinema.ts',
  engine: 'postgres',
  rows,
  paths: listPaths(rows, 50_000),
})
