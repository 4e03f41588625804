import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Misconfigured } from '../../../core/errors.ts'
import { productRoutes } from '../products/product-table.ts'
import { contractOf, contracts, Upstreams } from './contracts.ts'

describe('contracts', () => {
  it('answer every product route', () => {
    for (const { endpoint_id, methods } of productRoutes) {
      const { method } = contractOf(endpoint_id)
      assert.ok(method === 'GET' || methods.includes('POST'), endpoint_id)
    }
  })

  it('live at https addresses of known hosts unless told', () => {
    const upstreams = new Upstreams()
    for (const contract of contracts) assert.match(upstreams.templateOf(contract), /^https:\/\/[\w.-]+\//)
    assert.equal(upstreams.hostNames.size, 10)
  })

  it('move to where the operator says', () => {
    const upstreams = new Upstreams([
      'ideas.list=https://ideas.example.org/list',
      'scanner.scan=https://x.example/{market}/s',
    ])
    assert.equal(upstreams.templateOf(contractOf('ideas.list')), 'https://ideas.example.org/list')
    assert.ok(upstreams.hostNames.has('ideas.example.org'))
    assert.ok(upstreams.hostNames.has('x.example'))
  })

  it('have one tag per set of addresses, whatever the order they are told in', () => {
    const moved = ['ideas.list=https://x.example/i', 'scanner.scan=https://x.example/{market}/s']
    const { tag } = new Upstreams(moved)
    assert.equal(new Upstreams(moved.toReversed()).tag, tag)
    assert.notEqual(new Upstreams().tag, tag)
    assert.notEqual(new Upstreams(moved.slice(1)).tag, tag)
  })

  for (const wrong of [
    'ideas.lst=https://x.example/',
    'ideas.list=ftp://x.example/',
    'ideas.list',
    '=https://x.example/',
  ]) {
    it(`refuse ${JSON.stringify(wrong)} when the server starts`, () => {
      assert.throws(() => new Upstreams([wrong]), Misconfigured)
    })
  }
})
