/** Shapes of one to five candles: 1 when the last ones have the shape, 0 when not. */

import { own } from '../own.ts'
import { type BarBuffer, value } from '../prices/bar-buffer.ts'

interface Candle {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly body: number
  readonly range: number
  readonly upper: number
  readonly lower: number
  readonly isUp: boolean
}

/** Newest first; at least five. */
type Shape = (candles: readonly [Candle, Candle, Candle, Candle, Candle]) => boolean

const isDoji = ({ body, range }: Candle) => range > 0 && body <= range * 0.05
const isSmall = ({ body, range }: Candle) => body < range * 0.35
const isLong = ({ body, range }: Candle) => range > 0 && body > range * 0.6
const top = ({ open, close }: Candle) => Math.max(open, close)
const bottom = ({ open, close }: Candle) => Math.min(open, close)
const middle = ({ open, close }: Candle) => (open + close) / 2
const isInside = (inner: Candle, outer: Candle) => top(inner) < top(outer) && bottom(inner) > bottom(outer)

const shapes: Readonly<Record<string, Shape>> = {
  '3BlackCrows': ([a, b, c]) =>
    [a, b, c].every((one) => !one.isUp && isLong(one)) && a.close < b.close && b.close < c.close,
  '3WhiteSoldiers': ([a, b, c]) =>
    [a, b, c].every((one) => one.isUp && isLong(one)) && a.close > b.close && b.close > c.close,
  'AbandonedBaby.Bearish': ([a, b, c]) => c.isUp && isDoji(b) && b.low > c.high && !a.isUp && a.high < b.low,
  'AbandonedBaby.Bullish': ([a, b, c]) => !c.isUp && isDoji(b) && b.high < c.low && a.isUp && a.low > b.high,
  'DarkCloudCover.Bearish': ([a, b]) =>
    b.isUp && isLong(b) && !a.isUp && a.open >= b.high && a.close < middle(b) && a.close > b.open,
  Doji: ([a]) => isDoji(a),
  'Doji.Dragonfly': ([a]) => isDoji(a) && a.upper <= a.range * 0.05,
  'Doji.Gravestone': ([a]) => isDoji(a) && a.lower <= a.range * 0.05,
  'DojiStar.Bearish': ([a, b]) => b.isUp && isLong(b) && isDoji(a) && bottom(a) > b.close,
  'DojiStar.Bullish': ([a, b]) => !b.isUp && isLong(b) && isDoji(a) && top(a) < b.close,
  'DownsideTasukiGap.Bearish': ([a, b, c]) =>
    !c.isUp && !b.isUp && b.open < c.close && a.isUp && a.close < c.close && a.close > b.open,
  'Engulfing.Bearish': ([a, b]) => b.isUp && !a.isUp && a.open >= b.close && a.close < b.open,
  'Engulfing.Bullish': ([a, b]) => !b.isUp && a.isUp && a.open <= b.close && a.close > b.open,
  'EveningDojiStar.Bearish': ([a, b, c]) =>
    c.isUp && isLong(c) && isDoji(b) && bottom(b) > c.close && !a.isUp && a.close < middle(c),
  EveningStar: ([a, b, c]) =>
    c.isUp && isLong(c) && isSmall(b) && bottom(b) > c.close && !a.isUp && a.close < middle(c),
  'FallingThreeMethods.Bearish': ([a, b, c, d, e]) =>
    !e.isUp &&
    isLong(e) &&
    [b, c, d].every((one) => one.isUp && isInside(one, e)) &&
    !a.isUp &&
    a.close < e.close,
  'FallingWindow.Bearish': ([a, b]) => a.high < b.low,
  Hammer: ([a, b]) =>
    isSmall(a) && a.lower >= 2 * a.body && a.upper < a.body && a.close < b.close && !isDoji(a),
  HangingMan: ([a, b]) =>
    isSmall(a) && a.lower >= 2 * a.body && a.upper < a.body && a.close > b.close && !isDoji(a),
  'Harami.Bearish': ([a, b]) => b.isUp && isLong(b) && !a.isUp && isInside(a, b),
  'Harami.Bullish': ([a, b]) => !b.isUp && isLong(b) && a.isUp && isInside(a, b),
  'HaramiCross.Bearish': ([a, b]) => b.isUp && isLong(b) && isDoji(a) && isInside(a, b),
  'HaramiCross.Bullish': ([a, b]) => !b.isUp && isLong(b) && isDoji(a) && isInside(a, b),
  InvertedHammer: ([a, b]) =>
    isSmall(a) && a.upper >= 2 * a.body && a.lower < a.body && a.close < b.close && !isDoji(a),
  'Kicking.Bearish': ([a, b]) => b.isUp && isLong(b) && !a.isUp && isLong(a) && a.high < b.low,
  'Kicking.Bullish': ([a, b]) => !b.isUp && isLong(b) && a.isUp && isLong(a) && a.low > b.high,
  'LongShadow.Lower': ([a]) => a.lower > a.range * 0.75,
  'LongShadow.Upper': ([a]) => a.upper > a.range * 0.75,
  'Marubozu.Black': ([a]) => !a.isUp && a.range > 0 && a.body >= a.range * 0.95,
  'Marubozu.White': ([a]) => a.isUp && a.range > 0 && a.body >= a.range * 0.95,
  'MorningDojiStar.Bullish': ([a, b, c]) =>
    !c.isUp && isLong(c) && isDoji(b) && top(b) < c.close && a.isUp && a.close > middle(c),
  MorningStar: ([a, b, c]) =>
    !c.isUp && isLong(c) && isSmall(b) && top(b) < c.close && a.isUp && a.close > middle(c),
  'OnNeck.Bearish': ([a, b]) =>
    !b.isUp && isLong(b) && a.isUp && a.open < b.close && Math.abs(a.close - b.low) <= a.range * 0.05,
  'Piercing.Bullish': ([a, b]) =>
    !b.isUp && isLong(b) && a.isUp && a.open <= b.low && a.close > middle(b) && a.close < b.open,
  'RisingThreeMethods.Bullish': ([a, b, c, d, e]) =>
    e.isUp &&
    isLong(e) &&
    [b, c, d].every((one) => !one.isUp && isInside(one, e)) &&
    a.isUp &&
    a.close > e.close,
  'RisingWindow.Bullish': ([a, b]) => a.low > b.high,
  ShootingStar: ([a, b]) =>
    isSmall(a) && a.upper >= 2 * a.body && a.lower < a.body && a.close > b.close && !isDoji(a),
  'SpinningTop.Black': ([a]) => !a.isUp && isSmall(a) && a.upper > a.body && a.lower > a.body && !isDoji(a),
  'SpinningTop.White': ([a]) => a.isUp && isSmall(a) && a.upper > a.body && a.lower > a.body && !isDoji(a),
  'TriStar.Bearish': ([a, b, c]) => [a, b, c].every(isDoji) && bottom(b) > top(c) && bottom(b) > top(a),
  'TriStar.Bullish': ([a, b, c]) => [a, b, c].every(isDoji) && top(b) < bottom(c) && top(b) < bottom(a),
  'TweezerBottom.Bullish': ([a, b]) => !b.isUp && a.isUp && Math.abs(a.low - b.low) <= a.range * 0.05,
  'TweezerTop.Bearish': ([a, b]) => b.isUp && !a.isUp && Math.abs(a.high - b.high) <= a.range * 0.05,
  'UpsideTasukiGap.Bullish': ([a, b, c]) =>
    c.isUp && b.isUp && b.open > c.close && !a.isUp && a.close > c.close && a.close < b.open,
}

export function candleShape(name: string): ((bars: BarBuffer, end: number) => number) | undefined {
  const shape = own(shapes, name)
  if (shape === undefined) return undefined
  return (bars, end) => {
    if (end < 4) return Number.NaN
    const candles = [0, 1, 2, 3, 4].map((back) => candleAt(bars, end - back))
    return shape(candles as unknown as Parameters<Shape>[0]) ? 1 : 0
  }
}

function candleAt(bars: BarBuffer, at: number): Candle {
  const open = value(bars.open, at)
  const high = value(bars.high, at)
  const low = value(bars.low, at)
  const close = value(bars.close, at)
  return {
    open,
    high,
    low,
    close,
    body: Math.abs(close - open),
    range: high - low,
    upper: high - Math.max(open, close),
    lower: Math.min(open, close) - low,
    isUp: close > open,
  }
}
