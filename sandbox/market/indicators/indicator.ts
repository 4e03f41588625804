/** Technical columns by name: how many bars each needs, and its value at the end of them. */

import { own } from '../own.ts'
import { type BarBuffer, value } from '../prices/bar-buffer.ts'
import { deviation, ema, highest, hull, lowest, sma, vwma } from './averages.ts'
import { candleShape } from './candles.ts'
import { cloud, middleOf, parabolicStop, pivot } from './levels.ts'
import {
  aroon,
  atr,
  averageRange,
  awesome,
  bullBearPower,
  cci,
  chaikin,
  direction,
  keltnerReach,
  macd,
  macdSignal,
  momentum,
  moneyFlowIndex,
  rateOfChange,
  rsi,
  stochD,
  stochK,
  stochRsiD,
  stochRsiK,
  ultimate,
  williams,
} from './oscillators.ts'
import { averagesRating, othersRating, rating, singleVotes } from './rating.ts'

export interface Indicator {
  /** Bars before and with the last one that are worth loading. */
  readonly bars: number
  /** `NaN` where it cannot be told. */
  at(bars: BarBuffer, end: number): number
}

/** For every column that depends on the last bar alone or on a few before it. */
const fixed: Readonly<Record<string, Indicator>> = {
  open: { bars: 1, at: ({ open }, end) => value(open, end) },
  high: { bars: 1, at: ({ high }, end) => value(high, end) },
  low: { bars: 1, at: ({ low }, end) => value(low, end) },
  close: { bars: 1, at: ({ close }, end) => value(close, end) },
  volume: { bars: 1, at: ({ volume }, end) => value(volume, end) },
  change: { bars: 2, at: (bars, end) => percent(value(bars.close, end), before(bars, end)) },
  change_abs: { bars: 2, at: (bars, end) => value(bars.close, end) - before(bars, end) },
  change_from_open: { bars: 1, at: ({ open, close }, end) => percent(value(close, end), value(open, end)) },
  change_from_open_abs: { bars: 1, at: ({ open, close }, end) => value(close, end) - value(open, end) },
  gap: { bars: 2, at: (bars, end) => percent(value(bars.open, end), before(bars, end)) },
  'Value.Traded': { bars: 1, at: ({ close, volume }, end) => value(close, end) * value(volume, end) },
  volume_change: {
    bars: 2,
    at: ({ volume }, end) => (end < 1 ? Number.NaN : percent(value(volume, end), value(volume, end - 1))),
  },
  volume_change_abs: {
    bars: 2,
    at: ({ volume }, end) => (end < 1 ? Number.NaN : value(volume, end) - value(volume, end - 1)),
  },
  'Recommend.All': { bars: 260, at: rating },
  'Recommend.MA': { bars: 260, at: averagesRating },
  'Recommend.Other': { bars: 140, at: othersRating },
  'Stoch.RSI.K': { bars: 110, at: stochRsiK },
  'Stoch.RSI.D': { bars: 110, at: stochRsiD },
  'MACD.macd': { bars: 140, at: macd },
  'MACD.signal': { bars: 160, at: macdSignal },
  'MACD.hist': { bars: 160, at: (bars, end) => macd(bars, end) - macdSignal(bars, end) },
  CCI20: { bars: 22, at: (bars, end) => cci(bars, end, 20) },
  AO: { bars: 38, at: awesome },
  Mom: { bars: 14, at: (bars, end) => momentum(bars, end, 10) },
  Mom_14: { bars: 18, at: (bars, end) => momentum(bars, end, 14) },
  'W.R': { bars: 16, at: (bars, end) => williams(bars, end, 14) },
  BBPower: { bars: 70, at: bullBearPower },
  UO: { bars: 32, at: ultimate },
  ROC: { bars: 12, at: (bars, end) => rateOfChange(bars, end, 9) },
  'Aroon.Up': { bars: 18, at: ({ high }, end) => aroon(high, end, 14, 1) },
  'Aroon.Down': { bars: 18, at: ({ low }, end) => aroon(low, end, 14, -1) },
  ATR: { bars: 80, at: (bars, end) => atr(bars, end, 14) },
  ATRP: { bars: 80, at: (bars, end) => (100 * atr(bars, end, 14)) / value(bars.close, end) },
  ADR: { bars: 16, at: (bars, end) => averageRange(bars, end, 14) },
  ADRP: { bars: 16, at: (bars, end) => (100 * averageRange(bars, end, 14)) / value(bars.close, end) },
  ChaikinMoneyFlow: { bars: 22, at: (bars, end) => chaikin(bars, end, 20) },
  MoneyFlow: { bars: 18, at: (bars, end) => moneyFlowIndex(bars, end, 14) },
  VWMA: { bars: 22, at: (bars, end) => vwma(bars, end, 20) },
  VWAP: {
    bars: 1,
    at: ({ high, low, close }, end) => (value(high, end) + value(low, end) + value(close, end)) / 3,
  },
  'P.SAR': { bars: 124, at: parabolicStop },
  'KltChnl.basis': { bars: 90, at: ({ close }, end) => ema(close, end, 20) },
  'KltChnl.upper': { bars: 90, at: (bars, end) => ema(bars.close, end, 20) + keltnerReach(bars, end) },
  'KltChnl.lower': { bars: 90, at: (bars, end) => ema(bars.close, end, 20) - keltnerReach(bars, end) },
  'DonchCh20.Upper': { bars: 22, at: ({ high }, end) => highest(high, end, 20) },
  'DonchCh20.Lower': { bars: 22, at: ({ low }, end) => lowest(low, end, 20) },
  'DonchCh20.Middle': { bars: 22, at: (bars, end) => middleOf(bars, end, 20) },
  'Volatility.D': {
    bars: 1,
    at: ({ high, low }, end) => percent(value(high, end), value(low, end)),
  },
  'Volatility.W': { bars: 6, at: (bars, end) => meanRange(bars, end, 5) },
  'Volatility.M': { bars: 22, at: (bars, end) => meanRange(bars, end, 21) },
  relative_volume_10d_calc: {
    bars: 12,
    at: ({ volume }, end) => (end < 10 ? Number.NaN : value(volume, end) / sma(volume, end - 1, 10)),
  },
}

