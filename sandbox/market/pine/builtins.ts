/** The built-in scripts of the provider by name. Their sources here are made up. */

import { keyOfText, mix, whole } from '../prices/noise.ts'
import { expandAll } from '../scanner/brace-list.ts'

export interface Builtin {
  readonly id: string
  readonly name: string
  readonly shortName: string
  readonly group: 'standard' | 'candlestick' | 'fundamental'
  readonly version: string
  readonly inputs: number
  readonly source: string
}

/** Name, short name, the call its source plots; `*` for one that is drawn over the prices. */
const standard = `
24-hour Volume|24H Vol|ta.sma(volume, length)
Accumulation/Distribution|Accum/Dist|ta.accdist
Advance Decline Line|ADL|ta.cum(close - open)
Advance Decline Ratio|ADR|ta.sma(close / open, length)
Arnaud Legoux Moving Average|ALMA|*ta.alma(close, length, 0.85, 6)
Aroon|Aroon|100 * (ta.highestbars(high, length) + length) / length
Average Day Range|ADR|ta.sma(high - low, length)
Average Directional Index|ADX|ta.rma(math.abs(ta.change(close)), length)
Average True Range|ATR|ta.atr(length)
Awesome Oscillator|AO|ta.sma(hl2, 5) - ta.sma(hl2, 34)
Balance of Power|BOP|(close - open) / (high - low)
BBTrend|BBTrend|ta.bbw(close, length, 2)
Bollinger Bands|BB|*ta.sma(close, length) + 2 * ta.stdev(close, length)
Bollinger Bands %b|BB %b|(close - ta.sma(close, length)) / ta.stdev(close, length)
Bollinger BandWidth|BBW|ta.bbw(close, length, 2)
Bollinger Bars|BBars|*close
Bull Bear Power|BBP|high + low - 2 * ta.ema(close, 13)
Chaikin Money Flow|CMF|math.sum(ta.accdist, length)
Chaikin Oscillator|Chaikin Osc|ta.ema(ta.accdist, 3) - ta.ema(ta.accdist, 10)
Chande Kroll Stop|CKS|*ta.highest(high, length) - ta.atr(length)
Chande Momentum Oscillator|ChandeMO|ta.cmo(close, length)
Chop Zone|Chop Zone|ta.ema(close, 34)
Choppiness Index|CHOP|100 * math.log10(math.sum(ta.tr, length)) / math.log10(length)
Commodity Channel Index|CCI|ta.cci(close, length)
Connors RSI|CRSI|ta.rsi(close, 3)
Coppock Curve|Coppock|ta.wma(ta.roc(close, 14) + ta.roc(close, 11), length)
Correlation Coefficient|CC|ta.correlation(close, open, length)
Cumulative Volume Delta|CVD|ta.cum(volume)
Cumulative Volume Index|CVI|ta.cum(volume)
Detrended Price Oscillator|DPO|close - ta.sma(close, length)
Directional Movement Index|DMI|ta.change(high)
Donchian Channels|DC|*ta.highest(high, length)
Double EMA|DEMA|*2 * ta.ema(close, length) - ta.ema(ta.ema(close, length), length)
Ease of Movement|EOM|ta.sma(ta.change(hl2) * (high - low) / volume, length)
Elder Force Index|EFI|ta.ema(ta.change(close) * volume, length)
Envelope|Env|*ta.sma(close, length) * 1.1
Fisher Transform|Fisher|math.log((1 + 0.5) / (1 - 0.5))
Gaps|Gaps|*open
Gator Oscillator|Gator|ta.rma(hl2, 13) - ta.rma(hl2, 8)
Historical Volatility|HV|100 * ta.stdev(math.log(close / close[1]), length) * math.sqrt(252)
Hull Moving Average|HMA|*ta.hma(close, length)
Ichimoku Cloud|Ichimoku|*math.avg(ta.highest(high, 26), ta.lowest(low, 26))
Keltner Channels|KC|*ta.ema(close, length) + 2 * ta.atr(10)
Klinger Oscillator|Klinger Oscillator|ta.ema(volume, 34) - ta.ema(volume, 55)
Know Sure Thing|KST|ta.sma(ta.roc(close, 10), 10)
Least Squares Moving Average|LSMA|*ta.linreg(close, length, 0)
Linear Regression Channel|LinReg|*ta.linreg(close, length, 0)
MA Cross|MA Cross|*ta.sma(close, 9)
Mass Index|Mass Index|math.sum(ta.ema(high - low, 9), length)
McGinley Dynamic|McGinley Dynamic|*ta.ema(close, length)
Median|Median|*ta.percentile_nearest_rank(hl2, length, 50)
Momentum|Mom|ta.mom(close, length)
Money Flow Index|MFI|ta.mfi(hlc3, length)
Moon Phases|Moon Phases|*close
Moving Average Convergence Divergence|MACD|ta.ema(close, 12) - ta.ema(close, 26)
Moving Average Exponential|EMA|*ta.ema(close, length)
Moving Average Ribbon|MA Ribbon|*ta.sma(close, length)
Moving Average Simple|SMA|*ta.sma(close, length)
Moving Average Weighted|WMA|*ta.wma(close, length)
Multi-Time Period Charts|MTPC|*close
Net Volume|Net Volume|ta.change(close) > 0 ? volume : -volume
On Balance Volume|OBV|ta.obv
Open Interest|OI|close
Parabolic SAR|SAR|*ta.sar(0.02, 0.02, 0.2)
Pivot Points High Low|Pivots HL|*ta.pivothigh(high, 10, 10)
Pivot Points Standard|Pivots|*hlc3
Price Oscillator|PPO|100 * (ta.ema(close, 12) - ta.ema(close, 26)) / ta.ema(close, 26)
Price Target|Price Target|*close
Price Volume Trend|PVT|ta.pvt
Rank Correlation Index|RCI|ta.percentrank(close, length)
Rate Of Change|ROC|ta.roc(close, length)
Relative Strength Index|RSI|ta.rsi(close, length)
Relative Vigor Index|RVGI|ta.swma(close - open)
Relative Volatility Index|RVI|ta.rsi(ta.stdev(close, 10), length)
Relative Volume at Time|RelVol|volume / ta.sma(volume, length)
Rob Booker - Knoxville Divergence|Rob Booker KD|*close
Session Volume Profile|SVP|*volume
SMI Ergodic Indicator|SMII|ta.tsi(close, 5, 20)
SMI Ergodic Oscillator|SMIO|ta.tsi(close, 5, 20)
Smoothed Moving Average|SMMA|*ta.rma(close, length)
Spread|Spread|close
Stochastic|Stoch|ta.sma(ta.stoch(close, high, low, length), 3)
Stochastic Momentum Index|SMI|ta.stoch(close, high, low, length)
Stochastic RSI|Stoch RSI|ta.sma(ta.stoch(ta.rsi(close, 14), ta.rsi(close, 14), ta.rsi(close, 14), length), 3)
Supertrend|Supertrend|*ta.sma(hl2, length) - 3 * ta.atr(10)
Technical Ratings|Technicals|ta.rsi(close, length)
Time Weighted Average Price|TWAP|*ta.sma(ohlc4, length)
Trend Strength Index|TSI|ta.correlation(close, bar_index, length)
Triple EMA|TEMA|*ta.ema(close, length)
TRIX|TRIX|10000 * ta.change(ta.ema(math.log(close), length))
True Strength Index|TSI|ta.tsi(close, 13, 25)
Typical Price|Typical Price|*hlc3
Ulcer Index|UI|ta.stdev(close, length)
Ultimate Oscillator|UO|ta.rsi(close, length)
Up/Down Volume|Up/Down Vol|volume
Visible Average Price|VAP|*ta.sma(close, length)
Volatility Stop|VStop|*ta.highest(close, length) - 2 * ta.atr(length)
Volume|Vol|volume
Volume Delta|Volume Delta|volume
Volume Oscillator|Volume Osc|100 * (ta.ema(volume, 5) - ta.ema(volume, 10)) / ta.ema(volume, 10)
Volume Weighted Average Price|VWAP|*ta.vwap(hlc3)
Volume Weighted Moving Average|VWMA|*ta.vwma(close, length)
Vortex Indicator|VI|math.sum(math.abs(high - low[1]), length)
Williams Alligator|Alligator|*ta.rma(hl2, 13)
Williams Fractals|Fractals|*ta.pivothigh(high, 2, 2)
Williams Percent Range|%R|ta.wpr(length)
Woodies CCI|Woodies CCI|ta.cci(close, 14)
Zig Zag|ZigZag|*ta.pivothigh(high, 10, 10)
SMA|SMA|*ta.sma(close, length)
EMA|EMA|*ta.ema(close, length)
RSI|RSI|ta.rsi(close, length)
MACD|MACD|ta.ema(close, 12) - ta.ema(close, 26)
`

