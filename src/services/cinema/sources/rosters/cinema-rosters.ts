/** The rosters of the cinema platforms: one for each installation whose platform lists its theaters. */

import { Failure } from '../../../../core/errors.ts'
import type { Roster, RosterEntry, RosterPlace } from '../../../../sync/rosters/roster.ts'
import { toTheaterId } from '../cinema-directory.ts'
import type { CinemaMember } from '../cinema-member.ts'
import type { CinemaSource } from '../define-cinema-source.ts'
import { cleanText, tryParseJson } from '../field-values.ts'
import type { ListedTheater } from '../records/theater-record.ts'
import { type RosterShape, rosterShapes } from './roster-shapes.ts'

const theatersMax = 5000
const bytesMax = 16 * 1024 * 1024

/** Installations without the key that they need have none. */
export function cinemaRosters(sources: readonly CinemaSource[]): Roster[] {
  return sources.flatMap((source) => {
    const shape = rosterShapes.get(source.id)
    if (shape === undefined) return []
    const usable = source.members.filter(
      ({ installation, tokenName, token }) =>
        installation !== undefined && (tokenName === undefined || token !== undefined),
    )
    const installations = Map.groupBy(usable, ({ installation }) => installation ?? '')
    return [...installations].flatMap(([installation, theaters]) => {
      const [first] = theaters
      if (first === undefined || shape.isKnown?.(first) === false) return []
      return [toRoster(source, installation, theaters, first, shape)]
    })
  })
}

function toRoster(
  source: CinemaSource,
  installation: string,
  theaters: readonly CinemaMember[],
  first: CinemaMember,
  shape: RosterShape,
): Roster {
  const { id: sourceId, polite } = source
  return {
    name: `${sourceId} ${installation}`,
    sourceId,
    polite,
    known: theaters.map(({ id, name, off }) => ({ id, name, isRead: off === undefined })),
    async read(http, nowMs, signal) {
      const headers = shape.headers?.(first) ?? {}
      const { body } = await http.request(shape.url(first, nowMs), { headers, signal, bytesMax })
      const rows: unknown = shape.rowsIn(tryParseJson(body))
      if (!Array.isArray(rows) || rows.length === 0 || rows.length > theatersMax)
        throw new Failure('upstream_changed', 'The list of theaters has another shape, or is empty.')
      return rows.flatMap((row) => {
        const theater = shape.toTheater(row, first)
        const entry = theater && toEntry(theater, installation, theaters)
        return entry === undefined ? [] : [entry]
      })
    },
  }
}

/** Undefined without a name. */
function toEntry(
  theater: ListedTheater,
  installation: string,
  theaters: readonly CinemaMember[],
): RosterEntry | undefined {
  const name = cleanText(theater.name)?.slice(0, 200)
  const chain = theaters[0]?.chain ?? ''
  if (name === undefined || name === '' || theater.site.length > 100) return undefined
  const place = toPlace(theater)
  const timezone = toTimeZone(theater, theaters)
  return {
    memberId: toTheaterId(chain, theater.site),
    name,
    place,
    cells: {
      installation,
      site: theater.site,
      name,
      ...(timezone === undefined ? {} : { timezone }),
      ...Object.fromEntries(Object.entries(place).map(([column, value]) => [column, String(value)])),
      ...toOptionsCell(theater.options),
    },
  }
}

function toOptionsCell(options: ListedTheater['options'] = {}): { options?: string } {
  const cell = Object.entries(options).map(([name, value]) => `${name}=${value}`)
  return cell.length === 0 ? {} : { options: cell.join(';') }
}

/** Where the platform names none, that of all other theaters; undefined if they differ. */
function toTimeZone({ timezone }: ListedTheater, theaters: readonly CinemaMember[]): string | undefined {
  const isTrusted = theaters.every(({ options }) => options.timezone !== 'fixed')
  if (timezone && isTrusted) return timezone
  const zones = new Set(theaters.map((theater) => theater.timezone))
  return zones.size === 1 ? theaters[0]?.timezone : undefined
}

function toPlace({ address = {}, geo }: ListedTheater): RosterPlace {
  const { line1, city, state, postal_code } = address
  const texts = Object.entries({ line1, city, state, postal_code }).flatMap(([column, value]) => {
    const text = cleanText(value)?.slice(0, 200)
    return text ? [[column, text] as const] : []
  })
  const [latitude, longitude] = [toDegrees(geo?.lat, 90), toDegrees(geo?.lon, 180)]
  const isKnown = latitude !== undefined && longitude !== undefined && (latitude !== 0 || longitude !== 0)
  return { ...Object.fromEntries(texts), ...(isKnown ? { lat: latitude, lon: longitude } : {}) }
}

function toDegrees(value: unknown, max: number): number | undefined {
  const degrees = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof degrees !== 'number' || !Number.isFinite(degrees) || Math.abs(degrees) > max) return undefined
  return Math.round(degrees * 1e6) / 1e6
}
