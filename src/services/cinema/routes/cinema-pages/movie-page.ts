/** A movie and where it is shown on a day. */

import { dateElement, dayText } from '../../../../http/pages/age-text.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { pageTitle, renderPage } from '../../../../http/pages/page.ts'
import { facts, sectionHead } from '../../../../http/pages/parts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import type { Movie, Showtime } from '../../schema/index.ts'
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
import { backdrop, poster } from './pictures.ts'
import type { Programme } from './programme.ts'
import { milesText, movieFacts } from './wording.ts'

export interface MovieTheater {
  readonly id: string
  readonly name: string
  /** Both may be empty. */
  readonly city: string
  readonly country: string
  readonly miles?: number
}

export interface MoviePage {
  readonly movie: Movie
  readonly query: PlaceAndDay
  readonly placeLabel: string | undefined
  readonly problem: PlaceProblem | undefined
  readonly programme: Programme
  /** In the order of the page. */
  readonly theaters: readonly MovieTheater[]
  readonly today: string
  /** The day that was asked for. */
  readonly date: string
  readonly notes: PlaceNotes
  readonly url: string
}

/** Sources write apostrophes in two ways. */
function isSameTitle(one: string, other: string): boolean {
  return one.replaceAll('’', "'") === other.replaceAll('’', "'")
}

export function moviePage(page: MoviePage): string {
  const { movie, query, placeLabel, problem, programme, today, date, notes, url } = page
  const { id, title, original_title, synopsis, cast = [], directors = [], release_date } = movie
  const details = [
    ['Original title', isSameTitle(original_title ?? '', title) ? '' : (original_title ?? '')],
    ['Released', release_date === undefined ? '' : dateElement(release_date)],
    ['Director', directors.join(', ')],
    ['Cast', cast.slice(0, 12).join(', ')],
    ['Rating', [movie.rating, movie.rating_reason].filter(Boolean).join(': ')],
  ] as const
  const about = movieFacts(movie)
  const place = placeLabel === undefined ? '' : ` near ${placeLabel}`
  const shown = programme.date
  const head = pageTitle({
    title,
    crumb: html`One of the <a href="../movies">movies</a> at the <a href="../showtimes${toQueryString({ ...query, by: undefined })}">cinema${place}</a>.`,
    lead: html`${synopsis}${about === '' ? undefined : html` <small>${about}</small>`}`,
    picture: poster(movie, '../', 'large'),
  })
  const body = html`<div class="grid">
<div class="c8">${head}
<section aria-label="Showtimes">${sectionHead(html`Showtimes${place} on <time data-form="day" datetime="${shown}">${dayText(shown)}</time>`)}
${placeForm({ base: '../', action: id, query, isLocated: placeLabel !== undefined })}
${placeProblem(problem, (near) => `${id}${toQueryString({ ...query, near })}`)}
${placeNotes(notes, id, query)}
${dayLinks(id, query, today, shown)}
${begunNote(programme, today, id, query)}
${nothingListed(programme, today, date)}
<div class="programme stack">
${placeLabel === undefined ? byCountry(page) : html`<ul class="list wide">${byTheater(page)}</ul>`}</div>
${programme.isCut ? html`<p class="note">There are more showtimes than this page shows. Name a place.</p>` : undefined}
${placeLabel === undefined ? undefined : zonesNote(programme.showtimes.map(({ timezone }) => timezone))}</section></div>
<div class="c4 tight"><section>${sectionHead('About the movie')}
${backdrop(movie, '../')}
${facts(details)}</section></div>
</div>`
  return renderPage({
    title,
    section: 'cinema',
    heading: html``,
    description: `${title}: ${synopsis ?? 'showtimes near you.'}`.slice(0, 300),
    head: html`<link rel="canonical" href="${url}">`,
    body,
    data: [
      requestLink({
        href: `../v1/showtimes/search${toSearchQuery(query, shown, { movie_id: id })}`,
        call: 'cinema.searchShowtimes',
      }),
      html`<a href="../v1/movies/${id}">Movie as JSON</a>`,
    ],
  })
}

function byTheater({ programme, theaters, movie }: MoviePage): Html[] {
  const byTheaterId = Map.groupBy(programme.showtimes, ({ theater_id }) => theater_id)
  return theaters.flatMap(({ id, name, miles }) => {
    const showtimes = byTheaterId.get(id)
    if (showtimes === undefined) return []
    return [
      html`<li><h3><a href="../theaters/${id}${toQueryString({ date: programme.date })}">${name}</a></h3>${miles === undefined ? undefined : html`<p class="meta">${milesText(miles)}</p>`}
${timeList(showtimes, '../', `Times of ${movie.title} at ${name}`)}</li>
`,
    ]
  })
}

/** Without a place: by country and city, the first with the most theaters, with the zone of each. */
function byCountry({ programme, theaters, movie, query }: MoviePage): Html {
  const byTheaterId = Map.groupBy(programme.showtimes, ({ theater_id }) => theater_id)
  const countries = largestFirst(Map.groupBy(theaters, ({ country }) => country))
  return html`${countries.map(([country, inCountry]) => {
    const cities = largestFirst(Map.groupBy(inCountry, ({ city }) => city))
    return html`<section>${sectionHead(country || 'Elsewhere')}
<ul class="list wide">${cities.map(([city, inCity]) => {
      const showtimes = inCity.flatMap(({ id }) => byTheaterId.get(id) ?? [])
      const near = [city, country].filter(Boolean).join(', ')
      return html`<li><h3><a href="${movie.id}${toQueryString({ ...query, near })}">${city || 'No city stated'}</a></h3>
<p class="meta">${inCity.map(({ id, name }, at) => html`${at === 0 ? '' : ', '}<a href="../theaters/${id}${toQueryString({ date: programme.date })}">${name}</a>`)}</p>
<p class="meta">${zonesOf(showtimes)}</p>
${timeList(showtimes.sort(byStart), '../', `Times of ${movie.title} in ${city || country}`)}</li>
`
    })}</ul></section>
`
  })}`
}

function byStart(one: Showtime, other: Showtime): number {
  return one.starts_at < other.starts_at ? -1 : 1
}

function largestFirst<Row>(groups: ReadonlyMap<string, Row[]>): [name: string, rows: Row[]][] {
  return [...groups].sort(
    ([one, rows], [other, others]) => others.length - rows.length || (one < other ? -1 : 1),
  )
}

function zonesOf(showtimes: readonly Showtime[]): string {
  const zones = new Set(showtimes.flatMap(({ timezone }) => timezone?.replaceAll('_', ' ') ?? []))
  return [...zones].join(', ')
}
