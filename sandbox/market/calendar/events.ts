/** Economic events of any window of time. Figures follow from the seed; those of the future are not out yet. */

import { type Day, dayOf, startOf, weekday } from '../../calendar.ts'
import { fraction, gaussian, hash, hashText } from '../hash.ts'

export interface EconomicIndicator {
  readonly title: string
  /** Suffix of its ticker, or ''. */
  readonly ticker: string
  /** The provider's code for the subject. */
  readonly category: string
  /** Usual value and how far it moves; no value for events without a figure, such as speeches. */
  readonly level: number | undefined
  readonly step: number
  readonly decimals: number
  readonly unit: string
  readonly scale: '' | 'K' | 'M' | 'B'
  readonly importance: -1 | 0 | 1
  readonly every: 'month' | 'week'
  /** Day of the month, or of the week. */
  readonly day: number
}

export interface EconomicEvent {
  /** The same whenever the event is requested. */
  readonly id: number
  readonly country: string
  readonly currency: string
  readonly indicator: EconomicIndicator
  readonly atMs: number
  /** The last day of the period that the figure covers. */
  readonly referenceDay: Day
  /** `Oct`, or `Nov/07` for a week. */
  readonly period: string
  readonly actual: number | null
  readonly previous: number | null
  readonly forecast: number | null
}

export interface EventWindow {
  readonly fromMs: number
  readonly toMs: number
  readonly nowMs: number
  /** Empty for all. */
  readonly countries: ReadonlySet<string>
  readonly currencies: ReadonlySet<string>
  readonly minImportance: number
}

/** Title | ticker | category | level | step | decimals | unit | scale | importance | every | day */
const table = `
Non Farm Payrolls|NFP|lbr|160|70|0||K|1|month|5
Unemployment Rate|UR|lbr|5.2|0.15|1|%||1|month|6
Initial Jobless Claims|IJC|lbr|225|12|0||K|0|week|4
Inflation Rate YoY|IRYY|prce|2.9|0.2|1|%||1|month|13
PPI MoM|PPIMM|prce|0.2|0.3|1|%||0|month|14
GDP Growth Rate QoQ|GDPQQ|gdp|0.6|0.4|1|%||1|month|28
Retail Sales MoM|RSMM|cnsm|0.3|0.6|1|%||1|month|16
Consumer Confidence|CCI|cnsm|98|4|1|||0|month|26
Manufacturing PMI|MPMI|bsnss|50.4|1.2|1|||1|month|1
Building Permits|BP|hse|1.42|0.05|2||M|0|month|18
Balance of Trade|BOT|trd|-62|8|1||B|0|month|7
Interest Rate Decision|INTR|mny|3.75|0.15|2|%||1|month|19
Government Budget Balance|GBV|gov|-210|90|0||B|-1|month|12
Crude Oil Stocks Change||enrg|-1.2|3.2|3||M|0|week|3
Central Bank Governor Speech||mny||0|0|||0|week|2
`

const indicators: readonly EconomicIndicator[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [title = '', ticker = '', category = '', level, step, decimals, ...rest] = line.split('|')
    const [unitName = '', scale, importance, every, day] = rest
    return {
      title,
      ticker,
      category,
      level: level === '' ? undefined : Number(level),
      step: Number(step),
      decimals: Number(decimals),
      unit: unitName,
      scale: scale as EconomicIndicator['scale'],
      importance: Number(importance) as EconomicIndicator['importance'],
      every: every as EconomicIndicator['every'],
      day: Number(day),
    }
  })

/** Country, currency, hour of publication in UTC, size of the economy against the first. */
const countries: readonly (readonly [string, string, number, number])[] = [
  ['US', 'USD', 13.5, 1],
  ['EU', 'EUR', 9, 0.7],
  ['GB', 'GBP', 7, 0.2],
  ['DE', 'EUR', 7, 0.25],
  ['FR', 'EUR', 7.75, 0.18],
  ['CH', 'CHF', 7.5, 0.06],
  ['JP', 'JPY', 23.5, 0.25],
  ['CN', 'CNY', 2, 0.8],
  ['IN', 'INR', 10.5, 0.2],
  ['AU', 'AUD', 0.5, 0.08],
  ['CA', 'CAD', 13.5, 0.1],
  ['BR', 'BRL', 12, 0.1],
]

/** Ordered by time. */
export function eventsIn(worldKey: number, window: EventWindow): EconomicEvent[] {
  const events: EconomicEvent[] = []
  for (const [place, [country, currency, hour, size]] of countries.entries()) {
    if (window.countries.size > 0 && !window.countries.has(country)) continue
    if (window.currencies.size > 0 && !window.currencies.has(currency)) continue
    for (const [at, indicator] of indicators.entries()) {
      if (indicator.importance < window.minImportance) continue
      const key = hashText(worldKey, `${country} ${indicator.title}`)
      for (let day = dayOf(window.fromMs); day <= dayOf(window.toMs); day++) {
        const atMs = startOf(day) + hour * 3_600_000
        if (!isDue(indicator, day) || atMs < window.fromMs || atMs > window.toMs) continue
        const { referenceDay, count, period } = periodOf(indicator, day)
        const figure = (which: number) => figureOf(indicator, key, which, size)
        const hasForecast = fraction(hash(key, 1), count) < 0.8
        events.push({
          id: 300_000 + (day % 4_000) * 200 + place * indicators.length + at,
          country,
          currency,
          indicator,
          atMs,
          referenceDay,
          period,
          actual: atMs <= window.nowMs ? figure(count) : null,
          previous: figure(count - 1),
          forecast: hasForecast ? figureOf(indicator, hash(key, 2), count, size) : null,
        })
      }
    }
  }
  return events.sort((one, other) => one.atMs - other.atMs || one.id - other.id)
}

/** Monthly figures due on a weekend come out on the Monday after. */
function isDue({ every, day: dueDay }: EconomicIndicator, day: Day): boolean {
  if (every === 'week') return weekday(day) === dueDay
  const dayOfMonth = new Date(startOf(day)).getUTCDate()
  const delay = weekday(day) === 1 ? 2 : 0
  return weekday(day) <= 5 && dayOfMonth >= dueDay && dayOfMonth - delay <= dueDay
}

function periodOf({ every }: EconomicIndicator, day: Day) {
  const date = new Date(startOf(day))
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const referenceDay = every === 'week' ? day - weekday(day) - 1 : dayOf(Date.UTC(year, month, 1)) - 1
  const [, dayName, monthName = ''] = new Date(startOf(referenceDay)).toUTCString().split(' ')
  return {
    referenceDay,
    /** Which release this is, in weeks or months since 1970. */
    count: every === 'week' ? Math.floor((day + 3) / 7) : (year - 1970) * 12 + month,
    period: every === 'week' ? `${monthName}/${dayName}` : monthName,
  }
}

/** Amounts depend on the size of the economy, percentages do not. */
function figureOf(
  { level, step, scale, decimals }: EconomicIndicator,
  key: number,
  count: number,
  size: number,
): number | null {
  if (level === undefined) return null
  const value = (level + step * gaussian(key, count)) * (scale === '' ? 1 : size)
  return Number(value.toFixed(decimals))
}

const scales = { '': 1, K: 1e3, M: 1e6, B: 1e9 }

/** The full amount of a figure in thousands, millions or billions. */
export function unscaled(value: number | null, { scale }: EconomicIndicator): number | null {
  return value === null ? null : Number((value * scales[scale]).toPrecision(12))
}