const candlesticks = expandAll(
  `Abandoned_Baby_-_{Bearish,Bullish} Dark_Cloud_Cover_-_Bearish Doji Doji_Star_-_{Bearish,Bullish}
  Downside_Tasuki_Gap_-_Bearish Dragonfly_Doji Engulfing_-_{Bearish,Bullish} Evening_{Doji_Star,Star}_-_Bearish
  Falling_Three_Methods_-_Bearish Falling_Window_-_Bearish Gravestone_Doji Hammer_-_Bullish Hanging_Man_-_Bearish
  Harami_-_{Bearish,Bullish} Harami_Cross_-_{Bearish,Bullish} Inverted_Hammer_-_Bullish Kicking_-_{Bearish,Bullish}
  Long_{Lower,Upper}_Shadow_-_{Bullish,Bearish} Marubozu_{Black,White} Morning_{Doji_Star,Star}_-_Bullish
  On_Neck_-_Bearish Piercing_-_Bullish Rising_Three_Methods_-_Bullish Rising_Window_-_Bullish Shooting_Star_-_Bearish
  Spinning_Top_{Black,White} Three_Black_Crows_-_Bearish Three_White_Soldiers_-_Bullish Tri-Star_-_{Bearish,Bullish}
  Tweezer_Bottom_-_Bullish Tweezer_Top_-_Bearish Upside_Tasuki_Gap_-_Bullish`,
).map((name) => name.replaceAll('_', ' '))

