/** From the fields of one row of a board to a posting in our words. */

import { hash } from 'node:crypto'
import type { Posting } from '../schema/records.ts'
import { parseEmployment } from './employment.ts'
import {
  canonicalUrl,
  companyLabel,
  departmentLabel,
  parseDay,
  parseRequisitionId,
  plainText,
} from './fields.ts'
import { parsePay, type RawPay } from './pay.ts'
import { type Place, parsePlaces, primaryPlace, type RawPlace } from './places.ts'
import { parseWorkplace, toWorkplace, type WorkplaceEvidence } from './to-workplace.ts'

/** Only these fields leave a board's answer: no names of people, no mailboxes, no internal ceilings. */
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
}

export interface Employer {
  /** The employer's name as readers know it. */
  readonly name: string
  /** Two letters. */
  readonly home: string
}

const textMax = 500

/** Undefined, with the reason given to `drop`, when the row is of no use. */
export function toPosting(
  raw: RawPosting,
  board: Employer,
  nowMs: number,
  drop: (reason: string) => void,
): Posting | undefined {
  const title = plainText(raw.title).slice(0, textMax).toWellFormed()
  const url = canonicalUrl(raw.url)
  const nativeId = String(raw.nativeId)
  if (nativeId === '' || nativeId.length > 300) return dropRow(drop, 'no id')
  if (title === '') return dropRow(drop, 'no title')
  if (url === undefined) return dropRow(drop, 'no address')
  const saysRemote = raw.workplace?.remote === true || parseWorkplace(raw.workplace?.stated) === 'Remote'
  const { places, workplaces } = parsePlaces(raw.places, { home: board.home, isRemote: saysRemote })
  const workplace = toWorkplace({ ...raw.workplace, places: workplaces, title })
  const requisition = parseRequisitionId(raw.requisitionId)
  const department = departmentLabel(raw.department)?.slice(0, textMax)
  const pay = parsePay(raw.pay ?? [])
  const posted = parseDay(raw.posted, nowMs)
  const closes = parseDay(raw.closes, Number.MAX_SAFE_INTEGER)
  const rawPlace = places.length > 0 ? '' : plainText(raw.places.map(({ text }) => text ?? '').join('; '))
  const body = plainText(raw.body)
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
    ...(workplace === undefined ? {} : { workplace }),
    employment: parseEmployment(raw.employment ?? [], title).labels,
    ...(pay === undefined ? {} : { pay }),
    ...(posted === undefined ? {} : { posted }),
    ...(closes === undefined ? {} : { closes }),
    ...(body === '' ? {} : { bodyHash: hash('sha256', body, 'base64url').slice(0, 22) }),
    ...(raw.isPartial ? { isPartial: true as const } : {}),
  }
}

/** Rows of one posting, one per place, become one: the union of their places and the widest of their pay. */
export function mergePostings(postings: Iterable<Posting>): Posting[] {
  const byId = new Map<string, Posting>()
  for (const posting of postings) {
    const existing = byId.get(posting.nativeId)
    byId.set(posting.nativeId, existing === undefined ? posting : mergeTwo(existing, posting))
  }
  return [...byId.values()]
}

function mergeTwo(one: Posting, other: Posting): Posting {
  const places = [...one.places]
  for (const place of other.places) {
    if (!places.some((existing) => samePlace(existing, place))) places.push(place)
  }
  const workplace =
    one.workplace === 'Remote' || other.workplace === 'Remote' ? 'Remote' : (one.workplace ?? other.workplace)
  const pay = one.pay ?? other.pay
  return {
    ...one,
    places: primaryFirst(places),
    ...(workplace === undefined ? {} : { workplace }),
    ...(pay === undefined ? {} : { pay }),
  }
}

function samePlace(one: Place, other: Place): boolean {
  return one.city === other.city && one.region === other.region && one.country === other.country
}

function primaryFirst(places: readonly Place[]): Place[] {
  const primary = primaryPlace(places)
  return primary === undefined ? [] : [primary, ...places.filter((place) => place !== primary)]
}

function dropRow(drop: (reason: string) => void, reason: string): undefined {
  drop(reason)
  return undefined
}
