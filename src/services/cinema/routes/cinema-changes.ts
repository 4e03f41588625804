/** What happens to movies, theaters and showtimes, for readers who follow it: with the resource as it is now. */

import { sql } from 'kysely'
import { Type } from 'typebox'
import { milesBetween } from '../../../core/places/distance.ts'
import { changeSchema } from '../../../http/changes/change-schema.ts'
import {
  type ChangeLine,
  type ChangeSource,
  type RenderedChange,
  typeWords,
} from '../../../http/changes/change-source.ts'
import { nullable } from '../../../http/openapi/fields.ts'
import type { LoggedChange } from '../../../store/changes/read-log.ts'
import { idList } from '../../../store/id-list.ts'
import type { CinemaContext } from '../cinema-context.ts'
import {
  type ListedShowtime,
  showtimeColumns,
  showtimeJson,
  showtimeTables,
} from '../queries/showtime-json.ts'
import { theaterJson } from '../queries/theater-index.ts'
import { cinemaChangeTypes } from '../schema/changes.ts'
import { Movie, Showtime, Theater } from '../schema/index.ts'
import { withCinemaTables } from '../schema/tables.ts'
import { cinemaScope } from '../scopes.ts'
import { unknownFilters } from './list-warnings.ts'
import { chainId, movieId, near, pointParams, resolvePoint, theaterId } from './params.ts'
import { readCalendar } from './read-calendar.ts'

const filters = { ...chainId, ...theaterId, ...movieId, ...near, ...pointParams }

const difference = (when: string) =>
  Type.Optional(Type.Object({}, { additionalProperties: true, description: `What differs, ${when}.` }))

const CinemaChange = changeSchema('CinemaChange', cinemaChangeTypes, {
  chain_id: Type.Optional(Type.String({ description: 'Absent if it belongs to none.' })),
  theater_id: Type.Optional(Type.String({ description: 'Absent if it belongs to none.' })),
  movie_id: Type.Optional(Type.String({ description: 'Absent if it belongs to none.' })),
  before: difference('before the change'),
  after: difference('after the change'),
  showtime: Type.Optional(nullable(Showtime)),
  movie: Type.Optional(nullable(Movie)),
  theater: Type.Optional(nullable(Theater)),
})

export function cinemaChanges(cinema: CinemaContext): ChangeSource<typeof filters> {
  return {
    service: cinemaScope,
    path: '/v1/changes',
    name: 'Cinema',
    tag: 'Showtimes',
    what: 'movies, theaters and showtimes',
    listPath: '/v1/showtimes/search',
    types: cinemaChangeTypes,
    row: CinemaChange,
    filters,
    async toMatcher({ chain_id, theater_id, movie_id, ...place }) {
      const theaters = await cinema.theaters.current()
      const point = await resolvePoint(place, theaters, cinema)
      /** Asks the index each time, which also has theaters that are added later. */
      const isNear = (id: string) => {
        const theater = cinema.theaters.last.byId.get(id)
        return point && theater?.point && milesBetween(point, theater.point) <= place.radius_miles
      }
      return (_, keys) =>
        (chain_id === undefined || keys.chain === chain_id) &&
        (theater_id === undefined || keys.theater === theater_id) &&
        (movie_id === undefined || keys.movie === movie_id) &&
        (point === undefined || isNear(keys.theater ?? '') === true)
    },
    explain: async (query) => await unknownFilters(cinema, await cinema.theaters.current(), query),
    refresh: () => cinema.theaters.current(),
    render: (changes, nowMs) => render(cinema, changes, nowMs),
    describe: (changes) => describe(cinema, changes),
    calendar: (query, options) => readCalendar(cinema, query, options),
  }
}

/** `Copper Moon · Alpha Leeds, 2026-11-15 19:30: showtime seats freed`. */
async function describe(
  { db, theaters }: CinemaContext,
  changes: readonly RenderedChange[],
): Promise<ChangeLine[]> {
  const ids = [
    ...new Set(changes.flatMap(({ movie_id }) => (movie_id === undefined ? [] : [movie_id as string]))),
  ]
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from movie where id in ${idList(db.engine, JSON.stringify(ids))}`.execute(db.read)
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  const { byId } = await theaters.current()
  return changes.map(({ type, movie_id, theater_id, showtime }) => {
    const place = theater_id === undefined ? '' : (byId.get(theater_id)?.name ?? theater_id)
    const starts = showtime?.starts_at_local?.slice(0, 16).replace('T', ' ') ?? ''
    const where = [place, starts].filter(Boolean).join(', ')
    const what = movie_id === undefined ? '' : (titles.get(movie_id) ?? movie_id)
    return {
      text: `${[what, where].filter(Boolean).join(' · ')}: ${typeWords(type)}`,
      url: showtime == null ? undefined : `/showtimes/${showtime.id}`,
    }
  })
}

async function render(
  { db, theaters }: CinemaContext,
  changes: readonly LoggedChange[],
  nowMs: number,
): Promise<string[]> {
  const { byId } = await theaters.current()
  const options = { nowMs, withSeats: true }
  const { rows: showtimes } = await sql<ListedShowtime>`
    select ${sql.raw(showtimeColumns)}, s.seats_at, s.seat_summary from ${sql.raw(showtimeTables)}
    where s.id in ${idList(db.engine, subjectsOf(changes, 'showtime'))}`.execute(db.read)
  const movies = await withCinemaTables(db.read)
    .selectFrom('movie')
    .select(['id', 'doc'])
    .where('id', 'in', idList(db.engine, subjectsOf(changes, 'movie')))
    .execute()
  const docs = new Map([
    ...showtimes.map((row) => [row.id, showtimeJson(row, byId.get(row.theater_id), options, {})] as const),
    ...movies.map(({ id, doc }) => [id, doc] as const),
  ])
  return changes.map(({ type, subject, keys, doc }) => {
    const ids = Object.entries({ chain: keys.chain, theater: keys.theater, movie: keys.movie })
    const ofWhat = ids.map(([name, id]) => (id ? `,"${name}_id":"${id}"` : '')).join('')
    const details = doc === null ? '' : `,${doc.slice(1, -1)}`
    const theater = byId.get(subject)
    const resource = docs.get(subject) ?? (theater ? theaterJson(theater) : 'null')
    return `${ofWhat}${details},"${kindOf(type)}":${resource}`
  })
}

/** `showtime` of `showtime.moved`: the name of the resource, too. */
function kindOf(type: string): string {
  return type.slice(0, type.indexOf('.'))
}

/** As JSON, for `idList`. */
function subjectsOf(changes: readonly LoggedChange[], kind: string): string {
  const ofKind = changes.filter(({ type }) => kindOf(type) === kind)
  return JSON.stringify([...new Set(ofKind.map(({ subject }) => subject))])
}