const statementItems = expandAll(
  `Total_{assets,liabilities,equity,revenue,debt} Net_{income,debt,margin_%} Gross_{profit,margin_%} Operating_{income,margin_%}
  EBITDA EBIT Free_cash_flow Cash_from_{operating,investing,financing}_activities Capital_expenditures
  Research_&_development Cost_of_goods_sold {Basic,Diluted}_EPS Dividends_{paid,per_share} {Current,Quick}_ratio
  Debt_to_{equity,assets,EBITDA}_ratio Return_on_{assets,equity,invested_capital}_% Book_value_per_share
  Enterprise_value Market_capitalization Goodwill {Long,Short}_term_debt Cash_&_equivalents Inventories Accounts_receivable
  Shares_outstanding Float_shares Number_of_employees Altman_Z-score Piotroski_F-score Beneish_M-score Tobin_Q
  Graham_number Sloan_ratio_% Asset_turnover Inventory_turnover Interest_coverage Effective_interest_rate_on_debt_%`,
).map((name) => name.replaceAll('_', ' '))

const periods = ['FQ', 'FY', 'TTM', 'FH'] as const

export const builtins: readonly Builtin[] = [
  ...standard
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', shortName = '', plot = ''] = line.split('|')
      return builtin(name, shortName, 'standard', plot)
    }),
  ...candlesticks.map((name) => builtin(name, name, 'candlestick', '*close > open ? high : low')),
  ...statementItems.flatMap((name) =>
    periods.map((period) => builtin(`${name} ${period}`, name, 'fundamental', 'close')),
  ),
]

const byId = new Map(builtins.map((one) => [one.id, one]))

export function builtinWithId(id: string): Builtin | undefined {
  return byId.get(id)
}

function builtin(name: string, shortName: string, group: Builtin['group'], plot: string): Builtin {
  const key = keyOfText(0xb1, name)
  const hasLength = plot.includes('length')
  return {
    id: `STD;${idPart(name, group)}`,
    name,
    shortName,
    group,
    version: `${whole(key, 1, 1, 40)}.0`,
    inputs: hasLength ? 1 : 0,
    source: sourceFor(name, shortName, plot, hasLength, mix(key, 2) % 20),
  }
}

/** The first of the list has a percent sign in its id, as the real one has. */
function idPart(name: string, group: Builtin['group']): string {
  if (name === '24-hour Volume') return '24h%Volume'
  const words = name.replace(/[^A-Za-z0-9%&-]+/g, '_').replace(/^_|_$/g, '')
  return group === 'candlestick'
    ? `Candlestick%1Pattern%1${words}`
    : group === 'fundamental'
      ? `Fund_${words}`
      : words
}

function sourceFor(name: string, shortName: string, plot: string, hasLength: boolean, extra: number): string {
  const isOverlay = plot.startsWith('*')
  return [
    '//@version=6',
    `indicator("${name}", "${shortName}", overlay = ${isOverlay})`,
    ...(hasLength ? [`length = input.int(${9 + extra}, "Length", minval = 1)`] : []),
    `plot(${plot.replace(/^\*/, '')}, "Plot")`,
    '',
  ].join('\n')
}
