/** How each platform lists its theaters: the request, and the rows of the response. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../../core/type-guard.ts'
import { toLocalText } from '../../../../core/zoned-time.ts'
import { addDays } from '../../normalise/time.ts'
import { theatresIn } from '../adapters/cineplex/schemas.ts'
import { isSiteRow, type SiteRow } from '../adapters/vista-ocapi/vista-ocapi-schemas.ts'
import { theatersUrl } from '../adapters/webedia/fetch-schedules.ts'
import { isTheater, type TheaterNode } from '../adapters/webedia/to-listing.ts'
import type { CinemaMember } from '../cinema-member.ts'
import { requireOption, requireToken } from '../define-cinema-source.ts'
import { anyId, nullish, nullishText } from '../field-schemas.ts'

/** A theater as the platform lists it. */
export interface ListedTheater {
  readonly site: string
  readonly name: string | null | undefined
  readonly timezone?: string | null | undefined
  readonly line1?: string | null | undefined
  readonly city?: string | null | undefined
  readonly state?: string | null | undefined
  readonly postalCode?: string | null | undefined
  readonly lat?: unknown
  readonly lon?: unknown
}

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

const webedia: RosterShape = {
  url: theatersUrl,
  rowsIn: (body) => body?.data?.allTheater?.nodes,
  toTheater: (row) => (isTheater(row) ? fromNode(row) : undefined),
}

function fromNode({ id, name, timeZone, practicalInfo }: TheaterNode): ListedTheater {
  const { coordinates, location } = practicalInfo ?? {}
  return {
    site: id,
    name,
    timezone: timeZone,
    line1: location?.address,
    city: location?.city,
    state: location?.state,
    postalCode: location?.zip,
    lat: coordinates?.latitude,
    lon: coordinates?.longitude,
  }
}

/** It lists theaters with events only, so the window is long. */
const quickbookDays = 365

const QuickbookCinema = Type.Object({
  id: anyId,
  displayName: Type.String(),
  latitude: Type.Optional(Type.Unknown()),
  longitude: Type.Optional(Type.Unknown()),
  addressInfo: nullish(
    Type.Object({ address1: nullishText, city: nullishText, state: nullishText, postalCode: nullishText }),
  ),
})
const isQuickbookCinema = typeGuard(QuickbookCinema)

const quickbook: RosterShape = {
  url(member, nowMs) {
    const tenant = encodeURIComponent(requireOption(member, 'tenant'))
    const lang = encodeURIComponent(requireOption(member, 'lang'))
    const until = addDays(toLocalText(nowMs, member.timezone).slice(0, 10), quickbookDays)
    return `${member.base}/data-api-service/v1/quickbook/${tenant}/cinemas/with-event/until/${until}?attr=&lang=${lang}`
  },
  rowsIn: (body) => body?.body?.cinemas,
  toTheater: (row) => (isQuickbookCinema(row) ? fromQuickbook(row) : undefined),
}

function fromQuickbook(row: Static<typeof QuickbookCinema>): ListedTheater {
  const { address1, city, state, postalCode } = row.addressInfo ?? {}
  return {
    site: String(row.id),
    name: row.displayName,
    line1: address1,
    city,
    state,
    postalCode,
    lat: row.latitude,
    lon: row.longitude,
  }
}

const vistaOcapi: RosterShape = {
  url: ({ base }) => `${base}/ocapi/v1/sites`,
  headers: (member) => ({ authorization: `Bearer ${requireToken(member)}`, accept: 'application/json' }),
  rowsIn: (body) => body?.sites,
  toTheater: (row) => (isSiteRow(row) ? fromSite(row) : undefined),
}

function fromSite({ id, name, location, contactDetails, ianaTimeZoneName }: SiteRow): ListedTheater {
  const { line1, city } = contactDetails?.address ?? {}
  return {
    site: id,
    name: name?.text,
    timezone: ianaTimeZoneName,
    line1,
    city,
    lat: location?.latitude,
    lon: location?.longitude,
  }
}

/** As public clients read it; no recording exists. */
const CineplexTheatre = Type.Object({
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
})
const isCineplexTheatre = typeGuard(CineplexTheatre)

const cineplex: RosterShape = {
  url: ({ base }) => `${base}/prod/cpx/theatrical/api/v1/theatres?language=en`,
  headers: (member) => ({ 'ocp-apim-subscription-key': requireToken(member) }),
  rowsIn: theatresIn,
  toTheater: (row) => (isCineplexTheatre(row) ? fromCineplex(row) : undefined),
}

function fromCineplex({ theatreId, theatreName, location }: Static<typeof CineplexTheatre>): ListedTheater {
  return {
    site: String(theatreId),
    name: theatreName,
    line1: location?.address,
    city: location?.city,
    state: location?.provinceCode,
    postalCode: location?.postalCode,
    lat: location?.geoLocation?.latitude,
    lon: location?.geoLocation?.longitude,
  }
}

/** By the id of the source. */
export const rosterShapes: ReadonlyMap<string, RosterShape> = new Map([
  ['webedia', webedia],
  ['quickbook', quickbook],
  ['vista-ocapi', vistaOcapi],
  ['cineplex', cineplex],
])
