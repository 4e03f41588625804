/** The row of a posting: columns for filters and counts, and the public document. */

import { hash } from 'node:crypto'
import { countryName } from '../../../core/places/countries.ts'
import { formatPlace, type Place, placeId, placeWords } from '../../../core/places/place.ts'
import { contentVersion, postingHash } from '../normalise/content-version.ts'
import { facetKey, fold } from '../normalise/fold.ts'
import { toJobFunction } from '../normalise/job-function.ts'
import { formatPay } from '../normalise/pay.ts'
import { toSeniority } from '../normalise/seniority.ts'
import { toColumnText } from '../schema/column-text.ts'
import { joinPipes } from '../schema/facets.ts'
import type { FacetField, StoredJobPosting } from '../schema/job-posting.ts'
import { cityInRegionKey, cityLabel, regionLabel } from '../schema/place-keys.ts'
import type { Posting } from '../schema/records.ts'
import { type JobRow, jobStates } from '../schema/tables.ts'
import { toDuplicateKeys } from './deduplicate.ts'

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

/** Decides whether a posting changed. Ignores timestamps of the board and the order of places. */
export function contentHashOf(posting: Posting): string {
  const {
    type,
    posted,
    isPostedLater,
    isPartial,
    hasRecentDetails,
    rawPlace,
    sourceHash,
    places,
    body,
    ...content
  } = posting
  return postingHash(contentVersion, { ...content, places: places.map(placeId).sort() })
}

export function fingerprintOf(posting: Posting): string {
  const [place] = posting.places
  return postingHash(contentVersion, {
    title: fold(posting.title),
    place: place === undefined ? '' : placeId(place),
    body: posting.bodyHash ?? '',
  })
}

export function toJobRow(
  posting: Posting,
  history: PostingHistory,
  content = contentHashOf(posting),
): JobRow {
  const job = toJobPosting(posting, history)
  const labels = facetLabelsOf(posting, history.ats)
  const keysOf = (field: FacetField) => labels.flatMap((label) => (label.field === field ? [label.key] : []))
  return {
    slot: history.slot,
    id: history.id,
    source_id: history.sourceId,
    member_id: history.memberId,
    active: jobStates.listed,
    title: toColumnText(job.title),
    company: toColumnText(job.company),
    department: toColumnText(job.role_group),
    place: placeText(posting),
    department_key: keysOf('department')[0] ?? '',
    company_key: keysOf('company')[0] ?? '',
    ats_key: keysOf('ats')[0] ?? '',
    workplace_key: keysOf('workplace_type')[0] ?? '',
    employment_key: keysOf('employment_type')[0] ?? '',
    function_key: keysOf('job_function')[0] ?? '',
    seniority_key: keysOf('seniority')[0] ?? '',
    cities: joinPipes(keysOf('city')),
    regions: joinPipes([...keysOf('region'), ...cityInRegionKeys(posting)]),
    countries: joinPipes(keysOf('country')),
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
    seen_at: null,
    absences: 0,
    absent_at: null,
    held_at: null,
    reopened: history.reopened,
    is_partial: posting.isPartial ? 1 : 0,
    lost_at: null,
    content_hash: content,
    source_hash: posting.sourceHash ?? null,
    fingerprint: fingerprintOf(posting),
    ...toDuplicateKeys(posting),
    duplicate_of: null,
    hash: rowHash(content, history.changedOn, history.reopened, posting.isPartial, posting.posted),
    doc: JSON.stringify(job),
  }
}

/** Rows are compared before they are written; the hash only has to differ. */
function rowHash(...parts: readonly unknown[]): string {
  return hash('sha256', parts.join(' '), 'base64url').slice(0, 10)
}

function toJobPosting(posting: Posting, history: PostingHistory): StoredJobPosting {
  const [place] = posting.places
  return {
    id: history.id,
    title: posting.title,
    company: posting.company,
    location: place === undefined ? (posting.rawPlace ?? '') : formatPlace(place),
    role_group: posting.department ?? '',
    job_function: toJobFunction(posting.title, posting.department) ?? null,
    seniority: toSeniority(posting.title) ?? null,
    ats: history.ats,
    status: 'active',
    workplace_type: posting.workplace ?? null,
    employment_type: posting.employment.join(', ') || null,
    salary: posting.pay === undefined ? null : formatPay(posting.pay),
    posted: posting.posted ?? null,
    first_seen: history.firstSeen,
    changed: history.changedOn,
    url: posting.url,
    places: posting.places.map(toJobPlace),
    remote_countries: [...(posting.remoteCountries ?? [])],
    world_regions: [...(posting.worldRegions ?? [])],
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

function toJobPlace(place: Place): StoredJobPosting['places'][number] {
  const { city = null, region = null, country = null } = place
  return {
    city,
    region,
    region_code: regionLabel(place) ?? null,
    country: country === null ? null : (countryName(country) ?? null),
    country_code: country,
  }
}

/** Its words find the posting. `On Site` is left out: people who search for a `site manager` do not mean it. */
function placeText({ places, workplace }: Posting): string {
  return [
    ...places.map(placeWords),
    ...(workplace === 'Remote' || workplace === 'Hybrid' ? [workplace] : []),
  ].join('; ')
}

/** So that a filter for city and region matches one and the same place. */
function cityInRegionKeys({ places }: Posting): string[] {
  const keys = places.flatMap((place) => {
    const region = regionLabel(place)
    if (place.city === undefined || region === undefined) return []
    const city = facetKey('city', place.city.replaceAll(',', ' '))
    return [cityInRegionKey(facetKey('region', region), city)]
  })
  return [...new Set(keys)]
}

export type FacetLabel = {
  readonly field: FacetField
  readonly key: string
  readonly label: string
}

/** The distinct facet values of a posting. */
export function facetLabelsOf(posting: Posting, ats: string): FacetLabel[] {
  const labels: FacetLabel[] = []
  const add = (field: FacetField, label: string | undefined) => {
    const key = label === undefined ? '' : facetKey(field, label)
    if (label === undefined || key === '') return
    if (!labels.some((existing) => existing.field === field && existing.key === key))
      labels.push({ field, key, label })
  }
  for (const place of posting.places) {
    const { country } = place
    add('city', cityLabel(place))
    add('region', regionLabel(place))
    add('country', country === undefined ? undefined : countryName(country))
  }
  add('department', posting.department)
  add('company', posting.company)
  add('workplace_type', posting.workplace)
  add('employment_type', posting.employment.join(', ') || undefined)
  add('ats', ats)
  add('job_function', toJobFunction(posting.title, posting.department))
  add('seniority', toSeniority(posting.title))
  return labels
}
