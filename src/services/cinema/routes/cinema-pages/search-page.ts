/** What is on near a place on a day, by theater or by movie. */

import type { Point } from '../../../../core/places/distance.ts'
import { dayText } from '../../../../http/pages/age-text.ts'
import { followLink } from '../../../../http/pages/follow-link.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { nothingCollected } from '../../../../http/pages/nothing-collected.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { choices, emptyState, paging, sectionHead } from '../../../../http/pages/parts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import type { PopularPlace } from '../../places/popular-places.ts'
import type { Movie, Showtime } from '../../schema/index.ts'
import { type PlaceAndDay, toQueryString, toSearchQuery } from './page-links.ts'
import {
  begunNote,
  dayLinks,
  movieItem,
  nothingListed,
  type PlaceNotes,
  type PlaceProblem,
  placeForm,
  placeNotes,
  placeProblem,
  timeList,
  zonesNote,
} from './parts.ts'
import { poster } from './pictures.ts'
import type { Programme } from './programme.ts'
import { type MappedTheater, theaterMap } from './theater-map.ts'
import { milesText, movieFacts } from './wording.ts'

export interface FoundPlace {
  /** What was found; undefined for coordinates. */
  readonly label: string | undefined
  readonly alternatives: readonly string[]
  readonly today: string
  /** The day that was asked for. */
  readonly date: string
  readonly centre: Point
  /** Of this page. */
  readonly theaters: readonly MappedTheater[]
  /** Others for the map. */
  readonly otherTheaters: readonly MappedTheater[]
  readonly theatersTotal: number
  readonly programme: Programme
  readonly notes: PlaceNotes
}

export interface SearchPage {
  readonly query: PlaceAndDay
  readonly popular: readonly PopularPlace[]
  /** Some that are shown now, for a page without a place. */
  readonly movies: readonly Movie[]
  readonly found: FoundPlace | undefined
  /** Whether no theater is known anywhere. */
  readonly isEmpty: boolean
  /** Why the place was not found. */
  readonly problem: PlaceProblem | undefined
  readonly pageSize: number
  /** The public address of the page without its query. */
  readonly url: string
}

const action = 'showtimes'

export function searchPage(search: SearchPage): string {
  const { query, popular, movies, found, isEmpty, problem, pageSize, url } = search
  const place = found?.label ?? query.near
  const title = found === undefined ? 'At the cinema' : `At the cinema near ${place}`
  const body = html`${placeForm({ base: '', action, query, isLocated: found !== undefined })}
${placeProblem(problem, (near) => `${action}${toQueryString({ ...query, near, page: undefined })}`)}
${isEmpty || found === undefined ? html`${placeLinks(popular)}${movieLinks(movies)}` : foundPlace(found, query, pageSize)}`
  return renderPage({
    title,
    section: 'cinema',
    crumb: html`What is on, also as a list of <a href="movies">movies</a> and of <a href="theaters">theaters</a>.`,
    lead:
      found === undefined
        ? 'What is on, theater by theater.'
        : html`<time data-form="day" datetime="${found.programme.date}">${dayText(found.programme.date)}</time>`,
    description:
      found === undefined
        ? 'Showtimes of cinemas near a place.'
        : `${title} on ${found.programme.date}: movies, times and free seats.`,
    head: html`<link rel="canonical" href="${url}${toQueryString(query)}">`,
    body,
    data: [
      requestLink({
        href: `v1/showtimes/search${found === undefined ? '?limit=20' : toSearchQuery(query, found.programme.date)}`,
        call: 'cinema.searchShowtimes',
      }),
      html`<a href="/docs/?api=cinema">Reference of the cinema</a>`,
    ],
  })
}

function placeLinks(places: readonly PopularPlace[]): Html {
  if (places.length === 0) return nothingCollected('theaters')
  return html`<section>${sectionHead('Places with theaters')}
<ul class="chips">
${places.map(({ near, theaters }) => html`<li><a href="${action}${toQueryString({ near })}">${near} <small class="soft">${theaters} theater${theaters === 1 ? '' : 's'}</small></a></li>\n`)}</ul></section>`
}

function movieLinks(movies: readonly Movie[]): Html | undefined {
  if (movies.length === 0) return undefined
  return html`<section>${sectionHead('Playing now', { href: 'movies', text: 'All movies' })}
<ul class="list flow pictures">${movies.map((movie) => movieItem(movie, ''))}</ul></section>`
}

