/** How each platform lists its theaters: the request, and the rows of the response. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../core/type-guard.ts'
import { toLocalText } from '../../../../core/zoned-time.ts'
import { addDays } from '../../normalise/time.ts'
import { ianaZoneOf } from '../../normalise/windows-zones.ts'
import {
  cinemasIn,
  fromCinema as fromAlamoCinema,
  isCinema as isAlamoCinema,
  scheduleUrl,
} from '../adapters/alamo/alamo.ts'
import { placeOf } from '../adapters/cinema-api/requests.ts'
import { theatresIn } from '../adapters/cineplex/schemas.ts'
import { catalogueUrl } from '../adapters/hoyts/hoyts.ts'
import { linesUrl } from '../adapters/scare/scare.ts'
import {
  fromCinema as fromVillageCinema,
  hitsUrl,
  isCinema as isVillageCinema,
  cinemasIn as villageCinemasIn,
} from '../adapters/village/village.ts'
import { fromSite } from '../adapters/vista-ocapi/vista-ocapi-listing.ts'
import { isSiteRow } from '../adapters/vista-ocapi/vista-ocapi-schemas.ts'
import { theatersUrl } from '../adapters/webedia/fetch-schedules.ts'
import { fromNode, isTheater } from '../adapters/webedia/to-listing.ts'
import type { CinemaMember } from '../cinema-member.ts'
import { requireOption, requireToken } from '../define-cinema-source.ts'
import { anyId, nullish, nullishText } from '../field-schemas.ts'
import { idsIn } from '../field-values.ts'
import type { ListedTheater } from '../records/theater-record.ts'

export interface RosterShape {
  /** Whether the registry knows enough of an installation to find its theaters in the list. Default: it does. */
  isKnown?(member: CinemaMember): boolean
  /** Of any theater of the installation. */
  url(member: CinemaMember, nowMs: number): string
  headers?(member: CinemaMember): Readonly<Record<string, string>>
  /** Where the rows are in the response. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever is not an array is refused
  rowsIn(body: any): unknown
  /** Undefined if the row is not a theater, or not one of the installation. `member` is any of its theaters. */
  toTheater(row: unknown, member: CinemaMember): ListedTheater | undefined
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

const isIngressoTheater = typeGuard(
  Type.Object({
    id: anyId,
    name: Type.String(),
    corporation: nullishText,
    address: nullishText,
    number: nullishText,
    cityId: anyId,
    cityName: nullishText,
    uf: nullishText,
    geolocation: nullish(
      Type.Object({ lat: Type.Optional(Type.Unknown()), lng: Type.Optional(Type.Unknown()) }),
    ),
  }),
)

/** States whose time is not that of São Paulo. */
const brazilianZones: Readonly<Record<string, string>> = {
  AC: 'America/Rio_Branco',
  AL: 'America/Maceio',
  AM: 'America/Manaus',
  AP: 'America/Belem',
  BA: 'America/Bahia',
  CE: 'America/Fortaleza',
  MA: 'America/Fortaleza',
  MS: 'America/Campo_Grande',
  MT: 'America/Cuiaba',
  PA: 'America/Belem',
  PB: 'America/Fortaleza',
  PE: 'America/Recife',
  PI: 'America/Fortaleza',
  RN: 'America/Fortaleza',
  RO: 'America/Porto_Velho',
  RR: 'America/Boa_Vista',
  SE: 'America/Maceio',
  TO: 'America/Araguaina',
}

/** One list has the theaters of all chains; an installation has those of one, which it names. */
const ingresso: RosterShape = {
  isKnown: ({ options }) => options.corporation !== undefined,
  url: ({ base }) => `${base}/theaters/partnership/www`,
  rowsIn: (body) => body?.items,
  toTheater(row, { options }) {
    if (!isIngressoTheater(row) || row.corporation !== options.corporation) return undefined
    const { id, name, address, number, cityId, cityName, uf, geolocation } = row
    return {
      site: String(id),
      name,
      timezone: brazilianZones[uf ?? ''] ?? 'America/Sao_Paulo',
      address: { line1: [address, number].filter(Boolean).join(', '), city: cityName, state: uf },
      geo: { lat: geolocation?.lat, lon: geolocation?.lng },
      options: { city: String(cityId) },
    }
  },
}

const isHoytsCinema = typeGuard(
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    timeZone: nullishText,
    latitude: Type.Optional(Type.Unknown()),
    longitude: Type.Optional(Type.Unknown()),
    address: nullish(
      Type.Object({ street: nullishText, suburb: nullishText, state: nullishText, postCode: nullishText }),
    ),
  }),
)

