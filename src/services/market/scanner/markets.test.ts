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

  it('are suggested for the countries that they are of, by any name, and for slips', () => {
    for (const [sent, meant] of [
      ['usa', 'america'],
      ['United States', 'america'],
      ['GB', 'uk'],
      ['Deutschland', 'germany'],
      ['Saudi Arabia', 'ksa'],
      ['New Zealand', 'newzealand'],
      ['amerca', 'america'],
      ['crpto', 'crypto'],
      ['zz', undefined],
    ] as const) {
      for (const check of [parseMarket, (name: string) => parseMarkets([name])])
        assert.throws(
          () => check(sent),
          (thrown) => {
            assert.ok(isFailure(thrown))
            assert.equal(thrown.details?.did_you_mean, meant)
            assert.equal(/Did you mean "(.*)"/.exec(thrown.message)?.[1], meant)
            return true
          },
          sent,
        )
    }
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
