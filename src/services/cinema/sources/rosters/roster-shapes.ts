/** How each platform lists its theaters: the request, and the rows of the response. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../core/type-guard.ts'
import { toLocalText } from '../../../../core/zoned-time.ts'
import { addDays } from '../../normalise/time.ts'
import { theatresIn } from '../adapters/cineplex/schemas.ts'
import { fromSite } from '../adapters/vista-ocapi/vista-ocapi-listing.ts'
import { isSiteRow } from '../adapters/vista-ocapi/vista-ocapi-schemas.ts'
import { theatersUrl } from '../adapters/webedia/fetch-schedules.ts'
import { fromNode, isTheater } from '../adapters/webedia/to-listing.ts'
import type { CinemaMember } from '../cinema-member.ts'
import { requireOption, requireToken } from '../define-cinema-source.ts'
import { anyId, nullish, nullishText } from '../field-schemas.ts'
import type { ListedTheater } from '../record-builders.ts'

export interface RosterShape {
  /** Of any theater of the installation. */
  url(member: CinemaMember, nowMs: number): string
  headers?(member: CinemaMember): Readonly<Record<string, string>>
  /** Where the rows are in the response. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever is not an array is refused
  rowsIn(body: any): unknown
  /** Undefined if the row is not a theater. */
  toTheater(row: unknown): ListedTheater | undefined
}

function ifRow<Row>(
  isRow: (row: unknown) => row is Row,
  toTheater: (row: Row) => ListedTheater,
): RosterShape['toTheater'] {
  return (row) => (isRow(row) ? toTheater(row) : undefined)
}

const webedia: RosterShape = {
  url: theatersUrl,
  rowsIn: (body) => body?.data?.allTheater?.nodes,
  toTheater: ifRow(isTheater, fromNode),
}

/** It lists theaters with events only, so the window is long. */
const quickbookDays = 365

const isQuickbookCinema = typeGuard(
  Type.Object({
    id: anyId,
    displayName: Type.String(),
    latitude: Type.Optional(Type.Unknown()),
    longitude: Type.Optional(Type.Unknown()),
    addressInfo: nullish(
      Type.Object({ address1: nullishText, city: nullishText, state: nullishText, postalCode: nullishText }),
    ),
  }),
)

const quickbook: RosterShape = {
  url(member, nowMs) {
    const tenant = encodeURIComponent(requireOption(member, 'tenant'))
    const lang = encodeURIComponent(requireOption(member, 'lang'))
    const until = addDays(toLocalText(nowMs, member.timezone).slice(0, 10), quickbookDays)
    return `${member.base}/data-api-service/v1/quickbook/${tenant}/cinemas/with-event/until/${until}?attr=&lang=${lang}`
  },
  rowsIn: (body) => body?.body?.cinemas,
  toTheater: ifRow(isQuickbookCinema, ({ id, displayName, latitude, longitude, addressInfo }) => {
    const { address1, city, state, postalCode } = addressInfo ?? {}
    return {
      site: String(id),
      name: displayName,
      address: { line1: address1, city, state, postal_code: postalCode },
      geo: { lat: latitude, lon: longitude },
    }
  }),
}

const vistaOcapi: RosterShape = {
  url: ({ base }) => `${base}/ocapi/v1/sites`,
  headers: (member) => ({ authorization: `Bearer ${requireToken(member)}`, accept: 'application/json' }),
  rowsIn: (body) => body?.sites,
  toTheater: ifRow(isSiteRow, fromSite),
}

/** As public clients read it; no recording exists. */
const isCineplexTheatre = typeGuard(
  Type.Object({
    theatreId: anyId,
    theatreName: Type.String(),
    location: nullish(
      Type.Object({
        address: nullishText,
        city: nullishText,
        provinceCode: nullishText,
        postalCode: nullishText,
        geoLocation: nullish(
          Type.Object({ latitude: Type.Optional(Type.Unknown()), longitude: Type.Optional(Type.Unknown()) }),
        ),
      }),
    ),
  }),
)

const cineplex: RosterShape = {
  url: ({ base }) => `${base}/prod/cpx/theatrical/api/v1/theatres?language=en`,
  headers: (member) => ({ 'ocp-apim-subscription-key': requireToken(member) }),
  rowsIn: theatresIn,
  toTheater: ifRow(isCineplexTheatre, ({ theatreId, theatreName, location }) => {
    const { address, city, provinceCode, postalCode, geoLocation } = location ?? {}
    return {
      site: String(theatreId),
      name: theatreName,
      address: { line1: address, city, state: provinceCode, postal_code: postalCode },
      geo: { lat: geoLocation?.latitude, lon: geoLocation?.longitude },
    }
  }),
}

/** By the id of the source. */
export const rosterShapes: ReadonlyMap<string, RosterShape> = new Map([
  ['webedia', webedia],
  ['quickbook', quickbook],
  ['vista-ocapi', vistaOcapi],
  ['cineplex', cineplex],
])
