import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../core/errors.ts'
import { createParameterParser } from '../../../http/request/validate.ts'
import type { ScanBody } from '../scanner/scan-body.ts'
import { getOptionChain } from './option-chain.ts'

const params = { symbol: 'NASDAQ:AAPL' }

/** What a chain that is asked for by a query or by a body asks the provider for. */
function chain(query: Readonly<Record<string, string>>, body?: ScanBody): { body: ScanBody } {
  const read = createParameterParser(getOptionChain.query, 'query')
  const given = { query: body ? {} : read(query), params, body, nowMs: 0 }
  return getOptionChain.parseRequest(given as never) as { body: ScanBody }
}

/** The header and the first row of a chain, from a provider that has a cell for every column. */
function answered(question: { body: ScanBody }, cells: Readonly<Record<string, unknown>>) {
  const { columns: fields = [] } = question.body
  const json = {
    totalCount: 1,
    fields,
    symbols: [{ s: 'OPRA:X', f: fields.map((name) => cells[name] ?? null) }],
  }
  const { columns, rows } = getOptionChain.toResult(json, question)
  return { columns, row: rows?.[0] }
}

const cells = { 'option-type': 'put', type: 'option', theoPrice: 2.5, strike: 200 }

describe('option chain', () => {
  it('takes columns by the names its rows have, by the provider’s, and by both at once', () => {
    for (const columns of [
      'type,theo_price,strike',
      'option-type,theoPrice,strike',
      'option-type,type,theo_price,strike',
    ]) {
      const question = chain({ columns })
      assert.deepEqual(question.body.columns, ['option-type', 'theoPrice', 'strike'])
      assert.deepEqual(answered(question, cells), {
        columns: ['symbol', 'underlying', 'type', 'theo_price', 'strike'],
        row: { symbol: 'OPRA:X', underlying: 'NASDAQ:AAPL', type: 'put', theo_price: 2.5, strike: 200 },
      })
    }
  })

  it('keeps its own two columns where they are asked for', () => {
    const question = chain({ columns: 'underlying,symbol,strike' })
    assert.deepEqual(question.body.columns, ['strike'])
    assert.deepEqual(answered(question, cells).columns, ['symbol', 'underlying', 'strike'])
  })

  it('is sorted by the names its rows have', () => {
    assert.equal(chain({ sort: 'type' }).body.sort?.sortBy, 'option-type')
    assert.equal(chain({ sort: 'theo_price' }).body.sort?.sortBy, 'theoPrice')
    assert.equal(chain({ sort: 'iv' }).body.sort?.sortBy, 'iv')
  })

  it('has every column of a body once', () => {
    const question = chain({}, { columns: ['strike', 'option-type', 'strike'] })
    assert.deepEqual(answered(question, cells).columns, ['symbol', 'underlying', 'strike', 'type'])
  })

  for (const [column, expected] of [
    ['type', 'option-type'],
    ['theo_price', 'theoPrice'],
    ['symbol', 'columns without symbol'],
    ['underlying', 'columns without underlying'],
  ] as const) {
    it(`refuses ${column} in a body, where it would mean something else`, () => {
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
    it(`says that ${parameter} is before the beginning of its range`, () => {
      assert.throws(
        () => chain(query),
        (thrown) => isFailure(thrown, 'invalid_request') && thrown.details?.parameter === parameter,
      )
    })
  }
})
