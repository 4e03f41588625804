/** Sources, coverage, chains, theaters and movies. */

import { Type } from 'typebox'
import { day, instant } from '../../../http/openapi/fields.ts'
import { one, oneDoc, page } from '../../../http/reply.ts'
import { type AnyRoute, type Ask, defineRoute } from '../../../http/route.ts'
import {
  catalogueCache,
  clockCache,
  knownTheater,
  notFound,
  nothingYet,
  type Room,
} from '../cinema-context.ts'
import { addDays } from '../normalise/time.ts'
import { toChains, toSources } from '../queries/chains-and-sources.ts'
import { countMovies, coverageMax, coverageText, readCoverage } from '../queries/coverage.ts'
import { type MovieFilter, readMovie, readMovies } from '../queries/movies.ts'
import { currentMs } from '../queries/showtimes.ts'
import { theaterText } from '../queries/theater-index.ts'
import { findTheaters } from '../queries/theaters.ts'
import { CapabilityName, Chain, CoverageRecord, Movie, Source, Theater } from '../schema/index.ts'
import {
  around,
  chainId,
  days,
  include,
  near,
  paging,
  pointOf,
  readBox,
  readInclude,
  theaterId,
} from './params.ts'

const shared = { method: 'GET', tag: 'Catalogue', access: 'optional' } as const
const capability = { capability: Type.Optional(CapabilityName) }
const cached = { source_mode: 'cached' } as const
const word = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

export function catalogueRoutes(room: Room): AnyRoute[] {
  return [
    sourcesRoute(room),
    coverageRoute(room),
    chainsRoute(room),
    chainRoute(room),
    theatersRoute(room),
    theaterRoute(room),
    moviesRoute(room),
    movieRoute(room),
  ]
}

function metaOf(room: Room, rows: readonly unknown[]): Record<string, unknown> {
  const warnings = rows.length === 0 ? nothingYet(room) : []
  return warnings.length === 0 ? cached : { ...cached, warnings }
}

/** A page of a list that is in memory anyway, in the order of ids. */
function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  ask: Pick<Ask<{ limit: number }, unknown, unknown>, 'query' | 'after'>,
) {
  const after = String(ask.after()?.[0] ?? '')
  const { limit } = ask.query
  return page({
    rows: rows.filter(({ id }) => id > after).slice(0, limit + 1),
    limit,
    doc: (row) => JSON.stringify(row),
    key: (row) => [row.id],
    meta: cached,
  })
}

function sourcesRoute(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/sources',
    id: 'listSources',
    summary: 'Where data comes from and what each source can tell',
    query: Type.Object({ ...capability, ...paging }),
    answer: { rows: Source },
    errors: ['invalid_cursor'],
    cache: catalogueCache,
    handle: async (ask) => {
      const wanted = ask.query.capability
      const all = toSources(room, await room.theaters.current())
      return pageOf(
        all.filter(({ capabilities }) => wanted === undefined || capabilities[wanted]),
        ask,
      )
    },
  })
}

function coverageRoute(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/coverage',
    id: 'listCoverage',
    summary: 'How much there is per source, chain, theater and day',
    description: `Not paged: at most ${coverageMax} records, the earliest days first; narrow it down by chain, theater or date.`,
    query: Type.Object({
      ...chainId,
      ...theaterId,
      date: Type.Optional(day({ description: 'One cinema day.' })),
      ...capability,
    }),
    answer: { rows: CoverageRecord },
    cache: catalogueCache,
    handle: async ({ query }) => {
      const theaters = await room.theaters.current()
      const rows = await readCoverage(room.db, theaters, {
        chainId: query.chain_id,
        theaterId: query.theater_id,
        date: query.date,
        capability: query.capability,
      })
      const isCut = rows.length > coverageMax
      const warnings = isCut
        ? [{ code: 'coverage_truncated', message: `Only the first ${coverageMax} records are told.` }]
        : []
      return {
        rows: rows.slice(0, coverageMax).map((row) => coverageText(row, theaters.byId.get(row.theater_id))),
        meta: { ...cached, ...(isCut ? { warnings } : {}) },
      }
    },
  })
}

function chainsRoute(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/chains',
    id: 'listChains',
    summary: 'Cinema chains',
    query: Type.Object({ ...capability, ...paging }),
    answer: { rows: Chain },
    errors: ['invalid_cursor'],
    cache: catalogueCache,
    handle: async (ask) => {
      const wanted = ask.query.capability
      const all = toChains(room, await room.theaters.current(), await countMovies(room.db))
      return pageOf(
        all.filter(({ capabilities }) => wanted === undefined || capabilities[wanted]),
        ask,
      )
    },
  })
}

function chainRoute(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/chains/:chain_id',
    id: 'getChain',
    summary: 'One chain',
    params: Type.Object({ chain_id: Type.String() }),
    answer: { data: Chain },
    cache: catalogueCache,
    handle: async ({ params }) => {
      const all = toChains(room, await room.theaters.current(), await countMovies(room.db))
      const chain = all.find(({ id }) => id === params.chain_id)
      if (chain === undefined) throw notFound('chain', 'chain_id')
      return one(chain, cached)
    },
  })
}

