/**
 * The public document of a posting. `job.doc` has only what a few other columns do not state, in lines of JSON. A document
 * that does not follow from them is stored whole, as are those of earlier versions. Lists open 200 documents, so most
 * parts are taken as they are, and those that many postings share are remembered.
 */

import { countryName } from '../../../core/places/countries.ts'
import { rememberTexts } from '../../../core/text/remember.ts'
import { formatPay } from '../normalise/pay.ts'
import { formatPlace } from '../normalise/places.ts'
import type { StoredJobPosting } from '../schema/job-posting.ts'
import { regionLabel } from '../schema/place-keys.ts'
import { type JobRow, jobStates } from '../schema/tables.ts'
import {
  employmentLabels,
  jobFunctions,
  type Pay,
  type Place,
  seniorities,
  workplaceTypes,
} from '../schema/vocabulary.ts'

/** What a document is opened from. */
export const docColumns = [
  'job.doc',
  'job.id',
  'job.member_id',
  'job.active',
  'job.title',
  'job.company',
  'job.department',
  'job.posted_on',
  'job.first_seen',
  'job.changed_on',
] as const
type ColumnName<Column> = Column extends `job.${infer Name}` ? Name : never
export type DocRow = Pick<JobRow, ColumnName<(typeof docColumns)[number]> & keyof JobRow>

/** Fields that few postings have, or that differ from their column, which has no compatibility characters. */
const rareFields = [
  'title',
  'company',
  'role_group',
  'location',
  'remote_countries',
  'world_regions',
  'closes_on',
  'closed_on',
  'close_reason',
  'last_seen',
  'repost_of',
  'duplicate_of',
] as const satisfies readonly (keyof StoredJobPosting)[]
type Rare = Partial<Pick<StoredJobPosting, (typeof rareFields)[number]>>

/** City, region and country in turn, 0 for what is not known. */
type PackedPlaces = readonly (string | 0)[]
/** Indexes of workplace type, job function and seniority, and the indexes of all employment labels; -1 is null. */
type PackedLabels = readonly number[]
type PackedPay = readonly [min: number | null, max: number | null, currency: string | null, Pay['period']]

/** `row`: the columns that belong to the document. */
export function packDoc(job: StoredJobPosting, row: Omit<DocRow, 'doc'>): string {
  const stated: Rare = {
    title: row.title,
    company: row.company,
    role_group: row.department,
    location: job.places.length > 0 ? job.location : '',
  }
  const rare = rareFields.flatMap((field) => {
    const [value, usual] = [job[field], stated[field]]
    const isUsual = usual === undefined ? value === null || value?.length === 0 : value === usual
    return isUsual ? [] : [[field, value] as const]
  })
  const labels: PackedLabels = [
    workplaceTypes.indexOf(job.workplace_type as never),
    jobFunctions.indexOf(job.job_function as never),
    seniorities.indexOf(job.seniority as never),
    ...job.employment_types.map((label) => employmentLabels.indexOf(label)),
  ]
  const places: PackedPlaces = job.places.flatMap(({ city, region, country_code }) => [
    city ?? 0,
    region ?? 0,
    country_code ?? 0,
  ])
  const { min, max, currency, period } = job.pay ?? {}
  const lines = [
    JSON.stringify(job.url),
    JSON.stringify(job.ats),
    labels.join(),
    places.length === 0 ? '' : JSON.stringify(places),
    period === undefined ? '' : JSON.stringify([min, max, currency, period]),
    job.requisition_id === null ? '' : JSON.stringify(job.requisition_id),
    rare.length === 0 ? '' : JSON.stringify(Object.fromEntries(rare)),
  ]
  while (lines.at(-1) === '') lines.pop()
  const doc = lines.join('\n')
  const whole = JSON.stringify(job)
  return openDoc({ ...row, doc }) === whole ? doc : whole
}

