/** Maps JSON-LD events to a theater, movies, showtimes, counts and prices. */

import { contentHash } from '../../../../../core/content-hash.ts'
import { defined, nonEmpty } from '../../../../../core/defined.ts'
import {
  isJsonLdNode,
  type JsonLdNode,
  type JsonLdPage,
  nodeTypes,
  textField,
  textListField,
} from '../../../../../core/parse/json-ld.ts'
import type { MapContext } from '../../../../../sync/source.ts'
import { toLanguage } from '../../../normalise/languages.ts'
import { isPrivateHire } from '../../../normalise/private-hire.ts'
import { parseTicket } from '../../../normalise/ticket-audience.ts'
import { parseStart } from '../../../normalise/time.ts'
import type { CapabilityName } from '../../../schema/index.ts'
import type {
  AvailabilityRecord,
  ExternalIds,
  MovieRecord,
  PricesRecord,
  Quote,
  SaleState,
  ShowtimeRecord,
  TheaterRecord,
} from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { absoluteUrl, cleanText, slugify } from '../../field-values.ts'
import { toCountRecords } from '../../records/count-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { resolveRepeatedHours } from '../../records/resolve-repeated-hours.ts'
import { type ShowtimeInput, toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'
import { createSessionIds } from '../../session-ids.ts'

const eventTypes = new Set(['ScreeningEvent', 'Event', 'VisualArtsEvent', 'TheaterEvent'])
const venueTypes = new Set(['MovieTheater', 'EventVenue'])

interface PageNode extends Pick<JsonLdPage, 'resolve'> {
  readonly node: JsonLdNode
}

export interface Screenings {
  readonly theater: TheaterRecord
  readonly films: readonly MovieRecord[]
  readonly showtimes: readonly ShowtimeRecord[]
  readonly availabilities: readonly AvailabilityRecord[]
  readonly prices: readonly PricesRecord[]
}

export function toScreenings(
  pages: readonly JsonLdPage[],
  { member, nowMs, drop }: MapContext<CinemaMember>,
): Screenings {
  const nodes = pages.flatMap(({ nodes, resolve }) => nodes.map((node) => ({ node, resolve })))
  const nextSession = createSessionIds()
  const films = new Map<string, MovieRecord>()
  const showtimes = new Map<string, ShowtimeRecord>()
  const availabilities: AvailabilityRecord[] = []
  const prices: PricesRecord[] = []
  for (const page of nodes) {
    if (!nodeTypes(page.node).some((type) => eventTypes.has(type))) continue
    const movie = movieOf(page, member)
    const startDate = textField(page.node, 'startDate')
    const start = startDate === undefined ? undefined : parseStart(startDate, member.timezone)
    if (movie === undefined || startDate === undefined || start === undefined || isPrivateHire(movie.title)) {
      drop(movie === undefined ? 'no film' : 'no start, or a private hire')
      continue
    }
    const link = bookingLinkOf(page, member)
    const identity = [movie.film, startDate]
    const row = { ...page.node, '@id': undefined, url: undefined, offers: undefined }
    const session = nextSession({ identity, link, row, page: page.resolve })
    if (session === undefined) {
      drop('listed twice')
      continue
    }
    const showtime = toShowtimeRecord({
      member,
      session,
      film: movie,
      start,
      bookingUrl: link,
      rawIds: movie.rawIds,
      localStart: startDate,
      ...factsOf(page),
    })
    const existingFilm = films.get(movie.film)
    if (existingFilm === undefined || Object.keys(movie).length > Object.keys(existingFilm).length)
      films.set(movie.film, movie)
    const { remainingAttendeeCapacity: available, maximumAttendeeCapacity: capacity } = page.node
    const counts = toCountRecords(showtime, { available, capacity }, nowMs)
    const quotes = toPrices(page, showtime, nowMs)
    const lacks: CapabilityName[] = [
      ...(counts.length > 0 ? [] : (['occupancy_counts', 'occupancy_rate'] as const)),
      ...(quotes.length > 0 ? [] : (['prices'] as const)),
    ]
    showtimes.set(showtime.session, lacks.length === 0 ? showtime : { ...showtime, lacks })
    availabilities.push(...counts)
    prices.push(...quotes)
  }
  return {
    theater: theaterOf(nodes, member),
    films: [...films.values()],
    showtimes: resolveRepeatedHours(showtimes.values(), films),
    availabilities,
    prices,
  }
}

function theaterOf(nodes: readonly PageNode[], member: CinemaMember): TheaterRecord {
  const venue = nodes.find(({ node }) => nodeTypes(node).some((type) => venueTypes.has(type)))?.node
  const name = textField(venue, 'name')
  if (venue === undefined || name === undefined) return toTheaterRecord(member, { isPartial: true })
  const address = isJsonLdNode(venue.address) ? venue.address : undefined
  const geo = isJsonLdNode(venue.geo) ? venue.geo : undefined
  return toTheaterRecord(member, {
    name,
    geo: { lat: geo?.latitude, lon: geo?.longitude },
    phone: textField(venue, 'telephone'),
    websiteUrl: textField(venue, 'url'),
    address: {
      line1: textField(address, 'streetAddress'),
      city: textField(address, 'addressLocality'),
      state: textField(address, 'addressRegion'),
      postal_code: textField(address, 'postalCode'),
    },
  })
}

/** The work presented, or the event itself if none is named. */
function movieOf({ node, resolve }: PageNode, member: CinemaMember): MovieRecord | undefined {
  const work = resolve(node.workPresented)
  const title = cleanText(textField(work, 'name') ?? textField(node, 'name'))
  if (title === undefined) return undefined
  const link = textField(work, 'url') ?? textField(work, '@id')
  const published = textField(work, 'datePublished')
  const year = Number(published?.slice(0, 4))
  const film = pathId(link) ?? (slugify(title) || contentHash(1, title))
  return toMovieRecord({
    // Paths are unique per site only.
    film: `${member.site}:${film}`,
    rawIds: { film },
    title,
    runtimeMinutes: minutesOf(textField(work, 'duration') ?? textField(node, 'duration')),
    year: Number.isInteger(year) && year > 1887 && year < 2200 ? year : undefined,
    releaseOn: published,
    rating: textField(work, 'contentRating'),
    genres: textListField(work, 'genre'),
    synopsis: textField(work, 'description'),
    poster: textField(work, 'image'),
    cast: textListField(work, 'actor'),
    directors: textListField(work, 'director'),
    ids: idsIn(textListField(work, 'sameAs')),
  })
}

function idsIn(links: readonly string[]): ExternalIds {
  const imdb = links.map((link) => /imdb\.com\/title\/(tt\d+)/.exec(link)?.[1]).find(Boolean)
  const tmdb = links.map((link) => /themoviedb\.org\/movie\/(\d+)/.exec(link)?.[1]).find(Boolean)
  return defined<ExternalIds>({ imdb, tmdb })
}

/** `PT1H49M` and `PT114M` */
function minutesOf(duration: string | undefined): number | undefined {
  const match = /^PT(?:(\d{1,3})H)?(?:(\d{1,4})M)?/.exec(duration ?? '')
  if (match === null) return undefined
  return Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0)
}

