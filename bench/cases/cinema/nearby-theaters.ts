import { million, nearPaths } from '../../data/cinema-paths.ts'
import { ratioCase } from '../../ratio-case.ts'

export const bench = ratioCase({
  name: 'cinema near',
  about: 'theaters within 25 miles, out of 10,000, around another point each time',
  mark: { atLeast: 0.4 },
  statement: 'theaters near',
  program: 'cinema.ts',
  rows: million,
  paths: nearPaths(million, 50_000),
})
