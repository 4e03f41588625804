/** The parts of OCAPI answers we read. */

import { Type } from 'typebox'
import { shapeOf } from '../../../core/type-guard.ts'
import { maybe, maybeFlag, maybeNumber, maybeText } from './field-schemas.ts'

const texts = maybe(Type.Object({ text: maybeText }))

export type ShowtimeRow = Type.Static<typeof ShowtimeShape>
const ShowtimeShape = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  siteId: Type.String(),
  filmId: Type.String({ minLength: 1 }),
  screenId: maybeText,
  seatLayoutId: maybeText,
  schedule: Type.Object({ businessDate: Type.String(), startsAt: Type.String() }),
  isSoldOut: maybeFlag,
  isAllocatedSeating: maybeFlag,
  requires3dGlasses: maybeFlag,
  areaCategories: maybe(Type.Array(Type.Object({ isAllocatedSeating: maybeFlag }))),
  attributeIds: maybe(Type.Array(Type.String())),
  eventId: maybeText,
  restrictions: maybe(Type.Array(Type.String())),
  filmAdvanceBookingRuleId: maybeText,
})
export const isShowtimeRow = shapeOf(ShowtimeShape)

export type FilmRow = Type.Static<typeof FilmShape>
const FilmShape = Type.Object({
  id: Type.String({ minLength: 1 }),
  title: Type.Object({
    text: Type.String(),
    translations: maybe(Type.Array(Type.Object({ text: maybeText }))),
  }),
  synopsis: texts,
  shortSynopsis: texts,
  censorRatingId: maybeText,
  censorRatingNote: texts,
  releaseDate: maybeText,
  runtimeInMinutes: maybeNumber,
  castAndCrew: maybe(
    Type.Array(Type.Object({ castAndCrewMemberId: Type.String(), roles: Type.Array(Type.String()) })),
  ),
  genreIds: maybe(Type.Array(Type.String())),
  externalIds: maybe(Type.Object({ moviexchangeReleaseId: maybeText })),
  distributorName: maybeText,
})
export const isFilmRow = shapeOf(FilmShape)

export const isNamedRow = shapeOf(Type.Object({ id: Type.String(), name: texts }))
export const isRatingRow = shapeOf(Type.Object({ id: Type.String(), classification: texts }))
export const isPersonRow = shapeOf(
  Type.Object({ id: Type.String(), name: Type.Object({ givenName: maybeText, familyName: maybeText }) }),
)
export const isRuleRow = shapeOf(
  Type.Object({
    id: Type.String(),
    bookingPeriods: maybe(Type.Array(Type.Object({ startsAt: maybeText }))),
  }),
)

export type SiteRow = Type.Static<typeof SiteShape>
const SiteShape = Type.Object({
  id: Type.String(),
  name: texts,
  location: maybe(Type.Object({ latitude: Type.Number(), longitude: Type.Number() })),
  contactDetails: maybe(
    Type.Object({ address: maybe(Type.Object({ line1: maybeText, line2: maybeText, city: maybeText })) }),
  ),
  ianaTimeZoneName: maybeText,
})
export const isSiteRow = shapeOf(SiteShape)

const areaId = maybeText
export type AreaRow = Type.Static<typeof AreaShape>
const AreaShape = Type.Object({
  number: Type.Integer(),
  areaCategoryId: areaId,
  name: texts,
  boundary: maybe(Type.Object({ top: Type.Number() })),
  rows: Type.Array(
    Type.Object({
      number: Type.Integer(),
      label: maybeText,
      seats: Type.Array(
        Type.Object({
          id: Type.String({ minLength: 1 }),
          label: maybeText,
          rowLabel: maybeText,
          seatGroupIds: maybe(Type.Array(Type.Union([Type.String(), Type.Number()]))),
          position: Type.Object({ rowNumber: Type.Integer(), columnNumber: Type.Integer() }),
        }),
      ),
    }),
  ),
})
export const isAreaRow = shapeOf(AreaShape)

export const isSeatRow = shapeOf(
  Type.Object({ seatId: Type.String({ minLength: 1 }), status: Type.String() }),
)

export type PriceRow = Type.Static<typeof PriceShape>
const PriceShape = Type.Object({
  ticketTypeId: Type.String({ minLength: 1 }),
  price: Type.Object({ valueIncludingTax: Type.Number({ minimum: 0 }), tax: maybeNumber }),
  bookingFee: maybe(Type.Object({ valueIncludingTax: maybeNumber, amountIncludingTax: maybeNumber })),
  restrictions: maybe(Type.Array(Type.String())),
})
export const isPriceRow = shapeOf(PriceShape)

export const isTicketTypeRow = shapeOf(
  Type.Object({ id: Type.String(), name: texts, description: texts, areaCategoryId: areaId }),
)
