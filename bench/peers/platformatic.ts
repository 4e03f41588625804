import { noticeId } from '../data/notice-id.ts'
import { ratioCase } from '../ratio-case.ts'

const rows = 100_000

export const peer = ratioCase({
  name: 'platformatic',
  about: 'one row out of 100,000 by its id on PostgreSQL, not cached, against Platformatic DB',
  engine: 'postgres',
  rows,
  baseline: 'peers/platformatic.ts',
  paths: Array.from({ length: rows }, (_, index) => `/notices/v1/notices/${noticeId((index * 7919) % rows)}`),
})
