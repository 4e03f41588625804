/** The news of the cinema on the front page: what begins later today near a place, and late in the evening what is on tomorrow. */

import type { Location } from '../../../../core/places/choose-place.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString as toQuery } from '../../../../http/pages/page-query.ts'
import type { FrontPageNews, FrontPageRequest } from '../../../../http/service.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import { addDays } from '../../normalise/time.ts'
import { popularPlaces, usualPlace } from '../../places/popular-places.ts'
import type { Theaters } from '../../queries/theater-index.ts'
import type { Showtime } from '../../schema/index.ts'
import { resolvePoint } from '../params.ts'
import { toQueryString } from './page-links.ts'
import { type PlaceProblem, placeProblem, suggestsPlaces, toPlaceProblem } from './parts.ts'
import { type Programme, readProgramme, todayIn } from './programme.ts'
import { clockTime, movieFacts, seatsText } from './wording.ts'

const theatersMax = 6
const radiusMiles = 25
const moviesShown = 6
const timesShown = 4
/** With fewer left today, the page shows tomorrow. */
const upcomingMin = 6

export async function cinemaNews(cinema: CinemaContext, request: FrontPageRequest): Promise<FrontPageNews> {
  const { near, base } = request
  const theaters = await cinema.theaters.current()
  const { place, location, problem } = await choosePlace(near, theaters, cinema)
  const nearby = location === undefined ? [] : theaters.near(location, radiusMiles).slice(0, theatersMax)
  const news = nearby.length === 0 ? undefined : await readUpcoming(cinema, theaters, nearby, request)
  const day = news?.isTomorrow ? 'tomorrow' : 'today'
  const heading = location === undefined ? `On ${day}` : `On ${day} near ${location.label ?? place}`
  const form = html`<form class="ask" role="search" action="/" data-place${near !== '' && location ? html` data-located="yes"` : undefined}>
<label class="wide">Your place <input name="near" value="${near}" ${suggestsPlaces(`${base}/`)} maxlength="120" placeholder="City or postal code" autocomplete="postal-code"></label>
<button class="button">Show</button>
</form>
${placeProblem(problem, (place) => `/${toQueryString({ near: place })}`)}`
  const all = toQueryString({ near: place, date: news?.isTomorrow ? news.date : undefined })
  return {
    heading,
    ...(location === undefined
      ? {}
      : {
          api: {
            href: `${base}/v1/showtimes/search${toQuery({ near: place, business_date: news?.date, include: 'movie' })}`,
            call: 'cinema.searchShowtimes',
          },
        }),
    body: html`${form}
${news === undefined ? noNews(theaters, location) : movieList(news, theaters, request)}
<p><a href="${base}/showtimes${all}">All showtimes${location === undefined ? '' : ' near this place'}</a>${near === '' ? undefined : html` · <a href="/?near=">Forget this place</a>`}</p>`,
  }
}

interface ChosenPlace {
  readonly place: string
  readonly location?: Location | undefined
  readonly problem?: PlaceProblem
}

/** The place of the reader, otherwise the usual one. */
async function choosePlace(near: string, theaters: Theaters, cinema: CinemaContext): Promise<ChosenPlace> {
  try {
    const place =
      near === '' ? (usualPlace(cinema.directory) ?? (await popularPlaces(theaters))[0]?.near) : near
    if (place === undefined) return { place: '' }
    return { place, location: await resolvePoint({ near: place }, theaters, cinema) }
  } catch (thrown) {
    return { place: '', problem: toPlaceProblem(thrown) }
  }
}

function noNews(theaters: Theaters, location: Location | undefined): Html | undefined {
  if (theaters.byId.size === 0) return html`<p>No theaters have been collected yet.</p>`
  return location && html`<p>No theater is within ${radiusMiles} miles of this place.</p>`
}

interface Upcoming extends Pick<Programme, 'showtimes' | 'movies'> {
  readonly date: string
  readonly isTomorrow: boolean
}

async function readUpcoming(
  cinema: CinemaContext,
  theaters: Theaters,
  nearby: ReturnType<Theaters['near']>,
  { nowMs, admission }: FrontPageRequest,
): Promise<Upcoming> {
  const theaterIds = nearby.map(({ theater }) => theater.id)
  const read = async (date: string) => {
    const { showtimes, movies } = await readProgramme(cinema, {
      theaters,
      theaterIds,
      date,
      nowMs,
      admission,
    })
    return { date, movies, showtimes: showtimes.filter(({ starts_at }) => Date.parse(starts_at) > nowMs) }
  }
  const date = todayIn(nearby[0]?.theater.timezone ?? 'UTC', nowMs)
  const today = await read(date)
  if (today.showtimes.length >= upcomingMin) return { ...today, isTomorrow: false }
  const tomorrow = await read(addDays(date, 1))
  const isTomorrow = tomorrow.showtimes.length > today.showtimes.length
  return { ...(isTomorrow ? tomorrow : today), isTomorrow }
}

function movieList(
  { showtimes, movies }: Upcoming,
  theaters: Theaters,
  { base, near }: FrontPageRequest,
): Html {
  const groups = [...Map.groupBy(showtimes, ({ movie_id }) => movie_id)]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, moviesShown)
  if (groups.length === 0) return html`<p>Nothing more is on today, and nothing is known of tomorrow yet.</p>`
  return html`<ul class="list">
${groups.map(([movieId, ofMovie]) => {
  const movie = movies.get(movieId)
  return html`<li><h3><a href="${base}/movies/${movieId}${toQueryString({ near })}">${movie?.title ?? 'Untitled'}</a></h3>
<p class="soft">${movie === undefined ? '' : movieFacts(movie)}</p>
<p>${ofMovie.slice(0, timesShown).map((showtime, at) => html`${at === 0 ? '' : ' · '}${timeLink(showtime, theaters, base)}`)}${ofMovie.length > timesShown ? ` and ${ofMovie.length - timesShown} more` : ''}</p></li>
`
})}</ul>
<p class="soft">Times are local to each theater.</p>`
}

function timeLink(showtime: Showtime, theaters: Theaters, base: string): Html {
  const seats = seatsText(showtime)
  const name = theaters.byId.get(showtime.theater_id)?.name ?? 'theater'
  return html`<a href="${base}/showtimes/${showtime.id}"><time datetime="${showtime.starts_at}">${clockTime(showtime)}</time> ${name}</a>${seats === undefined ? '' : ` (${seats})`}`
}
