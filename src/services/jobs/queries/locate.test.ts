import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { locate } from './locate.ts'

describe('locate', () => {
  for (const [near, label] of [
    ['portland', 'Portland, OR, United States'],
    ['Portland, Maine', 'Portland, ME, United States'],
    ['Portland, ME, US', 'Portland, ME, United States'],
    ['london', 'London, ENG, United Kingdom'],
    ['London, Canada', 'London, ON, Canada'],
    ['münchen', 'Munich, BY, Germany'],
    ['Portland, Germany', undefined],
    ['', undefined],
    [',', undefined],
    ['NaN,NaN', undefined],
    ['10.5,-200', undefined],
    ['x'.repeat(5000), undefined],
  ] as const) {
    it(`finds ${near.slice(0, 20)}`, () => assert.equal(locate(near)?.label, label))
  }

  it('takes coordinates as they are', () => {
    assert.deepEqual(locate(' 52.5, -13.4 '), { lat: 52.5, lon: -13.4 })
  })
})
