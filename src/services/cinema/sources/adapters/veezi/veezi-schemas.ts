/** The fields of Veezi responses that we use. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import { anyId, nullish, nullishBoolean, nullishNumber, nullishText } from '../../field-schemas.ts'

export type SiteRow = Type.Static<typeof SiteShape>
export const SiteShape = Type.Object({
  Name: Type.String(),
  Address1: nullishText,
  Address2: nullishText,
  PostCode: nullishText,
  Phone1: nullishText,
  TimeZoneIdentifier: Type.String(),
})

export const SessionShape = Type.Object({
  Id: anyId,
  FilmId: nullish(anyId),
  FilmPackageId: nullish(anyId),
  Title: nullishText,
  ScreenId: nullish(anyId),
  Seating: nullishText,
  ShowType: nullishText,
  SalesVia: nullish(Type.Array(Type.String())),
  Status: nullishText,
  PreShowStartTime: Type.String(),
  SalesCutOffTime: nullishText,
  TicketsSoldOut: nullishBoolean,
  SeatsAvailable: nullishNumber,
  SeatsHeld: nullishNumber,
  SeatsHouse: nullishNumber,
  SeatsSold: nullishNumber,
  FilmFormat: nullishText,
  Attributes: nullish(Type.Array(Type.Unknown())),
  AudioLanguage: nullishText,
  Url: nullishText,
  URL: nullishText,
})
export const isSession = typeGuard(SessionShape)
export type SessionRow = Type.Static<typeof SessionShape>

export type FilmRow = Type.Static<typeof FilmShape>
const FilmShape = Type.Object({
  Id: anyId,
  Title: Type.String(),
  Synopsis: nullishText,
  Genre: nullishText,
  Distributor: nullishText,
  OpeningDate: nullishText,
  Rating: nullishText,
  Content: nullishText,
  Duration: nullishNumber,
  FilmPosterUrl: nullishText,
  BackdropImageUrl: nullishText,
  People: nullish(
    Type.Array(Type.Object({ FirstName: nullishText, LastName: nullishText, Role: nullishText })),
  ),
})
export const isFilm = typeGuard(FilmShape)
export const isNamed = typeGuard(Type.Object({ Id: anyId, Name: nullishText, Description: nullishText }))
