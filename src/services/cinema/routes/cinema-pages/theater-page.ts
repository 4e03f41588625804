/** A theater with its programme of a day. */

import { ageText, dayText } from '../../../../http/pages/age-text.ts'
import { externalLink, hostText } from '../../../../http/pages/external-link.ts'
import { followLink } from '../../../../http/pages/follow-link.ts'
import { html } from '../../../../http/pages/html.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { facts, sectionHead } from '../../../../http/pages/parts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import type { Theater } from '../../schema/index.ts'
import { toQueryString, toSearchQuery } from './page-links.ts'
import { begunNote, dayLinks, nothingListed, timeList, zonesNote } from './parts.ts'
import { poster } from './pictures.ts'
import type { Programme } from './programme.ts'
import { addressText, formatText, movieFacts, townOf } from './wording.ts'

export interface TheaterPage {
  readonly theater: Theater
  readonly programme: Programme
  readonly today: string
  /** The day that was asked for. */
  readonly date: string
  /** When the programme was read, in milliseconds. */
  readonly capturedAt: number
  readonly nowMs: number
  readonly url: string
}

export function theaterPage(page: TheaterPage): string {
  const { theater, programme, today, date, capturedAt, nowMs, url } = page
  const { id, name, timezone, phone, website_url, formats = [], amenities = [] } = theater
  const town = townOf(theater)
  const details = [
    ['Phone', phone],
    ['Website', externalLink(website_url, hostText(website_url))],
    ['Formats', formats.map(formatText).join(', ')],
    ['Amenities', amenities.map(formatText).join(', ')],
    ['Time zone', timezone],
    ['Last read', ageText(nowMs - capturedAt)],
  ] as const
  const shown = programme.date
  const body = html`<div class="grid">
<section class="c8" aria-label="Programme">${sectionHead(html`Programme of <time data-form="day" datetime="${shown}">${dayText(shown)}</time>`)}
${dayLinks(id, {}, today, shown)}
${begunNote(programme, today, id, {})}
${nothingListed(programme, today, date)}
<ul class="list wide pictures programme">
${[...Map.groupBy(programme.showtimes, ({ movie_id }) => movie_id)].map(([movieId, showtimes]) => {
  const movie = programme.movies.get(movieId)
  const title = movie?.title ?? 'Untitled'
  return html`<li>${movie === undefined ? html`<span></span>` : poster(movie, '../')}<h3><a href="../movies/${movieId}${toQueryString({ near: town, date: shown })}">${title}</a></h3>
${movie === undefined ? undefined : html`<p class="meta">${movieFacts(movie)}</p>`}
${timeList(showtimes, '../', `Times of ${title}`)}</li>
`
})}</ul>
${zonesNote([timezone])}</section>
<div class="c4 tight"><section>${sectionHead('About the theater')}
${facts(details)}
${town === undefined ? undefined : html`<p><a href="../showtimes${toQueryString({ near: town, radius_miles: 10, date: shown })}">Other theaters nearby</a></p>`}
<p>${followLink('cinema', { theater_id: id }, 'Get changes by e-mail, or as a calendar')}</p></section></div>
</div>`
  return renderPage({
    title: name,
    section: 'cinema',
    crumb: html`One of the <a href="../theaters">theaters</a> in <a href="../showtimes">Cinema</a>.`,
    lead: addressText(theater),
    description: `${name}: programme of ${shown}.`,
    head: html`<link rel="canonical" href="${url}">`,
    body,
    data: [
      requestLink({
        href: `../v1/showtimes/search${toSearchQuery({}, shown, { theater_id: id })}`,
        call: 'cinema.searchShowtimes',
      }),
      html`<a href="../v1/theaters/${id}">Theater as JSON</a>`,
    ],
  })
}
