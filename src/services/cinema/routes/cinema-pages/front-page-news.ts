/** The news of the cinema on the front page: what begins later today near a place, and tomorrow when little is left today. */

import type { Location } from '../../../../core/places/choose-place.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString as toQuery } from '../../../../http/pages/page-query.ts'
import type { FrontPageNews, FrontPageRequest } from '../../../../http/service.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import { addDays } from '../../normalise/time.ts'
import { popularPlaces, usualPlace } from '../../places/popular-places.ts'
import type { Theaters } from '../../queries/theater-index.ts'
import type { Movie, Showtime } from '../../schema/index.ts'
import { resolvePoint } from '../params.ts'
import { toQueryString } from './page-links.ts'
import {
  type PlaceProblem,
  placeProblem,
  suggestsPlaces,
  timeItem,
  toPlaceProblem,
  zonesNote,
} from './parts.ts'
import { poster } from './pictures.ts'
import { type Programme, readProgramme, todayIn } from './programme.ts'
import { movieFacts } from './wording.ts'

const theatersMax = 6
const radiusMiles = 25
const moviesShown = 6
const timesShown = 3
const leadTimesShown = 6
/** With fewer left today, the page shows tomorrow too. */
const upcomingMin = 6

export async function cinemaNews(cinema: CinemaContext, request: FrontPageRequest): Promise<FrontPageNews> {
  const { near, base } = request
  const theaters = await cinema.theaters.current()
  const { place, location, problem } = await choosePlace(near, theaters, cinema)
  const nearby = location === undefined ? [] : theaters.near(location, radiusMiles).slice(0, theatersMax)
  const news = nearby.length === 0 ? undefined : await readUpcoming(cinema, theaters, nearby, request)
  const days = news === undefined ? 'today' : daysText(news)
  const heading = `At the cinema ${days}${location === undefined ? '' : `, near ${location.label ?? place}`}`
  const form = html`<form class="ask" role="search" action="/" data-place${near !== '' && location ? html` data-located="yes"` : undefined}>
<label class="wide">Your place <input name="near" value="${near}" ${suggestsPlaces(`${base}/`)} maxlength="120" placeholder="City or postal code" autocomplete="postal-code"></label>
<button class="button">Show</button>
</form>
${placeProblem(problem, (place) => `/${toQueryString({ near: place })}`)}`
  const all = toQueryString({ near: place, date: news && dateOfLinks(news) })
  return {
    heading,
    ...(location === undefined
      ? {}
      : {
          api: {
            href: `${base}/v1/showtimes/search${toQuery({ near: place, business_date: news && dateOfLinks(news), days: news?.dates[1] && 2, include: 'movie' })}`,
            call: 'cinema.searchShowtimes',
          },
        }),
    all: {
      href: `${base}/showtimes${all}`,
      text: location === undefined ? 'All showtimes' : 'All showtimes near this place',
    },
    body: html`${form}
${news === undefined ? noNews(theaters, location) : movieList(news, theaters, request)}
${near === '' ? undefined : html`<p class="meta"><a href="/?near=">Forget this place</a></p>`}`,
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
    const place = near === '' ? (usualPlace(cinema.directory) ?? popularPlaces(theaters)[0]?.near) : near
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

interface Upcoming extends Pick<Programme, 'movies'> {
  readonly today: string
  /** In the order of their beginnings. */
  readonly showtimes: readonly Showtime[]
  /** The business dates on which they are: today, tomorrow, or both. */
  readonly dates: readonly string[]
}

async function readUpcoming(
  cinema: CinemaContext,
  theaters: Theaters,
  nearby: ReturnType<Theaters['near']>,
  { nowMs }: FrontPageRequest,
): Promise<Upcoming> {
  const theaterIds = nearby.map(({ theater }) => theater.id)
  const timezone = nearby[0]?.theater.timezone ?? 'UTC'
  const read = async (date: string) => {
    const query = { theaters, theaterIds, date, timezone, nowMs }
    const { showtimes, movies } = await readProgramme(cinema, query)
    return { date, movies, showtimes: showtimes.filter(({ starts_at }) => Date.parse(starts_at) > nowMs) }
  }
  const today = todayIn(timezone, nowMs)
  const days = [await read(today)]
  if ((days[0]?.showtimes.length ?? 0) < upcomingMin) days.push(await read(addDays(today, 1)))
  return {
    today,
    showtimes: days.flatMap(({ showtimes }) => showtimes),
    movies: new Map(days.flatMap(({ movies }) => [...movies])),
    dates: days.filter(({ showtimes }) => showtimes.length > 0).map(({ date }) => date),
  }
}

function daysText({ today, dates }: Upcoming): string {
  if (dates.length === 2) return 'today and tomorrow'
  return dates.length === 0 || dates[0] === today ? 'today' : 'tomorrow'
}

/** Pages show today unless a link has another date. */
function dateOfLinks({ today, dates: [date] }: Upcoming): string | undefined {
  return date === today ? undefined : date
}

function movieList(news: Upcoming, theaters: Theaters, request: FrontPageRequest): Html {
  const { showtimes, today } = news
  const countToday = (ofMovie: readonly Showtime[]) =>
    ofMovie.filter(({ business_date }) => business_date <= today).length
  const [first, ...others] = [...Map.groupBy(showtimes, ({ movie_id }) => movie_id)]
    .sort(([, one], [, other]) => countToday(other) - countToday(one) || other.length - one.length)
    .slice(0, 1 + moviesShown)
  if (first === undefined) return html`<p>Nothing more is on today, and nothing is known of tomorrow yet.</p>`
  const item = ([movieId, ofMovie]: readonly [string, readonly Showtime[]], isLead: boolean) => {
    const movie = news.movies.get(movieId)
    return movieItem({ movieId, movie, ofMovie, isLead, news, theaters, request })
  }
  return html`<article class="story">${item(first, true)}</article>
<ul class="list flow two pictures">
${others.map((group) => html`<li>${item(group, false)}</li>\n`)}</ul>
${zonesNote([first, ...others].flatMap(([, ofMovie]) => ofMovie.map(({ timezone }) => timezone)))}`
}

interface MovieItem {
  readonly movieId: string
  readonly movie: Movie | undefined
  readonly ofMovie: readonly Showtime[]
  /** Whether it is the story that leads the page: larger, and with what it is about. */
  readonly isLead: boolean
  readonly news: Upcoming
  readonly theaters: Theaters
  readonly request: FrontPageRequest
}

function movieItem({ movieId, movie, ofMovie, isLead, news, theaters, request }: MovieItem): Html {
  const { base, near } = request
  const { today, dates } = news
  const query = toQueryString({ near, date: dateOfLinks(news) })
  const title = movie?.title ?? 'Untitled'
  const shown = ofMovie.slice(0, isLead ? leadTimesShown : timesShown)
  const others = ofMovie.length - shown.length
  const day = ({ business_date, starts_at_local = business_date }: Showtime) =>
    dates.length === 2 && business_date > today && starts_at_local.startsWith(business_date)
      ? 'tomorrow '
      : ''
  const name = ({ theater_id }: Showtime) => theaters.byId.get(theater_id)?.name ?? 'theater'
  return html`${movie === undefined ? html`<span></span>` : poster(movie, `${base}/`, isLead ? 'large' : '')}<h3><a href="${base}/movies/${movieId}${query}">${title}</a></h3>
${isLead && movie?.synopsis ? html`<p class="about">${movie.synopsis}</p>\n` : undefined}<p class="meta">${movie === undefined ? '' : movieFacts(movie)}${others > 0 ? ` · ${others} more time${others === 1 ? '' : 's'}` : ''}</p>
<ul class="times" aria-label="Times of ${movie?.title ?? 'this movie'}">${shown.map((showtime) => timeItem(showtime, `${base}/showtimes/${showtime.id}`, [`${day(showtime)}${name(showtime)}`]))}</ul>`
}
