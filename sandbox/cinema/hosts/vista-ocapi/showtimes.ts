/** The showtimes of a business date, with the films, attributes and people they refer to. */

import { toLocalText } from '../../../../src/core/zoned-time.ts'
import { dayOf, toDate } from '../../../calendar.ts'
import type { World } from '../../../world.ts'
import { type Chain, type Theater, theaterAt } from '../../chains.ts'
import { type Movie, premiereOf } from '../../movies.ts'
import { daysOf, denseDays, listedShowsOn, localToday, type Show } from '../../schedule.ts'
import { isSoldOut } from '../../seat-plan.ts'
import { tagsOf } from '../../tags.ts'
import { languageName, listingOf } from '../../titles.ts'

export function texts(
  text: string | null,
  translations: readonly { languageTag: string; text: string }[] = [],
) {
  return text === null ? null : { text, translations }
}

export function siteOf(theater: Theater) {
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

export function screeningDates(chain: Chain, world: World, sites: readonly string[]) {
  const listed = sites
    .flatMap((site) => theaterAt(chain, site) ?? [])
    .map((theater) => ({ site: theater.site, days: new Set(openDays(world, theater)) }))
  const days = [...new Set(listed.flatMap((own) => [...own.days]))].sort((one, other) => one - other)
  return {
    filmScreeningDates: days.map((day) => ({
      businessDate: toDate(day),
      filmScreenings: listed
        .filter((own) => own.days.has(day))
        .map(({ site }) => ({ filmId: 'HO00000000', sites: [{ siteId: site, showtimeAttributeIds: [] }] })),
    })),
  }
}

/** A day whose only show is cancelled is not listed. */
function openDays(world: World, theater: Theater): number[] {
  return daysOf(world, theater).filter(
    (day) => day < localToday(world, theater) + denseDays || listedShowsOn(world, theater, day).length > 0,
  )
}

export function businessDate(chain: Chain, world: World, date: string, sites: readonly string[]) {
  const day = dayOf(Date.parse(`${date}T00:00:00Z`))
  const theaters = sites.flatMap((site) => theaterAt(chain, site) ?? [])
  const shows = theaters.flatMap((theater) =>
    listedShowsOn(world, theater, day).map((show) => ({ theater, show })),
  )
  if (shows.length === 0) return { status: 404 }
  const rows = shows.flatMap(({ theater, show }) => {
    const row = showtimeOf(chain, world, theater, show)
    // Some rows are listed twice, and some screens are rented out.
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

function showtimeOf(chain: Chain, world: World, theater: Theater, show: Show) {
  const { site, city } = theater
  const opensAt = bookingOpens(show, show.day)
  // Some large screens have a balcony with open seating.
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

/** Some events go on sale four weeks before. */
function bookingOpens(show: Show, day: number): number | undefined {
  return show.movie.kind === 'event' && show.movie.number % 3 !== 0 ? (day - 28) * 86_400_000 : undefined
}

function ruleId({ movie, day }: Show): string {
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

function attributesOf(show: Show): { id: string; name: string }[] {
  const names: string[] = tagsOf(show).flatMap((tag) =>
    tag in attributeNames ? attributeNames[tag as keyof typeof attributeNames] : [],
  )
  if (show.movie.kind === 'foreign') names.push(`${languageName(show.movie.language)} (Audio)`)
  return names.map((name) => ({ id: `attr-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`, name }))
}

function relatedData(chain: Chain, shows: readonly { theater: Theater; show: Show }[], today: number) {
  const theaters = [...new Set(shows.map(({ theater }) => theater))]
  const listings = new Map(shows.map(({ show }) => [listingOf(chain, show.movie, show.variant).film, show]))
  const films = [...new Set(shows.map(({ show }) => show.movie))]
  const attributes = new Map(
    shows.flatMap(({ show }) => attributesOf(show).map((attribute) => [attribute.id, attribute] as const)),
  )
  return {
    sites: theaters.map(siteOf),
    films: [...[...listings.values()].map((show) => filmOf(chain, show, today)), privateFilm],
    castAndCrew: films.flatMap((movie) =>
      peopleOf(movie).map(({ id, name }) => ({ id, name: splitName(name) })),
    ),
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

function peopleOf(movie: Movie): { id: string; name: string; role: string }[] {
  return [
    { id: `p-${movie.number}-0`, name: movie.director, role: 'Director' },
    ...movie.cast.map((name, index) => ({ id: `p-${movie.number}-${index + 1}`, name, role: 'Actor' })),
  ]
}

function splitName(name: string) {
  const [givenName, ...rest] = name.split(' ')
  return { givenName, familyName: rest.join(' '), middleName: null }
}

function filmOf(chain: Chain, show: Show, today: number) {
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
    // A re-release has the date of the re-release.
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
