/** Sources, coverage, chains, theaters and movies. */

import { Type } from 'typebox'
import { day, instant } from '../../../http/openapi/fields.ts'
import { dataReply, docReply, pageReply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute, type RequestContext } from '../../../http/route.ts'
import {
  type CinemaContext,
  catalogueCache,
  minuteCache,
  notFound,
  notYetCollectedWarnings,
  requireTheater,
} from '../cinema-context.ts'
import { addDays } from '../normalise/time.ts'
import { toChains, toSources } from '../queries/chains-and-sources.ts'
import { coverageJson, coverageMax, readCoverage, readMovieCounts } from '../queries/coverage.ts'
import { type MovieFilter, readMovie, readMovies } from '../queries/movies.ts'
import { currentWindowMs } from '../queries/showtimes.ts'
import { theaterJson } from '../queries/theater-index.ts'
import { findTheaters } from '../queries/theaters.ts'
import { CapabilityName, Chain, CoverageRecord, Movie, Source, Theater } from '../schema/index.ts'
import {
  chainId,
  days,
  include,
  near,
  paging,
  parseBox,
  parseInclude,
  pointParams,
  resolvePoint,
  theaterId,
} from './params.ts'

const shared = { method: 'GET', tag: 'Catalogue', access: 'optional' } as const
const capability = { capability: Type.Optional(CapabilityName) }
const cachedMeta = { source_mode: 'cached' } as const
const optionalText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

export function catalogueRoutes(cinema: CinemaContext): AnyRoute[] {
  return [
    sourcesRoute(cinema),
    coverageRoute(cinema),
    chainsRoute(cinema),
    chainRoute(cinema),
    theatersRoute(cinema),
    theaterRoute(cinema),
    moviesRoute(cinema),
    movieRoute(cinema),
  ]
}

function listMeta(cinema: CinemaContext, rows: readonly unknown[]): Record<string, unknown> {
  const warnings = rows.length === 0 ? notYetCollectedWarnings(cinema) : []
  return warnings.length === 0 ? cachedMeta : { ...cachedMeta, warnings }
}

/** A page of a list that is in memory anyway, in the order of ids. */
function pageById<Row extends { readonly id: string }>(
  rows: readonly Row[],
  context: Pick<RequestContext<{ limit: number }, unknown, unknown>, 'query' | 'after'>,
) {
  const after = String(context.after()?.[0] ?? '')
  const { limit } = context.query
  return pageReply({
    rows: rows.filter(({ id }) => id > after).slice(0, limit + 1),
    limit,
    doc: (row) => JSON.stringify(row),
    key: (row) => [row.id],
    meta: cachedMeta,
  })
}

function sourcesRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/sources',
    id: 'listSources',
    summary: 'Where data comes from and what each source can tell',
    query: Type.Object({ ...capability, ...paging }),
    response: { rows: Source },
    errors: ['invalid_cursor'],
    cache: catalogueCache,
    handle: async (context) => {
      const requiredCapability = context.query.capability
      const all = toSources(cinema, await cinema.theaters.current())
      return pageById(
        all.filter(
          ({ capabilities }) => requiredCapability === undefined || capabilities[requiredCapability],
        ),
        context,
      )
    },
  })
}

function coverageRoute(cinema: CinemaContext): AnyRoute {
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
    response: { rows: CoverageRecord },
    cache: catalogueCache,
    handle: async ({ query }) => {
      const theaters = await cinema.theaters.current()
      const rows = await readCoverage(cinema.db, theaters, {
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
        rows: rows.slice(0, coverageMax).map((row) => coverageJson(row, theaters.byId.get(row.theater_id))),
        meta: { ...cachedMeta, ...(isCut ? { warnings } : {}) },
      }
    },
  })
}

function chainsRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/chains',
    id: 'listChains',
    summary: 'Cinema chains',
    query: Type.Object({ ...capability, ...paging }),
    response: { rows: Chain },
    errors: ['invalid_cursor'],
    cache: catalogueCache,
    handle: async (context) => {
      const requiredCapability = context.query.capability
      const all = toChains(cinema, await cinema.theaters.current(), await readMovieCounts(cinema.db))
      return pageById(
        all.filter(
          ({ capabilities }) => requiredCapability === undefined || capabilities[requiredCapability],
        ),
        context,
      )
    },
  })
}

function chainRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/chains/:chain_id',
    id: 'getChain',
    summary: 'One chain',
    params: Type.Object({ chain_id: Type.String() }),
    response: { data: Chain },
    cache: catalogueCache,
    handle: async ({ params }) => {
      const all = toChains(cinema, await cinema.theaters.current(), await readMovieCounts(cinema.db))
      const chain = all.find(({ id }) => id === params.chain_id)
      if (chain === undefined) throw notFound('chain', 'chain_id')
      return dataReply(chain, cachedMeta)
    },
  })
}

function theatersRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/theaters/search',
    id: 'searchTheaters',
    summary: 'Theaters by name, place and capability',
    description: 'By name; with `lat` and `lon` the nearest first.',
    query: Type.Object({
      q: optionalText('Words of its name or address; all have to occur.'),
      ...near,
      ...pointParams,
      bbox: Type.Optional(
        Type.String({
          maxLength: 120,
          description:
            '`min_lon,min_lat,max_lon,max_lat`. A west that is greater than the east crosses the antimeridian.',
          examples: ['-0.5,51.3,0.3,51.7'],
        }),
      ),
      ...chainId,
      state: optionalText('State or region, as in the address.'),
      city: optionalText('City, as in the address.'),
      postal_code: optionalText('Postal code, as in the address.'),
      has_seatmaps: Type.Optional(Type.Boolean({ description: 'Whether its seats can be seen one by one.' })),
      ...capability,
      updated_after: Type.Optional(instant({ description: 'Changed since.' })),
      ...paging,
    }),
    response: { rows: Theater },
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
      const theaters = await cinema.theaters.current()
      const matches = await findTheaters(cinema.db, theaters, {
        ...rest,
        point: await resolvePoint(query, theaters),
        radiusMiles: radius_miles,
        box: parseBox(bbox),
        updatedAfter: updated_after === undefined ? undefined : Date.parse(updated_after),
      })
      const key = after()
      const [value, id] = key ?? []
      const remaining =
        key === undefined || value === undefined || value === null
          ? matches
          : matches.filter((row) => row.key[0] > value || (row.key[0] === value && row.key[1] > String(id)))
      const pageRows = remaining.slice(0, limit + 1)
      return pageReply({
        rows: pageRows,
        limit,
        doc: (row) => theaterJson(row.theater),
        key: (row) => row.key,
        meta: listMeta(cinema, pageRows),
      })
    },
  })
}

function theaterRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/theaters/:theater_id',
    id: 'getTheater',
    summary: 'One theater',
    params: Type.Object({ theater_id: Type.String() }),
    response: { data: Theater },
    cache: catalogueCache,
    handle: async ({ params }) => {
      const theaters = await cinema.theaters.current()
      return docReply(theaterJson(requireTheater(theaters, params.theater_id)), cachedMeta)
    },
  })
}

function moviesRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/movies/search',
    id: 'searchMovies',
    summary: 'Movies by title, and by when and where they are shown',
    description:
      'By title. A place or chain without a date means movies with current or future showtimes there; `days` counts from `date`.',
    query: Type.Object({
      q: optionalText('Words of a title or a director; all have to occur.'),
      playing_now: Type.Optional(
        Type.Boolean({ description: 'true: only movies with current or future showtimes.' }),
      ),
      ...days,
      ...near,
      ...pointParams,
      ...chainId,
      ...theaterId,
      ...include,
      ...paging,
    }),
    response: { rows: Movie },
    errors: ['invalid_cursor'],
    cache: minuteCache,
    handle: async ({ query, after, nowMs }) => {
      parseInclude(query.include)
      const filter = await toMovieFilter(cinema, query, nowMs)
      const rows = filter === undefined ? [] : await readMovies(cinema.db, filter, after(), query.limit)
      return pageReply({
        rows,
        limit: query.limit,
        doc: (row) => row.doc,
        key: (row) => [row.title_key, row.id],
        meta: listMeta(cinema, rows),
      })
    },
  })
}

interface MovieQuery {
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
async function toMovieFilter(
  cinema: CinemaContext,
  query: MovieQuery,
  nowMs: number,
): Promise<MovieFilter | undefined> {
  const theaters = await cinema.theaters.current()
  const point = await resolvePoint(query, theaters)
  const hasTheaterFilter = point !== undefined || query.theater_id !== undefined
  const matchingTheaters =
    point === undefined
      ? [theaters.byId.get(query.theater_id ?? '')].filter((theater) => theater !== undefined)
      : theaters
          .near(point, query.radius_miles)
          .map(({ theater }) => theater)
          .filter(({ id }) => query.theater_id === undefined || id === query.theater_id)
  if (hasTheaterFilter && matchingTheaters.length === 0) return undefined
  const { date } = query
  const isCurrent =
    query.playing_now === true || (date === undefined && (hasTheaterFilter || query.chain_id !== undefined))
  return {
    q: query.q,
    ...(date === undefined ? {} : { firstDay: date, lastDay: addDays(date, query.days - 1) }),
    ...(isCurrent ? { from: nowMs - currentWindowMs } : {}),
    chainId: query.chain_id,
    ...(hasTheaterFilter ? { theaterIds: matchingTheaters.map(({ id }) => id) } : {}),
  }
}

function movieRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/movies/:movie_id',
    id: 'getMovie',
    summary: 'One movie',
    params: Type.Object({ movie_id: Type.String() }),
    response: { data: Movie },
    cache: catalogueCache,
    handle: async ({ params }) => {
      const doc = await readMovie(cinema.db, params.movie_id)
      if (doc === undefined) throw notFound('movie', 'movie_id')
      return docReply(doc, cachedMeta)
    },
  })
}
