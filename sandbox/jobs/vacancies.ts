/** What an employer has to offer on a day: postings that come, are changed, and go. */

import { activeItems, type Day } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { type City, cities, citiesOf } from './cities.ts'
import type { Company } from './companies.ts'
import { trades, tradeWeights } from './trades.ts'

export type WorkModel = 'onsite' | 'remote' | 'hybrid'
export type Contract = 'full' | 'part' | 'contract' | 'intern' | 'temporary'

export interface Vacancy {
  /** A number, and the same as a uuid, for platforms that want one. */
  readonly serial: number
  readonly uuid: string
  readonly title: string
  readonly department: string
  readonly places: readonly City[]
  readonly model: WorkModel | undefined
  readonly contract: Contract | undefined
  readonly pay:
    | {
        readonly min: number
        readonly max: number
        readonly currency: string
        readonly period: 'hour' | 'year'
      }
    | undefined
  readonly postedDay: Day
  readonly lastDay: Day
  readonly body: string
  /** A row the platform gets wrong: without title, or without id. */
  readonly spoiled: 'title' | 'id' | undefined
}

const staysMin = 20
const staysMax = 100

/** Newest first. */
export function vacanciesOf(world: World, company: Company): Vacancy[] {
  const today = world.today()
  return [...activeItems(today, staysMax + 1, (day) => born(world, company, day, today))]
}

function born(world: World, company: Company, day: Day, today: Day): Vacancy[] {
  const perDay = company.size / ((staysMin + staysMax) / 2)
  const chance = world.random('vacancies', company.platform, company.key, day)
  const count = Math.floor(perDay) + (chance.chance(perDay % 1) ? 1 : 0)
  return Array.from({ length: count }, (_, at) => toVacancy(world, company, day, at, today))
}

function toVacancy(world: World, company: Company, day: Day, at: number, today: Day): Vacancy {
  const chance = world.random('vacancy', company.platform, company.key, day, at)
  const trade = weighted(chance)
  const model = chance.chance(0.12)
    ? undefined
    : chance.pick(['onsite', 'onsite', 'onsite', 'hybrid', 'hybrid', 'remote'] as const)
  const places = placesFor(chance, company)
  const serial = day * 1000 + at
  const revisedDay = chance.chance(0.25) ? day + chance.int(2, 40) : undefined
  const isRevised = revisedDay !== undefined && revisedDay <= today
  const plain = chance.pick(trade.titles)
  return {
    serial,
    uuid: uuidOf(chance),
    title: decorated(chance, isRevised ? `${plain} II` : plain),
    department: trade.department,
    places,
    model,
    contract: chance.chance(0.08)
      ? undefined
      : chance.pick([
          'full',
          'full',
          'full',
          'full',
          'full',
          'full',
          'part',
          'contract',
          'intern',
          'temporary',
        ] as const),
    pay: chance.chance(0.45) ? payFor(chance, places[0]) : undefined,
    postedDay: day,
    lastDay: day + chance.int(staysMin, staysMax),
    body: `${company.name} is looking for a ${plain}. You will work with a small team on things that matter & last.`,
    spoiled: chance.chance(1 / 150) ? chance.pick(['title', 'title', 'id'] as const) : undefined,
  }
}

function weighted(chance: Random): (typeof trades)[number] {
  const sum = tradeWeights.reduce((total, weight) => total + weight, 0)
  let left = chance.float() * sum
  for (const [at, weight] of tradeWeights.entries()) {
    left -= weight
    if (left < 0) return trades[at] as (typeof trades)[number]
  }
  return trades[0] as (typeof trades)[number]
}

function placesFor(chance: Random, { home }: Company): City[] {
  const atHome = citiesOf(home)
  const pick = () => chance.pick(chance.chance(0.8) && atHome.length > 0 ? atHome : cities)
  const count = chance.chance(0.12) ? chance.int(2, 4) : 1
  return [...new Set(Array.from({ length: count }, pick))]
}

/** Titles are free text, and some employers write more into them than others. */
function decorated(chance: Random, title: string): string {
  if (chance.chance(0.06)) return `${title} (m/w/d)`
  if (chance.chance(0.03)) return `${title} <b>urgent</b>`
  if (chance.chance(0.02)) return `${title} & <script>alert("hello")</script> more`
  if (chance.chance(0.02)) return `${title}  – Bits &amp; Pieces`
  return chance.chance(0.03) ? ` ${title} ` : title
}

const currencies: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  GB: 'GBP',
  AU: 'AUD',
  CH: 'CHF',
  IN: 'INR',
  SE: 'SEK',
  BR: 'BRL',
  PL: 'PLN',
  DK: 'DKK',
}

function payFor(chance: Random, place: City | undefined): Vacancy['pay'] {
  const currency = currencies[place?.code ?? ''] ?? 'EUR'
  if (chance.chance(0.2)) {
    const min = chance.int(16, 40)
    return { min, max: min + chance.int(0, 15), currency, period: 'hour' }
  }
  const min = chance.int(35, 160) * 1000
  return { min, max: min + chance.int(5, 60) * 1000, currency, period: 'year' }
}

function uuidOf(chance: Random): string {
  const digits = Array.from({ length: 32 }, () => chance.int(0, 15).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** What a board does to its list on some days, with status 200. */
export type Mood = 'fine' | 'empty' | 'short'

export function moodOf(world: World, company: Company): Mood {
  const chance = world.random('mood', company.platform, company.key, world.today())
  if (chance.chance(0.004)) return 'empty'
  return chance.chance(0.008) ? 'short' : 'fine'
}

/** The list as the board shows it today; `whole` is how many there are in truth. */
export function shownBy(
  world: World,
  company: Company,
): { readonly shown: Vacancy[]; readonly whole: number } {
  const all = vacanciesOf(world, company)
  const mood = moodOf(world, company)
  const shown = mood === 'empty' ? [] : mood === 'short' ? all.slice(0, Math.ceil(all.length * 0.6)) : all
  return { shown, whole: mood === 'empty' ? 0 : all.length }
}
