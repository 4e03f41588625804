/** Kinoheld (DE, AT, CH): the shows of a cinema by GraphQL, three days in a request. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { toLanguage } from '../../../normalise/languages.ts'
import { addDays, dayAt, parseStart } from '../../../normalise/time.ts'
import { toCapabilities } from '../../../schema/index.ts'
import type { MovieRecord, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { defineCinemaSource, toUpstreamResponse } from '../../define-cinema-source.ts'
import {
  anyId,
  nullish,
  nullishBoolean,
  nullishNumber,
  nullishText,
  unknownRows,
} from '../../field-schemas.ts'
import { absoluteUrl, bodiesOf, cleanText } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { type ReadSessions, SessionList } from '../../records/session-list.ts'
import { toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'

const home = 'https://www.kinoheld.de'

const days = 28
/** More are rejected. */
const daysPerRequest = 3

const query = `query Shows($cinemaId: ID!, $dates: [Date!]) {
  shows(cinemaId: $cinemaId, dates: $dates) {
    data {
      id
      beginning
      isBookable
      deeplink
      cinema { id }
      auditorium { name seatCount }
      audioLanguage { name }
      subtitleLanguage { name }
      flags { name category }
      movie { id title titleOriginal productionYear duration }
    }
  }
}`

const Named = nullish(Type.Object({ name: nullishText }))

const ShowShape = Type.Object({
  id: anyId,
  beginning: Type.String(),
  isBookable: nullishBoolean,
  deeplink: nullishText,
  cinema: nullish(Type.Object({ id: anyId })),
  auditorium: nullish(Type.Object({ name: nullishText, seatCount: nullishNumber })),
  audioLanguage: Named,
  subtitleLanguage: Named,
  flags: nullish(unknownRows),
  movie: Type.Object({
    id: anyId,
    title: Type.String(),
    titleOriginal: nullishText,
    productionYear: nullish(Type.Union([Type.String(), Type.Number()])),
    duration: nullishNumber,
  }),
})
const isShow = typeGuard(ShowShape)
type ShowRow = Type.Static<typeof ShowShape>

const isFlag = typeGuard(Type.Object({ name: Type.String() }))

type Shows = Type.Static<typeof Shows>
const Shows = Type.Object({ data: Type.Object({ shows: Type.Object({ data: unknownRows }) }) })

export const kinoheld = defineCinemaSource({
  id: 'kinoheld',
  about: {
    name: 'Kinoheld',
    home,
    terms: 'Public listings of the portal’s own pages; rate-limited, with a link back.',
  },
  baseUrl: 'https://next-live.kinoheld.de',
  everyMinutes: 240,
  polite: { atOnce: 1, gapMs: 1000 },
  gate: 'none',
  capabilities: toCapabilities(['showtimes', 'booking_url'], false),
  grade: 'none',
  horizon: { maxDays: days, source: 'static' },
  limitations: [],
  seatCalls: 0,
  raw: { shows: Shows },
  partKinds: ['shows'],

  async *fetch({ http, member, nowMs, signal }) {
    const today = dayAt(nowMs, member.timezone)
    for (let first = 0; first < days; first += daysPerRequest) {
      const count = Math.min(daysPerRequest, days - first)
      const dates = Array.from({ length: count }, (_, index) => addDays(today, first + index))
      const response = await http.request(`${member.base}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query, variables: { cinemaId: member.site, dates } }),
        safeToRetry: true,
        signal,
      })
      yield toUpstreamResponse('shows', response)
    }
  },

  toRecords(responses, context) {
    return toListingRecords(context.member, {
      ...toListing(responses, context),
      theater: toTheaterRecord(context.member),
    })
  },
})

function toListing(responses: readonly ParsedResponse[], context: MapContext<CinemaMember>): ReadSessions {
  const { member, drop } = context
  const sessions = new SessionList(context)
  for (const row of bodiesOf<Shows>(responses, 'shows').flatMap(({ data }) => data.shows.data)) {
    if (!isShow(row)) sessions.hold(row, 'id', 'not a show')
    else if (row.cinema != null && String(row.cinema.id) !== member.site) drop('of another cinema')
    else sessions.add(String(row.id), toFilm(row), (film) => toShowtime(row, film, member))
  }
  return sessions.read()
}

function toFilm({ movie }: ShowRow): MovieRecord | undefined {
  return toMovieRecord({
    film: String(movie.id),
    title: movie.title,
    originalTitle: movie.titleOriginal,
    year: movie.productionYear,
    runtimeMinutes: movie.duration,
  })
}

function toShowtime(row: ShowRow, film: MovieRecord, member: CinemaMember): ShowtimeRecord | undefined {
  const start = parseStart(row.beginning, member.timezone)
  if (start === undefined) return undefined
  const session = String(row.id)
  return toShowtimeRecord({
    member,
    session,
    film,
    start,
    // `false` is also said of cinemas that sell no tickets there.
    state: row.isBookable ? 'on_sale' : 'unknown',
    auditorium: auditoriumOf(row),
    tags: (row.flags ?? []).flatMap((flag) => (isFlag(flag) ? [flag.name] : [])),
    language: toLanguage(row.audioLanguage?.name ?? ''),
    subtitleLanguage: toLanguage(row.subtitleLanguage?.name ?? ''),
    bookingUrl: absoluteUrl(row.deeplink) ?? pageOf(member, session),
    localStart: row.beginning,
  })
}

/** A cinema that is no partner has a placeholder, whose number of seats is not known. */
function auditoriumOf({ auditorium }: ShowRow): string | undefined {
  return auditorium?.seatCount == null ? undefined : cleanText(auditorium.name)
}

/** The option is city and cinema as in the addresses of the portal: `heidelberg/kamera`. */
function pageOf({ options }: CinemaMember, session: string): string | undefined {
  return options.page === undefined
    ? undefined
    : `${home}/kino/${options.page}/vorstellung/${encodeURIComponent(session)}`
}
