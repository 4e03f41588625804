/** The vacancies of an employer on a day: they appear, are revised, and end. */

import { activeItems, type Day } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { type City, cities, citiesOf } from './cities.ts'
import type { Company } from './company.ts'
import { departments, departmentWeights } from './departments.ts'

export type Workplace = 'onsite' | 'remote' | 'hybrid'
export type Employment = 'full' | 'part' | 'contract' | 'intern' | 'temporary'

export interface Vacancy {
  /** Platforms use either the number or the UUID as the id. */
  readonly serial: number
  /** One more with each day, for what only some postings of a platform have: most numbers of small boards are thousands. */
  readonly variant: number
  readonly uuid: string
  readonly title: string
  readonly department: string
  readonly places: readonly City[]
  readonly workplace: Workplace | undefined
  readonly employment: Employment | undefined
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
  /** What is missing in the row of a defective posting. */
  readonly defect: 'title' | 'id' | undefined
}

const lifetimeDaysMin = 20
const lifetimeDaysMax = 100

/** Newest first. */
export function vacanciesOf(world: World, company: Company): Vacancy[] {
  const today = world.today()
  return [...activeItems(today, lifetimeDaysMax + 1, (day) => createdOn(world, company, day, today))]
}

function createdOn(world: World, company: Company, day: Day, today: Day): Vacancy[] {
  const perDay = company.size / ((lifetimeDaysMin + lifetimeDaysMax) / 2)
  const random = world.random('vacancies', company.platform, company.key, day)
  const count = Math.floor(perDay) + (random.chance(perDay % 1) ? 1 : 0)
  return Array.from({ length: count }, (_, at) => toVacancy(world, company, day, at, today))
}

