/** Economic events of any window of time: what is due, what was expected, and what came out once it is past. */

import { type Day, dayOf, startOf, weekday } from '../../calendar.ts'
import { bell, keyOfText, mix, unit } from '../prices/noise.ts'
import { zoneOffsetMs } from '../prices/zone-offset.ts'
import { calendarCountries, type EconomicIndicator, economicIndicators, speeches } from './indicators.ts'

export interface EconomicEvent {
  /** A number of its own, the same whenever it is asked for. */
  readonly id: number
  readonly country: string
  readonly currency: string
  readonly title: string
  readonly atMs: number
  readonly importance: -1 | 0 | 1
  /** Nothing for speeches. */
  readonly indicator: EconomicIndicator | undefined
  /** The day the figure is about, nothing for speeches. */
  readonly referenceDay: Day | undefined
  readonly period: string
  readonly actual: number | null
  readonly previous: number | null
  readonly forecast: number | null
}

export interface EventWindow {
  readonly fromMs: number
  readonly toMs: number
  readonly nowMs: number
  /** All when empty. */
  readonly countries: ReadonlySet<string>
  readonly currencies: ReadonlySet<string>
  readonly minImportance: number
}

const hourMs = 3_600_000

/** In order of time. */
export function eventsIn(worldKey: number, window: EventWindow): EconomicEvent[] {
  const found: EconomicEvent[] = []
  for (const [at, [country, zone, currency, size]] of calendarCountries.entries()) {
    if (window.countries.size > 0 && !window.countries.has(country)) continue
    if (window.currencies.size > 0 && !window.currencies.has(currency)) continue
    const place = { country, currency, zone, size, key: keyOfText(worldKey, `economy ${country}`), at }
    for (let day = dayOf(window.fromMs) - 1; day <= dayOf(window.toMs) + 1; day++) {
      for (const event of eventsOn(place, day, window.nowMs)) {
        const isInside = event.atMs >= window.fromMs && event.atMs <= window.toMs
        if (isInside && event.importance >= window.minImportance) found.push(event)
      }
    }
  }
  return found.sort((one, other) => one.atMs - other.atMs || one.id - other.id)
}

interface Place {
  readonly country: string
  readonly currency: string
  readonly zone: string
  readonly size: number
  readonly key: number
  readonly at: number
}

function* eventsOn(place: Place, day: Day, nowMs: number): Generator<EconomicEvent> {
  for (const [at, indicator] of economicIndicators.entries()) {
    // Not every country publishes everything.
    if (place.at > 0 && mix(place.key, at) % 4 === 0) continue
    const count = countOf(indicator, place, day)
    if (count !== undefined) yield figureEvent(place, indicator, at, day, count, nowMs)
  }
  for (const [at, speech] of speeches.entries()) {
    if (weekday(day) > 5 || unit(mix(place.key, 700 + at), day) > 0.04) continue
    yield {
      id: idOf(place, 60 + at, day),
      country: place.country,
      currency: place.currency,
      title: speech.title,
      atMs: startOf(day) - zoneOffsetMs(place.zone, day) + (9 + (mix(place.key, day) % 9)) * hourMs,
      importance: speech.importance,
      indicator: undefined,
      referenceDay: undefined,
      period: '',
      actual: null,
      previous: null,
      forecast: null,
    }
  }
}

/** Which release in a row falls on this day: months, weeks or quarters since 1970. */
function countOf({ every, day: dueDay }: EconomicIndicator, { at }: Place, day: Day): number | undefined {
  if (every === 'week') return weekday(day) === dueDay ? Math.floor((day + 3) / 7) : undefined
  if (every === 'six-weeks') {
    const shifted = day + 3 - at * 7
    return shifted % 42 === dueDay ? Math.floor(shifted / 42) : undefined
  }
  const date = new Date(startOf(day))
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() - 1970 * 12
  if (every === 'quarter' && month % 3 !== 0) return undefined
  const due = dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), dueDay + (at % 3)))
  const onWeekday = weekday(due) > 5 ? due + 8 - weekday(due) : due
  return day === onWeekday ? (every === 'quarter' ? month / 3 : month) : undefined
}

const monthNames = 'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec'.split(',')

function figureEvent(
  place: Place,
  indicator: EconomicIndicator,
  at: number,
  day: Day,
  count: number,
  nowMs: number,
): EconomicEvent {
  const key = mix(place.key, 100 + at)
  const atMs = startOf(day) - zoneOffsetMs(place.zone, day) + indicator.hour * hourMs
  const outcome = figureOf(indicator, place, key, count)
  const hasForecast = unit(mix(key, 1), count) < (indicator.importance === -1 ? 0.4 : 0.85)
  const guess = outcome + indicator.step * 0.6 * bell(mix(key, 2), count) * sizeOf(indicator, place)
  const referenceDay = referenceOf(indicator, day)
  return {
    id: idOf(place, at, day),
    country: place.country,
    currency: place.currency,
    title: indicator.title,
    atMs,
    importance: indicator.importance,
    indicator,
    referenceDay,
    period: periodOf(indicator, referenceDay),
    actual: atMs <= nowMs ? outcome : null,
    previous: figureOf(indicator, place, key, count - 1),
    forecast: hasForecast ? rounded(guess, indicator) : null,
  }
}

/** What came out the n-th time; the one before it is always what was called previous. */
function figureOf(indicator: EconomicIndicator, place: Place, key: number, count: number): number {
  const size = sizeOf(indicator, place)
  const drift = bell(mix(key, 3), Math.floor(count / 6)) * indicator.step
  return rounded((indicator.level + drift + indicator.step * bell(mix(key, 4), count)) * size, indicator)
}

/** Percentages do not depend on how large a country is, amounts do. */
function sizeOf({ scale }: EconomicIndicator, { size }: Place): number {
  return scale === '' ? 1 : size
}

function rounded(value: number, { decimals }: EconomicIndicator): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

function referenceOf({ every }: EconomicIndicator, day: Day): Day {
  const date = new Date(startOf(day))
  if (every === 'week') return day - weekday(day) - 1
  if (every === 'six-weeks') return day
  const back = every === 'quarter' ? date.getUTCMonth() % 3 : 0
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)) - 1
}

function periodOf({ every }: EconomicIndicator, referenceDay: Day): string {
  const date = new Date(startOf(referenceDay))
  if (every === 'week')
    return `${monthNames[date.getUTCMonth()]}/${String(date.getUTCDate()).padStart(2, '0')}`
  if (every === 'six-weeks') return ''
  return every === 'quarter'
    ? `Q${Math.floor(date.getUTCMonth() / 3) + 1}`
    : (monthNames[date.getUTCMonth()] ?? '')
}

/** Six digits that no two events of some years share. */
function idOf({ at }: Place, which: number, day: Day): number {
  return 300_000 + (day % 4_000) * 2_000 + at * 70 + which
}

const scales: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 }

/** The whole amount behind a figure in thousands or millions. */
export function unscaled(value: number | null, scale: string): number | null {
  return value === null ? null : Number((value * (scales[scale] ?? 1)).toPrecision(12))
}
