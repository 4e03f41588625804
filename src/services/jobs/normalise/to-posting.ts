/** Normalises one row of a board to a posting. */

import { hash } from 'node:crypto'
import { appVersion } from '../../../core/app-version.ts'
import type { Place } from '../../../core/places/place.ts'
import type { Posting } from '../schema/records.ts'
import { contentVersion } from './content-version.ts'
import {
  canonicalUrl,
  companyLabel,
  departmentLabel,
  parseDay,
  parseRequisitionId,
  plainText,
} from './fields.ts'
import { releaseText, withoutSecret } from './held-text.ts'
import { parsePay, type RawPay } from './pay.ts'
import { distinctPlaces, parsePlaces, primaryPlace, type RawPlace } from './places/places.ts'
import { parseEmployment } from './stated/employment.ts'
import { parseWorkplace, toWorkplace, type WorkplaceEvidence } from './stated/workplace.ts'

/** The only fields that are read from a board: no names of people, e-mail addresses or internal pay limits. */
export interface RawPosting {
  readonly nativeId: string | number
  readonly requisitionId?: string | number | null | undefined
  readonly url: string
  readonly title: string
  readonly company?: string | null | undefined
  readonly department?: string | null | undefined
  readonly places: readonly RawPlace[]
  readonly workplace?: Pick<WorkplaceEvidence, 'stated' | 'hybrid' | 'remote' | 'onSite'>
  readonly employment?: readonly (string | null | undefined)[]
  readonly pay?: readonly RawPay[]
  readonly posted?: string | number | null | undefined
  readonly closes?: string | number | null | undefined
  readonly body?: string | null | undefined
  readonly isPartial?: boolean
  readonly hasRecentDetails?: boolean
}

export interface Employer {
  readonly name: string
  /** ISO 3166-1 alpha-2 country. */
  readonly home?: string | undefined
}

const textMax = 500
/** Boards write a later day for a posting that never closes. */
const closesWithinMs = 5 * 365 * 86_400_000

/** Identifies everything that `toPosting` reads. `previous`: of another row of the same posting. */
export function sourceHashOf(raw: RawPosting, { name, home = '' }: Employer, previous = ''): string {
  // The description last and as it is: JSON would escape each of its quotes.
  const { body, ...fields } = raw
  const text = `${contentVersion} ${appVersion}\n${name}\n${home}\n${previous}\n${JSON.stringify(fields)}\n${body ?? ''}`
  // Half the time of SHA-256 where the processor has no instructions for that.
  return hash('sha512', withoutSecret(text), 'base64url').slice(0, 22)
}

export function titleOf({ title }: Pick<RawPosting, 'title'>): string {
  return plainText(title).slice(0, textMax).toWellFormed()
}

/** Undefined if the row is unusable; `drop` receives the reason. */
export function toPosting(
  raw: RawPosting,
  board: Employer,
  nowMs: number,
  drop: (reason: string) => void,
): Posting | undefined {
  const title = titleOf(raw)
  const url = canonicalUrl(raw.url)
  const nativeId = String(raw.nativeId)
  if (nativeId === '') return dropRow(drop, 'no id')
  if (title === '') return dropRow(drop, 'no title')
  if (url === undefined) return dropRow(drop, 'no address')
  const saysRemote = raw.workplace?.remote === true || parseWorkplace(raw.workplace?.stated) === 'Remote'
  const { places, workplaces, remoteCountries, worldRegions } = parsePlaces(raw.places, {
    home: board.home,
    isRemote: saysRemote,
  })
  const workplace = toWorkplace({ ...raw.workplace, employment: raw.employment, places: workplaces, title })
  const requisition = parseRequisitionId(raw.requisitionId)
  const department = departmentLabel(raw.department)?.slice(0, textMax)
  const pay = parsePay(raw.pay ?? [])
  const posted = parseDay(raw.posted, nowMs)
  const isPostedLater = posted === undefined && parseDay(raw.posted, Number.MAX_SAFE_INTEGER) !== undefined
  const closes = parseDay(raw.closes, nowMs + closesWithinMs)
  const rawPlace = places.length > 0 ? '' : plainText(raw.places.map(({ text }) => text ?? '').join('; '))
  const body = plainText(releaseText(raw.body ?? ''))
  return {
    type: 'posting',
    nativeId,
    ...(requisition === undefined ? {} : { requisitionId: requisition }),
    url,
    title,
    company: (companyLabel(raw.company) ?? board.name).slice(0, textMax),
    ...(department === undefined ? {} : { department }),
    places: primaryFirst(places),
    ...(rawPlace === '' ? {} : { rawPlace: rawPlace.slice(0, textMax) }),
    ...(remoteCountries.length === 0 ? {} : { remoteCountries }),
    ...(worldRegions.length === 0 ? {} : { worldRegions }),
    ...(workplace === undefined ? {} : { workplace }),
    employment: parseEmployment(raw.employment ?? [], title),
    ...(pay === undefined ? {} : { pay }),
    ...(posted === undefined ? {} : { posted }),
    ...(isPostedLater ? { isPostedLater } : {}),
    ...(closes === undefined ? {} : { closes }),
    ...(body === ''
      ? {}
      : { body: raw.body ?? '', bodyHash: hash('sha256', body, 'base64url').slice(0, 22) }),
    ...(raw.isPartial ? { isPartial: true as const } : {}),
    ...(raw.hasRecentDetails ? { hasRecentDetails: true as const } : {}),
  }
}

/** Merges rows with the same id: platforms with one row per place repeat a posting. */
export function mergePostings(postings: Iterable<Posting>): Posting[] {
  const byId = new Map<string, Posting>()
  for (const posting of postings) {
    const existing = byId.get(posting.nativeId)
    byId.set(posting.nativeId, existing === undefined ? posting : mergeTwo(existing, posting))
  }
  return [...byId.values()]
}

function mergeTwo(one: Posting, other: Posting): Posting {
  const workplace =
    one.workplace === 'Remote' || other.workplace === 'Remote' ? 'Remote' : (one.workplace ?? other.workplace)
  const pay = one.pay ?? other.pay
  const remoteCountries = union(one.remoteCountries, other.remoteCountries)
  const worldRegions = union(one.worldRegions, other.worldRegions)
  return {
    ...one,
    places: primaryFirst(distinctPlaces([...one.places, ...other.places])),
    ...(workplace === undefined ? {} : { workplace }),
    ...(pay === undefined ? {} : { pay }),
    ...(remoteCountries.length === 0 ? {} : { remoteCountries }),
    ...(worldRegions.length === 0 ? {} : { worldRegions }),
  }
}

function union(one: readonly string[] = [], other: readonly string[] = []): string[] {
  return [...new Set([...one, ...other])]
}

function primaryFirst(places: readonly Place[]): Place[] {
  const primary = primaryPlace(places)
  return primary === undefined ? [] : [primary, ...places.filter((place) => place !== primary)]
}

function dropRow(drop: (reason: string) => void, reason: string): undefined {
  drop(reason)
  return undefined
}
