/** What is on near a place on a day, by theater or by movie. */

import type { Point } from '../../../../core/places/distance.ts'
import { dayText } from '../../../../http/pages/age-text.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { nothingCollected } from '../../../../http/pages/nothing-collected.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { scriptTags } from '../../../../http/pages/page-scripts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import type { PopularPlace } from '../../places/popular-places.ts'
import type { Showtime } from '../../schema/index.ts'
import { type PlaceAndDay, toQueryString, toSearchQuery } from './page-links.ts'
import {
  begunNote,
  dayLinks,
  nothingListed,
  type PlaceNotes,
  type PlaceProblem,
  placeForm,
  placeNotes,
  placeProblem,
  timeList,
  zonesNote,
} from './parts.ts'
import type { Programme } from './programme.ts'
import { cinemaPagesStyle } from './style.ts'
import { type MappedTheater, theaterMap } from './theater-map.ts'
import { milesText, movieFacts } from './wording.ts'

export interface FoundPlace {
  /** What was found; undefined for coordinates. */
  readonly label: string | undefined
  readonly alternatives: readonly string[]
  readonly today: string
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
  const { query, popular, found, isEmpty, problem, pageSize, url } = search
  const place = found?.label ?? query.near
  const title = found === undefined ? 'At the cinema' : `At the cinema near ${place}`
  const body = html`<header class="masthead">
<p class="kicker"><a href="/">Broadsheet</a> · Cinema</p>
<h1>${title}</h1>
<p>${found === undefined ? 'What is on, theater by theater.' : html`<time data-form="day" datetime="${found.date}">${dayText(found.date)}</time>`}</p>
</header>
<main id="content">
${placeForm({ base: '', action, query, isLocated: found !== undefined })}
${placeProblem(problem, (near) => `${action}${toQueryString({ ...query, near, page: undefined })}`)}
${isEmpty || found === undefined ? placeLinks(popular) : foundPlace(found, query, pageSize)}
</main>
<footer>${found === undefined ? undefined : subscribeLink(query)}<nav aria-label="Other formats">${requestLink({ href: `v1/showtimes/search${found === undefined ? '?limit=20' : toSearchQuery(query, found.date)}`, call: 'cinema.searchShowtimes' })} · <a href="/docs/?api=cinema">API reference</a></nav></footer>`
  const head = html`<meta name="description" content="${found === undefined ? 'Showtimes of cinemas near a place.' : `${title} on ${found.date}: movies, times and free seats.`}">
<link rel="canonical" href="${url}${toQueryString(query)}">
<style>${cinemaPagesStyle}</style>
${scriptTags(['remember-place', 'near-me', 'reader-times', 'type-ahead', 'copy-request'])}`
  return renderPage({ title: `${title} · Broadsheet`, head, body })
}

function subscribeLink({ near = '', radius_miles }: PlaceAndDay): Html {
  const filters = toQueryString({ near, radius_miles }).slice(1)
  return html`<p><a class="button quiet" href="/account#${new URLSearchParams({ subscribe: 'cinema', filters }).toString()}">Get changes by e-mail, or as a calendar</a></p>\n`
}

function placeLinks(places: readonly PopularPlace[]): Html {
  if (places.length === 0) return nothingCollected('theaters')
  return html`<h2>Places with theaters</h2>
<ul class="chips">
${places.map(({ near, theaters }) => html`<li><a href="${action}${toQueryString({ near })}">${near} <small class="soft">${theaters} theater${theaters === 1 ? '' : 's'}</small></a></li>\n`)}</ul>`
}

