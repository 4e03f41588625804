/** A cinema dataset of any size for benchmarks; every id derives from its index. */

import { Type } from 'typebox'
import { stableId } from '../../src/core/stable-id.ts'
import { countSeats } from '../../src/services/cinema/normalise/seat-codes.ts'
import { toCapabilities } from '../../src/services/cinema/schema/index.ts'
import type { CinemaRecord, LayoutRecord } from '../../src/services/cinema/schema/records.ts'
import { toCinemaDirectory } from '../../src/services/cinema/sources/cinema-directory.ts'
import type { CinemaDirectory } from '../../src/services/cinema/sources/cinema-member.ts'
import {
  type CinemaSource,
  defineCinemaSource,
  toCinemaSource,
} from '../../src/services/cinema/sources/define-cinema-source.ts'

export const showsPerDay = 20
const days = 5
export const showsPerTheater = showsPerDay * days
const chains = 20
const films = 400
const seats = 150
const sourceId = 'bench-platform'
const hourMs = 3_600_000

/** A fixed day, so that a generated store can be reused. */
export const datasetNowMs = Date.parse('2026-11-15T12:00:00Z')

const adapter = defineCinemaSource({
  id: sourceId,
  about: { name: 'Bench', home: 'https://bench.example', terms: 'made up' },
  baseUrl: 'https://bench.example',
  everyMinutes: 60,
  polite: { atOnce: 1, gapMs: 0 },
  gate: 'none',
  capabilities: toCapabilities(
    ['showtimes', 'prices', 'ticket_types', 'occupancy_counts', 'seat_summary', 'seat_grid', 'booking_url'],
    false,
  ),
  grade: 'grid',
  horizon: { maxDays: days, source: 'static' },
  limitations: [],
  seatCalls: 0,
  raw: { nothing: Type.Object({}) },
  async *fetch() {},
  toRecords: () => [],
})

export interface CinemaDataset {
  readonly directory: CinemaDirectory
  readonly source: CinemaSource
}

export function createCinemaDataset(theaters: number): CinemaDataset {
  const groups = Array.from({ length: chains }, (_, chain) => ({
    chain: `chain-${chain}`,
    base: 'https://bench.example/x',
    sites: Array.from({ length: Math.ceil((theaters - chain) / chains) }, (_, index) =>
      theaterMember(index * chains + chain),
    ),
  })).filter(({ sites }) => sites.length > 0)
  const directory = toCinemaDirectory({
    chains: groups.map(({ chain }) => ({ id: chain, name: chain, country: 'US', currency: 'USD' })),
    members: { [sourceId]: groups },
  })
  return { directory, source: toCinemaSource(adapter, directory.members.get(sourceId) ?? []) }
}

function theaterMember(theater: number) {
  const { lat, lon } = theaterLocation(theater)
  return {
    site: `t${theater}`,
    name: `Theater ${theater}`,
    timezone: 'America/Chicago',
    city: `City ${theater % 900}`,
    lat,
    lon,
  }
}

/** Spread over a continent, denser around 60 centers. */
export function theaterLocation(theater: number): { lat: number; lon: number } {
  const middle = theater % 60
  const ring = Math.sqrt(((theater * 7919) % 10_007) / 10_007)
  const angle = theater * 2.399963
  return {
    lat: round(29 + ((middle * 37) % 19) + Math.cos(angle) * ring * 1.5),
    lon: round(-120 + ((middle * 53) % 47) + Math.sin(angle) * ring * 1.5),
  }
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}

export function chainId(theater: number): string {
  return `chain-${theater % chains}`
}

export function theaterId(theater: number): string {
  return stableId('th', sourceId, chainId(theater), `t${theater}`)
}

export function showtimeId(theater: number, show: number): string {
  return stableId('st', sourceId, chainId(theater), `t${theater}`, `s${show}`)
}

/** The business date of a show. */
export function businessDateOf(show: number): string {
  return new Date(datasetNowMs + (Math.floor(show / showsPerDay) - 1) * 24 * hourMs)
    .toISOString()
    .slice(0, 10)
}

