import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { locate } from './locate.ts'

describe('locate', () => {
  for (const [near, label] of [
    ['portland', 'Portland, Oregon, United States'],
    ['Portland, Maine', 'Portland, Maine, United States'],
    ['Portland, ME, US', 'Portland, Maine, United States'],
    ['london', 'London, England, United Kingdom'],
    ['London, Canada', 'London, Ontario, Canada'],
    ['münchen', 'Munich, Bavaria, Germany'],
    ['10001', '10001, United States'],
    ['LS1 5DL', 'LS1 5DL, United Kingdom'],
    ['Portland, Germany', undefined],
    ['', undefined],
    [',', undefined],
    ['NaN,NaN', undefined],
    ['x'.repeat(5000), undefined],
  ] as const) {
    it(`finds ${near.slice(0, 20)}`, async () => assert.equal(locate(near).location?.label, label))
  }

  it('takes any doubles as coordinates', async () => {
    for (const near of [' 52.5, -13.4 ', '51.5,-0.12000000000000001', '51.5073509,-0.12775829999998223']) {
      const [lat, lon] = near.split(',').map(Number)
      assert.deepEqual(locate(near), { location: { lat, lon, alternatives: [] } })
    }
  })
})
