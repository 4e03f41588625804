import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { providers } from '../normalise/providers/registry.ts'
import { sourcesOf } from './index.ts'
import { knownCenters } from './members/trust-centers.ts'

const nowhere = async () => undefined

describe('the sources of trust centers', () => {
  it('have a provider for every center that is known', () => {
    assert.ok(sourcesOf(providers, knownCenters, nowhere).length > 1)
  })

  it('do not start with a center whose provider nobody knows', () => {
    const [center] = knownCenters
    assert.ok(center)
    assert.throws(
      () => sourcesOf(providers, [{ ...center, id: 'acme', provider: 'pretend' }], nowhere),
      /trust center acme: there is no provider pretend/,
    )
  })
})
