import { ratioCase } from '../../ratio-case.ts'

export const bench = ratioCase({
  name: 'market nginx',
  about: 'the same hit, against the proxy cache of nginx in front of us; for the record',
  program: 'market.ts',
  rows: 0,
  baseline: 'peers/nginx-cache.ts',
  paths: ['/v1/screeners/america/search?limit=20'],
})
