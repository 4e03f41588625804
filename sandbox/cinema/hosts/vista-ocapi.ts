/** A chain's Vista installation: OCAPI with sites, business dates, seat plans and ticket prices. */

import { toLocalText } from '../../../src/core/zoned-time.ts'
import { dayOf, toDate } from '../../calendar.ts'
import { json, type Reply, type Route, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import type { World } from '../../world.ts'
import { type PretendChain, type PretendTheater, theaterAt } from '../chains.ts'
import { type PretendMovie, premiereOf } from '../movies.ts'
import { pricesOf } from '../prices.ts'
import { daysOf, type PretendShow, showByNumber, showsOn } from '../programme.ts'
import { freeCount, isSoldOut, roomOf, soldSeats } from '../seats.ts'
import { tagsOf } from '../tags.ts'
import { languageName, listingOf } from '../titles.ts'

export function ocapiToken(chain: PretendChain): string {
  return `sandbox-${chain.id}`
}

export function ocapiHost(chain: PretendChain): SandboxHost {
  const at = '/WSVistaWebClient/ocapi/v1'
  const open = (answer: (request: SandboxRequest) => Reply) => (request: SandboxRequest) =>
    request.headers.authorization === `Bearer ${ocapiToken(chain)}`
      ? answer(request)
      : json({ status: 401 }, { status: 401 })
  const get = <Pattern extends string>(path: Pattern, answer: (request: SandboxRequest) => Reply): Route =>
    route(`GET ${at}/${path}` as `GET /${string}`, open(answer))
  const ofShow =
    (answer: (world: World, theater: PretendTheater, show: PretendShow) => unknown) =>
    (request: SandboxRequest) => {
      const [site, session] = (request.params.id ?? '').split('-')
      const theater = theaterAt(chain, site)
      const show = theater && showByNumber(request.world, theater, Number(session))
      if (theater === undefined || show === undefined || show.isCancelled)
        return json({ status: 404 }, { status: 404 })
      return json(answer(request.world, theater, show))
    }
  return {
    host: chain.host,
    routes: [
      get('sites', () => json({ sites: chain.theaters.map(siteOf) })),
      get('film-screening-dates', ({ world, query }) =>
        json(screeningDates(chain, world, query.getAll('siteIds'))),
      ),
      get('showtimes/by-business-date/{date}', ({ world, params, query }) =>
        json(businessDate(chain, world, params.date ?? '', query.getAll('siteIds'))),
      ),
      get(
        'showtimes/{id}/seat-layout',
        ofShow((_, theater, show) => seatLayout(theater, show.screen.number)),
      ),
      get('showtimes/{id}/seat-availability', ofShow(seatAvailability)),
      get(
        'showtimes/{id}/ticket-prices',
        ofShow((_, theater, show) => ticketPrices(chain, theater, show)),
      ),
      get('seat-layouts/{id}', ({ params }) => {
        const [site, screen] = (params.id ?? '').split('-')
        const theater = theaterAt(chain, site)
        const layout = theater && seatLayout(theater, Number(screen))
        return layout === undefined ? json({ status: 404 }, { status: 404 }) : json(layout)
      }),
    ],
  }
}

function texts(text: string | null, translations: readonly { languageTag: string; text: string }[] = []) {
  return text === null ? null : { text, translations }
}

function siteOf(theater: PretendTheater) {
  return {
    id: theater.site,
    name: texts(theater.name),
    hasSellableItems: true,
    location: { latitude: theater.lat, longitude: theater.lon },
    contactDetails: {
      phoneNumbers: [],
      email: '',
      address: { line1: theater.street, line2: '', city: theater.city.name.toUpperCase() },
    },
    ianaTimeZoneName: theater.city.timezone,
  }
}

function listed(world: World, theater: PretendTheater, day: number): PretendShow[] {
  return showsOn(world, theater, day).filter(({ isCancelled }) => !isCancelled)
}

function screeningDates(chain: PretendChain, world: World, sites: readonly string[]) {
  const theaters = sites.flatMap((site) => theaterAt(chain, site) ?? [])
  const days = [...new Set(theaters.flatMap((theater) => daysOf(world, theater)))].sort(
    (one, other) => one - other,
  )
  return {
    filmScreeningDates: days.map((day) => ({
      businessDate: toDate(day),
      filmScreenings: [],
    })),
  }
}

function businessDate(chain: PretendChain, world: World, date: string, sites: readonly string[]) {
  const day = dayOf(Date.parse(`${date}T00:00:00Z`))
  const theaters = sites.flatMap((site) => theaterAt(chain, site) ?? [])
  const shows = theaters.flatMap((theater) => listed(world, theater, day).map((show) => ({ theater, show })))
  if (shows.length === 0) return { status: 404 }
  const rows = shows.flatMap(({ theater, show }) => {
    const row = showtimeOf(chain, world, theater, show)
    // Now and then a row comes twice, and a room is let to someone.
    return show.session % 97 === 0 ? [row, row] : [row]
  })
  const [first] = shows
  if (first !== undefined && day % 5 === 0) {
    rows.push({
      ...showtimeOf(chain, world, first.theater, first.show),
      id: `${first.theater.site}-1`,
      filmId: privateFilm.id,
    })
  }
  return { businessDate: date, showtimes: rows, relatedData: relatedData(chain, shows, world.today()) }
}

const privateFilm = {
  id: 'HO00000001',
  title: texts('Private Hire'),
  runtimeInMinutes: 0,
  castAndCrew: [],
  genreIds: [],
}

function showtimeOf(chain: PretendChain, world: World, theater: PretendTheater, show: PretendShow) {
  const { site, city } = theater
  const opensAt = bookingOpens(show, show.day)
  // Some large rooms have a balcony without numbers.
  const isMixed = show.screen.isReserved && show.screen.number === 1 && Number(site) % 3 === 0
  return {
    id: `${site}-${show.session}`,
    siteId: site,
    filmId: listingOf(chain, show.movie, show.variant).film,
    screenId: `${site}-${show.screen.number}`,
    seatLayoutId: `${site}-${show.screen.number}-11`,
    schedule: {
      businessDate: toDate(show.day),
      startsAt: toLocalText(show.startsAt, city.timezone),
      endsAt: toLocalText(show.startsAt + (show.movie.minutes + 25) * 60_000, city.timezone),
      filmStartsAt: toLocalText(show.startsAt + 25 * 60_000, city.timezone),
      filmEndsAt: toLocalText(show.startsAt + (show.movie.minutes + 25) * 60_000, city.timezone),
      inSeatItemDelivery: null,
    },
    isSoldOut: isSoldOut(world, theater, show),
    isAllocatedSeating: show.screen.isReserved,
    requires3dGlasses: show.variant === '3d',
    areaCategories: [
      { areaCategoryId: `${site}-0000000001`, isAllocatedSeating: true },
      ...(isMixed ? [{ areaCategoryId: `${site}-0000000009`, isAllocatedSeating: false }] : []),
    ],
    attributeIds: attributesOf(show).map(({ id }) => id),
    eventId: null,
    restrictions: opensAt === undefined ? [] : ['FilmAdvanceBookingRule'],
    filmAdvanceBookingRuleId: opensAt === undefined ? null : ruleId(show),
  }
}

/** Events far ahead go on sale four weeks before. */
function bookingOpens(show: PretendShow, day: number): number | undefined {
  return show.movie.kind === 'event' && show.movie.number % 3 !== 0 ? (day - 28) * 86_400_000 : undefined
}

function ruleId({ movie, day }: PretendShow): string {
  return `rule-${movie.number}-${day}`
}

const attributeNames = {
  '3d': '3D',
  imax: 'IMAX',
  '4dx': '4DX',
  plf: 'iSense',
  atmos: 'Dolby Atmos',
  recliner: 'Recliner',
  lounge: 'Gold Class',
  subtitled: 'Subtitled',
  captioned: 'Open Captioned',
  described: 'Audio Described',
  kids: 'Kids Club',
  relaxed: 'Autism Friendly',
  baby: 'Baby Club',
  preview: 'Special Preview',
  talk: 'Screening followed by a Q&A',
  event: 'Event Cinema',
  classic: 'classicfilm',
} as const

function attributesOf(show: PretendShow): { id: string; name: string }[] {
  const names: string[] = tagsOf(show).flatMap((tag) =>
    tag in attributeNames ? attributeNames[tag as keyof typeof attributeNames] : [],
  )
  if (show.movie.kind === 'foreign') names.push(`${languageName(show.movie.language)} (Audio)`)
  return names.map((name) => ({ id: `attr-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`, name }))
}

function relatedData(
  chain: PretendChain,
  shows: readonly { theater: PretendTheater; show: PretendShow }[],
  today: number,
) {
  const theaters = [...new Set(shows.map(({ theater }) => theater))]
  const listings = new Map(shows.map(({ show }) => [listingOf(chain, show.movie, show.variant).film, show]))
  const films = [...new Set(shows.map(({ show }) => show.movie))]
  const attributes = new Map(
    shows.flatMap(({ show }) => attributesOf(show).map((attribute) => [attribute.id, attribute] as const)),
  )
  return {
    sites: theaters.map(siteOf),
    films: [...[...listings.values()].map((show) => filmOf(chain, show, today)), privateFilm],
    castAndCrew: films.flatMap((movie) => peopleOf(movie).map(({ id, name }) => ({ id, name: split(name) }))),
    genres: [...new Set(films.map(({ genre }) => genre))].map((genre) => ({
      id: genre,
      name: texts(genre),
      description: null,
    })),
    censorRatings: ['U', 'PG', '12A', '15', '18'].map((id) => ({
      id,
      classification: texts(id),
      ageRestriction: { minimumAge: 0 },
    })),
    attributes: [...attributes.values()].map(({ id, name }) => ({
      id,
      name: texts(name),
      shortName: texts(name),
    })),
    screens: theaters.flatMap(({ site, screens }) =>
      screens.map(({ number, name }) => ({ id: `${site}-${number}`, name: texts(name) })),
    ),
    events: [],
    filmAdvanceBookingRules: shows.flatMap(({ show }) => {
      const opens = bookingOpens(show, show.day)
      if (opens === undefined) return []
      return [
        {
          id: ruleId(show),
          bookingPeriods: [
            {
              startsAt: new Date(opens).toISOString(),
              orderBookingModes: ['Paid'],
              restriction: null,
              rewardId: null,
            },
          ],
        },
      ]
    }),
    areaCategories: [],
  }
}

function peopleOf(movie: PretendMovie): { id: string; name: string; role: string }[] {
  return [
    { id: `p-${movie.number}-0`, name: movie.director, role: 'Director' },
    ...movie.cast.map((name, index) => ({ id: `p-${movie.number}-${index + 1}`, name, role: 'Actor' })),
  ]
}

function split(name: string) {
  const [givenName, ...rest] = name.split(' ')
  return { givenName, familyName: rest.join(' '), middleName: null }
}

function filmOf(chain: PretendChain, show: PretendShow, today: number) {
  const { movie } = show
  const { film, title } = listingOf(chain, movie, show.variant)
  const isClassic = movie.kind === 'classic'
  const translated =
    chain.language !== 'en' && movie.titles.es ? [{ languageTag: 'en', text: movie.title }] : []
  const english =
    movie.kind === 'foreign' && movie.otherSpelling ? [{ languageTag: 'en', text: movie.otherSpelling }] : []
  return {
    id: film,
    title: texts(title, [...translated, ...english]),
    synopsis: texts(movie.synopsis),
    shortSynopsis: texts(movie.synopsis.split('.')[0] ?? null),
    censorRatingId: movie.rating,
    censorRatingNote: null,
    // A film that comes back is dated by the day it comes back.
    releaseDate: toDate(isClassic ? today - (today % 28) : premiereOf(movie, today)),
    runtimeInMinutes: movie.kind === 'secret' ? 0 : movie.minutes,
    trailerUrl: null,
    displayPriority: 50,
    castAndCrew: peopleOf(movie).map(({ id, role }) => ({ castAndCrewMemberId: id, roles: [role] })),
    genreIds: [movie.genre],
    externalIds: {
      moviexchangeReleaseId:
        movie.kind === 'secret'
          ? null
          : `5eed${String(movie.number).padStart(4, '0')}-0000-4000-8000-00000000cafe`,
      corporateId: null,
    },
    hopk: film,
    hoCode: film.replace('HO', 'A0'),
    distributorName: movie.distributor,
  }
}

/** Rows count towards the screen and columns from the right, as Vista does. */
function seatLayout(theater: PretendTheater, number: number) {
  const screen = theater.screens.find((other) => other.number === number)
  if (screen === undefined) return undefined
  const room = roomOf(theater, screen)
  const areas = [
    {
      number: 1,
      id: '0000000001',
      name: screen.kind === 'recliner' ? 'Recliner' : screen.kind === 'lounge' ? 'Sofa' : 'Standard',
      has: (kind: string) => kind !== 'wheelchair' && kind !== 'companion',
      top: 60,
    },
    {
      number: 2,
      id: '0000000002',
      name: 'Wheelchair',
      has: (kind: string) => kind === 'wheelchair',
      top: 20,
    },
    { number: 3, id: '0000000003', name: 'Companion', has: (kind: string) => kind === 'companion', top: 20 },
  ]
  return {
    seatLayout: {
      id: `${theater.site}-${number}-11`,
      screenId: `${theater.site}-${number}`,
      areas: areas.map((area) => {
        const seats = room.seats.filter(({ kind }) => area.has(kind))
        const rows = [...new Set(seats.map(({ row }) => row))]
        return {
          number: area.number,
          areaCategoryId: `${theater.site}-${area.id}`,
          name: texts(area.name),
          columnCount: room.columns,
          rowCount: rows.length,
          boundary: { left: 0, top: area.top, right: 100, bottom: area.top + 40 },
          rows: rows.map((row) => ({
            number: room.rows - row,
            label: String.fromCharCode(65 + row),
            seats: seats
              .filter((seat) => seat.row === row)
              .map((seat) => ({
                id: seatId(room.rows, room.columns, seat, area.number),
                label: String(seat.number),
                rowLabel: seat.rowLabel,
                seatGroupIds: seat.kind === 'sofa' ? [`g${row}-${Math.floor(seat.number / 2)}`] : [],
                areaCategoryId: `${theater.site}-${area.id}`,
                position: {
                  areaNumber: area.number,
                  rowNumber: room.rows - row,
                  columnNumber: room.columns - seat.column,
                },
              })),
          })),
        }
      }),
    },
    relatedData: {},
  }
}

function seatId(rows: number, columns: number, seat: { row: number; column: number }, area: number): string {
  return `${area}_${rows - seat.row}_${columns - seat.column}`
}

function seatAvailability(world: World, theater: PretendTheater, show: PretendShow) {
  const room = roomOf(theater, show.screen)
  const summary = { totalCount: room.seats.length, availableCount: freeCount(world, theater, show) }
  if (!show.screen.isReserved)
    return {
      seatAvailabilities: [],
      summary,
      areaCategorySummaries: [],
      isSoldOut: summary.availableCount === 0,
    }
  const sold = soldSeats(world, theater, show)
  return {
    seatAvailabilities: room.seats.map((seat, index) => ({
      seatId: seatId(
        room.rows,
        room.columns,
        seat,
        seat.kind === 'wheelchair' ? 2 : seat.kind === 'companion' ? 3 : 1,
      ),
      status: seat.isBroken ? 'Broken' : sold.has(index) ? 'Sold' : 'Available',
    })),
    summary,
    areaCategorySummaries: [],
    isSoldOut: isSoldOut(world, theater, show),
  }
}

function ticketPrices(chain: PretendChain, theater: PretendTheater, show: PretendShow) {
  const prices = pricesOf(chain, show)
  return {
    ticketPrices: prices.map(({ code, amount, fee, membersOnly }, index) => {
      const tax = Math.round((amount - amount / 1.2) * 100) / 100
      return {
        ticketTypeId: `${theater.site}-${code}`,
        price: { valueIncludingTax: amount, valueExcludingTax: Math.round((amount - tax) * 100) / 100, tax },
        bookingFee: fee === 0 ? null : { valueIncludingTax: fee },
        isDefault: index === 0,
        restrictions: membersOnly ? ['Member'] : [],
        discountId: null,
        displayPriority: index + 1,
      }
    }),
    relatedData: {
      ticketTypes: prices.map(({ code, label }) => ({
        id: `${theater.site}-${code}`,
        type: 'Standard',
        name: texts(label),
      })),
    },
  }
}
