import { listPaths, million } from '../../data/cinema-paths.ts'
import { ratioCase } from '../../ratio-case.ts'

export const bench = ratioCase({
  name: 'cinema hot list',
  about: '20 showtimes from the response cache',
  mark: { atLeast: 0.9 },
  program: 'cinema.ts',
  rows: million,
  paths: listPaths(million, 1),
})
