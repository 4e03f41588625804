/** A posting as it is stored: the columns to filter and count by, and the resource as it is served. */

import { contentHash } from '../../../core/content-hash.ts'
import { countryName } from '../normalise/countries.ts'
import { employmentLabels } from '../normalise/employment.ts'
import { fold, foldPlace } from '../normalise/fold.ts'
import { payText } from '../normalise/pay.ts'
import { placeText } from '../normalise/places.ts'
import type { FacetField, JobPosting } from '../schema/job-posting.ts'
import type { Posting } from '../schema/records.ts'
import { type JobRow, jobStates } from '../schema/tables.ts'
import { sameKeysOf } from './deduplicate.ts'

/** Raised when the same posting is read or written differently: rows are written anew, and nothing counts as changed. */
export const contentVersion = 2

/** What the history of a posting adds to what it says. */
export interface PostingLife {
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
export function contentOf(posting: Posting): string {
  const { type, posted, isPartial, rawPlace, places, ...said } = posting
  return contentHash(contentVersion, { ...said, places: places.map((place) => placeText(place)).sort() })
}

export function fingerprintOf(posting: Posting): string {
  const [place] = posting.places
  return contentHash(contentVersion, {
    title: fold(posting.title),
    place: place === undefined ? '' : placeText(place),
    body: posting.bodyHash ?? '',
  })
}

export function toRow(posting: Posting, life: PostingLife, content = contentOf(posting)): JobRow {
  const job = toJob(posting, life)
  const keys = keysOf(posting, life.ats)
  return {
    slot: life.slot,
    id: life.id,
    source_id: life.sourceId,
    member_id: life.memberId,
    active: jobStates.listed,
    title: job.title.normalize('NFKC'),
    company: job.company.normalize('NFKC'),
    department: job.role_group.normalize('NFKC'),
    place: posting.places.map(placeText).join('; '),
    department_key: keys.department[0] ?? '',
    company_key: keys.company[0] ?? '',
    ats_key: keys.ats[0] ?? '',
    workplace_key: keys.workplace_type[0] ?? '',
    employment_key: keys.employment_type[0] ?? '',
    employment_bits: employmentBits(posting.employment),
    cities: inBars(keys.city),
    regions: inBars(keys.region),
    countries: inBars(keys.country),
    listed_on: posting.posted ?? life.firstSeen,
    posted_on: posting.posted ?? null,
    first_seen: life.firstSeen,
    changed_on: life.changedOn,
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
    reopened: life.reopened,
    is_partial: posting.isPartial ? 1 : 0,
    content_hash: content,
    fingerprint: fingerprintOf(posting),
    ...sameKeysOf(posting),
    duplicate_of: null,
    // Whoever writes a row has found out that it differs; this only has to differ too.
    hash: `${content} ${life.changedOn} ${life.reopened} ${posting.isPartial ? 1 : 0}`,
    doc: JSON.stringify(job),
  }
}

export function employmentBits(labels: readonly string[]): number {
  return labels.reduce((bits, label) => bits | (1 << employmentLabels.indexOf(label as never)), 0)
}

function toJob(posting: Posting, life: PostingLife): JobPosting {
  const [place] = posting.places
  return {
    id: life.id,
    title: posting.title,
    company: posting.company,
    location: place === undefined ? (posting.rawPlace ?? '') : placeText(place),
    role_group: posting.department ?? '',
    ats: life.ats,
    status: 'active',
    workplace_type: posting.workplace ?? null,
    employment_type: posting.employment.join(', ') || null,
    salary: posting.pay === undefined ? null : payText(posting.pay),
    posted: posting.posted ?? null,
    first_seen: life.firstSeen,
    changed: life.changedOn,
    url: posting.url,
    places: posting.places.map(({ city = null, region = null, country }) => ({
      city,
      region,
      country: country === undefined ? null : (countryName(country) ?? null),
      country_code: country ?? null,
    })),
    pay: posting.pay === undefined ? null : { min: null, max: null, currency: null, ...posting.pay },
    employment_types: [...posting.employment],
    board: life.memberId,
    requisition_id: posting.requisitionId ?? null,
    closes_on: posting.closes ?? null,
    closed_on: null,
    close_reason: null,
    last_seen: null,
    repost_of: life.repostOf,
    duplicate_of: null,
  }
}

type Keys = Readonly<Record<FacetField, readonly string[]>>

function keysOf(posting: Posting, ats: string): Keys {
  const labels = labelsOf(posting, ats)
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

export interface Label {
  readonly field: FacetField
  readonly key: string
  readonly label: string
}

/** Every value a posting is counted under, once each. */
export function labelsOf(posting: Posting, ats: string): Label[] {
  const labels: Label[] = []
  const add = (field: FacetField, label: string | undefined) => {
    const key = label === undefined ? '' : keyOf(field, label)
    if (label === undefined || key === '') return
    if (!labels.some((known) => known.field === field && known.key === key))
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
export function keyOf(field: FacetField, label: string): string {
  const isPlace = field === 'city' || field === 'region' || field === 'country'
  return (isPlace ? foldPlace(label) : fold(label)).replaceAll('|', '/')
}

function inBars(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `|${keys.join('|')}|`
}
