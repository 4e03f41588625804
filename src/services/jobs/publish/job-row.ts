/** A posting as it is stored: the columns to filter and count by, and the resource as it is served. */

import { contentHash } from '../../../core/content-hash.ts'
import { countryName } from '../normalise/countries.ts'
import { employmentLabels } from '../normalise/employment.ts'
import { fold, foldPlace } from '../normalise/fold.ts'
import { formatPay } from '../normalise/pay.ts'
import { formatPlace } from '../normalise/places.ts'
import type { FacetField, JobPosting } from '../schema/job-posting.ts'
import type { Posting } from '../schema/records.ts'
import { type JobRow, jobStates } from '../schema/tables.ts'
import { toDuplicateKeys } from './deduplicate.ts'

/** Raised when the same posting is read or written differently: rows are written anew, and nothing counts as changed. */
export const contentVersion = 2

/** What the history of a posting adds to what it says. */
export interface PostingHistory {
  readonly slot: number
  readonly id: string
  readonly sourceId: string
  readonly memberId: string
  readonly ats: string
  readonly firstSeen: string
  readonly changedOn: string
  readonly reopened: number
  readonly repostOf: string | null
}

/** What a posting says, for telling whether it changed: no timestamps of the board, no order, no tracking. */
export function contentHashOf(posting: Posting): string {
  const { type, posted, isPartial, rawPlace, places, ...content } = posting
  return contentHash(contentVersion, { ...content, places: places.map((place) => formatPlace(place)).sort() })
}

export function fingerprintOf(posting: Posting): string {
  const [place] = posting.places
  return contentHash(contentVersion, {
    title: fold(posting.title),
    place: place === undefined ? '' : formatPlace(place),
    body: posting.bodyHash ?? '',
  })
}

export function toJobRow(
  posting: Posting,
  history: PostingHistory,
  content = contentHashOf(posting),
): JobRow {
  const job = toJobPosting(posting, history)
  const keys = postingFacetKeys(posting, history.ats)
  return {
    slot: history.slot,
    id: history.id,
    source_id: history.sourceId,
    member_id: history.memberId,
    active: jobStates.listed,
    title: job.title.normalize('NFKC'),
    company: job.company.normalize('NFKC'),
    department: job.role_group.normalize('NFKC'),
    place: posting.places.map(formatPlace).join('; '),
    department_key: keys.department[0] ?? '',
    company_key: keys.company[0] ?? '',
    ats_key: keys.ats[0] ?? '',
    workplace_key: keys.workplace_type[0] ?? '',
    employment_key: keys.employment_type[0] ?? '',
    employment_bits: employmentBits(posting.employment),
    cities: joinPipes(keys.city),
    regions: joinPipes(keys.region),
    countries: joinPipes(keys.country),
    listed_on: posting.posted ?? history.firstSeen,
    posted_on: posting.posted ?? null,
    first_seen: history.firstSeen,
    changed_on: history.changedOn,
    pay_min: posting.pay?.min ?? null,
    pay_max: posting.pay?.max ?? null,
    pay_currency: posting.pay?.currency ?? null,
    pay_period: posting.pay?.period ?? null,
    closes_on: posting.closes ?? null,
    closed_on: null,
    last_seen: null,
    absences: 0,
    absent_at: null,
    held_at: null,
    reopened: history.reopened,
    is_partial: posting.isPartial ? 1 : 0,
    content_hash: content,
    fingerprint: fingerprintOf(posting),
    ...toDuplicateKeys(posting),
    duplicate_of: null,
    // Whoever writes a row has found out that it differs; this only has to differ too.
    hash: `${content} ${history.changedOn} ${history.reopened} ${posting.isPartial ? 1 : 0}`,
    doc: JSON.stringify(job),
  }
}

export function employmentBits(labels: readonly string[]): number {
  return labels.reduce((bits, label) => bits | (1 << employmentLabels.indexOf(label as never)), 0)
}

function toJobPosting(posting: Posting, history: PostingHistory): JobPosting {
  const [place] = posting.places
  return {
    id: history.id,
    title: posting.title,
    company: posting.company,
    location: place === undefined ? (posting.rawPlace ?? '') : formatPlace(place),
    role_group: posting.department ?? '',
    ats: history.ats,
    status: 'active',
    workplace_type: posting.workplace ?? null,
    employment_type: posting.employment.join(', ') || null,
    salary: posting.pay === undefined ? null : formatPay(posting.pay),
    posted: posting.posted ?? null,
    first_seen: history.firstSeen,
    changed: history.changedOn,
    url: posting.url,
    places: posting.places.map(({ city = null, region = null, country }) => ({
      city,
      region,
      country: country === undefined ? null : (countryName(country) ?? null),
      country_code: country ?? null,
    })),
    pay: posting.pay === undefined ? null : { min: null, max: null, currency: null, ...posting.pay },
    employment_types: [...posting.employment],
    board: history.memberId,
    requisition_id: posting.requisitionId ?? null,
    closes_on: posting.closes ?? null,
    closed_on: null,
    close_reason: null,
    last_seen: null,
    repost_of: history.repostOf,
    duplicate_of: null,
  }
}

type Keys = Readonly<Record<FacetField, readonly string[]>>

function postingFacetKeys(posting: Posting, ats: string): Keys {
  const labels = facetLabelsOf(posting, ats)
  const keys = (field: FacetField) => labels.flatMap((label) => (label.field === field ? [label.key] : []))
  return {
    city: keys('city'),
    region: keys('region'),
    country: keys('country'),
    department: keys('department'),
    company: keys('company'),
    workplace_type: keys('workplace_type'),
    employment_type: keys('employment_type'),
    ats: keys('ats'),
  }
}

export interface FacetLabel {
  readonly field: FacetField
  readonly key: string
  readonly label: string
}

/** Every value a posting is counted under, once each. */
export function facetLabelsOf(posting: Posting, ats: string): FacetLabel[] {
  const labels: FacetLabel[] = []
  const add = (field: FacetField, label: string | undefined) => {
    const key = label === undefined ? '' : facetKey(field, label)
    if (label === undefined || key === '') return
    if (!labels.some((existing) => existing.field === field && existing.key === key))
      labels.push({ field, key, label })
  }
  for (const { city, region, country } of posting.places) {
    add('city', city)
    add('region', region)
    add('country', country === undefined ? undefined : countryName(country))
  }
  add('department', posting.department)
  add('company', posting.company)
  add('workplace_type', posting.workplace)
  add('employment_type', posting.employment.join(', ') || undefined)
  add('ats', ats)
  return labels
}

/** How a value is compared; bars separate values in the lists of a row. */
export function facetKey(field: FacetField, label: string): string {
  const isPlace = field === 'city' || field === 'region' || field === 'country'
  return (isPlace ? foldPlace(label) : fold(label)).replaceAll('|', '/')
}

function joinPipes(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `|${keys.join('|')}|`
}
