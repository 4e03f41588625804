import { noticeId } from '../../data/notice-id.ts'
import { ratioCase } from '../../ratio-case.ts'

const rows = 100_000

export const bench = ratioCase({
  name: 'point read',
  about: 'one row out of 100,000 by its id, not cached',
  mark: { atLeast: 0.4 },
  statement: 'notice',
  rows,
  paths: Array.from({ length: rows }, (_, index) => `/notices/v1/notices/${noticeId((index * 7919) % rows)}`),
})
