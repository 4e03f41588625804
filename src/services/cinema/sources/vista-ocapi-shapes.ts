/** The parts of OCAPI answers we read. */

import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { maybe, maybeFlag, maybeNumber, maybeText } from './shapes.ts'

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
export const isShowtimeRow = Compile(ShowtimeShape)

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
export const isFilmRow = Compile(FilmShape)

export const isNamedRow = Compile(Type.Object({ id: Type.String(), name: texts }))
export const isRatingRow = Compile(Type.Object({ id: Type.String(), classification: texts }))
export const isPersonRow = Compile(
  Type.Object({ id: Type.String(), name: Type.Object({ givenName: maybeText, familyName: maybeText }) }),
)
export const isRuleRow = Compile(
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
export const isSiteRow = Compile(SiteShape)

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
export const isAreaRow = Compile(AreaShape)

export const isSeatRow = Compile(
  Type.Object({ seatId: Type.String({ minLength: 1 }), status: Type.String() }),
)

export type PriceRow = Type.Static<typeof PriceShape>
const PriceShape = Type.Object({
  ticketTypeId: Type.String({ minLength: 1 }),
  price: Type.Object({ valueIncludingTax: Type.Number({ minimum: 0 }), tax: maybeNumber }),
  bookingFee: maybe(Type.Object({ valueIncludingTax: maybeNumber, amountIncludingTax: maybeNumber })),
  restrictions: maybe(Type.Array(Type.String())),
})
export const isPriceRow = Compile(PriceShape)

export const isTicketTypeRow = Compile(
  Type.Object({ id: Type.String(), name: texts, description: texts, areaCategoryId: areaId }),
)
