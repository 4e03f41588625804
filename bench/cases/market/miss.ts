import { missCase } from '../../market-miss-case.ts'

export const bench = missCase({
  name: 'market miss',
  about: 'screeners of 50 rows through the gateway for sixteen callers, against asking the provider itself',
  mark: { below: 1.3 },
  callers: 16,
})
