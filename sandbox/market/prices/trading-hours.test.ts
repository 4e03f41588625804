import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayOf } from '../../calendar.ts'
import {
  type Hours,
  isTradingDay,
  latestTradingDay,
  sessionOf,
  sessionState,
  sessionText,
} from './trading-hours.ts'

const newYork: Hours = {
  zone: 'America/New_York',
  open: [[570, 960]],
  week: 'mon-fri',
  extended: [240, 1200],
}
const tokyo: Hours = {
  zone: 'Asia/Tokyo',
  open: [
    [540, 690],
    [750, 930],
  ],
  week: 'mon-fri',
}
const currencies: Hours = { zone: 'America/New_York', open: [[-420, 1020]], week: 'mon-fri' }
const riyadh: Hours = { zone: 'Asia/Riyadh', open: [[600, 900]], week: 'sun-thu' }

const at = (text: string) => Date.parse(text)
const day = (text: string) => dayOf(at(text))

describe('trading hours', () => {
  it('follow daylight saving time', () => {
    assert.equal(sessionOf(newYork, day('2026-07-01')).startMs, at('2026-07-01T13:30:00Z'))
    assert.equal(sessionOf(newYork, day('2026-12-01')).startMs, at('2026-12-01T14:30:00Z'))
  })

  it('distinguish premarket, market, postmarket and breaks', () => {
    assert.equal(sessionState(newYork, at('2026-11-13T13:00:00Z')), 'pre_market')
    assert.equal(sessionState(newYork, at('2026-11-13T15:00:00Z')), 'market')
    assert.equal(sessionState(newYork, at('2026-11-13T22:00:00Z')), 'post_market')
    assert.equal(sessionState(newYork, at('2026-11-14T15:00:00Z')), 'out_of_session')
    assert.equal(sessionState(newYork, at('2026-12-25T15:00:00Z')), 'holiday')
    assert.equal(sessionState(tokyo, at('2026-11-13T03:00:00Z')), 'out_of_session')
    assert.equal(sessionState(tokyo, at('2026-11-13T04:00:00Z')), 'market')
  })

  it('begin on the previous evening where the session does', () => {
    assert.equal(sessionState(currencies, at('2026-11-15T22:30:00Z')), 'market')
    assert.equal(latestTradingDay(currencies, at('2026-11-15T22:30:00Z')), day('2026-11-16'))
    assert.equal(latestTradingDay(currencies, at('2026-11-15T21:30:00Z')), day('2026-11-13'))
  })

  it('follow the trading week of the exchange', () => {
    assert.deepEqual(
      [isTradingDay(riyadh, day('2026-11-13')), isTradingDay(riyadh, day('2026-11-15'))],
      [false, true],
    )
  })

  it('are written in the format of the provider', () => {
    assert.equal(sessionText(tokyo), '0900-1130,1230-1530')
    assert.equal(sessionText(currencies), '1700-1700')
    assert.equal(sessionText({ zone: 'Etc/UTC', open: [[0, 1440]], week: 'always' }), '24x7')
  })
})
