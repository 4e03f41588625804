import { missOverProxyCase } from '../../market-miss-case.ts'

export const bench = missOverProxyCase({
  name: 'market over proxy',
  about:
    'what a miss of a single caller takes longer through the gateway than through a proxy that does nothing',
})