function bookingLinkOf(page: PageNode, member: CinemaMember): string | undefined {
  const [offer] = offersOf(page)
  const link = textField(offer, 'url') ?? textField(page.node, 'url') ?? textField(page.node, '@id')
  return absoluteUrl(link, `${member.base}/`)
}

function factsOf(page: PageNode): Pick<ShowtimeInput, 'state' | 'tags' | 'language' | 'subtitleLanguage'> {
  const { node } = page
  return {
    state: stateOf(node, offersOf(page)),
    tags: [...textListField(node, 'videoFormat'), ...textListField(node, 'keywords')],
    language: toLanguage(textField(node, 'inLanguage') ?? ''),
    subtitleLanguage: toLanguage(textField(node, 'subtitleLanguage') ?? ''),
  }
}

const offersMax = 50

/** A range of prices (`AggregateOffer`) may have the offers that it sums up. */
function offersOf({ node, resolve }: PageNode): JsonLdNode[] {
  const resolved = (value: unknown) =>
    (Array.isArray(value) ? value : [value])
      .slice(0, offersMax)
      .map((offer) => resolve(offer))
      .filter((offer) => offer !== undefined)
  return resolved(node.offers)
    .flatMap((offer) => [offer, ...resolved(offer.offers)])
    .slice(0, offersMax)
}

/** A mark that the show is sold out wins over everything that another offer or the event says about sales. */
function stateOf(node: JsonLdNode, offers: readonly JsonLdNode[]): SaleState {
  const status = textField(node, 'eventStatus') ?? ''
  const availabilities = offers.map((offer) => textField(offer, 'availability') ?? '')
  const isSoldOut = (availability: string) => /SoldOut$/.test(availability)
  if (status.endsWith('EventCancelled')) return 'cancelled'
  if (textField(node, 'remainingAttendeeCapacity') === '0' || availabilities.some(isSoldOut))
    return 'sold_out'
  const isNotOnSale = (availability: string) => /PreOrder$|OutOfStock$/.test(availability)
  if (/EventPostponed$|EventRescheduled$/.test(status)) return 'not_on_sale'
  if (availabilities.length > 0 && availabilities.every(isNotOnSale)) return 'not_on_sale'
  return offers.length > 0 || textField(node, 'url') !== undefined ? 'on_sale' : 'unknown'
}

/** The last numeric path segment, or the last segment with the query: `/bookings/12232/` is 12232. */
function pathId(link: string | undefined): string | undefined {
  const url = link === undefined ? null : URL.parse(link)
  const parts = url?.pathname.split('/').filter((part) => part !== '') ?? []
  const last = parts.at(-1)
  if (last === undefined) return undefined
  const number = parts.findLast((part) => /^\d+$/.test(part))
  return number ?? (url?.search ? `${last}${url.search}` : last).slice(0, 100)
}

/** A quote per offer; a range is none, but the offers in it are. */
function toPrices(page: PageNode, showtime: ShowtimeRecord, capturedAt: number): PricesRecord[] {
  const offers = offersOf(page)
  const quotes = offers.flatMap((offer, index): Quote[] => {
    const specification = page.resolve(offer.priceSpecification)
    const text = textField(offer, 'price') ?? textField(specification, 'price')
    const price = Number(text)
    const currency = textField(offer, 'priceCurrency') ?? textField(specification, 'priceCurrency')
    if (text === undefined || !(price >= 0) || currency === undefined || !/^[A-Z]{3}$/.test(currency))
      return []
    if (textField(offer, 'lowPrice') !== undefined) return []
    const label = cleanText(textField(offer, 'name')) ?? 'Ticket'
    const ticket = parseTicket(label)
    if (ticket === undefined) return []
    const ticketTypeId = offers.length === 1 ? 'offer' : `offer-${index + 1}`
    return [
      defined<Quote>({
        ticketTypeId,
        label,
        amount: price,
        currency,
        audience: ticket.audience,
        feesIncluded: null,
        minQuantity: ticket.minQuantity,
        rules: nonEmpty(ticket.rules),
      }),
    ]
  })
  if (quotes.length === 0) return []
  return [{ type: 'prices', site: showtime.site, session: showtime.session, capturedAt, quotes }]
}
