/** The fields of Cineplex responses that we use. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import {
  anyId,
  nullish,
  nullishBoolean,
  nullishNumber,
  nullishText,
  unknownRows,
} from '../../field-schemas.ts'

const SessionShape = Type.Object({
  vistaSessionId: anyId,
  showStartDateTime: nullishText,
  showStartDateTimeUtc: Type.String(),
  isReservedSeating: nullishBoolean,
  isShowtimeEnabledOnline: nullishBoolean,
  seatsRemaining: nullishNumber,
  isSoldOut: nullishBoolean,
  auditorium: nullishText,
  deeplinkUrl: nullishText,
})
export const isSession = typeGuard(SessionShape)
export type SessionRow = Type.Static<typeof SessionShape>

const MovieShape = Type.Object({
  id: anyId,
  name: Type.String(),
  runtimeInMinutes: nullishNumber,
  genres: nullish(Type.Array(Type.Unknown())),
})
export const isMovie = typeGuard(MovieShape)

const TheaterDays = Type.Object({
  theatreId: anyId,
  dates: Type.Array(
    Type.Object({
      startDate: Type.String(),
      movies: Type.Array(
        Type.Intersect([
          Type.Object({ id: anyId, name: Type.String() }),
          Type.Object({
            experiences: Type.Array(
              Type.Object({
                experienceTypes: nullish(Type.Union([Type.String(), Type.Array(Type.String())])),
                sessions: unknownRows,
              }),
            ),
          }),
        ]),
      ),
    }),
  ),
})
export type TheaterDays = Type.Static<typeof TheaterDays>
export const Days = Type.Union([Type.Array(TheaterDays), TheaterDays])
export const isDays = typeGuard(Days)

const SeatArea = nullish(Type.Object({ rows: unknownRows }))

/** A room with motion seats or a balcony has more than one area; the seats of one are not among those of another. */
export const Layout = Type.Object({
  standardSeats: Type.Object({ rows: unknownRows }),
  dboxSeats: SeatArea,
  balconySeats: SeatArea,
})
export type Layout = Type.Static<typeof Layout>

const theatreLists = ['favouriteTheatres', 'nearbyTheatres', 'otherTheatres', 'theatres']

/** The rows of the chain's list of theaters: three lists, or one. Undefined if it is none. */
export function theatresIn(body: unknown): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body
  if (typeof body !== 'object' || body === null) return undefined
  const lists = theatreLists.map((name) => Reflect.get(body, name)).filter((list) => Array.isArray(list))
  return lists.length === 0 ? undefined : lists.flat()
}
