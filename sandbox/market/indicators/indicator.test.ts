import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BarBuffer } from '../prices/bar-buffer.ts'
import { expandAll } from '../scanner/brace-list.ts'
import { technical } from '../scanner/field-tables.ts'
import { indicatorNamed } from './indicator.ts'
import { ratingWord } from './rating.ts'

function bars(closes: readonly number[], spread = 1): BarBuffer {
  const buffer = new BarBuffer(closes.length)
  for (const [at, close] of closes.entries()) {
    const open = closes[at - 1] ?? close
    buffer.push(at, open, Math.max(open, close) + spread, Math.min(open, close) - spread, close, 100 + at)
  }
  return buffer
}

function at(name: string, buffer: BarBuffer): number {
  const indicator = indicatorNamed(name)
  assert.ok(indicator, name)
  return indicator.at(buffer, buffer.length - 1)
}

const rising = bars(Array.from({ length: 330 }, (_, day) => 100 + day))
const falling = bars(Array.from({ length: 330 }, (_, day) => 500 - day))
const flat = bars(Array.from({ length: 330 }, () => 100))
const waving = bars(Array.from({ length: 330 }, (_, day) => 100 + 10 * Math.sin(day / 5)))

describe('indicators', () => {
  it('of plain means are what a pencil gives', () => {
    const few = bars([1, 2, 3, 4, 5, 6])
    assert.equal(at('SMA5', few), 4)
    assert.ok(Math.abs(at('EMA5', few) - 4) < 1e-9)
    assert.ok(Math.abs(at('EMA3', bars([2, 4, 6, 8])) - 6) < 1e-9)
    assert.ok(Math.abs(at('VWMA', rising) - at('SMA20', rising)) < 1)
    assert.equal(at('change', few), 20)
    assert.equal(at('Mom', rising), 10)
  })

  it('of strength know up, down and neither', () => {
    assert.deepEqual([at('RSI', rising), at('RSI', falling), at('RSI', flat)], [100, 0, 50])
    assert.ok(at('Stoch.K', rising) > 85 && at('Stoch.K', falling) < 15)
    assert.ok(at('ADX+DI', rising) > at('ADX-DI', rising) && at('ADX', rising) > 50)
    assert.ok(at('W.R', rising) > -15 && at('W.R', falling) < -85)
    assert.ok(at('MACD.macd', rising) > 0 && at('MACD.macd', falling) < 0)
    assert.ok(Math.abs(at('MACD.hist', rising)) < 0.01)
    assert.equal(at('Aroon.Up', rising), 100)
  })

  it('of bands lie around their middle', () => {
    assert.ok(
      at('BB.lower', waving) < at('BB.basis', waving) && at('BB.basis', waving) < at('BB.upper', waving),
    )
    assert.equal(at('BB.upper', flat), 100)
    assert.equal(at('DonchCh20.Upper', rising), 430)
    assert.ok(at('Pivot.M.Classic.S1', waving) < at('Pivot.M.Classic.R1', waving))
    assert.ok(at('P.SAR', rising) < 429 && at('P.SAR', falling) > 171)
  })

  it('rate what rises as a buy and what falls as a sell', () => {
    assert.ok(at('Recommend.MA', rising) > 0.5 && at('Recommend.MA', falling) < -0.5)
    assert.ok(at('Recommend.All', rising) > at('Recommend.All', falling))
    assert.deepEqual([-0.5, -0.1, 0, 0.1, 0.5].map(ratingWord), [
      'StrongSell',
      'Sell',
      'Neutral',
      'Buy',
      'StrongBuy',
    ])
  })

  it('see shapes of candles', () => {
    const doji = new BarBuffer(5)
    for (let day = 0; day < 5; day++) doji.push(day, 10, 12, 8, 10, 1)
    assert.equal(at('Candle.Doji', doji), 1)
    assert.equal(at('Candle.Marubozu.White', doji), 0)
    const engulfing = new BarBuffer(5)
    for (let day = 0; day < 4; day++) engulfing.push(day, 10, 10.5, 8.5, 9, 1)
    engulfing.push(4, 8.9, 11, 8.8, 10.8, 1)
    assert.equal(at('Candle.Engulfing.Bullish', engulfing), 1)
    assert.equal(at('Candle.Engulfing.Bearish', engulfing), 0)
  })

  it('are empty where there are too few bars', () => {
    const few = bars([1, 2, 3])
    for (const name of ['SMA50', 'RSI', 'MACD.macd', 'ADX', 'CCI20', 'UO', 'Ichimoku.Lead2', 'Candle.Doji']) {
      assert.ok(Number.isNaN(at(name, few)), name)
    }
  })

  it('exist for every technical column that is listed', () => {
    for (const name of expandAll(technical.number ?? '')) {
      const field = name.replace(/\[\d\]$/, '')
      const value = at(field, waving)
      assert.ok(Number.isFinite(value), `${name} is ${value}`)
    }
  })

  it('of other names do not exist', () => {
    for (const name of ['SMA', 'SMAx', 'RSIx', 'Candle.Nothing', 'Rec.Nothing', 'toString']) {
      assert.equal(indicatorNamed(name), undefined, name)
    }
  })
})
