/** What built-in names are called in the next version of Pine. */

function within(space: string, names: string): [string, string][] {
  return names.split(/\s+/).map((name) => [name, `${space}.${name}`])
}

/** From version 3 to 4. These are values, never followed by a parenthesis. */
export const valuesOfFour: ReadonlyMap<string, string> = new Map([
  ...within(
    'color',
    'aqua black blue fuchsia gray green lime maroon navy olive orange purple red silver teal white yellow',
  ),
  ['circles', 'plot.style_circles'],
  ['columns', 'plot.style_columns'],
  ['histogram', 'plot.style_histogram'],
  ['linebr', 'plot.style_linebr'],
  ['stepline', 'plot.style_stepline'],
  ['area', 'plot.style_area'],
  ['areabr', 'plot.style_areabr'],
  ['dashed', 'hline.style_dashed'],
  ['dotted', 'hline.style_dotted'],
  ['solid', 'hline.style_solid'],
  ...within('input', 'bool string resolution session symbol source'),
  ['integer', 'input.integer'],
  ['tickerid', 'syminfo.tickerid'],
  ['ticker', 'syminfo.ticker'],
  ['period', 'timeframe.period'],
  ['interval', 'timeframe.multiplier'],
  ['isintraday', 'timeframe.isintraday'],
  ['isdaily', 'timeframe.isdaily'],
  ['isweekly', 'timeframe.isweekly'],
  ['ismonthly', 'timeframe.ismonthly'],
  ['n', 'bar_index'],
])

/** From version 4 to 5, where a parenthesis follows. */
export const callsOfFive: ReadonlyMap<string, string> = new Map([
  ['study', 'indicator'],
  ...within('request', 'security financial quandl dividends earnings splits'),
  ...within(
    'ta',
    `alma atr barssince bb bbw cci change cmo cog correlation cross crossover crossunder cum dev dmi ema falling highest
    highestbars hma kc kcw linreg lowest lowestbars macd mfi mom percentile_linear_interpolation percentile_nearest_rank
    percentrank pivothigh pivotlow range rising rma roc rsi sar sma stdev stoch supertrend swma tr tsi valuewhen variance
    vwap vwma wma wpr`,
  ),
  ...within(
    'math',
    'abs acos asin atan avg ceil cos exp floor log log10 max min pow random round sign sin sqrt sum tan todegrees toradians',
  ),
  ['tostring', 'str.tostring'],
  ['tonumber', 'str.tonumber'],
  ...within('ticker', 'heikinashi kagi linebreak pointfigure renko'),
  ['tickerid', 'ticker.new'],
])

/** From version 4 to 5, without one. */
export const valuesOfFive: ReadonlyMap<string, string> = new Map(
  within('ta', 'accdist iii nvi obv pvi pvt tr vwap wad wvad'),
)

/** What an input of version 4 says it is, and what it is called in version 5. */
export const inputTypes: ReadonlyMap<string, string> = new Map([
  ['input.integer', 'input.int'],
  ['input.float', 'input.float'],
  ['input.bool', 'input.bool'],
  ['input.string', 'input.string'],
  ['input.source', 'input.source'],
  ['input.color', 'input.color'],
  ['input.resolution', 'input.timeframe'],
  ['input.session', 'input.session'],
  ['input.symbol', 'input.symbol'],
  ['input.time', 'input.time'],
])

export const sources: ReadonlySet<string> = new Set('open high low close hl2 hlc3 ohlc4 hlcc4'.split(' '))
