/** The notices of twelve towns: new ones on most days, valid for some weeks, a few corrected later. */

import { activeItems, type Day, startOf, weekday } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'

export interface GazetteTown {
  readonly slug: string
  readonly label: string
  readonly code: string
}

export interface GazetteNotice {
  readonly ref: string
  readonly printedDay: Day
  readonly lastDay: Day
  readonly kind: string
  readonly headline: string
  readonly paragraphs: readonly string[]
  /** Milliseconds since the epoch; undefined before a correction. */
  readonly amendedAt: number | undefined
}

export const gazetteTowns: readonly GazetteTown[] = [
  { slug: 'alderbrook', label: 'Alderbrook', code: 'AB' },
  { slug: 'bexcombe', label: 'Bexcombe', code: 'BX' },
  { slug: 'carrow-bay', label: 'Carrow Bay', code: 'CB' },
  { slug: 'dunmere', label: 'Dunmere', code: 'DM' },
  { slug: 'eastwell', label: 'Eastwell', code: 'EW' },
  { slug: 'fenwick-green', label: 'Fenwick Green', code: 'FG' },
  { slug: 'greyhaven', label: 'Greyhaven', code: 'GH' },
  { slug: 'harrowgate', label: 'Harrowgate', code: 'HG' },
  { slug: 'kingsmoor', label: 'Kingsmoor', code: 'KM' },
  { slug: 'larkhill-on-sea', label: 'Larkhill-on-Sea', code: 'LS' },
  { slug: 'pont-y-bran', label: 'Pont-y-Brân', code: 'PB' },
  { slug: 'st-mauds', label: "St Maud's", code: 'SM' },
]

const lifetimeDaysMax = 45

/** The notices that are valid today, newest first. */
export function noticesOf(world: World, town: GazetteTown): GazetteNotice[] {
  return [...activeItems(world.today(), lifetimeDaysMax, (day) => printedOn(world, town, day))]
}

/** A valid notice by its reference. */
export function noticeByRef(world: World, ref: string): GazetteNotice | undefined {
  const town = gazetteTowns.find(({ code }) => ref.startsWith(`${code}-`))
  return town && noticesOf(world, town).find((notice) => notice.ref === ref)
}

function printedOn(world: World, town: GazetteTown, day: Day): GazetteNotice[] {
  if (weekday(day) === 7) return []
  const count = world.random('gazette', town.slug, day).int(0, 2)
  return Array.from({ length: count }, (_, index) => print(world, town, day, index + 1))
}

function print(world: World, town: GazetteTown, day: Day, number: number): GazetteNotice {
  const random = world.random('gazette', town.slug, day, number)
  const { kind, headline, paragraph } = random.pick(templates)
  const stayDays = random.int(10, lifetimeDaysMax - 1)
  const place = placeOf(random)
  const amendedDay = day + random.int(1, 6)
  const amended = random.chance(0.12) && amendedDay < world.today()
  const paragraphs = [
    fill(paragraph, place),
    `Papers may be seen at ${town.label} Town Hall, weekdays from 10 to 4.`,
  ]
  return {
    ref: `${town.code}-${day}-${number}`,
    printedDay: day,
    lastDay: day + stayDays,
    kind,
    headline: fill(headline, place),
    paragraphs: amended
      ? [...paragraphs, 'Corrected: an earlier printing gave another address.']
      : paragraphs,
    amendedAt: amended ? startOf(amendedDay) + random.int(7 * 60, 9 * 60) * 60_000 : undefined,
  }
}

interface Place {
  readonly number: number
  readonly street: string
  readonly trader: string
}

function placeOf(random: Random): Place {
  return { number: random.int(1, 140), street: random.pick(streets), trader: random.pick(traders) }
}

function fill(template: string, { number, street, trader }: Place): string {
  return template
    .replaceAll('{number}', String(number))
    .replaceAll('{street}', street)
    .replaceAll('{trader}', trader)
}

const streets = [
  'Mill Lane',
  'Quay Street',
  'Abbey Road',
  'Tanner’s Row',
  'Church Walk',
  'Station Road',
  'Orchard Rise',
]

const traders = [
  'Marsh & Daughters',
  'The Copper Kettle',
  'O’Dowd Haulage',
  'Lantern Books',
  'Peel & Sons <Butchers>',
]

const templates: readonly { kind: string; headline: string; paragraph: string }[] = [
  {
    kind: 'PLAN',
    headline: 'Application: {number} {street}',
    paragraph:
      'Two-storey extension & replacement of windows at {number} {street}. Objections within 21 days.',
  },
  {
    kind: 'PLAN',
    headline: 'Change of use: {trader}, {street}',
    paragraph: 'From shop to café at {number} {street}, for {trader}.',
  },
  {
    kind: 'ROAD',
    headline: 'Road closure & diversion: {street}',
    paragraph: '{street} will be closed to vehicles over 7.5 t for works < 10 days, nights only.',
  },
  {
    kind: 'LIC',
    headline: 'Premises licence: {trader}',
    paragraph: '{trader}, {number} {street}, apply to serve until 23:30 on Fridays & Saturdays.',
  },
  {
    kind: 'ELEC',
    headline: 'By-election: polling at {street} School',
    paragraph: 'Polling from 7 to 22 h at {street} School, {number} {street}.',
  },
  {
    kind: 'MTG',
    headline: 'Council sits – public welcome',
    paragraph: 'The council meets in the hall in {street}. Questions in writing by noon of the day before.',
  },
  {
    kind: 'TEND',
    headline: 'Tenders: upkeep of {street}',
    paragraph: 'Sealed offers for paving {street} from number {number} onwards.',
  },
  {
    kind: 'MISC',
    headline: 'Found: a bicycle in {street}',
    paragraph: 'To be claimed at {number} {street} within three months.',
  },
]
