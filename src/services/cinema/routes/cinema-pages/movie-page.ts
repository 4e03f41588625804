/** A movie and where it is shown on a day. */

import { dateElement, dayText } from '../../../../http/pages/age-text.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { scriptTags } from '../../../../http/pages/page-scripts.ts'
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
import { cinemaPagesStyle } from './style.ts'
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
  const facts = [
    ['Original title', isSameTitle(original_title ?? '', title) ? '' : (original_title ?? '')],
    ['Released', release_date === undefined ? '' : dateElement(release_date)],
    ['Director', directors.join(', ')],
    ['Cast', cast.slice(0, 12).join(', ')],
    ['Rating', [movie.rating, movie.rating_reason].filter(Boolean).join(': ')],
  ].filter(([, value]) => value !== '')
  const body = html`<header class="masthead">
<p class="kicker"><a href="/">Broadsheet</a> · <a href="../showtimes${toQueryString({ ...query, by: undefined })}">Cinema</a></p>
<h1>${title}</h1>
<p>${movieFacts(movie)}</p>
</header>
<main id="content">
${synopsis === undefined ? undefined : html`<p>${synopsis}</p>`}
${facts.length === 0 ? undefined : html`<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`}
<h2>Showtimes${placeLabel === undefined ? '' : ` near ${placeLabel}`} on <time data-form="day" datetime="${date}">${dayText(date)}</time></h2>
${placeForm({ base: '../', action: id, query, isLocated: placeLabel !== undefined })}
${placeProblem(problem, (near) => `${id}${toQueryString({ ...query, near })}`)}
${placeNotes(notes, id, query)}
${dayLinks(id, query, today, date)}
${begunNote({ showtimes: programme.showtimes, today, date }, id, query)}
<div class="programme">
${programme.showtimes.length === 0 ? nothingListed(today, date) : byTheater(page)}</div>
${programme.isCut ? html`<p class="note">There are more showtimes than this page shows. Name a place.</p>` : undefined}
${zonesNote(programme.showtimes.map(({ timezone }) => timezone))}
</main>
<footer><nav aria-label="Other formats">${requestLink({ href: `../v1/showtimes/search${toSearchQuery(query, date, { movie_id: id })}`, call: 'cinema.searchShowtimes' })} · <a href="../v1/movies/${id}">movie as JSON</a></nav></footer>`
  const head = html`<meta name="description" content="${`${title}: ${synopsis ?? 'showtimes near you.'}`.slice(0, 300)}">
<link rel="canonical" href="${url}">
<style>${cinemaPagesStyle}</style>
${scriptTags(['remember-place', 'near-me', 'reader-times', 'type-ahead', 'copy-request'])}`
  return renderPage({ title: `${title} · Broadsheet`, head, body })
}

function byTheater({ programme, theaters, date, movie }: MoviePage): Html[] {
  const byTheaterId = Map.groupBy(programme.showtimes, ({ theater_id }) => theater_id)
  return theaters.flatMap(({ id, name, miles }) => {
    const showtimes = byTheaterId.get(id)
    if (showtimes === undefined) return []
    return [
      html`<article class="show"><h3><a href="../theaters/${id}${toQueryString({ date })}">${name}</a>${miles === undefined ? undefined : html` <small class="soft">${milesText(miles)}</small>`}</h3>
${timeList(showtimes, '../', `Times of ${movie.title} at ${name}`)}</article>
`,
    ]
  })
}