const layout: Omit<LayoutRecord, 'site'> = {
  type: 'layout',
  layout: 'auditorium',
  sections: [{ id: 'main', label: 'Stalls', row_count: 10, column_count: 15 }],
  seats: Array.from({ length: seats }, (_, index) => ({
    id: `seat-${index}`,
    label: `${String.fromCharCode(65 + Math.floor(index / 15))}${1 + (index % 15)}`,
    row: String.fromCharCode(65 + Math.floor(index / 15)),
    number: String(1 + (index % 15)),
    section: 0,
    x: index % 15,
    y: Math.floor(index / 15),
    kind: 'standard',
  })),
}

/** All records of one theater. */
export function theaterRecords(theater: number): CinemaRecord[] {
  const site = `t${theater}`
  const shows = Array.from({ length: showsPerTheater }, (_, show) => show)
  const listedFilms = Array.from({ length: 25 }, (_, at) => (theater * 7 + at * 13) % films)
  return [
    {
      type: 'theater',
      site,
      name: `Theater ${theater}`,
      address: { city: `City ${theater % 900}`, country: 'US' },
      geo: theaterLocation(theater),
      timezone: 'America/Chicago',
      rawIds: { site },
    },
    ...[...new Set(listedFilms)].map(
      (film): CinemaRecord => ({
        type: 'movie',
        film: `f${film}`,
        title: movieTitle(film),
        runtimeMinutes: 90 + (film % 60),
        ids: { imdb: `tt${film}` },
        grade: 'partial',
        rawIds: { film: `f${film}` },
      }),
    ),
    { ...layout, site },
    ...shows.map((show) => showtimeRecord(theater, show, listedFilms[show % 25] ?? 0)),
    ...shows.map((show) => seatRecord(theater, show)),
    ...shows
      .filter((show) => show % 4 === 0)
      .map(
        (show): CinemaRecord => ({
          type: 'prices',
          site,
          session: `s${show}`,
          capturedAt: datasetNowMs,
          quotes: [
            {
              ticketTypeId: 'adult',
              label: 'Adult',
              amount: 10 + (show % 5),
              currency: 'USD',
              audience: 'adult',
            },
            { ticketTypeId: 'child', label: 'Child', amount: 7, currency: 'USD', audience: 'child' },
          ],
        }),
      ),
  ]
}

function movieTitle(film: number): string {
  const letters = [...String(film)].map((digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '').join('')
  return `The ${letters} of ${letters.toLowerCase()}ville and its ${letters}`
}

function showtimeRecord(theater: number, show: number, film: number): CinemaRecord {
  const startsAt =
    Date.parse(`${businessDateOf(show)}T16:00:00Z`) +
    (show % showsPerDay) * 30 * 60_000 +
    (theater % 30) * 60_000
  const businessDate = businessDateOf(show)
  return {
    type: 'showtime',
    site: `t${theater}`,
    session: `s${show}`,
    film: `f${film}`,
    startsAt,
    startsAtLocal: `${new Date(startsAt - 6 * hourMs).toISOString().slice(0, 19)}-06:00`,
    timezone: 'America/Chicago',
    businessDate,
    state: 'on_sale',
    auditorium: String(1 + (show % 12)),
    formats: show % 9 === 0 ? ['imax'] : ['2d'],
    rawFormats: [],
    seating: 'reserved',
    bookingUrl: `https://bench.example/book/t${theater}/s${show}`,
    rawIds: { session: `s${show}`, film: `f${film}`, site: `t${theater}` },
  }
}

function seatRecord(theater: number, show: number): CinemaRecord {
  const fill = (theater * 31 + show * 17) % 100
  let codes = ''
  for (let seat = 0; seat < seats; seat += 1) codes += (seat * 61 + show * 7) % 100 < fill ? 's' : 'a'
  return {
    type: 'availability',
    site: `t${theater}`,
    session: `s${show}`,
    capturedAt: datasetNowMs,
    seating: 'reserved',
    grade: 'grid',
    confidence: 'high',
    layout: 'auditorium',
    codes,
    counts: countSeats(codes, true),
  }
}
