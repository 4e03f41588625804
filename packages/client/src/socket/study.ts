/** One point of a study, the provider’s format of it, and the studies whose inputs and plots are known. */

import { isObject } from './messages.ts'

export type StudyInput = string | number | boolean | { readonly [name: string]: unknown }

/** A study as the provider knows it; `studies` has some. */
export interface Study<Plot extends string = string> {
  /** With its version: `RSI@tv-basicstudies-251`. */
  readonly id: string
  readonly inputs?: Readonly<Record<string, StudyInput>> | undefined
  /** Names of the plots in the provider’s order. Default: `plot_0`, `plot_1`, … */
  readonly plots?: readonly Plot[] | undefined
}

export interface StudyPoint<Plot extends string = string> {
  readonly symbol: string
  readonly timeframe: string
  /** Start of the bar, in seconds since 1970. */
  readonly time: number
  /** By plot; null where the study has no value. Plots without a name are `plot_0`, `plot_1`, … by position, up to `plot_99`. */
  readonly values: Readonly<Record<Plot, number | null>>
}

/** What a study is computed from. */
export type StudySource = 'open' | 'high' | 'low' | 'close' | 'hl2' | 'hlc3' | 'ohlc4'

interface AverageOptions {
  readonly length?: number
  readonly source?: StudySource
}

/** Built-in studies that need no account, with the ids and inputs of public clients. */
export const studies = {
  /** Volume, whether the bar falls (1) or not (0), and the average volume. Default length: 20. */
  volume: ({ length = 20 }: { readonly length?: number } = {}): Study<'volume' | 'falling' | 'average'> => ({
    id: 'Volume@tv-basicstudies-241',
    inputs: { length, col_prev_close: false },
    plots: ['volume', 'falling', 'average'],
  }),
  /** Simple moving average. Default length: 9. */
  sma: ({ length = 9, source = 'close' }: AverageOptions = {}): Study<'average'> => ({
    id: 'MASimple@tv-basicstudies-251',
    inputs: toInputs(integer(length), { v: source, t: 'source' }),
    plots: ['average'],
  }),
  /** Exponential moving average. Default length: 9. */
  ema: ({ length = 9, source = 'close' }: AverageOptions = {}): Study<'average'> => ({
    id: 'MAExp@tv-basicstudies-251',
    inputs: toInputs(integer(length), { v: source, t: 'source' }),
    plots: ['average'],
  }),
  /** Relative strength index. Default length: 14. */
  rsi: ({ length = 14, source = 'close' }: AverageOptions = {}): Study<'rsi'> => ({
    id: 'RSI@tv-basicstudies-251',
    inputs: toInputs(integer(length), { v: source, t: 'source' }),
    plots: ['rsi'],
  }),
  /** Bollinger Bands. Default: length 20, two deviations. */
  bollinger: ({
    length = 20,
    source = 'close',
    deviations = 2,
  }: AverageOptions & { readonly deviations?: number } = {}): Study<'basis' | 'upper' | 'lower'> => ({
    id: 'BB@tv-basicstudies-251',
    inputs: toInputs(integer(length), { v: source, t: 'source' }, { v: deviations, t: 'float' }),
    plots: ['basis', 'upper', 'lower'],
  }),
  /** Moving average convergence and divergence. Default: 12, 26 and 9. */
  macd: ({
    fast = 12,
    slow = 26,
    signal = 9,
    source = 'close',
  }: {
    readonly fast?: number
    readonly slow?: number
    readonly signal?: number
    readonly source?: StudySource
  } = {}): Study<'histogram' | 'macd' | 'signal'> => ({
    id: 'MACD@tv-basicstudies-251',
    inputs: toInputs(integer(fast), integer(slow), { v: source, t: 'source' }, integer(signal)),
    plots: ['histogram', 'macd', 'signal'],
  }),
} as const

interface TypedValue {
  readonly v: string | number
  readonly t: 'integer' | 'float' | 'source'
}

function integer(v: number): TypedValue {
  return { v, t: 'integer' }
}

/** By position, with value and type. */
function toInputs(...values: readonly TypedValue[]): Record<string, StudyInput> {
  return Object.fromEntries(values.map(({ v, t }, at) => [`in_${at}`, { v, f: true, t }]))
}

/** The provider writes this where a study has no value. */
const noValue = 1e100
/** Of a study whose plots have no names; the built-in ones have few. */
const plotsMax = 100

/** Invalid rows are skipped. One at a time, so that a reader can stop before the rows do. */
export function* parsePoints<Plot extends string>(
  rows: unknown,
  symbol: string,
  timeframe: string,
  { plots = [] }: Study<Plot>,
): Generator<StudyPoint<Plot>, void, undefined> {
  if (!Array.isArray(rows)) return
  for (const row of rows) {
    const values: unknown = isObject(row) ? row.v : undefined
    if (!Array.isArray(values) || !Number.isFinite(values[0])) continue
    const count = Math.max(plots.length, Math.min(values.length - 1, plotsMax))
    const named = Array.from({ length: count }, (_, at) => [
      plots[at] ?? `plot_${at}`,
      toValue(values[at + 1]),
    ])
    yield {
      symbol,
      timeframe,
      time: values[0],
      values: Object.fromEntries(named) as Record<Plot, number | null>,
    }
  }
}

function toValue(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) < noValue ? value : null
}
