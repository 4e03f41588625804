import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { skipReason } from '../../../test/support/backends.ts'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { recordingsDir } from '../../../test/support/recordings.ts'
import { createWorld } from '../../world.ts'
import { indexIdsOf, membersOf } from './index-members.ts'
import { checkDigit, cusipOf } from './isin.ts'
import { buildListings } from './listings.ts'

function build(seed: string) {
  return buildListings(createWorld({ seed, clock: new FakeClock('2026-11-13T17:00:00Z') }))
}

const listings = build('spring')

describe('listings', () => {
  it('are thousands, each with a unique symbol', () => {
    assert.ok(listings.all.length > 3_000, String(listings.all.length))
    for (const [row, listing] of listings.all.entries()) {
      assert.equal(listing.row, row)
      assert.equal(listings.find(listing.symbol), listing)
    }
  })

  it('are the same for the same seed, and different for another', () => {
    const symbols = (of: typeof listings) =>
      of.all.map(({ symbol, description }) => `${symbol} ${description}`)
    assert.deepEqual(symbols(build('spring')), symbols(listings))
    assert.notDeepEqual(symbols(build('autumn')), symbols(listings))
    assert.ok(build('autumn').find('NASDAQ:AAPL'))
  })

  it('are of every type, some with accents', () => {
    const types = new Set(listings.all.map(({ type }) => type))
    for (const type of [
      'stock',
      'dr',
      'fund',
      'spot',
      'swap',
      'forex',
      'futures',
      'index',
      'commodity',
      'bond',
      'economic',
    ]) {
      assert.ok(types.has(type as never), type)
    }
    assert.ok(listings.all.some(({ description }) => /[äöüßéèñåøł]/i.test(description)))
    assert.ok(listings.all.filter(({ hasOptions }) => hasOptions).length > 100)
  })

  it('have valid price grids', () => {
    for (const { symbol, pricescale, minmov, sigma, dailyVolume } of listings.all) {
      assert.ok(pricescale >= 1 && minmov >= 1 && sigma >= 0 && dailyVolume >= 0, symbol)
    }
  })

  it('have ISINs with a valid check digit', () => {
    const apple = listings.find('NASDAQ:AAPL')
    assert.ok(apple)
    assert.equal(checkDigit('US037833100'), 5)
    assert.equal(Number(apple.isin.at(-1)), checkDigit(apple.isin.slice(0, -1)))
    assert.equal(cusipOf(apple.isin), apple.isin.slice(2, 11))
    assert.equal(cusipOf('DE0007164600'), undefined)
  })

  it('are members of the indices of their market', () => {
    assert.equal(membersOf(listings, 'SP:SPX')?.size, 503)
    assert.equal(membersOf(listings, 'DJ:DJI')?.size, 30)
    assert.equal(membersOf(listings, 'NO:SUCH'), undefined)
    const apple = listings.find('NASDAQ:AAPL')
    assert.ok(apple)
    assert.deepEqual(indexIdsOf(listings, apple), ['SP:SPX', 'DJ:DJI', 'NASDAQ:NDX'])
  })

  const folder = recordingsDir('market')
  it('are in every market of the recordings', {
    skip: skipReason('recordings', folder),
  }, () => {
    const { countries, other } = JSON.parse(readFileSync(join(folder ?? '', 'scanner.markets.json'), 'utf8'))
    for (const market of [...countries, ...other].filter((name) => name !== 'options')) {
      assert.ok(listings.ofMarket(market).length > 0, market)
    }
  })
})
