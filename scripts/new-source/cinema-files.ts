/** A made-up cinema platform: one response per theater. */

import type { NewFile } from './new-file.ts'

const adapter = `
/** Hirely: TODO(hirely) what is special about the platform, in one sentence. */

import { Type } from 'typebox'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { parseStart } from '../../../normalise/time.ts'
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
  rowReader,
  unknownRows,
} from '../../field-schemas.ts'
import { absoluteUrl, bodiesOf } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { type ReadSessions, SessionList } from '../../records/session-list.ts'
import { toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'

/** TODO(hirely) the fields that are read, and no others. */
const SessionShape = Type.Object({
  id: anyId,
  theater_id: anyId,
  starts_at: Type.String(),
  film: Type.Object({ id: anyId, title: Type.String(), minutes: nullishNumber }),
  auditorium: nullishText,
  formats: nullish(Type.Array(Type.String())),
  sold_out: nullishBoolean,
  url: nullishText,
})
const readSession = rowReader(SessionShape)
type SessionRow = Type.Static<typeof SessionShape>

type Sessions = Type.Static<typeof Sessions>
const Sessions = Type.Object({ sessions: unknownRows })

export const hirely = defineCinemaSource({
  id: 'hirely',
  about: {
    name: 'Hirely',
    // TODO(hirely) the site of the platform, and under which terms the data may be used.
    home: 'https://hirely.example',
    terms: 'Public listings of the platform’s own site; rate-limited, with a link back.',
  },
  baseUrl: 'https://hirely.example',
  everyMinutes: 120,
  // TODO(hirely) the pace that the platform asks for.
  polite: { atOnce: 1, gapMs: 1000 },
  gate: 'none',
  // TODO(hirely) prices, counts and seats, if the platform has them.
  capabilities: toCapabilities(['showtimes', 'booking_url'], false),
  grade: 'none',
  horizon: { maxDays: 14, source: 'probed' },
  limitations: [],
  seatCalls: 0,
  raw: { sessions: Sessions },

  async *fetch({ http, member, signal }) {
    const url = \`\${member.base}/theaters/\${encodeURIComponent(member.site)}/sessions\`
    yield toUpstreamResponse('sessions', await http.request(url, { signal }))
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
  for (const row of bodiesOf<Sessions>(responses, 'sessions').flatMap((body) => body.sessions)) {
    const session = readSession(row)
    if (session === undefined) sessions.hold(row, 'id', 'not a session')
    else if (String(session.theater_id) !== member.site) drop('of another cinema')
    else sessions.add(String(session.id), toMovie(session), (film) => toShowtime(session, film, member))
  }
  return sessions.read()
}

function toMovie({ film }: SessionRow): MovieRecord | undefined {
  return toMovieRecord({ film: String(film.id), title: film.title, runtimeMinutes: film.minutes })
}

function toShowtime(row: SessionRow, film: MovieRecord, member: CinemaMember): ShowtimeRecord | undefined {
  const start = parseStart(row.starts_at, member.timezone)
  if (start === undefined) return undefined
  return toShowtimeRecord({
    member,
    session: String(row.id),
    film,
    start,
    state: row.sold_out ? 'sold_out' : 'on_sale',
    auditorium: row.auditorium,
    tags: row.formats ?? [],
    bookingUrl: absoluteUrl(row.url),
    localStart: row.starts_at,
  })
}
`

