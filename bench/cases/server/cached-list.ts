import { ratioCase } from '../../ratio-case.ts'

export const bench = ratioCase({
  name: 'hot list',
  about: 'a list of 20 rows from the response cache',
  mark: { atLeast: 0.9 },
  rows: 1000,
  paths: ['/notices/v1/notices?limit=20'],
})