function foundPlace(found: FoundPlace, query: PlaceAndDay, pageSize: number): Html {
  const { today, date, theaters, theatersTotal, programme, alternatives, notes } = found
  const isByMovie = query.by === 'movie'
  const page = query.page ?? 1
  const hasNext = page * pageSize < theatersTotal
  const firstNumber = (page - 1) * pageSize + 1
  return html`${alternatives.length === 0 ? undefined : html`<p class="soft">Or did you mean ${alternatives.map((near, at) => html`${at === 0 ? '' : ', '}<a href="${action}${toQueryString({ near, date: query.date, by: query.by })}">${near}</a>`)}?</p>`}
${placeNotes(notes, action, query)}
${dayLinks(action, query, today, date)}
<nav aria-label="Order"><ul class="chips">
${['theater', 'movie'].map((by) => html`<li><a href="${action}${toQueryString({ ...query, by, page: undefined })}"${(by === 'movie') === isByMovie ? html` aria-current="true"` : undefined}>By ${by}</a></li>\n`)}</ul></nav>
<p class="soft">${theatersTotal} theater${theatersTotal === 1 ? '' : 's'}${theatersTotal > pageSize ? `, nearest first: ${(page - 1) * pageSize + 1} to ${Math.min(page * pageSize, theatersTotal)}` : ''}.</p>
${begunNote({ showtimes: programme.showtimes, today, date }, action, query)}
<div class="near"><div class="programme">
${programme.showtimes.length === 0 && theatersTotal > 0 ? nothingListed(today, date) : undefined}
${isByMovie ? byMovie(found, query) : byTheater(found, query, firstNumber)}
${withoutShowtimes(found, firstNumber)}</div>
${theaterMap({ centre: found.centre, listed: theaters, firstNumber, others: found.otherTheaters, date })}</div>
${programme.isCut ? html`<p class="note">There are more showtimes than this page shows. Choose a shorter distance.</p>` : undefined}
${zonesNote(programme.showtimes.map(({ timezone }) => timezone))}
${hasNext || page > 1 ? html`<p class="pages">${page > 1 ? html`<a rel="prev" href="${action}${toQueryString({ ...query, page: page - 1 })}">Nearer theaters</a> ` : undefined}${hasNext ? html`<a rel="next" href="${action}${toQueryString({ ...query, page: page + 1 })}">Theaters further away</a>` : undefined}</p>` : undefined}
${theaters.length === 0 && theatersTotal > 0 ? html`<p>There are no theaters on this page.</p>` : undefined}`
}

/** The theaters that only the map shows. */
function withoutShowtimes({ theaters, programme, date }: FoundPlace, firstNumber: number): Html | undefined {
  const listed = new Set(programme.showtimes.map(({ theater_id }) => theater_id))
  const others = theaters
    .map((theater, at) => ({ ...theater, number: firstNumber + at }))
    .filter(({ id }) => !listed.has(id))
  if (listed.size === 0 || others.length === 0) return undefined
  return html`<p class="soft">Nothing is listed at ${others.map(({ id, name, number }, at) => html`${at === 0 ? '' : ', '}${number}. <a href="theaters/${id}${toQueryString({ date })}">${name}</a>`)}.</p>`
}

function linkQuery({ near, radius_miles }: PlaceAndDay, date: string): string {
  return toQueryString({ near, radius_miles, date })
}

function byTheater(
  { theaters, programme, date }: FoundPlace,
  query: PlaceAndDay,
  firstNumber: number,
): Html[] {
  const byTheaterId = Map.groupBy(programme.showtimes, ({ theater_id }) => theater_id)
  return theaters.flatMap(({ id, name, miles }, at) => {
    const showtimes = byTheaterId.get(id)
    if (showtimes === undefined) return []
    return [
      html`<section>
<h2>${firstNumber + at}. <a href="theaters/${id}${toQueryString({ date })}">${name}</a> <small>${milesText(miles)}</small></h2>
${[...Map.groupBy(showtimes, ({ movie_id }) => movie_id)].map(([movieId, ofMovie]) => movieRow(movieId, ofMovie, programme, linkQuery(query, date)))}</section>
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
  return html`<article class="show"><h3><a href="movies/${movieId}${query}">${title}</a></h3>
${movie === undefined ? undefined : html`<p class="soft" style="margin:0">${movieFacts(movie)}</p>`}
${timeList(showtimes, '', `Times of ${title}`)}</article>
`
}

function byMovie({ theaters, programme, date }: FoundPlace, query: PlaceAndDay): Html[] {
  const names = new Map(theaters.map(({ id, name }) => [id, name]))
  const groups = [...Map.groupBy(programme.showtimes, ({ movie_id }) => movie_id)].sort(
    ([, one], [, other]) => other.length - one.length,
  )
  return groups.map(([movieId, showtimes]) => {
    const movie = programme.movies.get(movieId)
    const title = movie?.title ?? 'Untitled'
    return html`<section>
<h2><a href="movies/${movieId}${linkQuery(query, date)}">${title}</a> <small>${movie === undefined ? '' : movieFacts(movie)}</small></h2>
${[...Map.groupBy(showtimes, ({ theater_id }) => theater_id)].map(
  ([
    theaterId,
    there,
  ]) => html`<article class="show"><h3><a href="theaters/${theaterId}${toQueryString({ date })}">${names.get(theaterId) ?? 'Theater'}</a></h3>
${timeList(there, '', `Times of ${title} at ${names.get(theaterId) ?? 'the theater'}`)}</article>
`,
)}</section>
`
  })
}
