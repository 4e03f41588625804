import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../core/errors.ts'
import { createParameterParser } from '../../../http/request/validation/validate.ts'
import type { ScanBody } from '../scanner/scan-body.ts'
import { getOptionChain } from './option-chain.ts'

const params = { symbol: 'NASDAQ:AAPL' }

/** The request to the provider for a query or a body. */
function chain(query: Readonly<Record<string, string>>, body?: ScanBody): { body: ScanBody } {
  const read = createParameterParser(getOptionChain.query, 'query')
  const input = { query: body ? {} : read(query), params, body, nowMs: 0 }
  return getOptionChain.parseRequest(input as never) as { body: ScanBody }
}

/** The columns and the first row of a chain, from a provider with a cell for every column. */
function resultOf(request: { body: ScanBody }, cells: Readonly<Record<string, unknown>>) {
  const { columns: fields = [] } = request.body
  const json = {
    totalCount: 1,
    fields,
    symbols: [{ s: 'OPRA:X', f: fields.map((name) => cells[name] ?? null) }],
  }
  const { columns, rows } = getOptionChain.toResult(json, request)
  return { columns, row: rows?.[0] }
}

const cells = { 'option-type': 'put', type: 'option', theoPrice: 2.5, strike: 200 }

describe('option chain', () => {
  it('takes columns by our names, the provider’s, or both', () => {
    for (const columns of [
      'type,theo_price,strike',
      'option-type,theoPrice,strike',
      'option-type,type,theo_price,strike',
    ]) {
      const request = chain({ columns })
      assert.deepEqual(request.body.columns, ['option-type', 'theoPrice', 'strike'])
      assert.deepEqual(resultOf(request, cells), {
        columns: ['symbol', 'underlying', 'type', 'theo_price', 'strike'],
        row: { symbol: 'OPRA:X', underlying: 'NASDAQ:AAPL', type: 'put', theo_price: 2.5, strike: 200 },
      })
    }
  })

  it('always includes its own two columns', () => {
    const request = chain({ columns: 'underlying,symbol,strike' })
    assert.deepEqual(request.body.columns, ['strike'])
    assert.deepEqual(resultOf(request, cells).columns, ['symbol', 'underlying', 'strike'])
  })

  it('is sorted by expiration, then strike and type', () => {
    const request = chain({ columns: 'strike,type,expiration' })
    assert.equal(request.body.sort?.sortBy, 'expiration')
    const rows = [
      [110, 'call', 20270115],
      [100, 'put', 20270115],
      [100, 'call', 20270115],
      [90, 'call', 20270219],
    ]
    const json = {
      totalCount: rows.length,
      fields: request.body.columns,
      symbols: rows.map((f, index) => ({ s: `OPRA:${index}`, f })),
    }
    const sorted = getOptionChain.toResult(json, request as never).rows
    assert.deepEqual(
      (sorted as { symbol: string }[]).map(({ symbol }) => symbol),
      ['OPRA:2', 'OPRA:1', 'OPRA:0', 'OPRA:3'],
    )
  })

  it('can be sorted by our names', () => {
    assert.equal(chain({ sort: 'type' }).body.sort?.sortBy, 'option-type')
    assert.equal(chain({ sort: 'theo_price' }).body.sort?.sortBy, 'theoPrice')
    assert.equal(chain({ sort: 'iv' }).body.sort?.sortBy, 'iv')
  })

  it('deduplicates the columns of a body', () => {
    const request = chain({}, { columns: ['strike', 'option-type', 'strike'] })
    assert.deepEqual(resultOf(request, cells).columns, ['symbol', 'underlying', 'strike', 'type'])
  })

  for (const [column, expected] of [
    ['type', 'option-type'],
    ['theo_price', 'theoPrice'],
    ['symbol', 'columns without symbol'],
    ['underlying', 'columns without underlying'],
  ] as const) {
    it(`rejects ${column} in a body, where it is ambiguous`, () => {
      assert.throws(
        () => chain({}, { columns: ['strike', column] }),
        (thrown) =>
          isFailure(thrown, 'invalid_request') &&
          thrown.details?.parameter === 'columns' &&
          thrown.details.expected === expected,
      )
    })
  }

  for (const [parameter, query] of [
    ['strike_max', { strike_min: '20', strike_max: '10' }],
    ['expiration_to', { expiration_from: '2027-01-15', expiration_to: '2027-01-14' }],
  ] as const) {
    it(`reports that ${parameter} is before the start of its range`, () => {
      assert.throws(
        () => chain(query),
        (thrown) => isFailure(thrown, 'invalid_request') && thrown.details?.parameter === parameter,
      )
    })
  }
})
