import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigurationError } from '../../../core/errors.ts'
import { products } from '../products/index.ts'
import { contracts, getContract } from './contracts.ts'
import { UpstreamAddresses } from './upstream-addresses.ts'

describe('contracts', () => {
  it('take a POST body only where the product does', () => {
    for (const { contract, methods } of products) {
      const { method } = getContract(contract)
      assert.ok(method === 'GET' || methods.includes('POST'), contract)
    }
  })

  it('default to https addresses of the provider’s hosts', () => {
    const upstreams = new UpstreamAddresses()
    for (const contract of contracts) assert.match(upstreams.urlTemplate(contract), /^https:\/\/[\w.-]+\//)
    assert.equal(upstreams.hostNames.size, 10)
  })

  it('can be overridden by the operator', () => {
    const upstreams = new UpstreamAddresses([
      'ideas.list=https://ideas.example.org/list',
      'scanner.scan=https://x.example/{market}/s',
    ])
    assert.equal(upstreams.urlTemplate(getContract('ideas.list')), 'https://ideas.example.org/list')
    assert.ok(upstreams.hostNames.has('ideas.example.org'))
    assert.ok(upstreams.hostNames.has('x.example'))
  })

  it('have one fingerprint per set of addresses, in any order', () => {
    const moved = ['ideas.list=https://x.example/i', 'scanner.scan=https://x.example/{market}/s']
    const { fingerprint } = new UpstreamAddresses(moved)
    assert.equal(new UpstreamAddresses(moved.toReversed()).fingerprint, fingerprint)
    assert.notEqual(new UpstreamAddresses().fingerprint, fingerprint)
    assert.notEqual(new UpstreamAddresses(moved.slice(1)).fingerprint, fingerprint)
  })

  for (const wrong of [
    'ideas.lst=https://x.example/',
    'ideas.list=ftp://x.example/',
    'ideas.list',
    '=https://x.example/',
  ]) {
    it(`reject the override ${JSON.stringify(wrong)}`, () => {
      assert.throws(() => new UpstreamAddresses([wrong]), ConfigurationError)
    })
  }
})
