import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../core/errors.ts'
import { markets, parseMarket, parseMarkets, validateMarkets } from './markets.ts'

describe('markets', () => {
  it('of a list are in one order and without repeats, whatever their case', () => {
    assert.deepEqual(parseMarkets(['UK', 'america', 'uk', 'America']), ['america', 'uk'])
  })

  it('are not named by letters that only look alike', () => {
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
    it(`${check.name} says that the whole world is none of a list`, () => {
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
