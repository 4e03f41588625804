/** The parts that several pages of the cinema share: the place and day form, the days, and the times of a movie. */

import { isFailure } from '../../../../core/errors.ts'
import { dayText, shortDayText } from '../../../../http/pages/age-text.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { choices, emptyState, meter } from '../../../../http/pages/parts.ts'
import { addDays } from '../../normalise/time.ts'
import type { Movie, Showtime } from '../../schema/index.ts'
import type { NearestTheater } from '../list-warnings.ts'
import { type PlaceAndDay, toQueryString } from './page-links.ts'
import { poster } from './pictures.ts'
import type { Programme } from './programme.ts'
import { clockTime, formatText, isClosed, movieFacts, seatsText } from './wording.ts'

const radii = [5, 10, 25, 50, 100]
/** The days that a page links to. */
const daysShown = 7

interface FormOptions {
  /** The relative path to the base of the service. */
  readonly base: string
  readonly action: string
  readonly query: PlaceAndDay
  readonly isLocated: boolean
}

/** Lets a script complete a place. */
export function suggestsPlaces(base: string): Html {
  return html`data-suggest="${base}v1/places/suggest?q=" data-text="near"`
}

/** The place, the distance and the day. `data-located` lets a script remember the place. */
export function placeForm({ base, action, query, isLocated }: FormOptions): Html {
  const { near, radius_miles = 25, date, by } = query
  const distances = radii.includes(radius_miles) ? radii : [...radii, radius_miles].sort((a, b) => a - b)
  return html`<form class="ask" role="search" action="${action}" data-place${isLocated ? html` data-located="yes"` : undefined}>
<label class="wide">Place <input name="near" value="${near ?? ''}" ${suggestsPlaces(base)} maxlength="120" placeholder="City or postal code" autocomplete="postal-code"></label>
<label>Within <select name="radius_miles">${distances.map((miles) => html`<option value="${miles}"${miles === radius_miles ? html` selected` : undefined}>${miles} miles</option>`)}</select></label>
<label>Day <input type="date" name="date" value="${date ?? ''}"></label>
${by === 'movie' ? html`<input type="hidden" name="by" value="movie">` : undefined}<button class="button">Show</button>
</form>`
}

/** Why a place was not found. */
export interface PlaceProblem {
  readonly message: string
  /** Places with a similar name. */
  readonly suggestions: readonly string[]
}

/** Throws anything but an error about the place. */
export function toPlaceProblem(thrown: unknown): PlaceProblem {
  if (!isFailure(thrown, 'invalid_request') && !isFailure(thrown, 'not_ready')) throw thrown
  return { message: thrown.message, suggestions: (thrown.details?.suggestions ?? []) as string[] }
}

export function placeProblem(problem: PlaceProblem | undefined, link: (near: string) => string): Html {
  if (problem === undefined) return html``
  const { message, suggestions } = problem
  return html`<p class="note" role="alert">${message}</p>
${suggestions.length === 0 ? undefined : html`<ul class="chips" aria-label="Similar names">${suggestions.map((near) => html`<li><a href="${link(near)}">${near}</a></li>\n`)}</ul>`}`
}

/** Why the place was chosen, and how far the nearest theater is if there is none within the radius. */
export interface PlaceNotes {
  readonly reason?: string | undefined
  readonly nearest?: NearestTheater | undefined
}

export function placeNotes({ reason, nearest }: PlaceNotes, action: string, query: PlaceAndDay): Html {
  const wider = nearest && toQueryString({ ...query, radius_miles: nearest.miles, page: undefined })
  return html`${reason === undefined ? undefined : html`<p class="note">${reason}</p>`}${nearest === undefined ? undefined : html`<p class="note">${nearest.text} <a href="${action}${wider}">Search within ${nearest.miles.toLocaleString('en')} miles</a></p>`}`
}

