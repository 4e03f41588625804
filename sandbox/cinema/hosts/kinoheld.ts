/** Kinoheld: the shows of a cinema on at most three days, by GraphQL. */

import { toLocalText } from '../../../src/core/zoned-time.ts'
import { toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import { type Chain, type Theater, theaterAt } from '../chains.ts'
import { listedShowsOn, localToday, type Show } from '../schedule.ts'
import { type Tag, tagNames } from '../tags.ts'
import { listingOf } from '../titles.ts'

const datesMax = 3

/** What a show has; a query for another field is an error. */
const fields = new Set(
  `query Shows ID Date cinemaId dates shows data id beginning urlSlug isBookable deeplink cinema auditorium name seatCount
   audioLanguage subtitleLanguage flags category movie title titleOriginal productionYear duration`.split(
    /\s+/,
  ),
)

export function kinoheldHost(chain: Chain): SandboxHost {
  return { host: chain.host, routes: [route('POST /graphql', (request) => answer(chain, request))] }
}

function answer(chain: Chain, { body, headers, world }: SandboxRequest): Reply {
  if (!/^application\/json/.test(headers['content-type'] ?? '')) return failed('POST body missing', 400)
  const { query, variables } = parsed(body)
  if (typeof query !== 'string') return failed('POST body missing', 400)
  const unknown = query.match(/\w+/g)?.find((word) => !fields.has(word))
  if (unknown !== undefined) return failed(`Cannot query field "${unknown}" on type "Show".`)
  const { cinemaId, dates = [] }: { cinemaId?: unknown; dates?: unknown[] } = variables ?? {}
  if (dates.length > datesMax) return failed('The dates field must not have more than 3 items.')
  const theater = theaterAt(chain, String(cinemaId))
  if (theater === undefined) return failed('No query results for model.')
  const today = localToday(world, theater)
  const wanted = [0, 1, 2].flatMap((_, index) => dates[index] ?? [])
  const shows = wanted.flatMap((date) => {
    const day =
      today +
      Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${toDate(today)}T00:00:00Z`)) / 86_400_000)
    return listedShowsOn(world, theater, day)
  })
  return json({ data: { shows: { data: shows.map((show) => showOf(chain, theater, show)) } } })
}

/** GraphQL says 200 of most errors. */
function failed(message: string, status = 200): Reply {
  return json({ errors: [{ message }], data: null }, { status })
}

function parsed(body: string): { query?: unknown; variables?: { cinemaId?: unknown; dates?: unknown[] } } {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    return {}
  }
}

const names: Readonly<Partial<Record<Tag, string>>> = {
  '3d': '3D',
  imax: 'IMAX',
  atmos: 'Dolby Atmos',
  subtitled: 'OmU',
}

function showOf(chain: Chain, theater: Theater, show: Show) {
  const { film, title } = listingOf(chain, show.movie, 'plain')
  const isOriginal = show.variant === 'subtitled'
  return {
    id: String(show.session),
    beginning: toLocalText(show.startsAt, theater.city.timezone),
    isBookable: show.session % 7 !== 0,
    deeplink: show.session % 5 === 0 ? `https://${chain.host}/karten/${show.session}` : null,
    cinema: { id: theater.site },
    auditorium: { name: show.screen.name, seatCount: show.screen.rows * show.screen.columns },
    audioLanguage: { name: isOriginal ? 'Englisch' : 'Deutsch' },
    subtitleLanguage: isOriginal ? { name: 'Deutsch' } : null,
    flags: tagNames(show, names).map((name) => ({
      name,
      category: name === 'OmU' ? 'LANGUAGE' : 'TECHNOLOGY',
    })),
    movie: {
      id: film,
      title,
      titleOriginal: show.movie.title,
      productionYear: show.movie.year === undefined ? null : String(show.movie.year),
      duration: show.movie.minutes,
    },
  }
}