const test = `
import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  assertValidRecord,
  singleMemberSource,
  testMember,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { stepsLeft } from '../../../../../../test/support/source-steps/steps-left.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { hirely } from './hirely.ts'

it('has nothing left to do', () => assert.deepEqual(stepsLeft('cinema', 'hirely'), []))

const member = testMember({ site: '7', timezone: 'Europe/London', base: 'https://hirely.example' })

/** TODO(hirely) a made-up session in the format of the platform, with its peculiarities. */
const session = {
  id: '501',
  theater_id: '7',
  starts_at: '2026-11-15T20:30:00+00:00',
  film: { id: '9', title: 'Captain Comet', minutes: 112 },
  auditorium: '2',
  formats: ['3D'],
  sold_out: false,
  url: 'https://hirely.example/book/501',
}

testSource(singleMemberSource(hirely, member), {
  now: '2026-11-15T12:00:00Z',
  check: assertValidRecord,
  upstream: {
    '/theaters/7/sessions': {
      body: { sessions: [session, { ...session, id: '502', theater_id: '8' }, { id: '503' }] },
    },
  },
  empty: { '/theaters/7/sessions': { body: { sessions: [] } } },
  dropped: { 'of another cinema': 1, 'not a session': 1 },
  records: [
    {
      type: 'theater',
      site: '7',
      name: 'The Test',
      slug: 'the-test',
      address: { country: 'GB' },
      timezone: 'Europe/London',
      rawIds: { site: '7' },
    },
    { type: 'horizon', site: '7', firstDate: '2026-11-15', lastDate: '2026-11-15' },
    {
      type: 'movie',
      film: '9',
      title: 'Captain Comet',
      runtimeMinutes: 112,
      ids: {},
      grade: 'partial',
      rawIds: { film: '9' },
    },
    {
      type: 'showtime',
      site: '7',
      session: '501',
      film: '9',
      startsAt: Date.parse('2026-11-15T20:30:00Z'),
      startsAtLocal: '2026-11-15T20:30:00+00:00',
      timezone: 'Europe/London',
      businessDate: '2026-11-15',
      state: 'on_sale',
      auditorium: '2',
      formats: ['3d'],
      rawFormats: ['3D'],
      seating: 'unknown',
      bookingUrl: 'https://hirely.example/book/501',
      rawIds: { session: '501', film: '9', site: '7' },
    },
    // What is stored of a session that cannot be read stays.
    { type: 'listed', site: '7', session: '503' },
  ],
})
`

const host = `
/** Hirely: all sessions of a theater in one response. */

import { toLocalText } from '../../../src/core/zoned-time.ts'
import { json, route, type SandboxHost } from '../../host.ts'
import { type Chain, theaterAt } from '../chains.ts'
import { listedShows } from '../schedule.ts'
import { isSoldOut } from '../seat-plan.ts'
import { tagNames } from '../tags.ts'
import { listingOf } from '../titles.ts'

/** TODO(hirely) the names of formats in the words of the platform. */
const names = { '2d': '2D', '3d': '3D', imax: 'IMAX', atmos: 'Dolby Atmos' }

/** TODO(hirely) as strict as the real one: what it does not understand it refuses in the same way. */
export function hirelyHost(chain: Chain): SandboxHost {
  return {
    host: chain.host,
    routes: [
      route('GET /theaters/{theater}/sessions', ({ params, world }) => {
        const theater = theaterAt(chain, params.theater)
        if (theater === undefined) return json({ error: 'Not Found' }, { status: 404 })
        return json({
          sessions: listedShows(world, theater).map((show) => {
            const { film, title } = listingOf(chain, show.movie, 'plain')
            return {
              id: String(show.session),
              theater_id: theater.site,
              starts_at: toLocalText(show.startsAt, theater.city.timezone),
              film: { id: film, title, minutes: show.movie.minutes },
              auditorium: show.screen.name,
              formats: tagNames(show, names),
              sold_out: isSoldOut(world, theater, show),
              url: \`https://\${chain.host}/book/\${show.session}\`,
            }
          }),
        })
      }),
    ],
  }
}
`

export const cinemaFiles: readonly NewFile[] = [
  { path: 'src/services/cinema/sources/adapters/hirely/hirely.ts', text: adapter },
  { path: 'src/services/cinema/sources/adapters/hirely/hirely.test.ts', text: test },
  { path: 'sandbox/cinema/hosts/hirely.ts', text: host },
]