/** Says that nothing is on, and which day is shown instead. */
export function nothingListed(
  { showtimes, date: shown }: Programme,
  today: string,
  date: string,
): Html | undefined {
  const day = date === today ? 'the rest of today' : 'this day'
  if (showtimes.length === 0)
    return emptyState(html`Nothing is listed for ${day} or any later one. Choose another place or day.`)
  if (shown === date) return undefined
  return html`<p class="note" role="status">Nothing is listed for ${day}. The next showtimes are on <time data-form="day" datetime="${shown}">${dayText(shown)}</time>.</p>`
}

/** Leads to tomorrow late in the evening. */
export function begunNote(
  { showtimes, date }: Pick<Programme, 'showtimes' | 'date'>,
  today: string,
  action: string,
  query: PlaceAndDay,
): Html | undefined {
  if (date !== today || showtimes.length === 0 || showtimes.some(({ status }) => status !== 'past'))
    return undefined
  const tomorrow = toQueryString({ ...query, date: addDays(today, 1), page: undefined })
  return html`<p class="note">All showtimes of today have begun. <a href="${action}${tomorrow}">See tomorrow</a></p>`
}

/** Links to the next days. */
export function dayLinks(action: string, query: PlaceAndDay, today: string, date: string): Html {
  const days = Array.from({ length: daysShown }, (_, at) => addDays(today, at))
  const all = days.includes(date) ? days : [date, ...days]
  return choices(
    'Day',
    'seg',
    all.map((day) => ({
      href: `${action}${toQueryString({ ...query, date: day, page: undefined })}`,
      text:
        day === today ? 'Today' : html`<time data-form="short" datetime="${day}">${shortDayText(day)}</time>`,
      isCurrent: day === date,
    })),
  )
}

/** For lists of movies. `up`: the relative path to the base of the service. */
export function movieItem(movie: Movie, up: string): Html {
  const facts = movieFacts(movie)
  return html`<li>${poster(movie, up)}<h3><a href="${up}movies/${movie.id}">${movie.title}</a></h3>${facts === '' ? undefined : html`<p class="meta">${facts}</p>`}</li>\n`
}

/** Start times as links: when, how many seats are free. `up`: the relative path to the base of the service. */
export function timeList(showtimes: readonly Showtime[], up: string, label: string): Html {
  return html`<ul class="times" aria-label="${label}">
${showtimes.map((showtime) => timeItem(showtime, `${up}showtimes/${showtime.id}`))}</ul>`
}

/** `beside`: what is not known from the place of the time on the page, such as the theater. */
export function timeItem(showtime: Showtime, href: string, beside: readonly string[] = []): Html {
  const { availability_summary: seats } = showtime
  const tags = (showtime.format_tags ?? []).slice(0, 2).map(formatText)
  const lines = [nextDay(showtime), ...beside, seatsText(showtime), tags.join(', ')].filter(Boolean)
  const isCounted = typeof seats?.available === 'number' && typeof seats.capacity === 'number'
  const share = isCounted && seats.capacity ? (seats.available ?? 0) / seats.capacity : undefined
  return html`<li${isClosed(showtime) ? html` class="closed"` : undefined}><a href="${href}"><time data-form="clock" datetime="${showtime.starts_at}">${clockTime(showtime)}</time>${lines.map((line) => html`<small>${line}</small>`)}${share === undefined ? undefined : meter(share)}</a></li>\n`
}

/** The day of a time after midnight, which stands under the day before. */
function nextDay({ starts_at_local = '', business_date }: Showtime): Html | undefined {
  const day = starts_at_local.slice(0, 10)
  if (day <= business_date) return undefined
  return html`<time data-form="short" datetime="${day}">${shortDayText(day)}</time>`
}

/** `Times are local: Europe/London.` */
export function zonesNote(zones: Iterable<string | undefined>): Html | undefined {
  const names = [...new Set(zones)].filter((zone) => zone !== undefined).sort()
  if (names.length === 0) return undefined
  return html`<p class="meta">Local times (${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''}).</p>`
}
