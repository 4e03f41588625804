/** JSON-LD events to theater, movies and showtimes. */

import { contentHash } from '../../../core/content-hash.ts'
import type { MapContext } from '../../../sync/source.ts'
import { toLanguage } from '../normalise/languages.ts'
import { isPrivateHire } from '../normalise/private-hire.ts'
import { unknownCounts, withRate } from '../normalise/seat-codes.ts'
import { businessDateOf, parseStart } from '../normalise/time.ts'
import type {
  AvailabilityRecord,
  ExternalIds,
  MovieRecord,
  PricesRecord,
  SaleState,
  ShowtimeRecord,
  TheaterRecord,
} from '../schema/records.ts'
import type { CinemaMember } from './cinema-directory.ts'
import { isNode, type Node, nameField, type PageNode, textField, typesOf } from './json-ld-nodes.ts'
import {
  absoluteUrl,
  cleanText,
  optional,
  parseCount,
  showtimeFormats,
  slugify,
  toMovie,
  toTheater,
} from './record-builders.ts'
import { resolveRepeatedHours } from './resolve-repeated-hours.ts'

const eventTypes = new Set(['ScreeningEvent', 'Event', 'VisualArtsEvent', 'TheaterEvent'])
const venueTypes = new Set(['MovieTheater', 'EventVenue'])

export interface Screenings {
  readonly theater: TheaterRecord
  readonly films: readonly MovieRecord[]
  readonly showtimes: readonly ShowtimeRecord[]
  readonly availabilities: readonly AvailabilityRecord[]
  readonly prices: readonly PricesRecord[]
}

export function toScreenings(
  nodes: readonly PageNode[],
  { member, nowMs, drop }: MapContext<CinemaMember>,
): Screenings {
  const films = new Map<string, MovieRecord>()
  const showtimes = new Map<string, ShowtimeRecord>()
  const availabilities: AvailabilityRecord[] = []
  const prices: PricesRecord[] = []
  for (const page of nodes) {
    if (!typesOf(page.node).some((type) => eventTypes.has(type))) continue
    const movie = movieOf(page, member)
    const showtime = movie && !isPrivateHire(movie.title) ? toShowtime(page, movie, member) : undefined
    if (movie === undefined || showtime === undefined) {
      drop(movie === undefined ? 'no film' : 'no start, or a private hire')
      continue
    }
    if (showtimes.has(showtime.session)) {
      drop('listed twice')
      continue
    }
    const existingFilm = films.get(movie.film)
    if (existingFilm === undefined || Object.keys(movie).length > Object.keys(existingFilm).length)
      films.set(movie.film, movie)
    const counts = toCounts(page, showtime, nowMs)
    const quotes = toPrices(page, showtime, nowMs)
    showtimes.set(showtime.session, {
      ...showtime,
      ...missingCapabilities(counts.length > 0, quotes.length > 0),
    })
    availabilities.push(...counts)
    prices.push(...quotes)
  }
  return {
    theater: theaterOf(nodes, member),
    films: [...films.values()],
    showtimes: resolveRepeatedHours([...showtimes.values()], (film) => films.get(film)?.runtimeMinutes),
    availabilities,
    prices,
  }
}

/** Few pages say everything that could be said. */
function missingCapabilities(hasCounts: boolean, hasPrices: boolean): Pick<ShowtimeRecord, 'lacks'> {
  const lacks = [
    ...(hasCounts ? [] : (['occupancy_counts', 'occupancy_rate'] as const)),
    ...(hasPrices ? [] : (['prices'] as const)),
  ]
  return lacks.length === 0 ? {} : { lacks }
}

function theaterOf(nodes: readonly PageNode[], member: CinemaMember): TheaterRecord {
  const venue = nodes.find(({ node }) => typesOf(node).some((type) => venueTypes.has(type)))?.node
  if (venue === undefined) return toTheater(member)
  const address = isNode(venue.address) ? venue.address : undefined
  const geo = isNode(venue.geo) ? venue.geo : undefined
  const lat = Number(geo?.latitude)
  const lon = Number(geo?.longitude)
  const hasGeo = geo !== undefined && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return toTheater(member, {
    ...optional('name', cleanText(textField(venue, 'name'))),
    ...(hasGeo ? { geo: { lat, lon } } : {}),
    ...optional('phone', textField(venue, 'telephone')),
    ...optional('websiteUrl', textField(venue, 'url')),
    address: {
      ...optional('line1', cleanText(textField(address, 'streetAddress'))),
      ...optional('city', cleanText(textField(address, 'addressLocality'))),
      ...optional('state', cleanText(textField(address, 'addressRegion'))),
      ...optional('postal_code', cleanText(textField(address, 'postalCode'))),
    },
  })
}

/** The work presented, or the event's own name where none is given. */
function movieOf({ node, resolve }: PageNode, member: CinemaMember): MovieRecord | undefined {
  const work = resolve(node.workPresented)
  const title = cleanText(textField(work, 'name') ?? textField(node, 'name'))
  if (title === undefined) return undefined
  const link = textField(work, 'url') ?? textField(work, '@id')
  const published = textField(work, 'datePublished')
  const year = Number(published?.slice(0, 4))
  const film = pathId(link) ?? (slugify(title) || contentHash(1, title))
  return toMovie({
    // Addresses are a site's own.
    film: `${member.site}:${film}`,
    rawIds: { film },
    title,
    runtimeMinutes: minutesOf(textField(work, 'duration') ?? textField(node, 'duration')),
    year: Number.isInteger(year) && year > 1887 && year < 2200 ? year : undefined,
    releaseOn: published,
    rating: textField(work, 'contentRating'),
    genres: nameField(work, 'genre'),
    synopsis: textField(work, 'description'),
    poster: textField(work, 'image'),
    cast: nameField(work, 'actor'),
    directors: nameField(work, 'director'),
    ids: idsIn(nameField(work, 'sameAs')),
  })
}