const hoyts: RosterShape = {
  url: (member) => catalogueUrl(member, 'cinemas'),
  rowsIn: (body) => body,
  toTheater: ifRow(isHoytsCinema, ({ id, name, timeZone, latitude, longitude, address }) => ({
    site: id,
    name,
    timezone: ianaZoneOf(timeZone ?? ''),
    address: {
      line1: address?.street,
      city: address?.suburb,
      state: address?.state,
      postal_code: address?.postCode,
    },
    geo: { lat: latitude, lon: longitude },
  })),
}

/** It has no list of cinemas, but the first thousand sessions of all have each of them. */
const village: RosterShape = {
  url: hitsUrl,
  rowsIn: (body) => (Array.isArray(body?.hits) ? [...villageCinemasIn(body.hits).values()] : undefined),
  toTheater: ifRow(isVillageCinema, fromVillageCinema),
}

/** As one public client reads it; no recording exists. The cinemas of both countries may be in one list. */
const isNordicCinema = typeGuard(
  Type.Object({
    ncgId: Type.String(),
    title: Type.String(),
    address: Type.Object({
      streetAddress: nullishText,
      postalCode: nullishText,
      postalAddress: nullishText,
      country: nullish(Type.Object({ alias: nullishText })),
      coordinates: nullish(
        Type.Object({ latitude: Type.Optional(Type.Unknown()), longitude: Type.Optional(Type.Unknown()) }),
      ),
    }),
  }),
)

const cinemaApi: RosterShape = {
  url: (member) => `${member.base}/cinema/${placeOf(member).language}/1/1024`,
  rowsIn: (body) => body?.items,
  toTheater(row, member) {
    if (!isNordicCinema(row)) return undefined
    const { streetAddress, postalCode, postalAddress, country, coordinates } = row.address
    if (country?.alias != null && country.alias !== placeOf(member).country) return undefined
    return {
      site: row.ncgId,
      name: row.title,
      address: { line1: streetAddress, city: postalAddress, postal_code: postalCode },
      geo: { lat: coordinates?.latitude, lon: coordinates?.longitude },
    }
  },
}

const alamo: RosterShape = {
  url: scheduleUrl,
  rowsIn: (body) => cinemasIn(body?.data?.market),
  toTheater: ifRow(isAlamoCinema, fromAlamoCinema),
}

/** As two public clients read it; no recording exists. */
const isHeliosCinema = typeGuard(
  Type.Object({
    id: Type.Integer(),
    sourceId: Type.String({ minLength: 1 }),
    name: Type.String(),
    location: nullish(Type.Object({ city: nullishText })),
  }),
)

const helios: RosterShape = {
  url: ({ base }) => `${base}/cinemas`,
  rowsIn: (body) => body?.data,
  toTheater: ifRow(isHeliosCinema, ({ id, sourceId, name, location }) => ({
    site: sourceId,
    name,
    address: { city: location?.city },
    options: { number: String(id) },
  })),
}

/** As three public clients read it; no recording exists. */
const FrenchCinema = Type.Object({
  cineid: anyId,
  cinenom: Type.String(),
  cineadresse: nullishText,
  cinecp: nullishText,
  cineville: nullishText,
  '_coords.lat': Type.Optional(Type.Unknown()),
  '_coords.lon': Type.Optional(Type.Unknown()),
})
const isFrenchCinema = typeGuard(FrenchCinema)

/** It has no list of theaters, but the first showtimes of all have each of them. */
const scare: RosterShape = {
  url: (member, nowMs) => linesUrl(member, Object.keys(FrenchCinema.properties), nowMs),
  rowsIn: (body) =>
    Array.isArray(body?.results)
      ? [...new Map(body.results.map((row: unknown) => [idsIn(row, 'cineid')[0], row])).values()]
      : undefined,
  toTheater: ifRow(isFrenchCinema, (row) => ({
    site: String(row.cineid),
    name: row.cinenom,
    address: { line1: row.cineadresse, city: row.cineville, postal_code: row.cinecp },
    geo: { lat: row['_coords.lat'], lon: row['_coords.lon'] },
  })),
}

/** By the id of the source. */
export const rosterShapes: ReadonlyMap<string, RosterShape> = new Map([
  ['webedia', webedia],
  ['quickbook', quickbook],
  ['vista-ocapi', vistaOcapi],
  ['cineplex', cineplex],
  ['ingresso', ingresso],
  ['hoyts', hoyts],
  ['village', village],
  ['cinema-api', cinemaApi],
  ['alamo', alamo],
  ['helios', helios],
  ['scare', scare],
])
