/** A theater with its programme of a day. */

import { ageText, dayText } from '../../../../http/pages/age-text.ts'
import { externalLink } from '../../../../http/pages/external-link.ts'
import { html } from '../../../../http/pages/html.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { scriptTags } from '../../../../http/pages/page-scripts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import type { Theater } from '../../schema/index.ts'
import { toQueryString, toSearchQuery } from './page-links.ts'
import { begunNote, dayLinks, timeList, zonesNote } from './parts.ts'
import type { Programme } from './programme.ts'
import { cinemaPagesStyle } from './style.ts'
import { addressText, formatText, movieFacts } from './wording.ts'

export interface TheaterPage {
  readonly theater: Theater
  readonly programme: Programme
  readonly today: string
  readonly date: string
  /** When the programme was read, in milliseconds. */
  readonly capturedAt: number
  readonly nowMs: number
  readonly url: string
}

export function theaterPage(page: TheaterPage): string {
  const { theater, programme, today, date, capturedAt, nowMs, url } = page
  const { id, name, geo, timezone, phone, website_url, formats = [], amenities = [] } = theater
  const facts = [
    ['Address', html`${addressText(theater)}`],
    ['Phone', html`${phone ?? ''}`],
    ['Website', externalLink(website_url, website_url ?? '')],
    ['Formats', html`${formats.map(formatText).join(', ')}`],
    ['Amenities', html`${amenities.map(formatText).join(', ')}`],
    ['Time zone', html`${timezone ?? ''}`],
    ['Last read', html`${ageText(nowMs - capturedAt)}`],
  ] as const
  const body = html`<header class="masthead">
<p class="kicker"><a href="/">Broadsheet</a> · <a href="../showtimes">Cinema</a></p>
<h1>${name}</h1>
<p><time data-form="day" datetime="${date}">${dayText(date)}</time></p>
</header>
<main id="content">
${dayLinks(id, {}, today, date)}
${begunNote({ showtimes: programme.showtimes, today, date }, id, {})}
<div class="programme"><section aria-label="Programme">
${programme.showtimes.length === 0 ? html`<p>Nothing is listed for the rest of this day. Try another day.</p>` : undefined}
${[...Map.groupBy(programme.showtimes, ({ movie_id }) => movie_id)].map(([movieId, showtimes]) => {
  const movie = programme.movies.get(movieId)
  const title = movie?.title ?? 'Untitled'
  return html`<article class="show"><h2 style="border:0;margin:0;font-size:1.1rem"><a href="../movies/${movieId}${toQueryString({ near: nearOf(theater), date })}">${title}</a></h2>
${movie === undefined ? undefined : html`<p class="soft" style="margin:0">${movieFacts(movie)}</p>`}
${timeList(showtimes, '../', `Times of ${title}`)}</article>
`
})}</section></div>
${zonesNote([timezone])}
<h2>About the theater</h2>
<dl class="facts">${facts.filter(([, value]) => value.text !== '').map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>\n`)}</dl>
${geo === undefined ? undefined : html`<p><a href="../showtimes${toQueryString({ near: `${geo.lat},${geo.lon}`, radius_miles: 10, date })}">Other theaters nearby</a></p>`}
</main>
<footer><nav aria-label="Other formats">${requestLink({ href: `../v1/showtimes/search${toSearchQuery({}, date, { theater_id: id })}`, call: 'cinema.searchShowtimes' })} · <a href="../v1/theaters/${id}">theater as JSON</a></nav></footer>`
  const head = html`<meta name="description" content="${`${name}: programme of ${date}.`}">
<link rel="canonical" href="${url}">
<style>${cinemaPagesStyle}</style>
${scriptTags(['reader-times', 'type-ahead', 'copy-request'])}`
  return renderPage({ title: `${name} · Broadsheet`, head, body })
}

/** For links to movies near this theater. */
function nearOf({ geo }: Theater): string | undefined {
  return geo && `${geo.lat},${geo.lon}`
}