/** The document as JSON. The order of the fields is that of `JobPosting`. */
export function openDoc(row: DocRow): string {
  if (row.doc.startsWith('{')) return row.doc
  const [url, ats, packedLabels = '', packedPlaces = '', packedPay, requisition, rareText] =
    row.doc.split('\n')
  const labels = openLabels(packedLabels)
  const places = openPlaces(packedPlaces)
  const pay = packedPay ? openPay(packedPay) : noPay
  const rare: Rare = rareText === undefined ? nothingRare : JSON.parse(rareText)
  return (
    `{"id":"${row.id}","title":${json(rare.title ?? row.title)},"company":${json(rare.company ?? row.company)}` +
    `,"location":${places.location ?? json(rare.location ?? '')}` +
    `,"role_group":${json(rare.role_group ?? row.department)}` +
    `,"job_function":${labels.jobFunction},"seniority":${labels.seniority}` +
    `,"ats":${ats},"status":"${row.active === jobStates.closed ? 'closed' : 'active'}"` +
    `,"workplace_type":${labels.workplace},"employment_type":${labels.employmentText},"salary":${pay.text}` +
    `,"posted":${row.posted_on === null ? null : `"${row.posted_on}"`}` +
    `,"first_seen":"${row.first_seen}","changed":"${row.changed_on}"` +
    `,"url":${url},"places":${places.list}` +
    `,"remote_countries":${jsonList(rare.remote_countries)},"world_regions":${jsonList(rare.world_regions)}` +
    `,"pay":${pay.parts},"employment_types":${labels.employment}` +
    `,"board":${json(row.member_id)},"requisition_id":${requisition || null}` +
    `,"closes_on":${jsonText(rare.closes_on)},"closed_on":${jsonText(rare.closed_on)}` +
    `,"close_reason":${jsonText(rare.close_reason)},"last_seen":${jsonText(rare.last_seen)}` +
    `,"repost_of":${jsonText(rare.repost_of)},"duplicate_of":${jsonText(rare.duplicate_of)}}`
  )
}

export function readDoc(row: DocRow): StoredJobPosting {
  return JSON.parse(openDoc(row)) as StoredJobPosting
}

const json = JSON.stringify
const nothingRare: Rare = {}

function jsonText(value: string | null | undefined): string {
  return value == null ? 'null' : json(value)
}

function jsonList(values: readonly string[] | undefined): string {
  return values === undefined ? '[]' : json(values)
}

const openLabels = rememberTexts((packed) => {
  const [workplace = -1, jobFunction = -1, seniority = -1, ...employment] = packed.split(',').map(Number)
  const labels = employment.map((at) => employmentLabels[at])
  return {
    workplace: json(workplaceTypes[workplace] ?? null),
    jobFunction: json(jobFunctions[jobFunction] ?? null),
    seniority: json(seniorities[seniority] ?? null),
    employment: json(labels),
    employmentText: json(labels.join(', ') || null),
  }
})

/** Without places, the location is another field. */
const openPlaces = rememberTexts((packed) => {
  if (packed === '') return { location: undefined, list: '[]' }
  const places = toPlaces(JSON.parse(packed) as PackedPlaces)
  return { location: json(formatPlace(places[0] ?? {})), list: json(places.map(toJobPlace)) }
})

function toPlaces(packed: PackedPlaces): Place[] {
  const places: Place[] = []
  for (let at = 0; at < packed.length; at += 3) {
    const [city, region, country] = packed.slice(at, at + 3)
    places.push({
      ...(city ? { city } : {}),
      ...(region ? { region } : {}),
      ...(country ? { country } : {}),
    })
  }
  return places
}

/** As documents have it. */
export function toJobPlace(place: Place): StoredJobPosting['places'][number] {
  const { city = null, region = null, country = null } = place
  return {
    city,
    region,
    region_code: regionLabel(place) ?? null,
    country: country === null ? null : (countryName(country) ?? null),
    country_code: country,
  }
}

const noPay = { text: 'null', parts: 'null' }

const openPay = rememberTexts((packed) => {
  const [min, max, currency, period] = JSON.parse(packed) as PackedPay
  const pay: Pay = { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }), period }
  return { text: json(formatPay(pay)), parts: json({ min, max, currency, period }) }
})
