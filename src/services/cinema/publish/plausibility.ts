/** What can be true of the records of a theater, given what is registered about it. */

import { milesBetween } from '../../../core/places/distance.ts'
import { isTimeZone, offsetAt } from '../../../core/zoned-time.ts'
import { findImplausibleValue, type Plausibility, type RecordJudge } from '../../../sync/plausibility.ts'
import { addDays, dayAt, dayMs } from '../normalise/time.ts'
import type { CinemaRecord, MovieRecord, ShowtimeRecord, TheaterRecord } from '../schema/records.ts'
import type { CinemaMember } from '../sources/cinema-member.ts'

/** Sources list shows that have begun, and announce operas for a season. */
const startDaysBefore = 7
const startDaysAfter = 400
/** Registered positions may be those of a town. */
const milesMax = 60
/** Where the platform and the registry name two zones of one region. */
const zoneMsMax = 3_600_000

const count = [0, 100_000] as const
const money = [0, 1_000_000] as const

export const cinemaPlausibility: Plausibility<CinemaRecord> = {
  textMax: 1000,
  texts: {
    title: 300,
    synopsis: 20_000,
    ratingReason: 4000,
    rules: 4000,
    message: 4000,
    bookingUrl: 4000,
    poster: 4000,
    backdrop: 4000,
    codes: 10_000,
  },
  numbers: {
    lat: [-90, 90],
    lon: [-180, 180],
    year: [1880, 2100],
    runtimeMinutes: [1, 1500],
    capacity: count,
    available: count,
    sold: count,
    held: count,
    blocked: count,
    broken: count,
    occupancy_rate: [0, 1],
    amount: money,
    taxAmount: money,
    feeAmount: money,
    minQuantity: count,
    maxQuantity: count,
    x: [-100_000, 100_000],
    y: [-100_000, 100_000],
  },
  listMax: 10_000,
  open: ({ member, capturedAt }) => judgeTheater(member as CinemaMember, capturedAt),
}

function judgeTheater(member: CinemaMember, capturedAt: number): RecordJudge<CinemaRecord> {
  const heldFilms = new Set<string>()
  const heldLayouts = new Set<string>()
  const replaceMovie = (record: MovieRecord) => {
    const replacement = withTitleOnly(record)
    if (findImplausibleValue(replacement, cinemaPlausibility) === undefined) return replacement
    heldFilms.add(record.film)
    return undefined
  }
  const firstDay = dayAt(capturedAt - startDaysBefore * dayMs, 'UTC')
  const lastDay = dayAt(capturedAt + startDaysAfter * dayMs, 'UTC')
  return {
    findDoubt(record) {
      switch (record.type) {
        case 'theater':
          return findTheaterDoubt(record, member, capturedAt)
        case 'showtime':
          if (heldFilms.has(record.film)) return 'the film is held'
          return findShowtimeDoubt(record, member, capturedAt)
        case 'horizon':
          return record.firstDate < firstDay || record.lastDate > lastDay
            ? 'a listed day is out of range'
            : undefined
        case 'availability': {
          const { capacity, ...counts } = record.counts
          if (heldLayouts.has(`${record.layout}`)) return 'the seat layout is held'
          return capacity !== null &&
            Object.values(counts).some((seats) => seats !== null && seats > capacity)
            ? 'more seats than the capacity'
            : undefined
        }
        case 'prices':
          return record.quotes.some(({ currency }) => isForeignCurrency(currency, member))
            ? 'the currency is not that of the country'
            : undefined
        default:
          return undefined
      }
    },
    replace(record) {
      switch (record.type) {
        case 'theater':
          return toRegisteredTheater(member)
        case 'movie':
          return replaceMovie(record)
        case 'showtime':
          return { type: 'listed', site: record.site, session: record.session, isHeld: true }
        case 'layout':
          heldLayouts.add(record.layout)
          return undefined
        default:
          return undefined
      }
    },
  }
}

function findTheaterDoubt(
  { geo, timezone }: TheaterRecord,
  member: CinemaMember,
  capturedAt: number,
): string | undefined {
  if (geo && member.geo && milesBetween(geo, member.geo) > milesMax)
    return 'the position is far from the registered one'
  return isForeignZone(timezone, member, capturedAt) ? 'the time zone is not the registered one' : undefined
}

function findShowtimeDoubt(
  { startsAt, startsAtLocal, businessDate, timezone }: ShowtimeRecord,
  member: CinemaMember,
  capturedAt: number,
): string | undefined {
  const daysAhead = (startsAt - capturedAt) / dayMs
  if (!(daysAhead >= -startDaysBefore && daysAhead <= startDaysAfter)) return 'the start is out of range'
  const day = startsAtLocal.slice(0, 10)
  if (businessDate !== day && businessDate !== addDays(day, -1))
    return 'the business date is not that of the start'
  return isForeignZone(timezone, member, startsAt) ? 'the time zone is not the registered one' : undefined
}

function isForeignZone(zone: string, { timezone }: CinemaMember, atMs: number): boolean {
  if (zone === timezone) return false
  return !isTimeZone(zone) || Math.abs(offsetAt(atMs, zone) - offsetAt(atMs, timezone)) > zoneMsMax
}

/** `XXX`: the registry knows none. */
function isForeignCurrency(currency: string, member: CinemaMember): boolean {
  return currency !== member.currency && member.currency !== 'XXX'
}

/** As registered: what is stored stays. */
function toRegisteredTheater({ site, name, timezone, address, geo }: CinemaMember): TheaterRecord {
  return {
    type: 'theater',
    site,
    name,
    timezone,
    address,
    ...(geo ? { geo } : {}),
    isPartial: true,
    rawIds: { site },
  }
}

/** A stored description of the film stays. */
function withTitleOnly({ film, title }: MovieRecord): MovieRecord {
  return { type: 'movie', film, title, ids: {}, grade: 'title_only', isPartial: true, rawIds: { film } }
}
