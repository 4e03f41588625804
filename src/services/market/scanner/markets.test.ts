import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../core/errors.ts'
import { markets, parseMarket, parseMarkets, validateMarkets } from './markets.ts'

describe('markets', () => {
  it('are sorted and deduplicated, whatever their case', () => {
    assert.deepEqual(parseMarkets(['UK', 'america', 'uk', 'America']), ['america', 'uk'])
  })

  it('reject look-alike letters', () => {
    assert.throws(
      () => parseMarket('u\u212a'),
      (thrown) => isFailure(thrown, 'not_found'),
    )
    assert.throws(
      () => parseMarkets(['u\u212a']),
      (thrown) => isFailure(thrown, 'invalid_request'),
    )
  })

  for (const check of [parseMarkets, validateMarkets]) {
    it(`${check.name} rejects global in a list`, () => {
      assert.throws(
        () => check(['global']),
        (thrown) => {
          assert.ok(isFailure(thrown, 'invalid_request'))
          assert.equal(thrown.message, '"global" stands for all markets; a list names each of them.')
          assert.equal(thrown.details?.parameter, 'markets')
          assert.equal(thrown.details?.did_you_mean, undefined)
          assert.deepEqual(thrown.details?.known, markets)
          return true
        },
      )
    })
  }
})
