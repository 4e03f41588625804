/** The fields of OCAPI responses that we use. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import { nullish, nullishBoolean, nullishNumber, nullishText } from '../../field-schemas.ts'

const texts = nullish(Type.Object({ text: nullishText }))

export type ShowtimeRow = Type.Static<typeof ShowtimeShape>
const ShowtimeShape = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  siteId: Type.String(),
  filmId: Type.String({ minLength: 1 }),
  screenId: nullishText,
  seatLayoutId: nullishText,
  schedule: Type.Object({ businessDate: Type.String(), startsAt: Type.String() }),
  isSoldOut: nullishBoolean,
  isAllocatedSeating: nullishBoolean,
  requires3dGlasses: nullishBoolean,
  areaCategories: nullish(Type.Array(Type.Object({ isAllocatedSeating: nullishBoolean }))),
  attributeIds: nullish(Type.Array(Type.String())),
  eventId: nullishText,
  restrictions: nullish(Type.Array(Type.String())),
  filmAdvanceBookingRuleId: nullishText,
})
export const isShowtimeRow = typeGuard(ShowtimeShape)

export type FilmRow = Type.Static<typeof FilmShape>
const FilmShape = Type.Object({
  id: Type.String({ minLength: 1 }),
  title: Type.Object({
    text: Type.String(),
    translations: nullish(Type.Array(Type.Object({ text: nullishText }))),
  }),
  synopsis: texts,
  shortSynopsis: texts,
  censorRatingId: nullishText,
  censorRatingNote: texts,
  releaseDate: nullishText,
  runtimeInMinutes: nullishNumber,
  castAndCrew: nullish(
    Type.Array(Type.Object({ castAndCrewMemberId: Type.String(), roles: Type.Array(Type.String()) })),
  ),
  genreIds: nullish(Type.Array(Type.String())),
  externalIds: nullish(Type.Object({ moviexchangeReleaseId: nullishText })),
  distributorName: nullishText,
})
export const isFilmRow = typeGuard(FilmShape)

export const isNamedRow = typeGuard(Type.Object({ id: Type.String(), name: texts }))
export const isRatingRow = typeGuard(Type.Object({ id: Type.String(), classification: texts }))
export const isPersonRow = typeGuard(
  Type.Object({ id: Type.String(), name: Type.Object({ givenName: nullishText, familyName: nullishText }) }),
)
export const isRuleRow = typeGuard(
  Type.Object({
    id: Type.String(),
    bookingPeriods: nullish(Type.Array(Type.Object({ startsAt: nullishText }))),
  }),
)

export type SiteRow = Type.Static<typeof SiteShape>
const SiteShape = Type.Object({
  id: Type.String(),
  name: texts,
  location: nullish(
    Type.Object({ latitude: Type.Optional(Type.Unknown()), longitude: Type.Optional(Type.Unknown()) }),
  ),
  contactDetails: nullish(
    Type.Object({
      address: nullish(Type.Object({ line1: nullishText, line2: nullishText, city: nullishText })),
    }),
  ),
  ianaTimeZoneName: nullishText,
})
export const isSiteRow = typeGuard(SiteShape)

const areaId = nullishText
export type AreaRow = Type.Static<typeof AreaShape>
const AreaShape = Type.Object({
  number: Type.Integer(),
  areaCategoryId: areaId,
  name: texts,
  rowCount: nullish(Type.Integer({ minimum: 0 })),
  columnCount: nullish(Type.Integer({ minimum: 0 })),
  boundary: nullish(
    Type.Object({
      left: Type.Optional(Type.Number()),
      top: Type.Number(),
      right: Type.Optional(Type.Number()),
      bottom: Type.Optional(Type.Number()),
    }),
  ),
  rows: Type.Array(
    Type.Object({
      number: Type.Integer(),
      label: nullishText,
      seats: Type.Array(
        Type.Object({
          id: Type.String({ minLength: 1 }),
          label: nullishText,
          rowLabel: nullishText,
          seatGroupIds: nullish(Type.Array(Type.Union([Type.String(), Type.Number()]))),
          position: Type.Object({ rowNumber: Type.Integer(), columnNumber: Type.Integer() }),
        }),
      ),
    }),
  ),
})
export const isAreaRow = typeGuard(AreaShape)

export const isSeatRow = typeGuard(
  Type.Object({ seatId: Type.String({ minLength: 1 }), status: Type.String() }),
)

export type PriceRow = Type.Static<typeof PriceShape>
const PriceShape = Type.Object({
  ticketTypeId: Type.String({ minLength: 1 }),
  price: Type.Object({ valueIncludingTax: Type.Number({ minimum: 0 }), tax: nullishNumber }),
  bookingFee: nullish(Type.Object({ valueIncludingTax: nullishNumber, amountIncludingTax: nullishNumber })),
  restrictions: nullish(Type.Array(Type.String())),
})
export const isPriceRow = typeGuard(PriceShape)

export const isTicketTypeRow = typeGuard(
  Type.Object({ id: Type.String(), name: texts, description: texts, areaCategoryId: areaId }),
)