const cloudLengths = { conversion: 9, base: 26, lagging: 52, shift: 26 }
const longCloudLengths = { conversion: 20, base: 60, lagging: 120, shift: 30 }

type Maker = (match: RegExpExecArray) => Indicator | undefined

const families: readonly (readonly [RegExp, Maker])[] = [
  [
    /^SMA(\d+)$/,
    ([, length]) => ({ bars: n(length) + 1, at: ({ close }, end) => sma(close, end, n(length)) }),
  ],
  [
    /^EMA(\d+)$/,
    ([, length]) => ({
      bars: Math.min(420, n(length) * 5),
      at: ({ close }, end) => ema(close, end, n(length)),
    }),
  ],
  [
    /^HullMA(\d+)$/,
    ([, length]) => ({ bars: n(length) + 20, at: ({ close }, end) => hull(close, end, n(length)) }),
  ],
  [
    /^RSI(\d*)$/,
    ([, length]) => ({ bars: n(length, 14) * 6 + 2, at: (bars, end) => rsi(bars, end, n(length, 14)) }),
  ],
  [
    /^Stoch\.(K|D)(?:_(\d+)_(\d+)_(\d+))?$/,
    ([, line, length, smooth, signal]) => ({
      bars: n(length, 14) + 8,
      at: (bars, end) =>
        line === 'K'
          ? stochK(bars, end, n(length, 14), n(smooth, 3))
          : stochD(bars, end, n(length, 14), n(smooth, 3), n(signal, 3)),
    }),
  ],
  [
    /^ADX([+-]DI)?(?:_(\d+))?$/,
    ([, side, length]) => ({
      bars: n(length, 14) * 7,
      at: (bars, end) => {
        const { plus, minus, strength } = direction(bars, end, n(length, 14))
        return side === '+DI' ? plus : side === '-DI' ? minus : strength
      },
    }),
  ],
  [
    /^BB\.(lower|upper|basis)(?:_(\d+))?$/,
    ([, line, length]) => ({
      bars: n(length, 20) + 2,
      at: ({ close }, end) => {
        const sign = line === 'upper' ? 2 : line === 'lower' ? -2 : 0
        return sma(close, end, n(length, 20)) + sign * deviation(close, end, n(length, 20))
      },
    }),
  ],
  [
    /^Ichimoku\.(BLine|CLine|Lead1|Lead2)(_20_60_120_30)?$/,
    ([, line, long]) => {
      const lengths = long === undefined ? cloudLengths : longCloudLengths
      return {
        bars: lengths.lagging + lengths.shift + 2,
        at: (bars, end) => cloud(line as 'BLine', bars, end, lengths),
      }
    },
  ],
  [
    /^Pivot\.M\.(\w+)\.(\w+)$/,
    ([, kind = '', level = '']) => ({ bars: 64, at: (bars, end) => pivot(bars, end, kind, level) }),
  ],
  [
    /^average_volume_(\d+)d_calc$/,
    ([, days]) => ({ bars: n(days) + 1, at: ({ volume }, end) => sma(volume, end, n(days)) }),
  ],
  [
    /^AvgValue\.Traded_(\d+)d$/,
    ([, days]) => ({
      bars: n(days) + 1,
      at: (bars, end) => sma(bars.volume, end, n(days)) * sma(bars.close, end, n(days)),
    }),
  ],
  [
    /^Rec\.(.+)$/,
    ([, name = '']) => {
      const vote = own(singleVotes, name)
      return vote === undefined ? undefined : { bars: 120, at: vote }
    },
  ],
  [
    /^Candle\.(.+)$/,
    ([, name = '']) => {
      const shape = candleShape(name)
      return shape === undefined ? undefined : { bars: 6, at: shape }
    },
  ],
]

const made = new Map<string, Indicator | undefined>()

/** `undefined` when no technical column has this name. */
export function indicatorNamed(name: string): Indicator | undefined {
  const known = own(fixed, name)
  if (known !== undefined) return known
  if (made.has(name)) return made.get(name)
  if (made.size >= namesMax) return undefined
  let found: Indicator | undefined
  for (const [pattern, make] of families) {
    const match = pattern.exec(name)
    if (match !== null) found = make(match)
  }
  if (found !== undefined) made.set(name, found)
  return found
}

/** More than all names of all families; a bound, should a caller invent lengths. */
const namesMax = 2_000

function n(digits: string | undefined, usual = 0): number {
  return digits === undefined || digits === '' ? usual : Number(digits)
}

function before({ close }: BarBuffer, end: number): number {
  return end < 1 ? Number.NaN : value(close, end - 1)
}

function percent(now: number, then: number): number {
  return then === 0 ? Number.NaN : (100 * (now - then)) / then
}

function meanRange({ high, low }: BarBuffer, end: number, length: number): number {
  if (end + 1 < length) return Number.NaN
  let sum = 0
  for (let at = end - length + 1; at <= end; at++) sum += percent(value(high, at), value(low, at))
  return sum / length
}
