import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mergeAllHorizons, mergeHorizonsByChain } from './horizons.ts'

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

it('a merged horizon is the same in any order, and claims of its theaters what holds for all', () => {
  const theaters = (['source_reported', 'probed', 'source_reported'] as const).map(
    (horizon_source, index) => {
      const [sourceId, chainId] = [index === 0 ? 'a' : 'b', 'z']
      const last_available_date = `2026-11-2${index}`
      return {
        sourceId,
        chainId,
        horizon: {
          source_id: sourceId,
          chain_id: chainId,
          max_horizon_days: 30,
          last_available_date,
          horizon_source,
        },
      }
    },
  )
  for (const list of [theaters, theaters.toReversed()])
    assert.deepEqual(mergeAllHorizons(list), {
      chain_id: 'z',
      max_horizon_days: 30,
      last_available_date: '2026-11-22',
      horizon_source: 'probed',
    })
})
