import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { providers } from '../normalise/providers/registry.ts'
import { buildTrustSources } from './index.ts'
import { liveTrustCenters } from './members/trust-centers.ts'

const nowhere = async () => undefined

describe('the sources of trust centers', () => {
  it('have a provider for every center that is known', () => {
    assert.ok(buildTrustSources(providers, liveTrustCenters, nowhere).length > 1)
  })

  it('do not start with a center whose provider nobody knows', () => {
    const [center] = liveTrustCenters
    assert.ok(center)
    assert.throws(
      () => buildTrustSources(providers, [{ ...center, id: 'acme', provider: 'pretend' }], nowhere),
      /trust center acme: there is no provider pretend/,
    )
  })
})
