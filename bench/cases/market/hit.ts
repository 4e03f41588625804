import { ratioCase } from '../../ratio-case.ts'

export const bench = ratioCase({
  name: 'market hit',
  about: 'a screener of 20 rows that the gateway keeps',
  mark: { atLeast: 0.9 },
  program: 'market.ts',
  rows: 0,
  paths: ['/v1/screeners/america/search?limit=20'],
})