function theatersRoute(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/theaters/search',
    id: 'searchTheaters',
    summary: 'Theaters by name, place and capability',
    description: 'By name; with `lat` and `lon` the nearest first.',
    query: Type.Object({
      q: word('Words of its name or address; all have to occur.'),
      ...near,
      ...around,
      bbox: Type.Optional(
        Type.String({
          maxLength: 120,
          description:
            '`min_lon,min_lat,max_lon,max_lat`. A west that is greater than the east crosses the antimeridian.',
          examples: ['-0.5,51.3,0.3,51.7'],
        }),
      ),
      ...chainId,
      state: word('State or region, as in the address.'),
      city: word('City, as in the address.'),
      postal_code: word('Postal code, as in the address.'),
      has_seatmaps: Type.Optional(Type.Boolean({ description: 'Whether its seats can be seen one by one.' })),
      ...capability,
      updated_after: Type.Optional(instant({ description: 'Changed since.' })),
      ...paging,
    }),
    answer: { rows: Theater },
    errors: ['invalid_cursor'],
    cache: catalogueCache,
    handle: async ({ query, after }) => {
      const {
        near: _near,
        lat: _lat,
        lon: _lon,
        bbox,
        radius_miles,
        updated_after,
        limit,
        cursor: _cursor,
        ...rest
      } = query
      const theaters = await room.theaters.current()
      const found = await findTheaters(room.db, theaters, {
        ...rest,
        point: await pointOf(query, theaters),
        radiusMiles: radius_miles,
        box: readBox(bbox),
        updatedAfter: updated_after === undefined ? undefined : Date.parse(updated_after),
      })
      const key = after()
      const [value, id] = key ?? []
      const remaining =
        key === undefined || value === undefined || value === null
          ? found
          : found.filter((row) => row.key[0] > value || (row.key[0] === value && row.key[1] > String(id)))
      const shown = remaining.slice(0, limit + 1)
      return page({
        rows: shown,
        limit,
        doc: (row) => theaterText(row.theater),
        key: (row) => row.key,
        meta: metaOf(room, shown),
      })
    },
  })
}

function theaterRoute(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/theaters/:theater_id',
    id: 'getTheater',
    summary: 'One theater',
    params: Type.Object({ theater_id: Type.String() }),
    answer: { data: Theater },
    cache: catalogueCache,
    handle: async ({ params }) => {
      const theaters = await room.theaters.current()
      return oneDoc(theaterText(knownTheater(theaters, params.theater_id)), cached)
    },
  })
}

function moviesRoute(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/movies/search',
    id: 'searchMovies',
    summary: 'Movies by title, and by when and where they are shown',
    description:
      'By title. A place or chain without a date means movies with current or future showtimes there; `days` counts from `date`.',
    query: Type.Object({
      q: word('Words of a title or a director; all have to occur.'),
      playing_now: Type.Optional(
        Type.Boolean({ description: 'true: only movies with current or future showtimes.' }),
      ),
      ...days,
      ...near,
      ...around,
      ...chainId,
      ...theaterId,
      ...include,
      ...paging,
    }),
    answer: { rows: Movie },
    errors: ['invalid_cursor'],
    cache: clockCache,
    handle: async ({ query, after, nowMs }) => {
      readInclude(query.include)
      const filter = await movieFilter(room, query, nowMs)
      const rows = filter === undefined ? [] : await readMovies(room.db, filter, after(), query.limit)
      return page({
        rows,
        limit: query.limit,
        doc: (row) => row.doc,
        key: (row) => [row.title_key, row.id],
        meta: metaOf(room, rows),
      })
    },
  })
}

interface MovieAsk {
  readonly q?: string
  readonly playing_now?: boolean
  readonly date?: string
  readonly days: number
  readonly near?: string
  readonly lat?: number
  readonly lon?: number
  readonly radius_miles: number
  readonly chain_id?: string
  readonly theater_id?: string
}

/** Undefined when nothing can match. */
async function movieFilter(room: Room, query: MovieAsk, nowMs: number): Promise<MovieFilter | undefined> {
  const theaters = await room.theaters.current()
  const point = await pointOf(query, theaters)
  const isPlaced = point !== undefined || query.theater_id !== undefined
  const placed =
    point === undefined
      ? [theaters.byId.get(query.theater_id ?? '')].filter((theater) => theater !== undefined)
      : theaters
          .near(point, query.radius_miles)
          .map(({ theater }) => theater)
          .filter(({ id }) => query.theater_id === undefined || id === query.theater_id)
  if (isPlaced && placed.length === 0) return undefined
  const { date } = query
  const isCurrent =
    query.playing_now === true || (date === undefined && (isPlaced || query.chain_id !== undefined))
  return {
    q: query.q,
    ...(date === undefined ? {} : { firstDay: date, lastDay: addDays(date, query.days - 1) }),
    ...(isCurrent ? { from: nowMs - currentMs } : {}),
    chainId: query.chain_id,
    ...(isPlaced ? { theaterIds: placed.map(({ id }) => id) } : {}),
  }
}

function movieRoute(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/movies/:movie_id',
    id: 'getMovie',
    summary: 'One movie',
    params: Type.Object({ movie_id: Type.String() }),
    answer: { data: Movie },
    cache: catalogueCache,
    handle: async ({ params }) => {
      const doc = await readMovie(room.db, params.movie_id)
      if (doc === undefined) throw notFound('movie', 'movie_id')
      return oneDoc(doc, cached)
    },
  })
}
