import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mergeHorizonsByChain } from './horizons.ts'

it('horizons are in the order of source and chain, whatever the order of the theaters', () => {
  const theaters = ['b y', 'a z', 'b x', 'a z'].map((name) => {
    const [sourceId = '', chainId = ''] = name.split(' ')
    return {
      sourceId,
      chainId,
      horizon: { source_id: sourceId, chain_id: chainId, horizon_source: 'probed' as const },
    }
  })
  for (const list of [theaters, theaters.toReversed()])
    assert.deepEqual(
      mergeHorizonsByChain(list).map(({ source_id, chain_id }) => `${source_id} ${chain_id}`),
      ['a z', 'b x', 'b y'],
    )
})
