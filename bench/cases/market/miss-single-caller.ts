import { missCase } from '../../market-miss-case.ts'

export const bench = missCase({
  name: 'market miss alone',
  about: 'the same for a single caller, where nothing else goes on while the gateway works',
  mark: { below: 1.3 },
  callers: 1,
})
