import { ratioCase } from '../../ratio-case.ts'

export const bench = ratioCase({
  name: 'not modified',
  about: 'a list the caller already has: 304',
  mark: { atLeast: 0.9 },
  rows: 1000,
  paths: ['/notices/v1/notices?limit=20'],
  headers: { 'if-none-match': '*' },
})