function toVacancy(world: World, company: Company, day: Day, at: number, today: Day): Vacancy {
  const random = world.random('vacancy', company.platform, company.key, day, at)
  const department = pickDepartment(random)
  const workplace = random.chance(0.12)
    ? undefined
    : random.pick(['onsite', 'onsite', 'onsite', 'hybrid', 'hybrid', 'remote'] as const)
  const places = placesFor(random, company)
  const serial = (company.firstSerial ?? 0) + day * 1000 + at
  const revisedDay = random.chance(0.25) ? day + random.int(2, 40) : undefined
  const isRevised = revisedDay !== undefined && revisedDay <= today
  const baseTitle = random.pick(department.titles)
  return {
    serial,
    variant: day + at,
    uuid: uuidOf(random),
    title: decoratedTitle(random, isRevised ? `${baseTitle} II` : baseTitle),
    department: department.name,
    places,
    workplace,
    employment: random.chance(0.08)
      ? undefined
      : random.pick([
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
    pay: random.chance(0.45) ? payFor(random, places[0]) : undefined,
    postedDay: day,
    lastDay: day + random.int(lifetimeDaysMin, lifetimeDaysMax),
    body: `${company.name} is looking for a ${baseTitle}. You will work with a small team on things that matter & last.${furtherText(random, company.textLength)}${revision(world, company, serial, today)}`,
    defect:
      !company.isFlawless && random.chance(1 / 150)
        ? random.pick(['title', 'title', 'id'] as const)
        : undefined,
  }
}

function pickDepartment(random: Random): (typeof departments)[number] {
  const sum = departmentWeights.reduce((total, weight) => total + weight, 0)
  let left = random.float() * sum
  for (const [at, weight] of departmentWeights.entries()) {
    left -= weight
    if (left < 0) return departments[at] as (typeof departments)[number]
  }
  return departments[0] as (typeof departments)[number]
}

function placesFor(random: Random, { home }: Company): City[] {
  const atHome = citiesOf(home)
  const pick = () => random.pick(random.chance(0.8) && atHome.length > 0 ? atHome : cities)
  const count = random.chance(0.12) ? random.int(2, 4) : 1
  return [...new Set(Array.from({ length: count }, pick))]
}

/** Titles are free text, and some contain more than a title. */
function decoratedTitle(random: Random, title: string): string {
  if (random.chance(0.06)) return `${title} (m/w/d)`
  if (random.chance(0.03)) return `${title} <b>urgent</b>`
  if (random.chance(0.02)) return `${title} & <script>alert("hello")</script> more`
  if (random.chance(0.02)) return `${title}  – Bits &amp; Pieces`
  return random.chance(0.03) ? ` ${title} ` : title
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

function payFor(random: Random, place: City | undefined): Vacancy['pay'] {
  const currency = currencies[place?.code ?? ''] ?? 'EUR'
  if (random.chance(0.2)) {
    const min = random.int(16, 40)
    return { min, max: min + random.int(0, 15), currency, period: 'hour' }
  }
  const min = random.int(35, 160) * 1000
  return { min, max: min + random.int(5, 60) * 1000, currency, period: 'year' }
}

const sentences = [
  'We plan in weeks, and we finish what we start.',
  'Your day begins with a short talk at the board, where everyone says what they need.',
  'You write down what you have learned, so that the next person finds it.',
  'Most of our customers have been with us for more than ten years.',
  'The workshop has daylight, good tools and a kitchen.',
  'You have done similar work before, or you can show that you learn quickly.',
  'We pay for courses & books, and for the time that it takes to read them.',
  'Travel is rare: two or three trips a year, announced a month ahead.',
  'Please tell us in your letter which of our products you would change first.',
  'Your manager has done this job and will show you around for the first six weeks.',
  'We decide within ten days, and we answer everyone.',
  'Shifts are planned four weeks ahead, and you may swap them with colleagues.',
]

/** A beginning and an order of its own for each posting. */
function furtherText(random: Random, length = 0): string {
  if (length === 0) return ''
  const first = random.int(0, sentences.length - 1)
  const step = random.pick([1, 5, 7, 11])
  const end = Math.round(length * (0.5 + random.float()))
  let text = ''
  for (let at = 0; text.length < end; at++) text += ` ${sentences[(first + at * step) % sentences.length]}`
  return text
}

/** A sentence that is another one after some days, for each posting on a day of its own. */
function revision(
  world: World,
  { revisedEveryDays, platform, key }: Company,
  serial: number,
  today: Day,
): string {
  if (revisedEveryDays === undefined) return ''
  const phase = world.random('revision', platform, key, serial).int(0, revisedEveryDays - 1)
  return ` Edition ${Math.floor((today + phase) / revisedEveryDays)} of this text.`
}

function uuidOf(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The vacancies as the board lists them, and their real number. On some days a list is empty or incomplete, with status 200. */
export function listedVacancies(world: World, company: Company): Listing {
  const key = `${company.platform} ${company.key} ${world.today()}`
  const listings = latestListings.get(world) ?? new Map<string, Listing>()
  latestListings.set(world, listings)
  const listing = listings.get(key) ?? toListing(world, company)
  // The latest at the end.
  listings.delete(key)
  listings.set(key, listing)
  const [oldest] = listings.keys()
  if (listings.size > listingsMax && oldest !== undefined) listings.delete(oldest)
  return listing
}

interface Listing {
  readonly listed: Vacancy[]
  readonly total: number
}

/** The details of a board are requested one after the other, and a few boards at once. */
const latestListings = new WeakMap<World, Map<string, Listing>>()
const listingsMax = 32

function toListing(world: World, company: Company): Listing {
  const all = vacanciesOf(world, company)
  const random = world.random('mood', company.platform, company.key, world.today())
  if (company.isFlawless) return { listed: all, total: all.length }
  if (random.chance(0.004)) return { listed: [], total: 0 }
  const share = random.chance(0.008) ? 0.6 : 1
  return { listed: all.slice(0, Math.ceil(all.length * share)), total: all.length }
}