function foundPlace(found: FoundPlace, query: PlaceAndDay, pageSize: number): Html {
  const { today, theaters, theatersTotal, programme, alternatives, notes } = found
  const { date } = programme
  const isByMovie = query.by === 'movie'
  const page = query.page ?? 1
  const hasNext = page * pageSize < theatersTotal
  const firstNumber = (page - 1) * pageSize + 1
  return html`${alternatives.length === 0 ? undefined : html`<p class="soft">Or did you mean ${alternatives.map((near, at) => html`${at === 0 ? '' : ', '}<a href="${action}${toQueryString({ near, date: query.date, by: query.by })}">${near}</a>`)}?</p>`}
${placeNotes(notes, action, query)}
<div class="tools">${dayLinks(action, query, today, date)}
${choices(
  'Order',
  'seg',
  ['theater', 'movie'].map((by) => ({
    href: `${action}${toQueryString({ ...query, by, page: undefined })}`,
    text: `By ${by}`,
    isCurrent: (by === 'movie') === isByMovie,
  })),
)}</div>
${begunNote(programme, today, action, query)}
<div class="grid near"><div class="c8 programme stack">
${theatersTotal > 0 ? nothingListed(programme, today, found.date) : undefined}
${isByMovie ? byMovie(found, query, firstNumber) : byTheater(found, query, firstNumber)}
${withoutShowtimes(found, firstNumber)}
${programme.isCut ? html`<p class="note">There are more showtimes than this page shows. Choose a shorter distance.</p>` : undefined}
${theaters.length === 0 && theatersTotal > 0 ? emptyState(html`There are no theaters on this page.`) : undefined}
${paging({
  previous: page > 1 ? `${action}${toQueryString({ ...query, page: page - 1 })}` : undefined,
  next: hasNext ? `${action}${toQueryString({ ...query, page: page + 1 })}` : undefined,
  text: `${theatersTotal} theater${theatersTotal === 1 ? '' : 's'}${theatersTotal > pageSize ? `, nearest first: ${firstNumber} to ${Math.min(page * pageSize, theatersTotal)}` : ''}.`,
})}
${zonesNote(programme.showtimes.map(({ timezone }) => timezone))}</div>
<div class="c4"><div class="stick tight">${theaterMap({ centre: found.centre, listed: theaters, firstNumber, others: found.otherTheaters, date })}
${followLink('cinema', { near: query.near, radius_miles: query.radius_miles }, 'Get changes by e-mail, or as a calendar')}</div></div></div>`
}

/** The theaters that only the map shows. */
function withoutShowtimes({ theaters, programme }: FoundPlace, firstNumber: number): Html | undefined {
  const listed = new Set(programme.showtimes.map(({ theater_id }) => theater_id))
  const others = theaters
    .map((theater, at) => ({ ...theater, number: firstNumber + at }))
    .filter(({ id }) => !listed.has(id))
  if (listed.size === 0 || others.length === 0) return undefined
  return html`<p class="soft">Nothing is listed at ${others.map(({ id, name, number }, at) => html`${at === 0 ? '' : ', '}${number}. <a href="theaters/${id}${toQueryString({ date: programme.date })}">${name}</a>`)}.</p>`
}

function linkQuery({ near, radius_miles }: PlaceAndDay, date: string): string {
  return toQueryString({ near, radius_miles, date })
}

function byTheater({ theaters, programme }: FoundPlace, query: PlaceAndDay, firstNumber: number): Html[] {
  const byTheaterId = Map.groupBy(programme.showtimes, ({ theater_id }) => theater_id)
  return theaters.flatMap(({ id, name, miles }, at) => {
    const showtimes = byTheaterId.get(id)
    if (showtimes === undefined) return []
    return [
      html`<section>
<div class="sec"><h2>${firstNumber + at}. <a href="theaters/${id}${toQueryString({ date: programme.date })}">${name}</a></h2><span class="soft">${milesText(miles)}</span></div>
<ul class="list wide pictures">${[...Map.groupBy(showtimes, ({ movie_id }) => movie_id)].map(([movieId, ofMovie]) => movieRow(movieId, ofMovie, programme, linkQuery(query, programme.date)))}</ul></section>
`,
    ]
  })
}

function movieRow(
  movieId: string,
  showtimes: readonly Showtime[],
  { movies }: Programme,
  query: string,
): Html {
  const movie = movies.get(movieId)
  const title = movie?.title ?? 'Untitled'
  return html`<li>${movie === undefined ? html`<span></span>` : poster(movie, '')}<h3><a href="movies/${movieId}${query}">${title}</a></h3>
${movie === undefined ? undefined : html`<p class="meta">${movieFacts(movie)}</p>`}
${timeList(showtimes, '', `Times of ${title}`)}</li>
`
}

function byMovie({ theaters, programme }: FoundPlace, query: PlaceAndDay, firstNumber: number): Html[] {
  const { date } = programme
  const numbered = new Map(
    theaters.map(({ id, name, miles }, at) => [id, { name, miles, number: firstNumber + at }]),
  )
  const groups = [...Map.groupBy(programme.showtimes, ({ movie_id }) => movie_id)].sort(
    ([, one], [, other]) => other.length - one.length,
  )
  return groups.map(([movieId, showtimes]) => {
    const movie = programme.movies.get(movieId)
    const title = movie?.title ?? 'Untitled'
    return html`<section>
<div class="sec"><h2><a href="movies/${movieId}${linkQuery(query, date)}">${title}</a></h2><span class="soft">${movie === undefined ? '' : movieFacts(movie)}</span></div>
<ul class="list wide">${[...Map.groupBy(showtimes, ({ theater_id }) => theater_id)].map(
      ([theaterId, there]) => {
        const theater = numbered.get(theaterId)
        const name = theater?.name ?? 'Theater'
        return html`<li><h3>${theater && html`${theater.number}. `}<a href="theaters/${theaterId}${toQueryString({ date })}">${name}</a></h3>${theater && html`<p class="meta">${milesText(theater.miles)}</p>`}
${timeList(there, '', `Times of ${title} at ${name}`)}</li>
`
      },
    )}</ul></section>
`
  })
}
