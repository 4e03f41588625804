/** A movie and where it is shown on a day. */

import { dateElement, dayText } from '../../../../http/pages/age-text.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { facts, sectionHead } from '../../../../http/pages/parts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import type { Movie } from '../../schema/index.ts'
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
import { milesText, movieFacts } from './wording.ts'

export interface MoviePage {
  readonly movie: Movie
  readonly query: PlaceAndDay
  readonly placeLabel: string | undefined
  readonly problem: PlaceProblem | undefined
  readonly programme: Programme
  /** In the order of the page. */
  readonly theaters: readonly { readonly id: string; readonly name: string; readonly miles?: number }[]
  readonly today: string
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
  const place = placeLabel === undefined ? '' : ` near ${placeLabel}`
  const body = html`<div class="grid">
<section class="c8" aria-label="Showtimes">${sectionHead(html`Showtimes${place} on <time data-form="day" datetime="${date}">${dayText(date)}</time>`)}
${placeForm({ base: '../', action: id, query, isLocated: placeLabel !== undefined })}
${placeProblem(problem, (near) => `${id}${toQueryString({ ...query, near })}`)}
${placeNotes(notes, id, query)}
${dayLinks(id, query, today, date)}
${begunNote({ showtimes: programme.showtimes, today, date }, id, query)}
<div class="programme">
${programme.showtimes.length === 0 ? nothingListed(today, date) : html`<ul class="list wide">${byTheater(page)}</ul>`}</div>
${programme.isCut ? html`<p class="note">There are more showtimes than this page shows. Name a place.</p>` : undefined}
${zonesNote(programme.showtimes.map(({ timezone }) => timezone))}</section>
<div class="c4 tight"><section>${sectionHead('About the movie')}
${synopsis === undefined ? undefined : html`<p>${synopsis}</p>`}
${facts(details)}</section></div>
</div>`
  return renderPage({
    title,
    section: 'cinema',
    crumb: html`A movie at the <a href="../showtimes${toQueryString({ ...query, by: undefined })}">cinema${place}</a>.`,
    lead: movieFacts(movie),
    description: `${title}: ${synopsis ?? 'showtimes near you.'}`.slice(0, 300),
    head: html`<link rel="canonical" href="${url}">`,
    scripts: ['remember-place', 'near-me'],
    body,
    data: [
      requestLink({
        href: `../v1/showtimes/search${toSearchQuery(query, date, { movie_id: id })}`,
        call: 'cinema.searchShowtimes',
      }),
      html`<a href="../v1/movies/${id}">Movie as JSON</a>`,
    ],
  })
}

function byTheater({ programme, theaters, date, movie }: MoviePage): Html[] {
  const byTheaterId = Map.groupBy(programme.showtimes, ({ theater_id }) => theater_id)
  return theaters.flatMap(({ id, name, miles }) => {
    const showtimes = byTheaterId.get(id)
    if (showtimes === undefined) return []
    return [
      html`<li><h3><a href="../theaters/${id}${toQueryString({ date })}">${name}</a></h3>${miles === undefined ? undefined : html`<p class="meta">${milesText(miles)}</p>`}
${timeList(showtimes, '../', `Times of ${movie.title} at ${name}`)}</li>
`,
    ]
  })
}
