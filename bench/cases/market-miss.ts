import { missCase } from '../market-miss.ts'

export const bench = missCase({
  name: 'market miss',
  about: 'a screener of 50 rows through the gateway, against asking the provider itself',
  mark: { below: 1.3 },
})
