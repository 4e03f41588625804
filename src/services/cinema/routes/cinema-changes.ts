/** What happens to movies, theaters and showtimes, for readers who follow it: with the showtime as it is now. */

import { sql } from 'kysely'
import { Type } from 'typebox'
import { milesBetween } from '../../../core/places/distance.ts'
import { changeSchema } from '../../../http/changes/change-schema.ts'
import type { ChangeSource } from '../../../http/changes/change-source.ts'
import { nullable } from '../../../http/openapi/fields.ts'
import type { LoggedChange } from '../../../store/changes/read-log.ts'
import { idList } from '../../../store/id-list.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { type ListedShowtime, showtimeColumns, showtimeJson } from '../queries/showtime-json.ts'
import { cinemaChangeTypes } from '../schema/changes.ts'
import { Showtime } from '../schema/index.ts'
import { cinemaScope } from '../scopes.ts'
import { chainId, movieId, near, pointParams, resolvePoint, theaterId } from './params.ts'

const filters = { ...chainId, ...theaterId, ...movieId, ...near, ...pointParams }

const difference = (when: string) =>
  Type.Optional(Type.Object({}, { additionalProperties: true, description: `What differs, ${when}.` }))

const CinemaChange = changeSchema('CinemaChange', cinemaChangeTypes, {
  chain_id: Type.String({ description: 'Empty if it belongs to none.' }),
  theater_id: Type.String({ description: 'Empty if it belongs to none.' }),
  movie_id: Type.String({ description: 'Empty if it belongs to none.' }),
  before: difference('before the change'),
  after: difference('after the change'),
  showtime: Type.Optional(nullable(Showtime)),
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
    refresh: () => cinema.theaters.current(),
    render: (changes, nowMs) => render(cinema, changes, nowMs),
  }
}

const isShowtime = ({ type }: LoggedChange) => type.startsWith('showtime.')

async function render(
  { db, theaters }: CinemaContext,
  changes: readonly LoggedChange[],
  nowMs: number,
): Promise<string[]> {
  const ids = [...new Set(changes.filter(isShowtime).map(({ subject }) => subject))]
  const { rows } = await sql<ListedShowtime>`
    select ${sql.raw(showtimeColumns)}, s.seats_at, s.seat_summary from showtime s
    where s.id in ${idList(db.engine, JSON.stringify(ids))}`.execute(db.read)
  const { byId } = await theaters.current()
  const options = { nowMs, withSeats: true }
  const docs = new Map(rows.map((row) => [row.id, showtimeJson(row, byId.get(row.theater_id), options, {})]))
  return changes.map((change) => {
    const { chain, theater, movie } = change.keys
    const ofWhat = `,"chain_id":"${chain}","theater_id":"${theater}","movie_id":"${movie}"`
    const details = change.doc === null ? '' : `,${change.doc.slice(1, -1)}`
    const showtime = isShowtime(change) ? `,"showtime":${docs.get(change.subject) ?? 'null'}` : ''
    return `${ofWhat}${details}${showtime}`
  })
}