function idsIn(links: readonly string[]): ExternalIds {
  const imdb = links.map((link) => /imdb\.com\/title\/(tt\d+)/.exec(link)?.[1]).find(Boolean)
  const tmdb = links.map((link) => /themoviedb\.org\/movie\/(\d+)/.exec(link)?.[1]).find(Boolean)
  return { ...optional('imdb', imdb), ...optional('tmdb', tmdb) }
}

/** `PT1H49M` and `PT114M` */
function minutesOf(duration: string | undefined): number | undefined {
  const match = /^PT(?:(\d{1,3})H)?(?:(\d{1,4})M)?/.exec(duration ?? '')
  if (match === null) return undefined
  return Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0)
}

function toShowtime(
  { node, resolve }: PageNode,
  movie: MovieRecord,
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const startDate = textField(node, 'startDate')
  const start = startDate === undefined ? undefined : parseStart(startDate, member.timezone)
  if (startDate === undefined || start === undefined) return undefined
  const offer = resolve(node.offers)
  const link = absoluteUrl(
    textField(offer, 'url') ?? textField(node, 'url') ?? textField(node, '@id'),
    `${member.base}/`,
  )
  const session = pathId(link) ?? contentHash(1, [movie.film, startDate])
  const language = toLanguage(textField(node, 'inLanguage') ?? '')
  const subtitles = toLanguage(textField(node, 'subtitleLanguage') ?? '')
  const tags = [...nameField(node, 'videoFormat'), ...nameField(node, 'keywords')]
  return {
    type: 'showtime',
    site: member.site,
    session,
    film: movie.film,
    startsAt: start.startsAt,
    startsAtLocal: start.startsAtLocal,
    timezone: member.timezone,
    businessDate: businessDateOf(start.startsAtLocal),
    state: stateOf(node, offer),
    ...showtimeFormats(tags, movie.title, member),
    ...optional('language', language),
    ...optional('subtitleLanguage', subtitles),
    seating: 'unknown',
    ...optional('bookingUrl', link),
    ...(start.warnings.length === 0 ? {} : { warnings: start.warnings }),
    rawIds: {
      session,
      ...movie.rawIds,
      site: member.site,
      ...(start.warnings.length === 0 ? {} : { local_start: startDate }),
    },
  }
}

function stateOf(node: Node, offer: Node | undefined): SaleState {
  const status = textField(node, 'eventStatus') ?? ''
  const availability = textField(offer, 'availability') ?? ''
  if (status.endsWith('EventCancelled')) return 'cancelled'
  if (/SoldOut$/.test(availability)) return 'sold_out'
  if (/EventPostponed$|EventRescheduled$/.test(status) || /PreOrder$|OutOfStock$/.test(availability))
    return 'not_on_sale'
  return offer !== undefined || textField(node, 'url') !== undefined ? 'on_sale' : 'unknown'
}

/** The last part of a path that holds a digit, or the whole path: `/bookings/12232/` is 12232. */
function pathId(link: string | undefined): string | undefined {
  const url = link === undefined ? null : URL.parse(link)
  const parts = url?.pathname.split('/').filter((part) => part !== '') ?? []
  const last = parts.at(-1)
  if (last === undefined) return undefined
  const number = parts.findLast((part) => /^\d+$/.test(part))
  return number ?? (url?.search ? `${last}${url.search}` : last).slice(0, 100)
}

function toCounts({ node }: PageNode, showtime: ShowtimeRecord, capturedAt: number): AvailabilityRecord[] {
  const available = parseCount(node.remainingAttendeeCapacity)
  const capacity = parseCount(node.maximumAttendeeCapacity)
  if (available === null) return []
  const isConsistent = capacity !== null && capacity >= available
  return [
    {
      type: 'availability',
      site: showtime.site,
      session: showtime.session,
      capturedAt,
      seating: 'unknown',
      grade: 'count',
      confidence: isConsistent ? 'medium' : 'low',
      counts: withRate({
        ...unknownCounts,
        capacity: isConsistent ? capacity : null,
        available,
        sold: isConsistent ? capacity - available : null,
      }),
    },
  ]
}

/** A price only where it is one price, not a range. */
function toPrices({ node, resolve }: PageNode, showtime: ShowtimeRecord, capturedAt: number): PricesRecord[] {
  const offer = resolve(node.offers)
  const price = Number(textField(offer, 'price'))
  const currency = textField(offer, 'priceCurrency')
  if (textField(offer, 'price') === undefined || !(price >= 0) || !/^[A-Z]{3}$/.test(currency ?? ''))
    return []
  if (textField(offer, 'lowPrice') !== undefined || currency === undefined) return []
  const label = cleanText(textField(offer, 'name')) ?? 'Ticket'
  return [
    {
      type: 'prices',
      site: showtime.site,
      session: showtime.session,
      capturedAt,
      quotes: [
        { ticketTypeId: 'offer', label, amount: price, currency, audience: 'unknown', feesIncluded: null },
      ],
    },
  ]
}
