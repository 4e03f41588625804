import { ratioCase } from '../../ratio-case.ts'

export const bench = ratioCase({
  name: 'trust coverage',
  about: 'the collection of all coverage records, from the response cache',
  mark: { atLeast: 0.85 },
  rows: 100,
  paths: ['/data/v1/coverage/providers'],
})
