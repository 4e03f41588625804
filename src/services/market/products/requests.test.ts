/** The requests to the provider are those of `test/support/market/requests.ts`, and a change of a request changes that table. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contractRows, productRows, toUpstreamRequest } from '../../../../test/support/market/requests.ts'
import { type ContractId, contracts, getContract } from '../gateway/contracts.ts'
import { UpstreamAddresses } from '../gateway/upstream-addresses.ts'
import { buildUpstreamRequest, requestUrl } from '../gateway/upstream-request.ts'
import { products } from './index.ts'

describe('requests to the provider', () => {
  const addresses = new UpstreamAddresses()
  const productContracts = new Set<ContractId>()

  for (const { contract: id, path = {}, evidence, url } of contractRows) {
    it(`of the contract ${id} are as known from: ${evidence}`, () => {
      const contract = getContract(id)
      const request = buildUpstreamRequest(contract, { path })
      assert.equal(`${contract.method} ${requestUrl(request, addresses.urlTemplate(contract))}`, `GET ${url}`)
    })
  }

  for (const row of productRows) {
    const { product, evidence, url, body } = row
    it(`of ${product} are as known from: ${evidence}`, () => {
      const request = toUpstreamRequest(row)
      const { contract, method = contract.method } = request
      productContracts.add(contract.id)
      assert.equal(requestUrl(request, addresses.urlTemplate(contract)), url)
      assert.equal(method, body === undefined ? 'GET' : 'POST')
      const text = request.body?.text
      assert.deepEqual(typeof body === 'object' ? JSON.parse(text ?? '') : text, body)
    })
  }

  it('are in the tables for every product and every contract', () => {
    const inTable = new Set<string>(productRows.map(({ product }) => product))
    assert.deepEqual(
      products.map(({ name }) => name).filter((name) => !inTable.has(name)),
      [],
    )
    const tested = new Set<string>([...contractRows.map(({ contract }) => contract), ...productContracts])
    assert.deepEqual(
      contracts.map(({ id }) => id).filter((id) => !tested.has(id)),
      [],
    )
  })
})
