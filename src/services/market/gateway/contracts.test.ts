import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigurationError } from '../../../core/errors.ts'
import { productRoutes } from '../products/product-table.ts'
import { contracts, getContract, UpstreamAddresses } from './contracts.ts'

describe('contracts', () => {
  it('answer every product route', () => {
    for (const { endpoint_id, methods } of productRoutes) {
      const { method } = getContract(endpoint_id)
      assert.ok(method === 'GET' || methods.includes('POST'), endpoint_id)
    }
  })

  it('live at https addresses of known hosts unless told', () => {
    const upstreams = new UpstreamAddresses()
    for (const contract of contracts) assert.match(upstreams.urlTemplate(contract), /^https:\/\/[\w.-]+\//)
    assert.equal(upstreams.hostNames.size, 10)
  })

  it('move to where the operator says', () => {
    const upstreams = new UpstreamAddresses([
      'ideas.list=https://ideas.example.org/list',
      'scanner.scan=https://x.example/{market}/s',
    ])
    assert.equal(upstreams.urlTemplate(getContract('ideas.list')), 'https://ideas.example.org/list')
    assert.ok(upstreams.hostNames.has('ideas.example.org'))
    assert.ok(upstreams.hostNames.has('x.example'))
  })

  it('have one tag per set of addresses, whatever the order they are told in', () => {
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
    it(`refuse ${JSON.stringify(wrong)} when the server starts`, () => {
      assert.throws(() => new UpstreamAddresses([wrong]), ConfigurationError)
    })
  }
})
