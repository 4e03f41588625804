import { ratioCase } from '../../ratio-case.ts'

export const bench = ratioCase({
  name: 'hot list, gzip',
  about: 'the same, compressed',
  mark: { atLeast: 0.9 },
  rows: 1000,
  paths: ['/notices/v1/notices?limit=20'],
  headers: { 'accept-encoding': 'gzip' },
})
